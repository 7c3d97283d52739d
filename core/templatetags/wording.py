"""What the reader's language decides: dates, names in a row, attributes of the page."""

from django import template
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core import languages
from core.text import (
    about,
    ampersand,
    by_side,
    colon,
    comma,
    comma_list,
    full_stop,
    ordinal,
    semicolon,
    together,
)

register = template.Library()
register.filter(languages.date_text)
register.filter(about)
register.filter(comma_list)
register.filter(ordinal)
register.filter(together)
register.simple_tag(ampersand)
register.simple_tag(comma)
register.simple_tag(semicolon)
register.simple_tag(colon)
register.simple_tag(full_stop)


@register.simple_tag
def pair(first: object, other: object) -> str:
    """Return the totals of two sides, each on its side in every direction of writing."""
    return by_side((first, other))


@register.simple_tag
def language_attributes() -> SafeString:
    """Return the attributes of a page that name its language, its direction and its digits."""
    return format_html(
        'lang="{}" dir="{}"{}',
        languages.language_tag(),
        "rtl" if translation.get_language_bidi() else "ltr",
        SafeString(' data-digits="latin"') if languages.has_latin_digits() else "",
    )
