"""Forms of settings: each carries the version that it was made from.

If somebody else has saved the same settings since, the service raises ``Outdated``. The form then
shows what they changed, keeps what was typed, takes over their values in fields that nobody typed
in, and is sent again to save over theirs.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.forms import BoundField
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from core.fields import OrderField, OrderWidget, RowForm, ServiceForm
from core.text import comma_list
from core.versions import Outdated, version_of

Sent = dict[str, list[str]]
"""What a browser sends of a field, by the names of its controls."""


@dataclass(frozen=True, slots=True)
class OtherChange:
    """A field that somebody else changed: its present value, the former, and what was typed.

    ``mine`` is empty where nothing was typed, or the same.
    """

    label: str
    now: str
    before: str
    mine: str


class VersionedForm(ServiceForm):
    """A form of the settings of a row; ``versioned`` are the fields of the row that it covers.

    A subclass calls ``version_start`` at the end of its ``__init__``.
    """

    versioned: ClassVar[tuple[str, ...]] = ()
    version_name: ClassVar[str] = "version"
    seen_name: ClassVar[str] = "seen"
    others: tuple[OtherChange, ...] | None = None

    def again(self, row: Any, data: Any = None) -> Self:
        """Return the form anew, of the row as it is now."""
        raise NotImplementedError

    def version_start(self, row: Any) -> None:
        """Add the version that the form is made from, and the values that it shows."""
        seen = "" if self.is_bound else self._shown()
        for name, text in ((self.version_name, self.version_now(row)), (self.seen_name, seen)):
            self.fields[name] = forms.CharField(
                required=False, initial=text, widget=forms.HiddenInput
            )

    def version_now(self, row: Any) -> str:
        """Return the present version."""
        return version_of(row, self.versioned)

    @property
    def version(self) -> str:
        """The version that was sent; empty if none was."""
        return str(self.data.get(self.add_prefix(self.version_name), ""))

    @property
    def is_outdated(self) -> bool:
        """Whether somebody else saved the settings in the meantime."""
        return self.others is not None

    def sent(self) -> dict[str, Sent]:
        """Return what a browser sends of each field that can be changed."""
        hidden = {self.version_name, self.seen_name}
        return {
            name: _sent(self[name])
            for name, field in self.fields.items()
            if name not in hidden and not field.disabled
        }

    def full_clean(self) -> None:
        """Keep the version out of the cleaned data: it is no setting."""
        super().full_clean()
        if self.is_bound:
            for name in (self.version_name, self.seen_name):
                self.cleaned_data.pop(name, None)

    def problem_show(self, error: ValidationError) -> None:
        """Show a refusal beside its fields; of settings that changed meanwhile, both sides."""
        if isinstance(error, Outdated):
            self.conflict_show(error.row)
        else:
            super().problem_show(error)

    def conflict_show(self, row: Model) -> None:
        """Become the form of the present row, with what was typed in the place of its values."""
        fresh, typed = self.again(row), self.data
        seen, others = self._seen(), []
        data = MultiValueDict((name, _list(typed, name)) for name in typed)
        for name, present in fresh.sent().items():
            before = {control: seen.get(control, []) for control in present}
            mine = {control: _list(typed, control) for control in present}
            is_typed = _plain(mine) != _plain(before)
            if not is_typed:
                for control, values in present.items():
                    data.setlist(control, values)
            field = fresh.fields[name]
            if _plain(present) == _plain(before) or field.widget.is_hidden:
                continue
            differs = is_typed and _plain(mine) != _plain(present)
            others.append(
                OtherChange(
                    str(field.label),
                    _text(field, present),
                    _text(field, before),
                    _text(field, mine) if differs else "",
                )
            )
        data[self.add_prefix(self.version_name)] = self.version_now(row)
        data[self.add_prefix(self.seen_name)] = fresh._shown()
        # The choice that decides about other fields may be theirs now.
        self.__dict__ = self.again(row, data).__dict__
        self.others = tuple(others)

    def _shown(self) -> str:
        shown = {name: value for sent in self.sent().values() for name, value in sent.items()}
        return json.dumps(shown)

    def _seen(self) -> Sent:
        """Return the values that the form showed at first, as far as they can be read."""
        try:
            read = json.loads(self.data.get(self.add_prefix(self.seen_name), ""))
        except (ValueError, RecursionError):
            return {}
        if not isinstance(read, dict):
            return {}
        return {
            name: [str(value) for value in values]
            for name, values in read.items()
            if isinstance(values, list)
        }


class SettingsForm(RowForm, VersionedForm):
    """The settings of a stored row."""


def form_status(*shown: forms.BaseForm) -> int:
    """Return the status of a page with these forms: 409 after a conflict, 422 with errors."""
    if any(isinstance(form, VersionedForm) and form.is_outdated for form in shown):
        return 409
    return 422 if any(form.errors for form in shown) else 200


def _list(data: Mapping[str, Any], name: str) -> list[str]:
    if isinstance(data, MultiValueDict):
        return list(data.getlist(name))
    return [str(data[name])] if name in data else []


def _sent(bound: BoundField) -> Sent:
    widget, value = bound.field.widget, bound.value()
    if isinstance(widget, OrderWidget):
        rows = widget.get_context(bound.html_name, value, None)["widget"]["rows"]
        return {row["name"]: [row["place"]] for row in rows}
    if isinstance(widget, forms.CheckboxInput):
        return {bound.html_name: ["on"] if value else []}
    written = widget.format_value(value)
    if isinstance(written, list | tuple):
        return {bound.html_name: [str(part) for part in written]}
    return {bound.html_name: [] if written is None else [str(written)]}


def _plain(sent: Sent) -> Sent:
    """The values without what browsers add: empty ones, and how lines end."""
    return {
        name: [" ".join(value.split()) for value in values if value.strip()]
        for name, values in sent.items()
    }


def _text(field: forms.Field, sent: Sent) -> str:
    """Return the value of a field in words."""
    values = [value for given in sent.values() for value in given if value.strip()]
    if isinstance(field, forms.BooleanField):
        return _("yes") if values else _("no")
    if isinstance(field, OrderField):
        order = sorted((places[0], name) for name, places in sent.items() if any(places))
        labels = {key: str(label) for key, label in field.choices}
        values = [labels.get(name.rpartition("-")[2], name) for _place, name in order]
    elif isinstance(field, forms.ChoiceField | forms.ModelChoiceField):
        labels = {str(key): str(label) for key, label in _options(field)}
        values = [labels.get(value, value) for value in values]
    return comma_list(values) if values else "–"


def _options(field: Any) -> list[tuple[Any, Any]]:
    """The choices of a field, without their groups."""
    options: list[tuple[Any, Any]] = []
    for key, label in field.choices:
        options += label if isinstance(label, list | tuple) else [(key, label)]
    return options
