"""The best legal pairing of a field, as a matching of least cost."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import mul
from typing import NamedTuple, TypeAlias

import rustworkx

from pairings.swiss.field import Cost, Field

Graph: TypeAlias = "rustworkx.PyGraph[int, int]"

COMPLETE = 200
"""Entries up to whom every pair is considered; above, those near each other or near the fold."""
REACH = 24
"""How far down the field an opponent is looked for; half as far to both sides of the fold."""
TIE_BITS = 28


class Edge(NamedTuple):
    """Two numbers of the field, the higher standing first; the field's size stands for the bye."""

    one: int
    other: int


class Weighed(NamedTuple):
    """A pair with what a matching gains by it."""

    one: int
    other: int
    weight: int


def best_pairs(field: Field, *, complete: int = COMPLETE, reach: int = REACH) -> list[Edge] | None:
    """Everybody paired, with one bye where the number is odd; None where no pairing is legal.

    Looks at nearby pairs first and, as long as these do not pair everybody, twice as far.
    """
    size = len(field.cards)
    while size > complete and reach < size:
        if pairs := matching(size, graph_edges(field, near_edges(field, reach))):
            return pairs
        reach *= 2
    return matching(size, graph_edges(field, all_edges(size))) or None


def matching(size: int, edges: Sequence[Weighed]) -> list[Edge]:
    """The heaviest pairing of everybody, in the order of the field; empty where there is none."""
    found = heaviest(graph_of(size, edges))
    if 2 * len(found) < size:
        return []
    return sorted(Edge(min(pair), max(pair)) for pair in found)


def graph_of(size: int, edges: Sequence[Weighed]) -> Graph:
    """The library's graph of a field and, where its size is odd, of the bye."""
    graph: Graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size + size % 2))
    graph.add_edges_from(edges)
    return graph


def heaviest(graph: Graph) -> set[tuple[int, int]]:
    """The library's work: of the matchings with most pairs, the heaviest."""
    return rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def graph_edges(field: Field, pairs: Iterable[Edge]) -> list[Weighed]:
    """The legal ones of these pairs and all legal byes, with their weights.

    The terms of a cost become one whole number, each term outweighing all sums of those after it.
    Last comes a number that is different for every pair and has no meaning, so that of two equally
    good rounds it's always the same one that is drawn, whatever the library.
    """
    size = len(field.cards)
    legal = [pair for pair in pairs if field.may_meet(*pair)]
    costs = [field.pair_cost(*pair) for pair in legal]
    if size % 2:
        resting = [one for one in range(size) if field.may_rest(one)]
        legal += [Edge(one, size) for one in resting]
        costs += map(field.bye_cost, resting)
    units = _units(costs, pairs_a_round=size // 2 + 1)
    packed = [
        sum(map(mul, cost, units)) + tie_break(*pair)
        for pair, cost in zip(legal, costs, strict=True)
    ]
    most = max(packed, default=0)
    return [Weighed(*pair, most - weight) for pair, weight in zip(legal, packed, strict=True)]


def _units(costs: Sequence[Cost], pairs_a_round: int) -> list[int]:
    """What one of each term weighs."""
    units = [pairs_a_round << TIE_BITS]
    for terms in reversed(list(zip(*costs, strict=True))[1:]):
        units.append(units[-1] * (max(terms) * pairs_a_round + 1))
    return units[::-1]


def tie_break(one: int, other: int) -> int:
    """A number of ``TIE_BITS`` bits that looks drawn by lot, the same for these two every time."""
    mixed = (one * 0x9E3779B97F4A7C15 + other * 0xC2B2AE3D27D4EB4F + 1) & (1 << 64) - 1
    mixed = (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
    return (mixed ^ mixed >> 32) & (1 << TIE_BITS) - 1


def all_edges(size: int) -> Iterator[Edge]:
    """Every pair."""
    return (Edge(one, other) for one in range(size) for other in range(one + 1, size))


def near_edges(field: Field, reach: int) -> Iterator[Edge]:
    """Pairs of neighbours, and of the same group's upper and lower half about where these meet."""
    size = len(field.cards)
    for one, spot in enumerate(field.spots):
        last = one + spot.from_below
        neighbours = range(one + 1, min(one + reach + 1, size))
        fold = one + spot.size // 2
        opposite = range(max(fold - reach // 2, neighbours.stop), min(fold + reach // 2, last) + 1)
        yield from (Edge(one, other) for other in chain(neighbours, opposite))
