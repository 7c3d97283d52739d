"""The settings of a row: the editable fields of its model, and the form fields that follow.

A model field states what a setting is: label, help text, bounds, validators, whether it may be
empty. Forms, serializers and services read it there; what people cannot set is ``editable=False``.
"""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.validators import BaseValidator, MaxValueValidator, MinValueValidator
from django.db import models

from core.names import line_check, name_check, without_marks


def settings_of(model: type[models.Model]) -> tuple[str, ...]:
    """Return the names of the fields that people set, in the order of the model.

    Foreign keys are excluded.
    """
    fields = [field for field in model._meta.fields if field.editable and not field.primary_key]
    return tuple(field.name for field in fields if not field.is_relation)


def settings_check(
    model: type[models.Model], names: Iterable[str], *, fixed: Iterable[str] = ()
) -> None:
    """``TypeError`` if code sets a field that is not a setting, or is ``fixed``."""
    if unknown := {*names} - {*settings_of(model)} | {*names} & {*fixed}:
        raise TypeError(f"{sorted(unknown)} cannot be set in {model._meta.label}")


def between(low: int, high: int) -> list[BaseValidator]:
    """Return the validators of a number with bounds."""
    return [MinValueValidator(low), MaxValueValidator(high)]


def bounds_of(field: "models.Field[Any, Any]") -> tuple[int | None, int | None]:
    """Return the least and the most that the validators of a field of numbers let pass."""
    lows = [check.limit_value for check in field.validators if isinstance(check, MinValueValidator)]
    highs = [
        check.limit_value for check in field.validators if isinstance(check, MaxValueValidator)
    ]
    return max(lows, default=None), min(highs, default=None)


class UnmarkedField(forms.CharField):
    """A line of text without the marks of direction that are copied with it."""

    def to_python(self, value: Any) -> str | None:
        text = super().to_python(value)
        return (without_marks(text) or text) if text else text


def is_line(field: "models.Field[Any, Any]") -> bool:
    """Whether a field holds a name or another single line of text."""
    return any(check is name_check or check is line_check for check in field.validators)


def form_field(field: "models.Field[Any, Any]", **options: Any) -> forms.Field | None:
    """Return the form field of a model field: numbers with bounds, days and
    moments as browsers choose them.

    It is the ``formfield_callback`` of model forms. A JSON field or a number may have a form class
    of its own, which leaves bounds to the model.
    """
    is_plain = not field.choices and "form_class" not in options
    if isinstance(field, models.CharField) and is_plain and is_line(field):
        options = {"form_class": UnmarkedField} | options
    if isinstance(field, models.IntegerField) and is_plain:
        low, high = bounds_of(field)
        options = {"min_value": low, "max_value": high} | options
    if isinstance(field, models.DateTimeField):
        moment = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        options = {"widget": moment} | options
    elif isinstance(field, models.DateField):
        day = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        options = {"widget": day} | options
    if isinstance(field, models.TimeField):
        options = {"widget": forms.TimeInput(attrs={"type": "time"}, format="%H:%M")} | options
    if isinstance(field, models.JSONField | models.IntegerField) and "form_class" in options:
        made = models.Field.formfield(field, **options)
    else:
        made = field.formfield(**options)
    if made is not None:
        made.show_hidden_initial = False
    return made
