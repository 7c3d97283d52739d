"""A list that is put in order: a number beside each choice, sorted by buttons where scripts run."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from clubs.choices import Explained
from games.numbers import read_whole

Typed = Mapping[str, str]
"""What stands in the boxes, by the key of the choice."""


class OrderWidget(forms.Widget):
    """A box for a place beside each choice; those that have one come first, in their order."""

    template_name = "django/forms/widgets/order.html"
    use_fieldset = True

    def __init__(self, choices: Iterable[tuple[str, Explained]] = ()) -> None:
        super().__init__()
        self.choices = list(choices)

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Typed:
        """What was typed; the field reads it."""
        return {key: str(data.get(f"{name}-{key}") or "").strip() for key, _label in self.choices}

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        """Whether no box was sent at all."""
        return not any(f"{name}-{key}" in data for key, _label in self.choices)

    def id_for_label(self, id_: str) -> str:
        """The list has a legend, no label."""
        return ""

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """The rows as they stand."""
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

    def __init__(self, *, choices: Sequence[tuple[str, Explained]], **kwargs: Any) -> None:
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
                errors += [f"{names[key]}: {message}" for message in error.messages]
                continue
            if place in places:
                both = {"one": names[places[place]], "other": names[key], "place": place}
                errors.append(_("%(one)s and %(other)s are both number %(place)d.") % both)
            places.setdefault(place, key)
        if errors:
            raise forms.ValidationError(errors)
        return [places[place] for place in sorted(places)]

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Compared as numbers beside the choices."""
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
