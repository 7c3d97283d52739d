"""Fields of request bodies that refuse what no person could have meant."""

from typing import Any

from rest_framework import serializers

from clubs.names import DAY_CHECKS, visible_check


class NameField(serializers.CharField):
    """A name or heading: something of it can be seen, and it is one line."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.validators.append(visible_check)


class DayField(serializers.DateField):
    """A day of the calendar that people live by."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.validators += DAY_CHECKS
