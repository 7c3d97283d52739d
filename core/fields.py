"""Fields and widgets that forms of several apps share."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Self

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.currencies import CURRENCIES, currency_name, currency_named
from core.figures import MOST_DIGITS, read_whole
from core.model_settings import UnmarkedField
from core.names import line_check, name_check
from core.text import about


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
"""Input attributes for mixed text and numbers: digits follow the reader's language. Free text lacks
these attributes and keeps the digits that were typed."""


class NameField(UnmarkedField):
    """A name or heading: one line with visible characters."""

    default_validators = [name_check]


class LineField(UnmarkedField):
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
        """Accept distinct whole numbers from 1; gaps are allowed."""
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
    """A currency, typed as its code or its name; cleaned to the code.

    ``current`` is the present value, which may have been withdrawn as a currency.
    """

    current = ""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", gettext_lazy("Currency"))
        super().__init__(**kwargs | {"max_length": MOST_CURRENCY, "widget": CurrencyInput})

    def clean(self, value: Any) -> str:
        text = str(super().clean(value))
        if not text or text.upper() == self.current:
            return text.upper()
        return currency_named(text)


class ListField(forms.CharField):
    """A list with an item on each line, whose length is checked before anything reads it."""

    MOST_LINES: Final = 1_000
    """Lines, those without any text counted."""
    MOST_LINE: Final = 1_000
    """Characters of a line."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=100_000, **kwargs)
        self.validators.append(self.lines_check)

    def lines_check(self, text: str) -> None:
        """Raise ``ValidationError`` for too many lines, or for one that is too long."""
        lines = text.splitlines()
        if len(lines) > self.MOST_LINES:
            words = _("At most %(count)d lines can be entered at once.")
            raise ValidationError(words, code="lines", params={"count": self.MOST_LINES})
        for number, line in enumerate(lines, start=1):
            if len(line) > self.MOST_LINE:
                raise ValidationError(
                    _("Line %(number)d has more than %(count)d characters."),
                    code="long_line",
                    params={"number": number, "count": self.MOST_LINE},
                )
