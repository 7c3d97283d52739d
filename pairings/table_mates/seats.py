"""Who sits where: every seat, and with it the first deal, comes round as evenly as it can.

Tables and players are the two sides of a graph, a seat is a colour. Each player's evenings are
cut into windows of as many rounds as a table has seats. A graph of two sides needs no more
colours than lines at its busiest point (D. König, 1916): so in each window a player sits in each
seat once, and in any shorter evening the seats differ by one at most.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

from pairings.base import PlannedRound, Table
from pairings.table_mates.base import seat_counts

Node = tuple[str, int, int]


def seated(
    rounds: Sequence[PlannedRound], size: int, *, played: Sequence[PlannedRound] = ()
) -> tuple[PlannedRound, ...]:
    """The same tables with everybody in a seat; after ``played`` rounds their seats count too."""
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
    """The seat of each player in each round."""
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

    def between(self, one: Node, other: Node) -> int:
        return next(colour for colour, node in self._at[one].items() if node == other)

    def join(self, one: Node, other: Node) -> None:
        mine, yours = self._free(one), self._free(other)
        if mine != yours:
            self._swap(other, mine, yours)
        self._at[one][mine] = other
        self._at[other][mine] = one

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
                {colour: other, other: colour}.get(one, one): end for one, end in used.items()
            }
            self._at[node] = swapped


def _evened(rounds: list[list[Table]], counts: Counter[tuple[int, int]]) -> None:
    """Reseats single tables while that brings the seats of the evening closer together."""
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
