"""Who met whom, and how it went."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import groupby, permutations
from operator import attrgetter

from tournaments.models import Event, Game, TableSeat
from tournaments.selectors.events import last_begun_number
from tournaments.selectors.lineups import Entrant, lineup
from tournaments.selectors.situations import games_played
from tournaments.standings.series import counting


@dataclass(frozen=True, slots=True)
class Cell:
    """One game from the row's side: own total first.

    ``counts`` is false where a decided series did not need it, or the meeting was given up;
    ``gave_up`` tells whether it was the row's entry that did.
    """

    match_id: int
    round_number: int
    own: int
    other: int
    is_over: bool
    won: bool
    counts: bool = True
    gave_up: bool = False


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
    found = games.prefetch_related("table__seats").order_by(
        "table__round__number", "table", "number"
    )
    for table, at_table in groupby(found, key=attrgetter("table")):
        played = list(at_table)
        seats = list(table.seats.all())
        given_up = frozenset(seat.side for seat in seats if seat.forfeited)
        counts = counting(table.best_of, games_played(played))
        for one, other in permutations(seats, 2):
            if one.side == other.side:
                continue
            for game, count in zip(played, counts, strict=True):
                if count or game.match.hand_count:
                    cells[one.entry_id, other.entry_id].append(
                        _cell(game, one, other, counts=count, given_up=given_up)
                    )
    return cells


def _cell(
    game: Game, one: TableSeat, other: TableSeat, *, counts: bool, given_up: frozenset[int]
) -> Cell:
    match = game.match
    totals = dict(enumerate(match.totals or ()))
    won = match.winner == one.side
    return Cell(
        match.pk,
        game.table.round.number,
        own=totals.get(one.side, 0),
        other=totals.get(other.side, 0),
        is_over=match.is_over or bool(given_up),
        won=one.side not in given_up if given_up else won,
        counts=counts and not given_up,
        gave_up=one.side in given_up,
    )
