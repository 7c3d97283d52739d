"""Round robins: the Berger tables, and the matching of what is left after entries come or go.

Source: FIDE Handbook C.05, annex 1, "Details of Berger tables"; the rule behind the tables is the
circle method, in which the highest number stands still.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

import rustworkx

from pairings.state import Meeting, Pair, PairingState, PlannedRound, bye_counts, home_first


def berger_rounds(entries: Sequence[int], *, cycles: int = 1) -> tuple[PlannedRound, ...]:
    """Everybody meets everybody ``cycles`` times; every other cycle with home and away swapped.

    An odd number of entries plays the table of the next even number, in which whoever meets the
    highest number has a bye. Fewer than two entries have no round.
    """
    if len(entries) < 2:
        return ()
    size = len(entries) + len(entries) % 2
    return tuple(
        _named(_turned(tables) if cycle % 2 else tables, entries)
        for cycle in range(cycles)
        for tables in _table(size)
    )


def _table(size: int) -> Iterator[list[Meeting]]:
    """The rounds of the table for an even number of entries, numbered from 1."""
    ring = size - 1
    for index in range(ring):
        still = index * (size // 2) % ring
        first = Meeting(size, still + 1) if index % 2 else Meeting(still + 1, size)
        others = (
            Meeting((still + step) % ring + 1, (still - step) % ring + 1)
            for step in range(1, size // 2)
        )
        yield [first, *others]


def _turned(tables: list[Meeting]) -> list[Meeting]:
    return [Meeting(table.away, table.home) for table in tables]


def _named(tables: list[Meeting], entries: Sequence[int]) -> PlannedRound:
    """A round of the table with the entries in place of its numbers; the phantom gives a bye."""
    count = len(entries)
    meetings = tuple(
        Meeting(entries[home - 1], entries[away - 1])
        for home, away in tables
        if max(home, away) <= count
    )
    byes = tuple(entries[min(table) - 1] for table in tables if max(table) > count)
    return PlannedRound(meetings, byes)


def leftover_rounds(
    state: PairingState, wanted: Counter[Pair], *, room: int | None, attempt: int
) -> tuple[PlannedRound, ...]:
    """Rounds in which the ``wanted`` meetings are played, each as a matching; at most ``room``.

    Each round seats first those with most meetings left, then those with most byes behind them.
    ``attempt`` breaks ties in another way, so that a better plan may be found; the same arguments
    give the same plan.
    """
    active = state.active
    left = Counter(wanted)
    byes = bye_counts(active, state.played)
    homes = Counter(table[0] for planned in state.played for table in planned.tables)
    rounds: list[PlannedRound] = []
    while +left and (room is None or len(rounds) < room):
        pairs = _matched(active, left, byes, attempt)
        meetings = tuple(home_first(pair, homes, active) for pair in pairs)
        left.subtract(pairs)
        rounds.append(PlannedRound.of(meetings, active))
        for entry in rounds[-1].byes:
            byes[entry] += 1
    return tuple(rounds)


def _matched(
    active: Sequence[int], left: Counter[Pair], byes: dict[int, int], attempt: int
) -> list[Pair]:
    """One round's meetings, in the order of their first entries.

    Weights stand on the entries: the sets of entries that a matching can seat form a matroid, so
    the heaviest matching seats as many as possible and, among those, is best from the top down.
    """
    place = {entry: index for index, entry in enumerate(active)}
    degree = Counter(entry for pair in left.elements() for entry in pair)
    size = len(active) + 1
    scale = sum(byes.values()) + 1
    weight = [degree[entry] * scale + byes[entry] for entry in active]
    pairs = sorted(sorted(place[entry] for entry in pair) for pair in +left)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(active))
    graph.add_edges_from(
        [
            (
                one,
                other,
                (weight[one] + weight[other]) * size**3 + _taste(one, other, size, attempt),
            )
            for one, other in pairs
        ]
    )
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [frozenset((active[one], active[other])) for one, other in sorted(map(sorted, matching))]


def _taste(one: int, other: int, size: int, attempt: int) -> int:
    """Below ``size`` squared: sets one matching of equal worth apart from another, repeatably."""
    return ((attempt + 1) * (one + 1) * (one + 1) + (attempt + 2) * other * (one + other)) % size**2
