"""What a plan of any format is worth, as plain values: who plays with, against and beside whom."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from pairings.base import PlannedRound, Table
from pairings.table_mates.balance import fewest_repeats, lower_bound
from pairings.table_mates.base import Pair, byes_taken, meetings, seat_counts


class Relation(NamedTuple):
    """How often each two entries were something to each other, in the order of the entries.

    ``repeats`` counts each time as often as the two had it before: a second time one, a third two.
    No plan with as many rounds and the same entries sitting out has fewer than ``lower_bound``,
    and it may be that none reaches it.
    """

    counts: tuple[tuple[int, ...], ...]
    repeats: int
    lower_bound: int

    @property
    def most(self) -> int:
        """The highest count of any two."""
        return max((count for row in self.counts for count in row), default=0)


@dataclass(frozen=True, slots=True)
class PlanBalance:
    """The balance of rounds, begun and planned.

    Every matrix has a row for each of ``entries``. ``together`` counts meetings at a table,
    ``partners`` and ``opponents`` what the two were there; both are None where nobody has a
    partner. ``tables`` has a column for each table number from 1, ``seats`` for each place.
    """

    entries: tuple[int, ...]
    together: Relation
    partners: Relation | None
    opponents: Relation | None
    tables: tuple[tuple[int, ...], ...]
    seats: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]


def plan_balance(
    entries: Sequence[int], rounds: Sequence[PlannedRound], *, sides: int = 0
) -> PlanBalance:
    """The balance of these rounds.

    With ``sides`` (2 at Texas 42), entries so many places apart at a table are partners; without,
    everybody is on a side of his own.
    """
    seated = [planned for planned in rounds if planned.tables]
    met = meetings(rounds)
    partners = partnerships(rounds, sides) if sides else Counter[Pair]()
    byes, seats = byes_taken(rounds), seat_counts(rounds)
    widest = max((len(table) for table in _tables(rounds)), default=0)
    most = max((len(planned.tables) for planned in rounds), default=0)
    at_table = Counter(
        (entry, number)
        for planned in rounds
        for number, table in enumerate(planned.tables)
        for entry in table
    )
    return PlanBalance(
        entries=tuple(entries),
        together=Relation(
            _matrix(entries, met), repeats_of(met), lower_bound(entries, seated, Counter())
        ),
        partners=_relation(entries, partners) if partners else None,
        opponents=_relation(entries, met - partners) if partners else None,
        tables=tuple(tuple(at_table[one, number] for number in range(most)) for one in entries),
        seats=tuple(tuple(seats[one, seat] for seat in range(widest)) for one in entries),
        byes=tuple(byes[one] for one in entries),
    )


def partnerships(rounds: Iterable[PlannedRound], sides: int = 2) -> Counter[Pair]:
    """How often each two were partners."""
    return Counter(
        frozenset(pair) for table in _tables(rounds) for pair in partners_at(table, sides)
    )


def partners_at(table: Table, sides: int = 2) -> list[tuple[int, int]]:
    """Each two partners of a table in the order of its places."""
    return [pair for side in range(sides) for pair in combinations(table[side::sides], 2)]


def repeats_of(times: Mapping[Pair, int]) -> int:
    """What was had again, each time counted as often as it was had before."""
    return sum(count * (count - 1) // 2 for count in times.values())


def _relation(entries: Sequence[int], times: Counter[Pair]) -> Relation:
    taking = Counter(entry for pair in times.elements() for entry in pair)
    bound = fewest_repeats(entries, taking, {}, total=times.total())
    return Relation(_matrix(entries, times), repeats_of(times), bound)


def _matrix(entries: Sequence[int], times: Mapping[Pair, int]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(times.get(frozenset((one, other)), 0) if one != other else 0 for other in entries)
        for one in entries
    )


def _tables(rounds: Iterable[PlannedRound]) -> Iterable[Table]:
    return (table for planned in rounds for table in planned.tables)
