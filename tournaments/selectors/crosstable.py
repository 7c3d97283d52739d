"""Who met whom, and how it went."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Event, Game
from tournaments.selectors.events import last_begun_number
from tournaments.selectors.lineups import Pair, lineup


@dataclass(frozen=True, slots=True)
class Cell:
    """One game from the row's side: own total first."""

    match_id: int
    round_number: int
    own: int
    other: int
    is_over: bool
    won: bool


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A pair against everybody, in the order of the rows; no cell against itself or unmet."""

    pair: Pair
    cells: tuple[tuple[Cell, ...], ...]


def cross_table(event: Event) -> tuple[CrossRow, ...]:
    """Every pair against every pair, both ways. Four queries."""
    entries = list(event.entries.all())
    pairs = lineup(event).pairs(entries, max(1, last_begun_number(event)))
    cells = _cells(event)
    return tuple(
        CrossRow(
            pairs[entry.pk],
            tuple(tuple(cells.get((entry.pk, other.pk), ())) for other in entries),
        )
        for entry in entries
    )


def _cells(event: Event) -> dict[tuple[int, int | None], list[Cell]]:
    cells: dict[tuple[int, int | None], list[Cell]] = defaultdict(list)
    games = Game.objects.filter(table__round__event=event).select_related("table__round", "match")
    for game in games.order_by("table__round__number", "number"):
        table = game.table
        cells[table.home_id, table.away_id].append(_cell(game, side=0))
        if table.away_id is not None:
            cells[table.away_id, table.home_id].append(_cell(game, side=1))
    return cells


def _cell(game: Game, *, side: int) -> Cell:
    match = game.match
    totals: Sequence[int] = match.totals or (0, 0)
    return Cell(
        match.pk,
        game.table.round.number,
        own=totals[side],
        other=totals[1 - side],
        is_over=match.is_over,
        won=match.winner == side,
    )
