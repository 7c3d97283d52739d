"""Form classes, fields and widgets that forms of several apps share."""

import copy
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Final, Self

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.datastructures import MultiValueDict
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.cells import UnreadableTableError
from core.currencies import CURRENCIES, currency_name, currency_named
from core.figures import MOST_DIGITS, read_whole
from core.model_settings import form_field
from core.name_lists import names_delimiter, names_in, partners_turned, turned, without_numbers
from core.names import line_check, name_check
from core.tables import ACCEPTED, table_read
from core.text import about, isolated, together
from core.transactions import Closed


class ExplainedLabel(str):
    """A choice's label that carries an explanation and whether the preset has it."""

    __slots__ = ("help", "preset")

    help: str
    preset: bool

    def __new__(cls, label: str, *, help: str = "", preset: bool = False) -> Self:  # noqa: A002  # as in Django
        """Other widgets see only the label."""
        choice = super().__new__(cls, label)
        choice.help = help
        choice.preset = preset
        return choice


NUMBERS_TYPED: Final = {"inputmode": "text"}
"""Attributes of a box for numbers with words between them: its digits are the reader's, while free
text, which has none of these attributes, has those of the script that is typed."""


class NameField(forms.CharField):
    """A name or heading: one line with visible characters."""

    default_validators = [name_check]


class LineField(forms.CharField):
    """A line beside a name or an amount; it may be empty where it is not required."""

    default_validators = [line_check]


class SeveralField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]
    """Several rows by their keys; impossible keys are refused before the query."""

    def clean(self, value: Any) -> Any:
        """The rows; SQLite takes no number beyond 2 to the 63rd."""
        for key in value or ():
            if read_whole(str(key), most=10**MOST_DIGITS) is None:
                raise ValidationError(
                    self.error_messages["invalid_pk_value"],
                    code="invalid_pk_value",
                    params={"pk": str(key)[:40]},
                )
        return super().clean(value)


def closed_text(error: Closed) -> SafeString:
    """Return why something finished stays as it is, with a link to the page that reopens it."""
    return format_html('{} <a href="{}">{}</a>', error.messages[0], error.href, error.action)


class ServiceForm(forms.Form):
    """A form whose data goes to a service.

    ``general`` is the field beside which problems of no field are shown, if any.
    """

    general: str | None = None

    @contextmanager
    def problems_shown(self) -> Iterator[None]:
        """Show the problems found by a service beside their fields."""
        try:
            yield
        except ValidationError as error:
            self.problem_show(error)

    def problem_show(self, error: ValidationError) -> None:
        """Show the problems of a refusal beside their fields."""
        if isinstance(error, Closed):
            self.add_error(self.general, closed_text(error))
            return
        if not hasattr(error, "error_dict"):
            self.add_error(self.general, error)
            return
        for name, errors in error.error_dict.items():
            for wrong in errors:
                self.add_error(self.field_of(name, wrong), wrong)

    def field_of(self, name: str, problem: ValidationError) -> str | None:
        """Return the field that shows problems of a service's argument."""
        return name if name in self.fields else self.general


class RowForm(ServiceForm, forms.ModelForm):  # type: ignore[type-arg]
    """A form whose fields follow from the editable fields of a model; a service saves.

    It works on a copy of the ``row``, so that a page shows what is saved while something typed is
    refused.
    """

    class Meta:
        formfield_callback = form_field

    def __init__(self, *args: Any, row: Model | None = None, **options: Any) -> None:
        super().__init__(*args, **options | {"instance": row and copy.copy(row)})

    def _update_errors(self, errors: ValidationError) -> None:
        """Show what the model refuses, but for what could not be read: it has the former value."""
        new = {name: wrong for name, wrong in errors.error_dict.items() if name not in self.errors}
        self.problem_show(ValidationError(new))


