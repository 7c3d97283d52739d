"""Moments in answers: in UTC, wherever the house is, as ``2026-11-20T20:14:03.120954Z``.

Importing this module, as the app does before any serializer is used, has moments of models
answered so.
"""

from datetime import UTC, datetime
from typing import Any

from django.db import models
from rest_framework import serializers


def moment_text(moment: datetime) -> str:
    """Return a moment as answers, kept answers and messages have it: always of one length."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


class MomentField(serializers.DateTimeField):
    """A moment. Sent without a zone, it is one of the house's clock."""

    def to_representation(self, value: Any) -> Any:
        """Return it in UTC; None for none."""
        if not isinstance(value, datetime):
            return value
        return moment_text(value)


serializers.ModelSerializer.serializer_field_mapping[models.DateTimeField] = MomentField
