"""Tables of single players: their sizes, counts of who met and sat where, and seats.

Seats, and with them the first deal, come round as evenly as possible. Tables and players are the
two sides of a graph, a seat is a colour. Each player's evening is cut into windows of as many
rounds as a table has seats. A bipartite graph needs no more colours than lines at its busiest
point (D. König, 1916): so in each window a player sits in each seat once, and in any shorter
evening the seats differ by one at most.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import combinations, permutations
from typing import NamedTuple

from engine.pairings.state import Pair, PlannedRound, Table

SEATS = 4
"""Of a table of two pairs."""


class Remainder(StrEnum):
    """What happens to players left over when every table is full."""

    SIT_OUT = "sit_out"
    LARGER_TABLES = "larger_tables"
    """As many tables as needed take an extra player, in turn; the rest sit out.

    Everybody sits at a larger table once before anybody does twice.
    """


class RoundShape(NamedTuple):
    """How many tables a round has, how many of them take one more, and how many sit out."""

    size: int
    tables: int
    larger: int
    sitting: int

    @classmethod
    def of(cls, players: int, size: int, remainder: Remainder) -> "RoundShape":
        """As many tables of ``size`` as the players fill."""
        tables, left = divmod(players, size)
        larger = min(left, tables) if remainder is Remainder.LARGER_TABLES else 0
        return cls(size, tables, larger, left - larger)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of players at each table; the larger tables come first."""
        return (self.size + 1,) * self.larger + (self.size,) * (self.tables - self.larger)

    @property
    def places_larger(self) -> int:
        """The number of players at larger tables."""
        return self.larger * (self.size + 1)


def meetings(rounds: Iterable[PlannedRound]) -> Counter[Pair]:
    """Return how often each two sat at one table."""
    return Counter(
        frozenset(pair)
        for planned in rounds
        for table in planned.tables
        for pair in combinations(table, 2)
    )


def partnerships(rounds: Iterable[PlannedRound], sides: int = 2) -> Counter[Pair]:
    """Return how often each two were partners."""
    return Counter(
        frozenset(pair)
        for planned in rounds
        for table in planned.tables
        for pair in partners_at(table, sides)
    )


def partners_at(table: Table, sides: int = 2) -> list[tuple[int, int]]:
    """Return each two partners of a table in the order of its places."""
    return [pair for side in range(sides) for pair in combinations(table[side::sides], 2)]


def opponents_at(table: Table) -> list[Pair]:
    """Return each two of a table of two pairs that are not partners."""
    return [frozenset((entry, other)) for entry in table[::2] for other in table[1::2]]


def oppositions(rounds: Iterable[PlannedRound]) -> Counter[Pair]:
    """Count how often each two were opponents at tables of two pairs."""
    return Counter(
        pair for planned in rounds for table in planned.tables for pair in opponents_at(table)
    )


def byes_taken(rounds: Iterable[PlannedRound]) -> Counter[int]:
    """Return how often each player sat out."""
    return Counter(player for planned in rounds for player in planned.byes)


def larger_counts(rounds: Iterable[PlannedRound], size: int) -> Counter[int]:
    """Return how often each player sat at a table of more than ``size``."""
    return Counter(
        player
        for planned in rounds
        for table in planned.tables
        for player in table
        if len(table) > size
    )


def seat_counts(rounds: Iterable[PlannedRound]) -> Counter[tuple[int, int]]:
    """Return how often each player sat in each seat, by (player, seat from 0)."""
    return Counter(
        (player, seat)
        for planned in rounds
        for table in planned.tables
        for seat, player in enumerate(table)
    )


def dealt(order: Sequence[int], sizes: Sequence[int]) -> tuple[Table, ...]:
    """Return the players in order, cut into tables of these sizes."""
    players = iter(order)
    return tuple(tuple(next(players) for _ in range(size)) for size in sizes)


def places_of(entries: Iterable[int]) -> dict[int, int]:
    """Return the place of the plan that each entry was drawn to."""
    return {entry: place for place, entry in enumerate(entries)}


def by_place(rounds: Iterable[PlannedRound], place: Mapping[int, int]) -> tuple[PlannedRound, ...]:
    """Return rounds with places of the plan instead of entries."""
    return _renamed(rounds, place.__getitem__)


def by_entry(plan: Iterable[PlannedRound], entries: Sequence[int]) -> tuple[PlannedRound, ...]:
    """Return rounds with the entries that were drawn to the places."""
    return _renamed(plan, entries.__getitem__)