class DependentForm(ServiceForm):
    """A form in which the choice of one field, ``deciding``, decides which others there are.

    A hidden field names the choice for which the others were shown. If another is submitted, what
    was typed in them belonged to the former choice and is not read.
    """

    deciding: ClassVar[str]

    def choice_of(self, known: Container[str], stored: str) -> str:
        """Return the submitted choice if it is known, else the stored one."""
        given = self.data.get(self.add_prefix(self.deciding), "") if self.is_bound else ""
        return given if given in known else stored

    def shown_for(self, stored: str) -> str:
        """Return the choice for which the submitted fields were shown."""
        return str(self.data.get(self.add_prefix(f"{self.deciding}_shown")) or stored)

    def shown_field(self, choice: str, *, disabled: bool = False) -> None:
        """Add the hidden field; a form that is shown again names the present choice."""
        name = f"{self.deciding}_shown"
        self.fields[name] = forms.CharField(
            required=False,
            max_length=40,
            initial=choice,
            disabled=disabled,
            widget=forms.HiddenInput,
        )
        if self.is_bound:
            self.data_exchange([name], {name: choice})

    def data_exchange(self, names: Iterable[str], values: Mapping[str, Any]) -> None:
        """Put ``values`` in the place of what was submitted in the fields of these names."""
        data = MultiValueDict(
            self.data.lists()
            if isinstance(self.data, MultiValueDict)
            else ((name, [value]) for name, value in self.data.items())
        )
        for name in names:
            data.pop(self.add_prefix(name), None)
        for name, value in values.items():
            if isinstance(value, list | tuple):
                data.setlist(self.add_prefix(name), list(value))
            elif value not in (None, False):
                data[self.add_prefix(name)] = "on" if value is True else value
        self.data = data


Typed = Mapping[str, str]
"""The values of the boxes, by the key of the choice."""


class OrderWidget(forms.Widget):
    """A box for a place beside each choice; those with a place come first, in order."""

    template_name = "django/forms/widgets/order.html"
    use_fieldset = True

    def __init__(self, choices: Iterable[tuple[str, ExplainedLabel]] = ()) -> None:
        super().__init__()
        self.choices = list(choices)

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Typed:
        """Return the input; the field parses it."""
        return {key: str(data.get(f"{name}-{key}") or "").strip() for key, _label in self.choices}

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        """Whether no box was sent at all."""
        return not any(f"{name}-{key}" in data for key, _label in self.choices)

    def id_for_label(self, id_: str) -> str:
        """The list has a legend, no label."""
        return ""

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Return the rows in their present order."""
        typed = _typed(value)
        context = super().get_context(name, value, attrs)
        rows = [(key, label, typed.get(key, "")) for key, label in self.choices]
        rows.sort(key=lambda row: _rank(row[2]))
        context["widget"]["rows"] = [
            {"name": f"{name}-{key}", "title": str(label), "help": label.help, "place": place}
            for key, label, place in rows
        ]
        return context


class OrderField(forms.Field):
    """The keys of the chosen, in the order of the numbers typed beside them."""

    widget = OrderWidget

    def __init__(self, *, choices: Sequence[tuple[str, ExplainedLabel]], **kwargs: Any) -> None:
        super().__init__(widget=OrderWidget(choices), **kwargs)
        self.choices = choices

    def clean(self, value: Any) -> list[str]:
        """Whole numbers from 1, none of them twice; gaps do no harm."""
        chosen = {key: place for key, place in _typed(value).items() if place}
        if self.required and not chosen:
            raise forms.ValidationError(_("Choose at least one."), code="required")
        names, read = (
            dict(self.choices),
            forms.IntegerField(min_value=1, max_value=len(self.choices)),
        )
        places: dict[int, str] = {}
        errors = []
        for key, typed in chosen.items():
            try:
                place = read.clean(typed)
            except forms.ValidationError as error:
                errors += [about(names[key], message) for message in error.messages]
                continue
            if place in places:
                both = {"first": names[places[place]], "other": names[key], "place": place}
                errors.append(_("%(first)s and %(other)s are both number %(place)d.") % both)
            places.setdefault(place, key)
        if errors:
            raise forms.ValidationError(errors)
        return [places[place] for place in sorted(places)]

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Compare as numbers beside the choices."""
        typed = {key: place for key, place in _typed(data).items() if place}
        return not self.disabled and _typed(initial) != typed


def _typed(value: Any) -> Typed:
    """A stored list of keys as its numbers."""
    if isinstance(value, Mapping):
        return value
    return {key: str(place) for place, key in enumerate(value or (), start=1)}


def _rank(place: str) -> tuple[bool, float]:
    if not place:
        return True, 0
    number = read_whole(place)
    return False, float("inf") if number is None else number


class CurrencyInput(forms.TextInput):
    """An input that suggests the current currencies with the browser's own list."""

    template_name = "django/forms/widgets/currency.html"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        usual = {"autocapitalize": "characters", "autocomplete": "off", "spellcheck": "false"}
        super().__init__({**usual, **(attrs or {})})

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Add the suggestions and the key of their list."""
        context = super().get_context(name, value, attrs)
        widget = context["widget"]
        widget["attrs"]["list"] = widget["list"] = f"{widget['attrs'].get('id', name)}-list"
        widget["currencies"] = [(code, currency_name(code)) for code in CURRENCIES]
        return context


MOST_CURRENCY = 60
"""How long a currency's name may be as it is typed."""


