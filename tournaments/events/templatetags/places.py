"""Template filters and tags of events."""

from typing import Any, TypeVar

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from core.figures import figure, with_decimals, with_fractions
from core.svg import svg_text
from engine.standings.metric import Metric, StoredValue
from tournaments.events.event_labels import (
    AWARD_LABELS,
    AWARD_SHORT,
    LINES_APART,
    LINES_IN_SEASON,
    LINES_SHARE,
    by_bracket,
    sections_title,
    table_title,
)
from tournaments.events.models import Event
from tournaments.events.selectors.plans import Matrix
from tournaments.events.selectors.rounds import RoundView
from tournaments.events.selectors.standings import StandingRow
from tournaments.events.selectors.tables import TableView

Value = TypeVar("Value")
register = template.Library()


@register.filter
def shown(value: StoredValue, metric: Metric) -> str:
    """Format a metric's number: a dash for None, a true minus sign, its decimals.

    Halves and quarters are shown as such: 1½.
    """
    if value is None:
        return "–"
    if isinstance(value, str) or metric.parts:
        return with_fractions(value)
    return with_decimals(value, metric.decimals)


@register.filter
def share(row: StandingRow, metric: Metric) -> str:
    """Say how many of its games a figure covers; empty if all."""
    if (known := row.share(metric)) is None:
        return ""
    return _("Known of %(known)d of %(games)d games") % {"known": known[0], "games": known[1]}


@register.filter
def award(code: str) -> str:
    """Name an award by ruling."""
    return str(AWARD_LABELS[code])


@register.filter
def award_short(code: str) -> str:
    """Return the short name of an award by ruling, as travellers have it."""
    return str(AWARD_SHORT[code])


@register.filter
def total(points: int) -> str:
    """A total, below zero with a true minus sign."""
    return figure(points)


@register.filter
def signed(number: int) -> str:
    return f"+{number}" if number > 0 else figure(number)


@register.filter
def size(number: int) -> int:
    """A number without its sign, for choosing between one and several."""
    return abs(number)


@register.filter
def without_scheme(address: str) -> str:
    """Return a web address as it is typed."""
    return address.partition("://")[2]


@register.filter
def filled(text: Any, number: int) -> str:
    """Words that hold an entry's number."""
    return str(text % {"number": number})


@register.filter
def counted(text: Any, count: int) -> str:
    """Words that hold a count."""
    return str(text % {"count": count})


@register.simple_tag
def lines_share() -> str:
    """Say how the two lines of a movement share prizes."""
    return str(LINES_SHARE)


@register.simple_tag
def lines_apart() -> str:
    """Say that the two lines of a movement are ranked apart."""
    return str(LINES_APART)


@register.simple_tag
def lines_in_season() -> str:
    """Say what two rankings mean for a season."""
    return str(LINES_IN_SEASON)


@register.simple_tag
def round_sections_title(event: Event, round_view: RoundView | None) -> str:
    """Return the name of a bracket's round, as ``Semi-finals``; empty elsewhere."""
    sections = [table.section for table in round_view.tables] if round_view else []
    return sections_title(event, sections)


@register.simple_tag
def table_bracket_title(event: Event, table: TableView) -> str:
    """Return the bracket that a table belongs to; empty if there is only one."""
    return table_title(event, table.section)


@register.simple_tag
def round_brackets(event: Event, round_view: RoundView) -> list[tuple[str, list[TableView]]]:
    """Group the tables of a round by bracket, with headings if there are several."""
    parts = by_bracket(round_view.tables)
    if len(parts) < 2:
        return [("", list(round_view.tables))]
    return [(sections_title(event, [table.section for table in part]), part) for part in parts]


@register.simple_tag
def matrix_heads(matrix: Matrix) -> SafeString:
    """The entries' numbers above a matrix and beside it."""
    texts = (
        svg_text(number, css="matrix__label", x=x, y=y, anchor=anchor)
        for place, number in enumerate(matrix.entries)
        for x, y, anchor in ((place + 0.5, -0.25, "middle"), (-0.25, place + 0.7, "end"))
    )
    return format_html_join("", "{}", ((text,) for text in texts))


@register.simple_tag
def matrix_counts(matrix: Matrix) -> SafeString:
    """How often each two met, in their square."""
    return format_html_join(
        "",
        "{}",
        (
            (
                svg_text(
                    cell.times,
                    css=f"matrix__count{' matrix__count--on' * (cell.level > 2)}",
                    x=cell.x + 0.5,
                    y=cell.y + 0.7,
                    anchor="middle",
                ),
            )
            for cell in matrix.squares
        ),
    )
