"""How many rounds without a repeat are left: against trying everything, and the theorem."""

from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairings.look_ahead import (
    Graph,
    Matching,
    RoundSearch,
    certain_rounds,
    graph_without,
    least_neighbours,
)

Edges = frozenset[tuple[int, int]]


def graph_of(size: int, edges: Edges) -> Graph:
    return tuple(
        sum(1 << other for other in range(size) if (min(entry, other), max(entry, other)) in edges)
        for entry in range(size)
    )


def matchings(size: int, edges: Edges) -> list[Matching]:
    """All perfect matchings, by choosing among all sets of pairs."""
    return [
        chosen
        for chosen in combinations(sorted(edges), size // 2)
        if len({vertex for pair in chosen for vertex in pair}) == size
    ]


@cache
def most(size: int, edges: Edges) -> int:
    return max(
        (1 + most(size, edges - set(matching)) for matching in matchings(size, edges)), default=0
    )


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, Edges]:
    size = draw(st.sampled_from([2, 4, 6]))
    pairs = list(combinations(range(size), 2))
    return size, frozenset(draw(st.lists(st.sampled_from(pairs), unique=True, min_size=1)))


@settings(max_examples=300)
@given(graphs())
def test_the_rounds_that_are_left_are_as_many_as_trying_everything_finds(
    drawn: tuple[int, Edges],
) -> None:
    size, edges = drawn
    graph = graph_of(size, edges)
    expected = most(size, edges)
    assert RoundSearch().most(graph, size) == expected
    assert certain_rounds(least_neighbours(graph), size) <= expected


@pytest.mark.parametrize("size", [6, 10, 16, 24, 30])
def test_the_rounds_found_share_no_pair_and_leave_the_rest_certain(size: int) -> None:
    everybody = frozenset(combinations(range(size), 2))
    graph = graph_of(size, everybody)
    plan = RoundSearch().rounds(graph, size - 1)
    assert plan
    met = [pair for matching in plan for pair in map(frozenset, matching)]
    assert len(met) == len(set(met)) == len(plan) * size // 2
    for matching in plan:
        assert sorted(vertex for pair in matching for vertex in pair) == list(range(size))
        graph = graph_without(graph, matching)
    assert len(plan) + certain_rounds(least_neighbours(graph), size) >= size - 1


def test_two_halves_of_an_odd_number_that_met_crosswise_have_no_round_left() -> None:
    halves = frozenset(pair for part in ((0, 1, 2), (3, 4, 5)) for pair in combinations(part, 2))
    assert RoundSearch().most(graph_of(6, halves), 2) == 0


def test_the_petersen_graph_has_one_round_and_not_three() -> None:
    outer = [(node, (node + 1) % 5) for node in range(5)]
    inner = [(5 + node, 5 + (node + 2) % 5) for node in range(5)]
    spokes = [(node, node + 5) for node in range(5)]
    edges = frozenset((min(pair), max(pair)) for pair in (*outer, *inner, *spokes))
    assert RoundSearch().most(graph_of(10, edges), 3) == 1
