"""A player's form: the place on each evening as a line, from the first at the top to the last, and
below it a square for each match. Colours come from the style sheet; the list beside the chart has
the same figures.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from core.languages import date_text
from core.svg import svg_text
from stats.selectors.player_evenings import PlayedMatch, PlayerEvening

PITCH: Final = 40
LEAST: Final = 8
"""Evenings that there is always room for."""
TOP: Final = 22
PLACES: Final = 90
"""The height of the places."""
GAP: Final = 18
SQUARE: Final = 10
MOST_SQUARES: Final = 8
"""Matches of an evening in one column; more of them stand in a second one."""
DATES: Final = 20


def form_chart(evenings: Sequence[PlayerEvening]) -> SafeString:
    """Draw evenings, the newest first in ``evenings`` and last in the chart; empty without any
    place or match."""
    shown = [row for row in reversed(evenings) if row.rank or row.games]
    if not shown:
        return SafeString()
    columns = max((min(row.games, MOST_SQUARES) for row in shown), default=0)
    base = TOP + PLACES + (GAP + SQUARE * columns if columns else 0)
    width, height = PITCH * max(LEAST, len(shown)), base + DATES
    return format_html(
        '<svg class="drawing form-chart" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img" '
        'aria-label="{2}" focusable="false">{3}{4}{5}{6}</svg>',
        *(width, height),
        _("Place and results by evening; the list of evenings has the same figures"),
        _ends(width),
        _places(shown),
        format_html_join("", "{}", ((square,) for square in _squares(shown, base))),
        format_html_join("", "{}", ((day,) for day in _days(shown, height - 5))),
    )


def _middle(place: int) -> float:
    return PITCH * (place + 0.5)


def _height(row: PlayerEvening) -> float:
    """Return the distance of a place from the top."""
    assert row.rank is not None
    return round(TOP + PLACES * (row.rank - 1) / max(1, row.entries - 1), 1)


def _ends(width: int) -> SafeString:
    """Draw the lines of the first and of the last place."""
    return format_html_join(
        "",
        '<line class="form-chart__end" x1="0" x2="{}" y1="{}" y2="{}"/>',
        ((width, y, y) for y in (TOP, TOP + PLACES)),
    )


def _places(rows: Sequence[PlayerEvening]) -> SafeString:
    """Draw the line of the places, and each place as a dot with its number."""
    ranked = [(place, row) for place, row in enumerate(rows) if row.rank]
    points = " ".join(f"{_middle(place):g},{_height(row):g}" for place, row in ranked)
    dots = (
        (
            *(_middle(place), _height(row)),
            svg_text(
                row.rank,
                css="form-chart__place",
                x=_middle(place),
                y=_height(row) - 9,
                anchor="middle",
            ),
        )
        for place, row in ranked
    )
    return format_html(
        '<polyline class="form-chart__line" points="{}"/>{}',
        points,
        format_html_join("", '<circle class="form-chart__dot" cx="{}" cy="{}" r="4.5"/>{}', dots),
    )


def _squares(rows: Sequence[PlayerEvening], base: int) -> Iterator[SafeString]:
    """Yield the matches of each evening, the first at the bottom."""
    for place, row in enumerate(rows):
        over = [match for match in row.matches if match.outcome]
        wide = (len(over) - 1) // MOST_SQUARES
        for number, match in enumerate(over):
            column, line = divmod(number, MOST_SQUARES)
            x = _middle(place) + SQUARE * (column - wide / 2) - SQUARE / 2
            yield _square(match, x + 1, base - SQUARE * (line + 1) + 1)


def _square(match: PlayedMatch, x: float, y: float) -> SafeString:
    side = SQUARE - 2
    return format_html(
        '<rect class="form-chart__match form-chart__match--{}" x="{}" y="{}" width="{}" '
        'height="{}" rx="2"/>',
        *(match.outcome, x, y, side, side),
    )


def _days(rows: Sequence[PlayerEvening], y: int) -> Iterator[SafeString]:
    """Yield the dates of every second evening, counted from the last."""
    for place, row in enumerate(rows):
        if (len(rows) - 1 - place) % 2 == 0:
            words = date_text(row.event.date, "day_month")
            x = _middle(place)
            yield svg_text(words, css="form-chart__day", x=x, y=y, anchor="middle")
