"""Filters of lists: declared beside the view, checked strictly, and described in the schema.

An unknown parameter is refused: otherwise a misspelt filter would return every row.
"""

from typing import Any

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.plumbing import build_parameter_type
from rest_framework.filters import BaseFilterBackend
from rest_framework.request import Request
from rest_framework.serializers import BooleanField

from core.names import DAY_CHECKS
from core.rest.incoming import MAX_KEY, parameters_check


class _YesNoField(forms.CharField):
    def to_python(self, value: Any) -> Any:
        if value in self.empty_values:
            return None
        if value in BooleanField.TRUE_VALUES:
            return True
        if value in BooleanField.FALSE_VALUES:
            return False
        raise ValidationError(_("Enter true or false."), code="invalid")


class YesNo(django_filters.Filter):  # type: ignore[misc] # django_filters is untyped
    """Rows of which something is true, or false."""

    field_class = _YesNoField


class DayFilter(django_filters.DateFilter):  # type: ignore[misc]
    """Rows of one day, or with a lookup from or until it: an ISO 8601 date in every language."""

    def __init__(self, *parts: Any, **more: Any) -> None:
        words = {"invalid": gettext_lazy("Enter a day as YYYY-MM-DD.")}
        options = {"input_formats": ["%Y-%m-%d"], "validators": DAY_CHECKS, "error_messages": words}
        super().__init__(*parts, **options, **more)


class KeyFilter(django_filters.Filter):  # type: ignore[misc]
    """Rows that belong to the row with a key."""

    field_class = forms.IntegerField

    def __init__(self, *parts: Any, **more: Any) -> None:
        super().__init__(*parts, min_value=1, max_value=MAX_KEY, **more)


class Filters(django_filters.FilterSet):  # type: ignore[misc]
    """The filters of a list; the ``help_text`` of each is its description in the schema."""

    def __init__(self, *parts: Any, view: Any, **more: Any) -> None:
        super().__init__(*parts, **more)
        self.view = view


def text(help_text: str, method: str) -> Any:
    """Rows found by a text, with the filter set's ``method``."""
    return django_filters.CharFilter(help_text=help_text, method=method, max_length=80)


def choice(choices: Any, help_text: str) -> Any:
    """Rows in which the field of this name has one of these values."""
    return django_filters.ChoiceFilter(choices=choices, help_text=help_text)


class StrictFilterBackend(BaseFilterBackend):
    """Filters by the view's ``filterset_class``; 400 names each parameter that it does not know."""

    def filter_queryset(self, request: Request, queryset: Any, view: Any) -> Any:
        """Return the rows that the query asks for."""
        parameters_check(request, view.parameters)
        filters = filters_of(view)
        if filters is None:
            return queryset
        filterset = filters(request.query_params, queryset, view=view)
        if not filterset.is_valid():
            raise ValidationError(filterset.form.errors.as_data())
        return filterset.qs

    def get_schema_operation_parameters(self, view: Any) -> list[Any]:
        """Return the filters as the OpenAPI document has them."""
        filters = filters_of(view)
        return (
            [_described(name, row) for name, row in filters.base_filters.items()] if filters else []
        )


def filters_of(view: Any) -> type[Filters] | None:
    """Return the filters of the view's action; None for all but a list."""
    return view.filterset_class if view.action == "list" else None


def _described(name: str, filtering: Any) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    if isinstance(filtering, YesNo):
        schema = {"type": "boolean"}
    elif isinstance(filtering, DayFilter):
        schema = {"type": "string", "format": "date"}
    elif isinstance(filtering, KeyFilter):
        schema = {"type": "integer", "minimum": 1, "maximum": MAX_KEY}
    elif "choices" in filtering.extra:
        choices = filtering.extra["choices"]
        rows = choices() if callable(choices) else choices
        schema |= {"enum": sorted(value for value, _label in rows)}
    text = str(filtering.extra["help_text"])
    return build_parameter_type(name=name, location="query", schema=schema, description=text)
