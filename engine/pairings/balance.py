"""The balance of a plan: meetings, partners and opponents, with a lower bound for any plan."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from engine.pairings.state import Pair, PlannedRound, Table
from engine.pairings.tables import byes_taken, meetings, partnerships, seat_counts


def lower_bound(
    players: Sequence[int], rounds: Sequence[PlannedRound], before: Mapping[Pair, int]
) -> int:
    """A lower bound for the repeats of any plan with the same table sizes and the same entries
    sitting out; the best of three bounds."""
    if not rounds:
        return 0
    smallest = min(len(table) for planned in rounds for table in planned.tables)
    playing = Counter(player for planned in rounds for table in planned.tables for player in table)
    taking = {player: times * (smallest - 1) for player, times in playing.items()}
    fewest = fewest_repeats(players, taking, before, total=meetings(rounds).total())
    return max(fewest, _crowded(rounds))


def fewest_repeats(
    players: Sequence[int], taking: Mapping[int, int], before: Mapping[Pair, int], *, total: int
) -> int:
    """Return a lower bound of repeats if each is to meet ``taking`` more times one of the others.
    ``before`` is how often each two were together so far, ``total`` how often any two will be. The
    better of two bounds counts: by each player alone, and by all pairs at once."""
    rows = {
        player: Counter(
            before.get(frozenset((player, other)), 0) for other in players if other != player
        )
        for player in players
    }
    single = sum(_cheapest(rows[player], taking.get(player, 0)) for player in players)
    pairs = Counter[int]()
    for row in rows.values():
        pairs.update(row)
    met = Counter({times: number // 2 for times, number in pairs.items()})
    return max(-(-single // 2), _cheapest(met, total))


def _cheapest(met: Counter[int], more: int) -> int:
    """Return the least repeats of ``more`` meetings among pairs of which ``met[n]`` met n times so
    far.
    """
    repeats, times, pairs = 0, min(met, default=0), 0
    while more > 0 and met:
        pairs += met[times]
        now = min(more, pairs)
        repeats += now * times
        more -= now
        times += 1
    return repeats


def _crowded(rounds: Sequence[PlannedRound]) -> int:
    """Return the repeats forced by having fewer tables than seats at one.

    A player of both of two rounds is in one of (tables x tables) cells, and two in one cell meet in
    both. Tables of another size are separate cells, since their players are settled. The repeats of
    an evening are those of all its pairs of rounds.
    """
    repeats = 0
    for earlier, other in combinations(map(_sizes, rounds), 2):
        both = Counter(
            (earlier.of[player], other.of[player]) for player in earlier.of.keys() & other.of
        )
        for (first, second), players in both.items():
            cells = earlier.tables[first] * other.tables[second]
            full, more = divmod(players, cells)
            repeats += cells * full * (full - 1) // 2 + more * full
    return repeats


class _Sizes(NamedTuple):
    """The size of each player's table in a round, and how many tables have each size."""

    of: dict[int, int]
    tables: Counter[int]


def _sizes(planned: PlannedRound) -> _Sizes:
    return _Sizes(
        {player: len(table) for table in planned.tables for player in table},
        Counter(map(len, planned.tables)),
    )


class Relation(NamedTuple):
    """How often each two entries met in one role, such as partners, in the order of the entries.

    ``repeats`` counts each time as often as the two had it before: a second time one, a third two.
    No plan with as many rounds and the same entries sitting out has fewer than ``lower_bound``,
    which may be out of reach.
    """

    counts: tuple[tuple[int, ...], ...]
    repeats: int
    lower_bound: int

    @property
    def most(self) -> int:
        """The highest count of any two."""
        return max((count for row in self.counts for count in row), default=0)


@dataclass(frozen=True, slots=True)
class Balance:
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


def balance(entries: Sequence[int], rounds: Sequence[PlannedRound], *, sides: int = 0) -> Balance:
    """Return the balance of these rounds.

    With ``sides`` (2 in games of teams), entries that many places apart at a table are partners;
    without, everybody is on a side of their own.
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
    return Balance(
        entries=tuple(entries),
        together=Relation(
            _matrix(entries, met), repeats_of(met), lower_bound(entries, seated, Counter())
        ),
        partners=_relation(entries, partners) if partners else None,
        opponents=_relation(entries, met - partners) if partners else None,
        tables=tuple(tuple(at_table[entry, number] for number in range(most)) for entry in entries),
        seats=tuple(tuple(seats[entry, seat] for seat in range(widest)) for entry in entries),
        byes=tuple(byes[entry] for entry in entries),
    )


def repeats_of(times: Mapping[Pair, int]) -> int:
    """Return the repeats, each counted by the number of earlier occurrences."""
    return sum(count * (count - 1) // 2 for count in times.values())


def _relation(entries: Sequence[int], times: Counter[Pair]) -> Relation:
    taking = Counter(entry for pair in times.elements() for entry in pair)
    bound = fewest_repeats(entries, taking, {}, total=times.total())
    return Relation(_matrix(entries, times), repeats_of(times), bound)


def _matrix(entries: Sequence[int], times: Mapping[Pair, int]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(times.get(frozenset((entry, other)), 0) if entry != other else 0 for other in entries)
        for entry in entries
    )


def _tables(rounds: Iterable[PlannedRound]) -> Iterable[Table]:
    return (table for planned in rounds for table in planned.tables)
