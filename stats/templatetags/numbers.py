"""Charts and words of the pages of numbers."""

import datetime
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from django import template
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from clubs.models import Player
from core.figures import with_decimals
from core.languages import date_text
from core.svg import svg_text
from core.text import comma_list, isolated, ordinal
from engine.standings.rounding import rounded
from games.measures import HandRole
from scoring.selectors.numbers import RoleCount
from stats.form_chart import form_chart
from stats.labels import ROLES
from stats.selectors.club_numbers import Attendance
from stats.selectors.player_numbers import ComparedShare, Period
from stats.share_chart import share_chart

register = template.Library()
register.simple_tag(form_chart)

HEIGHT: Final = 140
PITCH: Final = 26
COLUMN: Final = 18
ROOM: Final = 18
MOST_DATES: Final = 4
YEAR_PITCH: Final = 32
YEAR_ROW: Final = 104
"""The height of a row of months with its title."""
DATE: Final = 56
"""The width that a date below the columns takes, with the distance to the next."""


@register.simple_tag
def place_of(rank: int, count: int, is_tied: bool) -> str:  # noqa: FBT001 a tag's argument
    """Return a place among others: "2nd of 16", a shared one with a sign before it."""
    words = _("%(place)s of %(count)d") % {"place": ordinal(rank), "count": count}
    return f"={words}" if is_tied else words


@register.filter
def names_in_a_row(names: Iterable[str]) -> str:
    """Return names to be put into a sentence: "Ann, Bob"."""
    return comma_list(isolated(name) for name in names)


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


@register.simple_tag
def year_chart(evenings: Sequence[Attendance]) -> SafeString:
    """Draw the last twelve months: how many evenings there were, and how many people came to each
    on average. Empty if there was none."""
    today = timezone.localdate()
    months = [divmod(12 * today.year + today.month - ago, 12) for ago in range(12, 0, -1)]
    people: dict[tuple[int, int], list[int]] = {month: [] for month in months}
    for evening in evenings:
        if (month := (evening.day.year, evening.day.month - 1)) in people:
            people[month].append(evening.people)
    if not any(people.values()):
        return SafeString()
    counts = [len(came) for came in people.values()]
    averages = [rounded(Fraction(sum(came), len(came))) if came else 0 for came in people.values()]
    height = 2 * YEAR_ROW + ROOM
    days = (datetime.date(year, month + 1, 1) for year, month in months)
    return format_html(
        '<svg class="drawing year-chart" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img" '
        'aria-label="{2}" focusable="false">{3}{4}{5}</svg>',
        *(YEAR_PITCH * 12, height),
        _("Evenings and people by month; the table of attendance has every evening"),
        _year_row(_("Evenings"), counts, 0),
        _year_row(_("People per evening, on average"), averages, YEAR_ROW),
        format_html_join(
            "",
            "{}",
            (
                (
                    svg_text(
                        date_text(day, "month_alone"),
                        css="year-chart__month",
                        x=YEAR_PITCH * (place + 0.5),
                        y=height - 4,
                        anchor="middle",
                    ),
                )
                for place, day in enumerate(days)
                if place % 2  # room for long names; this month has one
            ),
        ),
    )


def _year_row(title: str, values: Sequence[int], top: int) -> SafeString:
    """Draw a row of columns below its title, with the figures on them."""
    base, most = top + YEAR_ROW - 4, max(values)
    columns = (
        (
            YEAR_PITCH * place + 6,
            base - (tall := round((YEAR_ROW - 42) * value / most, 1)),
            *(YEAR_PITCH - 12, tall),
            svg_text(
                value,
                css="season-chart__score",
                x=YEAR_PITCH * (place + 0.5),
                y=base - tall - 4,
                anchor="middle",
            ),
        )
        for place, value in enumerate(values)
        if value
    )
    return format_html(
        '{}{}<line class="season-chart__base" x1="0" x2="{}" y1="{}" y2="{}"/>',
        svg_text(title, css="year-chart__title", x=0, y=top + 13),
        format_html_join(
            "",
            '<rect class="season-chart__column" x="{}" y="{}" width="{}" height="{}" rx="2"/>{}',
            columns,
        ),
        *(YEAR_PITCH * 12, base, base),
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
    """Yield the first date, the last, and those between them that there is room for."""
    last = len(evenings) - 1
    most = min(MOST_DATES, PITCH * len(evenings) // DATE)
    for place in sorted({round(last * part / max(1, most - 1)) for part in range(max(1, most))}):
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
