"""Few edges are as good as all of them, and the matching is the only best one."""

from itertools import permutations

import pytest
from hypothesis import given, settings

from engine.pairings.state import PairingState, draw
from engine.pairings.swiss import (
    REACH,
    TIE_BITS,
    FieldPair,
    PairCost,
    Swiss,
    SwissCard,
    SwissField,
    WeightedPair,
    all_edges,
    best_pairs,
    cards_of,
    field_of,
    graph_edges,
    matching,
    near_edges,
    tie_break,
)
from tests.pairings.swiss.evenings import after, evenings, over

swiss = Swiss().plan


def field_now(state: PairingState) -> SwissField:
    cards = cards_of(state)
    return field_of([cards[entry] for entry in state.active])


def total(field: SwissField, pairs: list[FieldPair]) -> PairCost:
    size = len(field.cards)
    costs = [
        field.bye_cost(pair.number) if pair.other == size else field.pair_cost(*pair)
        for pair in pairs
    ]
    return PairCost(*map(sum, zip(*costs, strict=True)))


def played(size: int, rounds: int) -> PairingState:
    """An event whose results fall by lot, a few of them drawn."""
    state = PairingState(tuple(range(1, size + 1)), options={"rounds": 20})
    for number in range(rounds):
        (planned,) = swiss(state)
        results = []
        for table in planned.tables:
            first, *_rest = draw("swiss", f"{number}.{table}", [0, 1, 2, 3, 4, 5, 6, 7])
            results.append(over(table, *[table[first % 2]] if first else []))
        state = after(state, planned, results)
    return state


@pytest.mark.parametrize(("size", "rounds"), [(120, 3), (121, 5), (150, 7), (90, 8)])
def test_looking_at_nearby_pairs_costs_nothing(size: int, rounds: int) -> None:
    field = field_now(played(size, rounds))
    sparse = best_pairs(field, complete=0)
    complete = best_pairs(field, complete=size)
    assert sparse is not None
    assert complete is not None
    assert len(list(near_edges(field, REACH))) < len(list(all_edges(size))) * 0.7
    assert total(field, sparse) == total(field, complete)


@settings(max_examples=80)
@given(evenings(most=20, rounds=8))
def test_where_nearby_pairs_are_too_few_it_looks_further(state: PairingState) -> None:
    field = field_now(state)
    near = best_pairs(field, complete=0, reach=1)
    assert (near is None) == (best_pairs(field) is None)


@settings(max_examples=40)
@given(evenings(most=6, rounds=4))
def test_no_other_pairing_weighs_as_much(state: PairingState) -> None:
    field = field_now(state)
    size = len(field.cards)
    weight = {
        (entry, other): weight for entry, other, weight in graph_edges(field, all_edges(size))
    }
    totals = []
    for order in permutations(range(size + size % 2)):
        pairs = list(zip(order[::2], order[1::2], strict=True))
        in_order = all(entry < other for entry, other in pairs) and pairs == sorted(pairs)
        if in_order and weight.keys() >= set(pairs):
            totals.append((sum(weight[pair] for pair in pairs), pairs))
    pairs_chosen = best_pairs(field)
    if not totals or size < 2:
        return
    best, second = [*sorted(totals, reverse=True), (-1, [])][:2]
    assert pairs_chosen == best[1]
    assert best[0] > second[0]


def test_terms_of_a_cost_outweigh_all_that_follow() -> None:
    cards = [SwissCard(entry, points=2 * (6 - entry // 2)) for entry in range(12)]
    field = field_of(cards)
    edges = {(entry, other): weight for entry, other, weight in graph_edges(field, all_edges(12))}
    ordered = sorted(edges, key=lambda pair: (field.pair_cost(*pair), -edges[pair]))
    assert [edges[pair] for pair in ordered] == sorted(edges.values(), reverse=True)


@pytest.mark.parametrize("points", [[0] * 9, [4, 4, 4, 2, 2, 2, 2, 0, 0]])
def test_near_pairs_are_never_named_twice_nor_upside_down(points: list[int]) -> None:
    field = field_of([SwissCard(number, points=score) for number, score in enumerate(points)])
    for reach in range(1, 12):
        edges = list(near_edges(field, reach))
        assert len(edges) == len(set(edges))
        assert all(0 <= entry < other < len(points) for entry, other in edges)


def test_there_is_no_matching_without_enough_pairs() -> None:
    assert matching(4, [WeightedPair(0, 1, 5), WeightedPair(0, 2, 5)]) == []
    assert matching(3, [WeightedPair(0, 1, 5), WeightedPair(2, 3, 1)]) == [(0, 1), (2, 3)]


def test_ties_fall_differently_for_every_pair_of_a_hall() -> None:
    numbers = {tie_break(*pair) for pair in all_edges(64)}
    assert len(numbers) == 64 * 63 // 2
    assert max(numbers) < 2**TIE_BITS
