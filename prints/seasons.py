"""A season on paper: its tables and its calendar as frozen documents."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from leagues.chart import score_words
from leagues.exact import Cell
from leagues.models import Evening, Ranks, Season
from leagues.models import Scoring as Adding
from leagues.selectors.table import DivisionTable, Line, SeasonTable, season_table
from press.base import Imprint
from press.fonts import isolated
from prints.boards.common import entrant_words
from prints.boards.seating import SeatedTable, rounds_seated
from prints.calendar import Calendar, CalendarDay, Fixture
from prints.scorecards import plain_imprint
from prints.standings_sheet import (
    Measure,
    StandingsGroup,
    StandingsLabels,
    StandingsLine,
    StandingsSheet,
)

MOST_EVENINGS = 10
"""So many evenings have room beside names and totals; of more the last are printed."""


def season_sheets(season: Season) -> Iterator[StandingsSheet]:
    """The table of each division as it was last computed."""
    table = season_table(season)
    for division in table.divisions:
        yield _sheet(table, division)


def calendar_sheet(season: Season) -> Calendar:
    """Every evening with its day and, of fixed pairs, who meets whom once that is drawn."""
    evenings = season.evenings.select_related("event", "division").order_by("date", "number")
    return Calendar(
        _imprint(season, _("Season calendar")),
        season.name,
        _("%(count)d evenings") % {"count": season.evenings.count()},
        tuple(_day(season, evening) for evening in evenings),
        _("No evening is set yet."),
    )


def _imprint(season: Season, kind: str) -> Imprint:
    made_at = ""
    if season.standings_at is not None:
        made_at = formats.date_format(timezone.localtime(season.standings_at), "j M Y, H:i")
    return replace(plain_imprint(season.club.name, made_at=made_at), kind=kind)


def _sheet(table: SeasonTable, division: DivisionTable) -> StandingsSheet:
    season = table.season
    evenings = division.evenings[-MOST_EVENINGS:]
    names = [season.name]
    if len(table.divisions) > 1:
        names.append(division.division.name)
    lines = tuple(_line(season, line, evenings, division) for line in division.lines)
    return StandingsSheet(
        _imprint(season, _("Season table")),
        StandingsLabels(
            _("Place"),
            _("Pair") if season.ranks == Ranks.PAIRS else _("Player"),
            _("Ranked by"),
            _("What the columns mean"),
            _("Nobody is in this table yet."),
        ),
        " · ".join(names),
        _("After %(held)d of %(count)d evenings")
        % {"held": len(division.evenings), "count": season.evenings.count()},
        tuple(_measures(season, evenings)),
        (StandingsGroup(lines),),
        tuple(_remarks(table, division)),
    )


def _measures(season: Season, evenings: Sequence[Evening]) -> Iterator[Measure]:
    yield Measure(
        _("Total"),
        str(Adding(season.scoring).label).capitalize(),
        _("Round brackets: does not count. Square brackets: filled in for an absence."),
        decides=True,
    )
    yield Measure(_("Ev"), _("Evenings"), _("How many were played."))
    for evening in evenings:
        day = formats.date_format(evening.date, "j M")
        yield Measure(
            str(evening.number), _("Evening %(number)d") % {"number": evening.number}, day
        )


def _line(
    season: Season, line: Line, evenings: Sequence[Evening], division: DivisionTable
) -> StandingsLine:
    standing = line.standing
    shown = line.cells[len(division.evenings) - len(evenings) :]
    return StandingsLine(
        _rank(line),
        tuple(player.name for player in line.contender.players),
        (
            score_words(standing.total if standing.counted else None, season.total_decimals),
            str(standing.attended),
            *(_cell(cell, season.evening_decimals) for cell in shown),
        ),
        _mark(line),
    )


def _rank(line: Line) -> str:
    if line.is_void:
        return "–"
    standing = line.standing
    return f"{standing.rank}=" if standing.tied else str(standing.rank)


def _mark(line: Line) -> str:
    """Where the line leads, or why it has no place."""
    if line.seldom:
        return _("too few evenings")
    return {"up": _("goes up"), "down": _("goes down")}.get(line.zone, "")


def _cell(cell: Cell | None, places: int) -> str:
    """A score; in brackets where it does not count or was not played."""
    if cell is None or cell.score is None:
        return "–"
    text = score_words(cell.score, places)
    if not cell.attended:
        text = f"[{text}]"
    return text if cell.counts else f"({text})"


def _remarks(table: SeasonTable, division: DivisionTable) -> Iterator[str]:
    if len(division.evenings) > MOST_EVENINGS:
        yield _("Only the last %(count)d evenings are printed; all of them count.") % {
            "count": MOST_EVENINGS
        }
    if any(line.standing.tied for line in division.lines):
        yield _("= marks a place that is shared.")
    if table.is_stale:
        yield _("Some newer results are not in this table yet.")


def _day(season: Season, evening: Evening) -> CalendarDay:
    title = _("Evening %(number)d") % {"number": evening.number}
    if evening.division is not None:
        title = f"{title} · {evening.division.name}"
    return CalendarDay(
        formats.date_format(evening.date, "j"),
        formats.date_format(evening.date, "M Y"),
        formats.date_format(evening.date, "l"),
        title,
        evening.event.name if evening.event else "",
        tuple(_fixtures(season, evening)),
    )


def _fixtures(season: Season, evening: Evening) -> Iterator[Fixture]:
    """Of fixed pairs every meeting; single players would fill pages."""
    if evening.event is None or season.ranks != Ranks.PAIRS:
        return
    for round_ in rounds_seated(evening.event):
        for table in round_.tables:
            values = {"round": round_.number, "table": table.number}
            yield Fixture(_meeting(table), _("round %(round)d, table %(table)d") % values)


def _meeting(table: SeatedTable) -> str:
    sides = (", ".join(map(entrant_words, side.entrants)) for side in table.sides)
    return " – ".join(isolated(side) for side in sides)
