"""Texts of charts and drawings as SVG."""

import re
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from core.text import FIRST_STRONG_ISOLATE, POP_ISOLATE, isolated, runs_left
from press.fonts import keeps_digits

_ISOLATES: Final = re.compile(
    f"({FIRST_STRONG_ISOLATE}[^{FIRST_STRONG_ISOLATE}{POP_ISOLATE}]*{POP_ISOLATE}?)"
)

OTHER_END: Final = {"start": "end", "end": "start"}


def svg_text(
    content: object, *, css: str, x: object, y: object, anchor: str = "start", tip: str = ""
) -> SafeString:
    """Return a text of a drawing, isolated: a name, an amount or a code runs its own way, and its
    sign stays in front of it, whatever the direction of the page.

    Latin names keep their digits, as on paper. A text from the right says so, since Chromium puts
    its number at the wrong end otherwise; its anchor stays on the side where it is asked for.
    ``tip`` is shown to those who point at it.
    """
    from_right = runs_left(str(content))
    title = format_html("<title>{}</title>", isolated(tip)) if tip else SafeString()
    return format_html(
        '<text class="{}" x="{}" y="{}" text-anchor="{}"{}>{}{}</text>',
        *(css, x, y, OTHER_END.get(anchor, anchor) if from_right else anchor),
        SafeString(' direction="rtl"') if from_right else "",
        *(title, _in_digits(isolated(content))),
    )


def _in_digits(text: str) -> SafeString:
    """Return a text in which Latin names are marked, if there is a digit in any."""
    if not any(map(str.isdecimal, text)):
        return format_html("{}", text)
    parts = (part for part in _ISOLATES.split(text) if part)
    return format_html_join("", "{}", ((_marked(part),) for part in parts))


def _marked(part: str) -> SafeString:
    if keeps_digits(part):
        return format_html('<tspan class="latin">{}</tspan>', part)
    return format_html("{}", part)
