"""What the wall shows, page by page: where to sit, how it stands, the bracket, who has won."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from tournaments.bracket_words import parts_of
from tournaments.models import Event, EventState
from tournaments.selectors import EventOverview, RoundView, StandingRow, Standings, TableView
from tournaments.selectors.brackets import BracketView
from tournaments.selectors.next_step import OutdatedDraw
from tournaments.views.bracket_sheets import PartSheet, wall_sheets

ROWS = 16
TABLES, LARGE_TABLES, FEW_TABLES = 16, 8, 4
WINNERS, MOST_WINNERS = 3, 6

Item = TypeVar("Item")


class Shows(Enum):
    """What is on a page."""

    WINNERS = "winners"
    TABLES = "tables"
    BRACKET = "bracket"
    STANDINGS = "standings"
    REDRAWN = "redrawn"


@dataclass(frozen=True, slots=True)
class WallPage:
    """A page: places of the standings, tables of a round, or a part of the bracket.

    Of a ``round`` whose draw is being put right nothing but that is said.
    """

    shows: Shows
    rows: tuple[StandingRow, ...] = ()
    round: RoundView | None = None
    tables: tuple[TableView, ...] = ()
    sheet: PartSheet | None = None

    @property
    def size(self) -> str:
        """How large tables can be written: few in one column, some or all of them in two."""
        count = len(self.round.tables) if self.round else 0
        return "few" if count <= FEW_TABLES else "large" if count <= LARGE_TABLES else "many"


def wall_pages(
    event: Event,
    overview: EventOverview,
    standings: Standings,
    bracket: BracketView | None,
    outdated: OutdatedDraw | None = None,
) -> tuple[WallPage, ...]:
    """The pages in their order, one at least.

    Until the first hand of a round only where to sit; then the bracket, how it stands at the tables
    and in all. Between rounds the next draw comes first, at the end whoever has won.
    """
    sheets = wall_sheets(bracket) if bracket else ()
    brackets = [WallPage(Shows.BRACKET, sheet=sheet) for sheet in sheets]
    places = list(_standings_pages(standings))
    current = overview.current
    if outdated:
        brackets = []
    if event.state == EventState.FINISHED:
        return (*_winners(standings), *places, *brackets)
    if current and current.open_tables:
        earlier = [_still_playing(one) for one in overview.rounds if one is not current]
        rounds = [current, *(one for one in earlier if one.tables)]
        tables = [page for round_ in rounds for page in _table_pages(round_)]
        return tuple([*brackets, *tables, *places] if is_under_way(current) else tables)
    following = list(_table_pages(overview.following)) if overview.following else []
    if outdated and overview.following:
        following = [WallPage(Shows.REDRAWN, round=overview.following)]
    if current is None and following:
        return tuple(following)
    return (*following, *brackets, *places)


def is_under_way(round_: RoundView) -> bool:
    """Whether a hand has been recorded in it, or a meeting was given up."""
    tables = [table for table in round_.tables if not table.is_bye]
    return any(table.is_over or any(game.is_begun for game in table.games) for table in tables)


def wall_columns(found: Standings) -> list[int]:
    """The places of the columns that the wall has room for: games and what decides first."""
    decides = [
        place
        for place, column in enumerate(found.columns)
        if column.decides and not column.metric.needs_tie
    ]
    return [0, *decides[:3]]


def _standings_pages(standings: Standings) -> Iterator[WallPage]:
    """Sixteen places a page; one without any where there are none yet."""
    for rows in _paged(standings.rows, ROWS) or [()]:
        yield WallPage(Shows.STANDINGS, rows=tuple(rows))


def _table_pages(round_: RoundView) -> Iterator[WallPage]:
    """Sixteen tables a page; each bracket has pages of its own."""
    for part in parts_of(round_.tables):
        shown = replace(round_, tables=tuple(part))
        for tables in _paged(shown.tables, TABLES):
            yield WallPage(Shows.TABLES, round=shown, tables=tuple(tables))


def _still_playing(round_: RoundView) -> RoundView:
    """The tables of a round that have not finished."""
    return replace(round_, tables=round_.open_tables)


def _winners(standings: Standings) -> Iterator[WallPage]:
    """The first three places, unless so many share them that they fill the wall."""
    rows = tuple(row for row in standings.rows if row.rank <= WINNERS)
    if 0 < len(rows) <= MOST_WINNERS:
        yield WallPage(Shows.WINNERS, rows=rows)


def _paged(items: Sequence[Item], most: int) -> list[Sequence[Item]]:
    return [items[at : at + most] for at in range(0, len(items), most)]
