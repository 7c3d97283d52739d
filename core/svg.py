"""Texts of charts and drawings as SVG."""

from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.text import isolated


def svg_text(
    content: object, *, css: str, x: object, y: object, anchor: str = "start", tip: str = ""
) -> SafeString:
    """Return a text of a drawing, isolated: a name, an amount or a code runs its own way, and its
    sign stays in front of it, whatever the direction of the page.

    ``tip`` is shown to those who point at it.
    """
    title = format_html("<title>{}</title>", isolated(tip)) if tip else SafeString()
    return format_html(
        '<text class="{}" x="{}" y="{}" text-anchor="{}">{}{}</text>',
        *(css, x, y, anchor, title, isolated(content)),
    )
