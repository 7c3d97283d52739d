"""Filters for texts that speak of people and of waiting."""

from datetime import timedelta

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def isolated(name: object) -> SafeString:
    """A name that keeps its own direction inside a sentence of another."""
    return format_html("<bdi>{}</bdi>", name)


@register.filter
def minutes(span: timedelta) -> int:
    """Whole minutes, begun ones counted: as long as one has to wait."""
    return -(-int(span.total_seconds()) // 60)
