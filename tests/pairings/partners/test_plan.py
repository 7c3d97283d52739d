"""Evenings of changing partners: any number, any length, comings and goings."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairings.designs import whist_rounds
from engine.pairings.partners import PairCounts
from engine.pairings.rotating_partners import lowest_cost, plan_partners, whole_rounds
from tests.pairings.partners.counting import again, cost, opponent_times, partner_times
from tests.pairings.table_mates.counting import byes, check_round, spread

ENOUGH = 6_000
"""Steps after which the search has found what it is known to find; it goes on for more."""
LITTLE = 1_500
"""Steps enough where it is not the fewest repeats that are asked for."""
SEEDS = st.text("0123456789abcdef", min_size=1, max_size=8)


@settings(max_examples=5)
@given(st.integers(0, 26), st.integers(1, 8), SEEDS)
def test_everybody_has_one_place_a_round_and_waits_no_longer_than_others(
    count: int, rounds: int, seed: str
) -> None:
    players = range(1, count + 1)
    plan = plan_partners(players, rounds, seed=seed, steps=LITTLE)
    assert len(plan) == (rounds if count >= 4 else 0)
    for length, planned in enumerate(plan, 1):
        check_round(planned, players, 4)
        assert len(planned.byes) == count % 4
        assert spread(byes(plan[:length]), players) <= 1
    if count >= 8:
        for before, after in pairwise(plan):
            assert not set(before.byes) & set(after.byes)


@settings(max_examples=2)
@given(st.integers(4, 18), st.integers(1, 6), SEEDS)
def test_the_same_arguments_give_the_same_plan(count: int, rounds: int, seed: str) -> None:
    first, second = (plan_partners(range(count), rounds, seed=seed, steps=LITTLE) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("players", [4, 5, 8, 9, 12, 13, 16, 20, 21, 28, 32, 36, 37, 40])
def test_a_whole_evening_is_a_whist_tournament(players: int) -> None:
    plan = plan_partners(range(players), whole_rounds(players), seed="a")
    assert plan == whist_rounds(players)


@pytest.mark.parametrize(("players", "begun"), [(8, 1), (9, 4), (12, 10), (16, 7)])
def test_a_whist_tournament_begun_goes_on_to_its_end(players: int, begun: int) -> None:
    whole = whist_rounds(players)
    plan = plan_partners(range(players), len(whole) - begun, seed="a", played=whole[:begun])
    assert plan == whole[begun:]


@pytest.mark.parametrize("players", [4, 5, 8])
def test_played_twice_it_is_twice_as_even(players: int) -> None:
    plan = plan_partners(range(players), 2 * whole_rounds(players), seed="a")
    assert set(partner_times(plan).values()) == {2}
    assert set(opponent_times(plan).values()) == {4}


@pytest.mark.parametrize(
    ("players", "rounds", "partners", "opponents"),
    [
        # What the search is known to find, and not to get worse.
        (6, 5, 0, 8),
        (7, 6, 0, 7),
        (10, 7, 0, 15),
        (11, 7, 0, 7),
        (12, 7, 0, 24),
        (14, 7, 0, 8),
        (15, 7, 0, 3),
        (17, 7, 0, 5),
        (18, 7, 0, 0),
        (19, 7, 0, 0),
        (22, 8, 0, 0),
        (26, 9, 0, 2),
        (16, 5, 0, 0),
        (14, 13, 0, 90),
        (30, 7, 0, 0),
        (35, 9, 0, 0),
        (50, 8, 0, 0),
    ],
)
def test_other_numbers_and_shorter_evenings_repeat_little(
    players: int, rounds: int, partners: int, opponents: int
) -> None:
    plan = plan_partners(range(players), rounds, seed="a", steps=ENOUGH)
    assert again(partner_times(plan)) <= partners
    assert again(opponent_times(plan)) <= opponents


@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (24, 7), (28, 9), (32, 10), (31, 10)])
def test_nobody_meets_anybody_twice_where_a_design_is_known(players: int, rounds: int) -> None:
    plan = plan_partners(range(players), rounds, seed="a")
    assert again(partner_times(plan) + opponent_times(plan)) == 0


@settings(max_examples=4)
@given(st.integers(4, 20), st.integers(1, 6), SEEDS)
def test_nothing_costs_less_than_the_bound(count: int, rounds: int, seed: str) -> None:
    plan = plan_partners(range(count), rounds, seed=seed, steps=LITTLE)
    assert lowest_cost(range(count), plan, PairCounts({}, {})) <= cost(plan)


@settings(max_examples=4)
@given(
    st.integers(8, 20),
    st.integers(1, 5),
    st.integers(1, 4),
    st.sets(st.integers(0, 7), max_size=3),
    st.integers(0, 3),
    SEEDS,
)
def test_after_comings_and_goings_the_rest_is_planned_on_what_was_played(
    count: int, begun: int, further: int, gone: set[int], new: int, seed: str
) -> None:
    announced = plan_partners(range(count), begun + further, seed=seed, steps=LITTLE)
    played = announced[:begun]
    players = [player for player in range(count + new) if player not in gone]
    plan = plan_partners(players, further, played=played, seed=seed, steps=LITTLE)
    assert len(plan) == further
    for planned in plan:
        check_round(planned, players, 4)
    for before, after in pairwise([played[-1], *plan]):
        fresh = len(players) - len(set(before.byes) & set(players))
        if len(after.byes) <= fresh:
            assert not set(before.byes) & set(after.byes)


@pytest.mark.parametrize(
    ("players", "gone", "new"), [(16, 1, 0), (16, 0, 1), (20, 2, 1), (12, 1, 1), (13, 1, 0)]
)
def test_nobody_has_a_partner_again_because_somebody_left_or_came(
    players: int, gone: int, new: int
) -> None:
    announced = plan_partners(range(players), 7, seed="a", steps=ENOUGH)
    played = announced[:3]
    here = range(gone, players + new)
    plan = plan_partners(here, 4, played=played, seed="a", steps=ENOUGH)
    assert again(partner_times((*played, *plan))) == 0


@pytest.mark.parametrize(("players", "rounds"), [((), 3), ((1, 2, 3), 3), ((1, 2, 3, 4), 0)])
def test_there_is_nothing_to_plan(players: tuple[int, ...], rounds: int) -> None:
    assert plan_partners(players, rounds, seed="a") == ()
