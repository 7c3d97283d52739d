"""Moments in answers: in UTC, wherever the house is, as ``2026-11-20T20:14:03.120954Z``.

Importing this module, as the app does before any serializer is used, has moments of models
answered so.
"""

from datetime import UTC, datetime
from typing import Any

from django.db import models
from rest_framework import serializers


class MomentField(serializers.DateTimeField):
    """A moment. Sent without a zone, it is one of the house's clock."""

    def to_representation(self, value: Any) -> Any:
        """Return it in UTC; None for none."""
        if not isinstance(value, datetime):
            return value
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


serializers.ModelSerializer.serializer_field_mapping[models.DateTimeField] = MomentField
