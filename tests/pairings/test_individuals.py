"""Single players at tables: what a replan owes to those who stay, come and go."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairings.state import PairingState, PlannedRound
from engine.pairings.table_mates import EVENING_WORK, TableMates

individuals = TableMates().plan

Rounds = tuple[PlannedRound, ...]
LITTLE = 20_000
"""Work enough where it is not the fewest repeats that are asked for."""


def met(rounds: Rounds) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair)
        for planned in rounds
        for table in planned.tables
        for pair in combinations(table, 2)
    )


def companies(planned: PlannedRound) -> set[frozenset[int]]:
    return set(map(frozenset, planned.tables))


def plan(players: int, size: int, rounds: int = 4, work: int = EVENING_WORK) -> Rounds:
    entries = tuple(range(1, players + 1))
    state = PairingState(entries, options={"rounds": rounds}, size=size)
    return TableMates(work).plan(state)


@pytest.mark.parametrize(
    ("players", "size"), [(9, 3), (12, 3), (15, 3), (18, 3), (16, 4), (20, 4), (28, 4), (64, 4)]
)
def test_in_four_rounds_nobody_meets_twice_where_that_can_be(players: int, size: int) -> None:
    assert set(met(plan(players, size)).values()) == {1}


def test_an_evening_has_four_rounds_where_nobody_says_otherwise() -> None:
    assert len(individuals(PairingState(tuple(range(1, 17)), size=4))) == 4


def test_the_draw_says_who_has_which_place_in_the_same_movement() -> None:
    drawn = (5, 3, 9, 1, 7, 2, 8, 4, 6)
    named = dict(zip(range(1, 10), drawn, strict=True))
    plain = plan(9, 3)
    assert individuals(PairingState(drawn, options={"rounds": 4}, size=3)) == tuple(
        PlannedRound(tuple(tuple(named[place] for place in table) for table in planned.tables))
        for planned in plain
    )


@pytest.mark.parametrize(("players", "size"), [(16, 4), (9, 3)])
def test_where_nobody_came_or_went_what_was_announced_stays(players: int, size: int) -> None:
    first = plan(players, size)
    again = individuals(
        PairingState(
            tuple(range(1, players + 1)),
            played=first[:1],
            announced=first[1:],
            options={"rounds": 4},
            size=size,
        )
    )
    assert [companies(planned) for planned in again] == [companies(p) for p in first[1:]]


def test_too_few_for_a_table_have_no_round() -> None:
    assert plan(2, 3) == ()


@st.composite
def evenings(draw: st.DrawFn) -> tuple[PairingState, Rounds]:
    """A plan, rounds of it played, and then somebody gone and somebody come."""
    size = draw(st.sampled_from((3, 4)))
    players = draw(st.integers(size, 26))
    rounds = draw(st.integers(1, 6))
    first = plan(players, size, rounds, LITTLE)
    played = draw(st.integers(0, rounds))
    gone = draw(st.frozensets(st.integers(1, players), max_size=3))
    come = draw(st.integers(0, 3))
    state = PairingState(
        tuple(range(1, players + come + 1)),
        absent=gone,
        played=first[:played],
        announced=first[played:] if draw(st.booleans()) else (),
        options={"rounds": rounds},
        size=size,
    )
    return state, TableMates(LITTLE).plan(state)


@settings(max_examples=40)
@given(evenings())
def test_everybody_who_is_here_sits_at_a_whole_table_or_sits_out(
    evening: tuple[PairingState, Rounds],
) -> None:
    state, rounds = evening
    here = state.active
    enough = len(here) >= state.size
    assert len(rounds) == (state.options["rounds"] - len(state.played)) * enough
    for planned in rounds:
        assert {len(table) for table in planned.tables} == {state.size}
        seated = [player for table in planned.tables for player in table] + list(planned.byes)
        assert sorted(seated) == sorted(here)
        assert len(planned.byes) == len(here) % state.size


@settings(max_examples=25)
@given(evenings())
def test_nobody_sits_out_twice_running_where_others_can(
    evening: tuple[PairingState, Rounds],
) -> None:
    state, rounds = evening
    if len(state.active) < 2 * state.size:
        return
    for before, now in pairwise((*state.played[-1:], *rounds)):
        assert not set(before.byes) & set(now.byes)


@settings(max_examples=25)
@given(st.sampled_from((3, 4)), st.integers(4, 26), st.integers(1, 8))
def test_from_the_start_byes_and_first_deals_are_even(size: int, players: int, rounds: int) -> None:
    planned = plan(players, size, rounds, LITTLE)
    byes = Counter(player for round_ in planned for player in round_.byes)
    counts = [byes[player] for player in range(1, players + 1)]
    assert max(counts) - min(counts) <= 1
    deals = Counter(table[0] for round_ in planned for table in round_.tables)
    played = Counter(player for round_ in planned for table in round_.tables for player in table)
    for player in played:
        assert played[player] // size <= deals[player] <= -(-played[player] // size)
