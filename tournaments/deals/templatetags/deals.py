"""A bar chart of how often each result of a deal occurred. Colours come from the style sheet; the
table of results has the same figures."""

from collections.abc import Sequence
from typing import Final

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from core.svg import svg_text

register = template.Library()

WIDTH: Final = 360
LINE: Final = 22
LETTER: Final = 7
"""The width of a character of a label."""
COUNT: Final = 24
"""The room for the number behind the longest bar."""


@register.simple_tag
def frequency_chart(frequencies: Sequence[tuple[str, int]]) -> SafeString:
    """Return a bar for each result, the longest for the most frequent; empty without a result."""
    if not frequencies:
        return SafeString()
    labels = LETTER * max(len(score) for score, _times in frequencies) + 10
    most = max(times for _score, times in frequencies)
    height = LINE * len(frequencies)
    bars = (
        (
            svg_text(score, css="bars__label", x=labels - 8, y=LINE * row + 15, anchor="end"),
            *(labels, LINE * row + 4),
            (length := round((WIDTH - labels - COUNT) * times / most, 1)),
            svg_text(times, css="bars__count", x=labels + length + 6, y=LINE * row + 15),
        )
        for row, (score, times) in enumerate(frequencies)
    )
    return format_html(
        '<svg class="drawing bars" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img" '
        'aria-label="{2}" focusable="false">{3}</svg>',
        *(WIDTH, height),
        _("How often each score was made; the table has the same figures"),
        format_html_join(
            "", '{}<rect class="bars__bar" x="{}" y="{}" width="{}" height="14" rx="2"/>{}', bars
        ),
    )
