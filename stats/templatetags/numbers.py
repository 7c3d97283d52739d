"""Charts and words of the pages of numbers."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from clubs.models import Player
from core.figures import with_decimals
from core.languages import date_text
from core.svg import svg_text
from games.measures import HandRole
from scoring.selectors.numbers import RoleCount
from standings.rounding import rounded
from stats.labels import ROLES
from stats.selectors.club_numbers import Attendance
from stats.selectors.player_numbers import ComparedShare, Period
from stats.share_chart import share_chart

register = template.Library()

HEIGHT: Final = 140
PITCH: Final = 26
COLUMN: Final = 18
ROOM: Final = 18
MOST_DATES: Final = 4
"""Maximum number of dates below the columns; more would overlap."""


@register.simple_tag
def attendance_chart(evenings: Sequence[Attendance]) -> SafeString:
    """Draw a column for each evening, as high as people came, with dates below some of them."""
    width, base = PITCH * max(len(evenings), MOST_DATES), ROOM + HEIGHT
    most = max((evening.people for evening in evenings), default=0) or 1
    return format_html(
        '<svg class="drawing season-chart" viewBox="0 0 {} {}" width="{}" height="{}" role="img" '
        'aria-label="{}" focusable="false">{}{}<line class="season-chart__base" x1="0" x2="{}" '
        'y1="{}" y2="{}"/></svg>',
        *(width, base + ROOM) * 2,
        _("People per evening; the table beside it has the same figures"),
        format_html_join(
            "",
            '<rect class="season-chart__column" x="{}" y="{}" width="{}" height="{}" rx="2"/>{}',
            _columns(evenings, most),
        ),
        format_html_join("", "{}", ((day,) for day in _dates(evenings, base + ROOM - 4))),
        *(width, base, base),
    )


def _columns(
    evenings: Sequence[Attendance], most: int
) -> Iterator[tuple[float, float, int, float, SafeString]]:
    for place, evening in enumerate(evenings):
        height = round(HEIGHT * evening.people / most, 1)
        top, left = ROOM + HEIGHT - height, PITCH * place + (PITCH - COLUMN) / 2
        middle = left + COLUMN / 2
        text = svg_text(
            evening.people, css="season-chart__score", x=middle, y=top - 4, anchor="middle"
        )
        yield left, top, COLUMN, height, text


def _dates(evenings: Sequence[Attendance], y: float) -> Iterator[SafeString]:
    """Yield the first date, the last, and some between them."""
    last = len(evenings) - 1
    shown = sorted({round(last * part / (MOST_DATES - 1)) for part in range(MOST_DATES)})
    for place in shown if last > MOST_DATES else range(last + 1):
        anchor = {0: "start", last: "end"}.get(place, "middle")
        x = {"start": 0.0, "end": float(PITCH * len(evenings))}.get(anchor, PITCH * (place + 0.5))
        day = date_text(evenings[place].day, "day_month")
        yield svg_text(day, css="season-chart__number", x=x, y=y, anchor=anchor)


@register.simple_tag
def compared_chart(rows: Sequence[ComparedShare]) -> SafeString:
    """Draw bids or declarations made, compared with the whole club."""
    named = _("Share of made hands, beside the club; the table below has the same figures")
    return share_chart([(row.label, row.share, row.club) for row in rows], named)


@register.simple_tag
def periods_chart(periods: Sequence[Period], *, by_month: bool) -> SafeString:
    """Draw the share made over time."""
    named = _("Share of made hands over time; the table below has the same figures")
    return share_chart(
        [(period_text(period, by_month), period.declared, None) for period in periods], named
    )


@register.filter
def period_text(period: Period, by_month: bool) -> str:  # noqa: FBT001 a filter's argument
    """Return the evening, or the month, of a period."""
    return date_text(period.first, "month" if by_month else "day")


@register.filter
def role_words(role: str) -> str:
    return str(ROLES[HandRole(role)])


@register.filter
def points_a_hand(row: RoleCount) -> str:
    """Return the average points per hand, a dash if unknown."""
    if row.points is None:
        return "–"
    return with_decimals(rounded(Fraction(row.points, row.hands), 2), 2)


@register.filter
def of_player(address: str, player: Player | None) -> str:
    """Return an address that ends with a player's key; empty for one who is not named."""
    return f"{address}{player.pk}" if player else ""