def _renamed(
    rounds: Iterable[PlannedRound], name: Callable[[int], int]
) -> tuple[PlannedRound, ...]:
    return tuple(
        PlannedRound(
            tuple(tuple(map(name, table)) for table in planned.tables),
            tuple(map(name, planned.byes)),
        )
        for planned in rounds
    )


Node = tuple[str, int, int]


def seated(
    rounds: Sequence[PlannedRound], size: int, *, played: Sequence[PlannedRound] = ()
) -> tuple[PlannedRound, ...]:
    """Return the same tables with everybody in a seat; after ``played`` rounds their seats count
    too."""
    last = _last_seats(rounds, size, seat_counts(played))
    seat = _coloured(rounds, size, last)
    tables = [
        [tuple(sorted(table, key=lambda player: seat[index, player])) for table in planned.tables]
        for index, planned in enumerate(rounds)
    ]
    if played:
        _evened(tables, seat_counts(played))
    return tuple(
        PlannedRound(tuple(row), planned.byes) for row, planned in zip(tables, rounds, strict=True)
    )


def _last_seats(
    rounds: Sequence[PlannedRound], size: int, counts: Counter[tuple[int, int]]
) -> set[tuple[int, int]]:
    """At larger tables the seat beyond ``size`` goes to who had it least: (round, player)."""
    chosen = set()
    for index, planned in enumerate(rounds):
        for table in planned.tables:
            if len(table) > size:
                player = min(table, key=lambda player: counts[player, size])
                counts[player, size] += 1
                chosen.add((index, player))
    return chosen


def _coloured(
    rounds: Sequence[PlannedRound], size: int, last: set[tuple[int, int]]
) -> dict[tuple[int, int], int]:
    """Return the seat of each player in each round."""
    colours = _Colours(size)
    windows: Counter[int] = Counter()
    lines = []
    for index, planned in enumerate(rounds):
        for number, table in enumerate(planned.tables):
            for player in table:
                if (index, player) not in last:
                    window: Node = ("player", player, windows[player] // size)
                    windows[player] += 1
                    colours.join(("table", index, number), window)
                    lines.append((index, number, player, window))
    seat = dict.fromkeys(last, size)
    for index, number, player, window in lines:
        seat[index, player] = colours.between(("table", index, number), window)
    return seat


class _Colours:
    """A proper colouring of the lines of a graph of two sides, grown line by line."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._at: dict[Node, dict[int, Node]] = {}

    def between(self, node: Node, other: Node) -> int:
        return next(colour for colour, end in self._at[node].items() if end == other)

    def join(self, node: Node, other: Node) -> None:
        mine, yours = self._free(node), self._free(other)
        if mine != yours:
            self._swap(other, mine, yours)
        self._at[node][mine] = other
        self._at[other][mine] = node

    def _free(self, node: Node) -> int:
        used = self._at.setdefault(node, {})
        return next(colour for colour in range(self._number) if colour not in used)

    def _swap(self, start: Node, colour: int, other: int) -> None:
        """Swaps two colours along the path that leaves ``start`` by the first of them."""
        path, wanted = [start], colour
        while (following := self._at[path[-1]].get(wanted)) is not None:
            path.append(following)
            wanted = other if wanted == colour else colour
        for node in path:
            used = self._at[node]
            swapped = {
                {colour: other, other: colour}.get(free, free): end for free, end in used.items()
            }
            self._at[node] = swapped


def _evened(rounds: list[list[Table]], counts: Counter[tuple[int, int]]) -> None:
    """Reseat single tables while that brings the seats of the evening closer together."""
    for tables in rounds:
        for table in tables:
            counts.update((player, seat) for seat, player in enumerate(table))
    changed = True
    while changed:
        changed = False
        for tables in rounds:
            for place, table in enumerate(tables):
                counts.subtract((player, seat) for seat, player in enumerate(table))
                best = min(permutations(table), key=lambda order: _load(order, counts))
                if _load(best, counts) < _load(table, counts):
                    tables[place] = best
                    changed = True
                counts.update((player, seat) for seat, player in enumerate(tables[place]))


def _load(order: Table, counts: Counter[tuple[int, int]]) -> int:
    """Rises with the squares of the counts by what these seats add to them."""
    return sum(counts[player, seat] for seat, player in enumerate(order))
