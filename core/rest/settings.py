"""Serializers of settings: their fields follow from the editable fields of a model."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db import models
from rest_framework import serializers

from core.model_settings import is_line, settings_of
from core.rest.incoming import UnmarkedTextField

SHARED = ("required", "allow_null", "read_only", "label", "help_text", "min_value", "max_value")
"""What a field of any class takes over from the model."""


class SettingsSerializer(serializers.ModelSerializer[Any]):
    """The settings of a row: all that people set, or the ``fields`` of its ``Meta``.

    ``shapes`` are field classes other than the usual ones.
    """

    shapes: ClassVar[Mapping[str, type[serializers.Field[Any, Any, Any, Any]]]] = {}

    def get_field_names(self, declared_fields: Mapping[str, Any], info: Any) -> Any:
        """Return the names of the fields."""
        if hasattr(self.Meta, "fields"):
            return super().get_field_names(declared_fields, info)
        return [*settings_of(self.Meta.model), *declared_fields]

    def build_standard_field(
        self, field_name: str, model_field: "models.Field[Any, Any]"
    ) -> tuple[Any, dict[str, Any]]:
        """Return class and arguments of the field of a model's field."""
        usual, options = super().build_standard_field(field_name, model_field)
        if usual is serializers.CharField and is_line(model_field):
            usual = UnmarkedTextField
        if field_name not in self.shapes:
            return usual, options
        return self.shapes[field_name], {key: options[key] for key in SHARED if key in options}


class SettingsChange(SettingsSerializer):
    """Settings that a program sends: all may be left out, except those that are ``needed``."""

    needed: ClassVar[tuple[str, ...]] = ()

    def get_fields(self) -> dict[str, Any]:
        """Return the fields by name."""
        fields = super().get_fields()
        for name, field in fields.items():
            field.required = name in self.needed
        return fields
