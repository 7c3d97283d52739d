"""Forms whose data goes to a service, and how a refusal is shown in them."""

import copy
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.datastructures import MultiValueDict
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from core.fields import OrderField
from core.model_settings import form_field
from core.text import comma_list
from core.transactions import Closed
from core.versions import Outdated, version_of


@dataclass(frozen=True, slots=True)
class Difference:
    """A field whose saved value is not the one in the form, with both in words."""

    label: str
    saved: str
    typed: str


def closed_text(error: Closed) -> SafeString:
    """Return why something finished stays as it is, with a link to the page that reopens it."""
    return format_html('{} <a href="{}">{}</a>', error.messages[0], error.href, error.action)


class ServiceForm(forms.Form):
    """A form whose data goes to a service.

    ``general`` is the field that shows problems without a field of their own, if any.

    A form of the settings of a row names in ``versioned`` the fields of the row that it covers and
    calls ``version_start`` at the end of its ``__init__``. It carries the version that it was made
    from. If somebody else has saved the same settings since, the service raises ``Outdated``: the
    form keeps what was typed, lists where that differs from what is saved now, and is sent again
    to save over it.
    """

    general: str | None = None
    versioned: ClassVar[tuple[str, ...]] = ()
    version_name: ClassVar[str] = "version"
    differences: tuple[Difference, ...] | None = None
    """Where somebody else saved the settings in the meantime."""

    @contextmanager
    def problems_shown(self) -> Iterator[None]:
        """Show the problems found by a service beside their fields."""
        try:
            yield
        except ValidationError as error:
            self.problem_show(error)

    def problem_show(self, error: ValidationError) -> None:
        """Show a refusal beside its fields; for settings that changed meanwhile, show both
        versions."""
        if isinstance(error, Outdated) and self.version_name in self.fields:
            self.conflict_show()
            return
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

    def version_start(self, row: Any) -> None:
        """Add the version that the form is made from."""
        self.fields[self.version_name] = forms.CharField(
            required=False, initial=self.version_now(row), widget=forms.HiddenInput
        )

    def version_now(self, row: Any) -> str:
        return version_of(row, self.versioned)

    @property
    def version(self) -> str:
        """The version that was sent; empty if none was."""
        return str(self.data.get(self.add_prefix(self.version_name), ""))

    def full_clean(self) -> None:
        """Keep the version out of the cleaned data: it is no setting."""
        super().full_clean()
        if self.is_bound:
            self.cleaned_data.pop(self.version_name, None)

    def conflict_show(self, *beside: "ServiceForm") -> None:
        """List the differences, including those of the forms ``beside`` this one.

        The form then carries the row's present version.
        """
        self.differences = tuple(
            found for form in (self, *beside) for found in form.differences_now()
        )
        data: Any = copy.copy(self.data)
        data[self.add_prefix(self.version_name)] = self.fields[self.version_name].initial
        self.data = data

    def differences_now(self) -> list[Difference]:
        """Return where what was sent differs from the row, in the order of the fields."""
        found = []
        for bound in self:
            field = bound.field
            saved = _text(field, field.prepare_value(bound.initial))
            typed = _text(field, bound.value())
            if not bound.is_hidden and saved.split() != typed.split():
                found.append(Difference(str(field.label), saved, typed))
        return found


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


def form_status(*shown: forms.BaseForm) -> int:
    """Return the status of a page with these forms: 409 after a conflict, 422 with errors."""
    if any(isinstance(form, ServiceForm) and form.differences is not None for form in shown):
        return 409
    return 422 if any(form.errors for form in shown) else 200


def _text(field: forms.Field, value: Any) -> str:
    """Return the value of a field's control in words."""
    if isinstance(field, forms.BooleanField):
        return _("yes") if value else _("no")
    if isinstance(field, OrderField):
        widget: Any = field.widget
        rows = widget.get_context("", value, None)["widget"]["rows"]
        return comma_list(row["title"] for row in rows if row["place"]) or "–"
    written = field.widget.format_value(value)
    values = written if isinstance(written, list | tuple) else [written or ""]
    if isinstance(field, forms.ChoiceField | forms.ModelChoiceField):
        labels = {str(key): str(label) for key, label in _options(field)}
        values = [labels.get(str(key), str(key)) for key in values if key]
    return comma_list(filter(None, map(str, values))) or "–"


def _options(field: Any) -> list[tuple[Any, Any]]:
    """The choices of a field, without their groups."""
    options: list[tuple[Any, Any]] = []
    for key, label in field.choices:
        options += label if isinstance(label, list | tuple) else [(key, label)]
    return options
