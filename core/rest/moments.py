"""Moments in answers, always in UTC, as ``2026-11-20T20:14:03.120954Z``, and times of the clock.

The app imports this module before any serializer is used, so that models' moments and times take
these fields.
"""

import re
from datetime import UTC, datetime, time
from typing import Any, Final

from django.db import models
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


def moment_text(moment: datetime) -> str:
    """Return a moment as answers, kept answers and messages have it: always of one length."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


class MomentField(serializers.DateTimeField):
    """A moment. Sent without a zone, it is one of the server's clock."""

    def to_representation(self, value: Any) -> Any:
        """Return it in UTC; None for none."""
        if not isinstance(value, datetime):
            return value
        return moment_text(value)


serializers.ModelSerializer.serializer_field_mapping[models.DateTimeField] = MomentField


CLOCK_TIME: Final = re.compile(r"^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$")


@extend_schema_field({"type": "string", "pattern": CLOCK_TIME.pattern, "example": "19:30:00"})
class ClockTimeField(serializers.TimeField):
    """A time on the clock where the event takes place: ``19:30``. One with a zone is refused.

    JSON Schema's ``time`` always has a zone, so the description gives a pattern instead.
    """

    default_error_messages = {
        "invalid": _("This is not a time of the clock without a zone, such as 19:30.")
    }

    def to_internal_value(self, value: Any) -> time:
        """Return the time; raise ``ValidationError``."""
        if isinstance(value, str) and not CLOCK_TIME.fullmatch(value):
            self.fail("invalid")
        return super().to_internal_value(value)


serializers.ModelSerializer.serializer_field_mapping[models.TimeField] = ClockTimeField
