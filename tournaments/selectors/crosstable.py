"""Who met whom, and how it went."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, permutations
from operator import attrgetter

from standings.series import counting
from tournaments.lengths import worth_at
from tournaments.models import Event, Game, Table, TableSeat
from tournaments.selectors.events import last_begun_number
from tournaments.selectors.lineups import Entrant, lineup
from tournaments.selectors.pairing_state import games_played
from tournaments.selectors.tables import seats_of

MOST = 64
"""Beyond, the table weighs megabytes and nobody finds his line; rounds list every meeting."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One game from the row's side: own total first.

    ``counts`` is false where a decided series did not need it. A meeting that was given up is one
    cell, ``by_forfeit``, with what the event gives for it.
    """

    match_id: int
    round_number: int
    own: int
    other: int
    is_over: bool
    won: bool
    lost: bool
    counts: bool = True
    by_forfeit: bool = False


@dataclass(frozen=True, slots=True)
class CrossRow:
    """An entry against everybody, in the order of the rows; no cell against itself or unmet.

    ``met`` are those it met with the cells against them, ``unmet`` the others.
    """

    entrant: Entrant
    cells: tuple[tuple[Cell, ...], ...]
    met: tuple[tuple[Entrant, tuple[Cell, ...]], ...] = ()
    unmet: tuple[Entrant, ...] = ()


def cross_table(event: Event) -> tuple[CrossRow, ...]:
    """Everybody against everybody, both ways; nothing where that is too many. Five queries."""
    entries = list(event.entries.all())
    if len(entries) > MOST:
        return ()
    entrants = lineup(event).entrants(entries, max(1, last_begun_number(event)))
    cells = _cells(event)
    order = [entrants[entry.pk] for entry in entries]
    return tuple(
        _row(one, order, [tuple(cells.get((one.entry_id, other.entry_id), ())) for other in order])
        for one in order
    )


def _row(one: Entrant, order: Sequence[Entrant], cells: Sequence[tuple[Cell, ...]]) -> CrossRow:
    against = list(zip(order, cells, strict=True))
    return CrossRow(
        one,
        tuple(cells),
        met=tuple((other, found) for other, found in against if found),
        unmet=tuple(other for other, found in against if not found and other is not one),
    )


def _cells(event: Event) -> dict[tuple[int, int], list[Cell]]:
    cells: dict[tuple[int, int], list[Cell]] = defaultdict(list)
    seats_at = seats_of(event)
    found = Game.objects.filter(table__round__event=event).select_related("table__round", "match")
    found = found.order_by("table__round__number", "table__number", "number")
    for key, at_table in groupby(found, key=attrgetter("table_id")):
        played, seats = list(at_table), seats_at[key]
        table = played[0].table
        given_up = {seat.side for seat in seats if seat.forfeited}
        for one, other in permutations(seats, 2):
            if one.side == other.side:
                continue
            if given_up:
                cell = _forfeit(event, played[0], gave_up=one.side in given_up)
                cells[one.entry_id, other.entry_id].append(cell)
            else:
                cells[one.entry_id, other.entry_id].extend(_games(table, played, one, other))
    return cells


def _games(table: Table, games: Sequence[Game], one: TableSeat, other: TableSeat) -> Iterator[Cell]:
    """The games of a meeting that were begun; the first, where none was."""
    begun = [game for game in games if game.match.is_begun] or list(games[:1])
    counts = counting(table.best_of, games_played(games))
    needed = {game.pk for game, count in zip(games, counts, strict=True) if count}
    for game in begun:
        match = game.match
        totals = dict(enumerate(match.totals or ()))
        yield Cell(
            match.pk,
            game.table.round.number,
            own=totals.get(one.side, 0),
            other=totals.get(other.side, 0),
            is_over=match.is_over,
            won=match.winner == one.side,
            lost=match.winner not in {None, one.side},
            counts=game.pk in needed,
        )


def _forfeit(event: Event, game: Game, *, gave_up: bool) -> Cell:
    best, worst = worth_at(event, event.forfeit_for, event.forfeit_against, game.table.target)
    return Cell(
        game.match_id,
        game.table.round.number,
        own=worst if gave_up else best,
        other=best if gave_up else worst,
        is_over=True,
        won=not gave_up,
        lost=gave_up,
        by_forfeit=True,
    )
