"""The running score of a match, hand by hand, drawn: a line for each side. Colours come from the
style sheet; the table of hands has the same figures.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from core.figures import figure
from core.svg import svg_text
from scoring.selectors.scores import MatchScore, SideChange

register = template.Library()

WIDTH: Final = 360
PLOT: Final = 260
"""The width of the lines; the rest of the drawing names the sides with their totals."""
HEIGHT: Final = 72
ROOM: Final = 12
LETTERS: Final = 13
"""The least distance between the names of two sides."""
LEAST_HANDS: Final = 2


@register.simple_tag
def running_chart(score: MatchScore) -> SafeString:
    """Draw the totals after each hand that counts; empty for fewer than two of them."""
    rows = [row for row in score.rows if row.counted and row.changes[0].reached is not None]
    if len(rows) < LEAST_HANDS:
        return SafeString()
    lines = [_totals([row.changes[side] for row in rows]) for side in range(len(score.sides))]
    low, high = min(map(min, lines)), max(map(max, lines))
    height = HEIGHT + 2 * ROOM
    return format_html(
        '<svg class="drawing running" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img" '
        'aria-label="{2}" focusable="false">{3}{4}{5}</svg>',
        *(WIDTH, height),
        _("Running score, hand by hand; the table below has the same figures"),
        _zero(_at(0, low, high)) if low <= 0 <= high else "",
        format_html_join(
            "",
            '<polyline class="running__line running__line--{}" points="{}"/>',
            ((side, _points(line, low, high)) for side, line in enumerate(lines)),
        ),
        format_html_join("", "{}", ((text,) for text in _names(score, lines, low, high))),
    )


def _totals(changes: Sequence[SideChange]) -> list[int]:
    """Return the totals of a side from before the first hand on."""
    reached = [change.reached or 0 for change in changes]
    return [reached[0] - changes[0].points, *reached]


def _at(total: int, low: int, high: int) -> float:
    """Return the distance of a total from the top."""
    return round(ROOM + HEIGHT * (high - total) / (high - low or 1), 1)


def _zero(y: float) -> SafeString:
    return format_html('<line class="running__zero" x1="0" x2="{}" y1="{}" y2="{}"/>', PLOT, y, y)


def _points(line: Sequence[int], low: int, high: int) -> str:
    step = PLOT / (len(line) - 1)
    return " ".join(
        f"{round(step * place, 1):g},{_at(total, low, high):g}" for place, total in enumerate(line)
    )


def _names(
    score: MatchScore, lines: Sequence[Sequence[int]], low: int, high: int
) -> Iterator[SafeString]:
    """Yield each side with its total at the end of its line, none over another."""
    order = sorted(range(len(lines)), key=lambda side: (-lines[side][-1], side))
    above = float("-inf")
    room = HEIGHT + 2 * ROOM - LETTERS * len(order)
    for place, side in enumerate(order):
        y = max(_at(lines[side][-1], low, high) + 4, above + LETTERS)
        y = min(y, room + LETTERS * (place + 1) - 2)
        above = y
        words = f"{score.sides[side].label.short} {figure(lines[side][-1])}"
        css = f"running__name running__name--{side}"
        yield svg_text(words, css=css, x=PLOT + 8, y=y)
