"""A chart of shares: a line with a dot at the share, its 95% interval, and a tick at the
comparison value. Colours come from the style sheet; a table beside the chart has the numbers.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import Truncator

from core.figures import percent
from core.svg import svg_text
from scoring.selectors.numbers import Share

WIDTH: Final = 360
LABELS: Final = 118
"""The width of the labels at the start."""
COUNTS: Final = 34
"""The width of the numbers of hands at the end."""
PLOT: Final = WIDTH - LABELS - COUNTS - 8
LINE: Final = 22
FOOT: Final = 20
LONGEST: Final = 19
"""Characters of a label."""

Row = tuple[str, Share, Share | None]
"""A label, a share, and the share to compare with."""


def share_chart(rows: Sequence[Row], name: str) -> SafeString:
    """Return the chart as a named image; empty if no row has a hand."""
    shown = [row for row in rows if row[1].hands]
    if not shown:
        return SafeString()
    height = LINE * len(shown) + FOOT
    return format_html(
        '<svg class="share-chart" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img" '
        'aria-label="{2}" focusable="false">{3}{4}</svg>',
        WIDTH,
        height,
        name,
        _scale(height),
        format_html_join("", "{}", ((line,) for line in _lines(shown))),
    )


def _at(share: float) -> float:
    """Return the place of a percentage."""
    return round(LABELS + PLOT * share / 100, 1)


def _scale(height: int) -> SafeString:
    return format_html_join(
        "",
        '<line class="share-chart__grid" x1="{0}" x2="{0}" y1="0" y2="{1}"/>{2}',
        ((_at(at), height - FOOT, _percent(at, height)) for at in (0, 50, 100)),
    )


def _percent(share: int, height: int) -> SafeString:
    place = {"css": "share-chart__scale", "anchor": "middle"}
    return svg_text(percent(share), x=_at(share), y=height - 5, **place)


def _lines(rows: Sequence[Row]) -> Iterator[SafeString]:
    for place, (label, share, other) in enumerate(rows):
        middle = LINE * place + LINE / 2
        low, high = share.interval
        few = " share-chart__few" if share.is_few else ""
        tick = SafeString()
        if other is not None and other.hands:
            tick = format_html(
                '<line class="share-chart__other" x1="{0}" x2="{0}" y1="{1}" y2="{2}"/>',
                _at(100 * other.made / other.hands),
                middle - 8,
                middle + 8,
            )
        yield format_html(
            '<g class="share-chart__line{}">{}'
            '<line class="share-chart__reach" x1="{}" x2="{}" y1="{}" y2="{}"/>{}'
            '<circle class="share-chart__dot" cx="{}" cy="{}" r="4.5"/>'
            "{}</g>",
            few,
            svg_text(Truncator(label).chars(LONGEST), css="share-chart__label", x=0, y=middle + 4),
            _at(low),
            _at(high),
            middle,
            middle,
            tick,
            _at(100 * share.made / share.hands),
            middle,
            svg_text(share.hands, css="share-chart__count", x=WIDTH, y=middle + 4, anchor="end"),
        )
