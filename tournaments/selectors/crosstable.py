"""Who met whom, and how it went."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from tournaments.models import Event, Game
from tournaments.selectors.events import last_begun_number
from tournaments.selectors.lineups import Entrant, lineup


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
    """An entry against everybody, in the order of the rows; no cell against itself or unmet."""

    entrant: Entrant
    cells: tuple[tuple[Cell, ...], ...]


def cross_table(event: Event) -> tuple[CrossRow, ...]:
    """Everybody against everybody, both ways. Five queries."""
    entries = list(event.entries.all())
    entrants = lineup(event).entrants(entries, max(1, last_begun_number(event)))
    cells = _cells(event)
    return tuple(
        CrossRow(
            entrants[entry.pk],
            tuple(tuple(cells.get((entry.pk, other.pk), ())) for other in entries),
        )
        for entry in entries
    )


def _cells(event: Event) -> dict[tuple[int, int], list[Cell]]:
    cells: dict[tuple[int, int], list[Cell]] = defaultdict(list)
    games = Game.objects.filter(table__round__event=event).select_related("table__round", "match")
    found = games.prefetch_related("table__seats").order_by("table__round__number", "number")
    for game in found:
        for one, other in permutations(game.table.seats.all(), 2):
            cells[one.entry_id, other.entry_id].append(_cell(game, one.place, other.place))
    return cells


def _cell(game: Game, own: int, other: int) -> Cell:
    match = game.match
    totals: Sequence[int] = match.totals or [0] * (max(own, other) + 1)
    return Cell(
        match.pk,
        game.table.round.number,
        own=totals[own],
        other=totals[other],
        is_over=match.is_over,
        won=match.winner == own,
    )
