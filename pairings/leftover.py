"""Matching what is left to be played, round by round, after people came or went."""

from collections import Counter
from collections.abc import Sequence

import rustworkx

from pairings.base import Meeting, PairingState, PlannedRound, bye_counts

Pair = frozenset[int]


def leftover_rounds(
    situation: PairingState, wanted: Counter[Pair], *, room: int | None, attempt: int
) -> tuple[PlannedRound, ...]:
    """Rounds in which the ``wanted`` meetings are played, each as a matching; at most ``room``.

    Each round seats first those with most meetings left, then those with most byes behind them.
    ``attempt`` breaks ties in another way, so that a better plan may be found; the same arguments
    give the same plan.
    """
    active = situation.active
    left = Counter(wanted)
    byes = bye_counts(active, situation.played)
    homes = Counter(table[0] for planned in situation.played for table in planned.tables)
    rounds: list[PlannedRound] = []
    while +left and (room is None or len(rounds) < room):
        pairs = _matched(active, left, byes, attempt)
        meetings = tuple(_seated(pair, homes, active) for pair in pairs)
        left.subtract(pairs)
        playing = frozenset[int]().union(*pairs)
        resting = tuple(entry for entry in active if entry not in playing)
        for entry in resting:
            byes[entry] += 1
        rounds.append(PlannedRound(meetings, resting))
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


def _seated(pair: Pair, homes: Counter[int], active: Sequence[int]) -> Meeting:
    """At home is who was there less often; of two alike, who comes first in the order drawn."""
    home, away = sorted(pair, key=lambda entry: (homes[entry], active.index(entry)))
    homes[home] += 1
    return Meeting(home, away)