class CurrencyField(forms.CharField):
    """A currency, typed as its code or its name; clean it is the code.

    ``current`` is the currency there is: it may be one that is no currency any more.
    """

    current = ""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", gettext_lazy("Currency"))
        super().__init__(**kwargs | {"max_length": MOST_CURRENCY, "widget": CurrencyInput})

    def clean(self, value: Any) -> str:
        """The code."""
        text = str(super().clean(value))
        if not text or text.upper() == self.current:
            return text.upper()
        return currency_named(text)


READ_FILE = "read-file"
"""The button that puts the names of a file into the list."""
COMMAS, ONE_PERSON, TWO_PEOPLE = "commas", "person", "people"
"""The question about names with a comma, and its answers."""


class ListForm(ServiceForm):
    """A list in ``text``, one item per line, that can also be filled from a file.

    The names of a file that was chosen are added to the text, whichever button sent it, and the
    form is not valid yet, so that the list can be reviewed. Where lines are written "Novak, Ada",
    the form asks once for all of them whether that is a person; ``in_pairs`` where a line is a
    pair.
    """

    field_order = ("text", "file")
    in_pairs = False
    file = forms.FileField(
        label=gettext_lazy("Names from a file"),
        help_text=gettext_lazy(
            "CSV, Excel or OpenDocument: first and last names, partners and players by number "
            "are recognised by their column headings."
        ),
        required=False,
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
    )

    def __init__(self, data: Any = None, files: Any = None, **options: Any) -> None:
        file = files.get("file") if files else None
        self.is_reading = data is not None and (READ_FILE in data or file is not None)
        self.problem, self.example = "", ""
        if data is not None:
            data = data.copy()
            text = data.get("text", "")
            if self.is_reading:
                text = "\n".join(filter(None, [text, self._from_file(file)]))
            data["text"] = self._names_turned(text, data.get(COMMAS, ""))
        super().__init__(data, files, **options)
        if self.example:
            self._ask_about_commas()

    def _from_file(self, file: Any) -> str:
        if file is None:
            self.problem = _("Choose a file first.")
            return ""
        try:
            people = names_in(table_read(file, names_delimiter), in_pairs=self.in_pairs)
        except UnreadableTableError as error:
            self.problem = str(error)
            return ""
        self.problem = "" if people else _("The file has no names.")
        between = " & " if self.in_pairs else "\n"
        return "\n".join(between.join(names) for names in people)

    def _names_turned(self, text: str, answer: str) -> str:
        """Return the text with the names the usual way round; keep a line that has to be asked
        about as ``example``.
        """
        lines = [partners_turned(line) for line in without_numbers(text.splitlines())]
        unclear = [line.strip() for line in lines if turned(line) and not self._is_pair(line)]
        if not unclear:
            return "\n".join(lines) if lines != text.splitlines() else text
        if answer == ONE_PERSON:
            return "\n".join(turned(line) or line for line in lines)
        if answer == TWO_PEOPLE:
            between = " & " if self.in_pairs else "\n"
            return "\n".join(
                between.join(part.strip() for part in line.split(",")) if turned(line) else line
                for line in lines
            )
        self.example = unclear[0]
        return "\n".join(lines)

    def _is_pair(self, line: str) -> bool:
        """Whether a line of a list of pairs has two names of more than one word."""
        return self.in_pairs and all(len(part.split()) > 1 for part in line.split(","))

    def _ask_about_commas(self) -> None:
        self.fields[COMMAS] = forms.ChoiceField(
            label=_("Names with a comma: what is “%(line)s”?")
            % {"line": isolated(self.example[:80])},
            required=False,
            choices=[
                (ONE_PERSON, _("one person: %(name)s") % {"name": turned(self.example)}),
                (
                    TWO_PEOPLE,
                    _("two people: %(names)s")
                    % {"names": together(part.strip() for part in self.example.split(","))},
                ),
            ],
            widget=forms.RadioSelect,
        )

    def full_clean(self) -> None:
        """Validate only the file while it is read; ask about commas before anything else."""
        if not self.is_reading and not self.example:
            return super().full_clean()
        self._errors = forms.utils.ErrorDict()
        self.cleaned_data = {}
        if self.problem:
            self.add_error("file", self.problem)
        if self.example:
            self.add_error(COMMAS, _("Answer once; it applies to the whole list."))
        return None

    def is_valid(self) -> bool:
        """Say whether the list can be used; never while a file is read."""
        return not self.is_reading and super().is_valid()
