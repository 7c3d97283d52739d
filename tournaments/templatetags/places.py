"""One filter that templates lack: the value at a place that is itself a variable."""

from collections.abc import Sequence
from typing import TypeVar

from django import template

Value = TypeVar("Value")
register = template.Library()


@register.filter
def at(values: Sequence[Value], place: int) -> Value:
    """``values[place]``."""
    return values[place]
