"""Filters that show amounts; the argument is the currency."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from ledger import amounts

register = template.Library()


@register.filter
def coins(units: int, currency: str) -> SafeString:
    """An amount, left to right in any surrounding text."""
    return format_html('<span class="coins" dir="ltr">{}</span>', amounts.shown(units, currency))


@register.filter
def signed_coins(units: int, currency: str) -> SafeString:
    """An amount with its sign; the minus marks a debt, not colour alone."""
    kind = "good" if units > 0 else "bad" if units < 0 else "muted"
    text = amounts.signed(units, currency)
    return format_html('<span class="coins {}" dir="ltr">{}</span>', kind, text)


@register.filter
def owed_coins(units: int, currency: str) -> SafeString:
    """Return the amount owed for a negative balance, without sign; otherwise an empty text."""
    return coins(-units, currency) if units < 0 else SafeString("")


@register.filter
def due_coins(units: int, currency: str) -> SafeString:
    """Return the amount to be received for a positive balance; otherwise an empty text."""
    return coins(units, currency) if units > 0 else SafeString("")
