"""Evenings of table-mates: remainders, seats, comings and goings."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairings.balance import balance, lower_bound
from engine.pairings.state import PlannedRound
from engine.pairings.table_mates import plan_tables
from engine.pairings.tables import Remainder
from tests.pairings.table_mates.counting import byes, check_round, repeats, spread, times_met

SIZES = st.sampled_from([3, 4])
LITTLE = 20_000
"""Work enough where it is not the fewest repeats that are asked for."""
SEEDS = st.text("0123456789abcdef", min_size=1, max_size=8)


def expected_larger(players: int, size: int, remainder: Remainder) -> int:
    return min(players % size, players // size) if remainder is Remainder.LARGER_TABLES else 0


@settings(max_examples=40)
@given(st.integers(3, 26), SIZES, st.integers(1, 6), st.sampled_from(Remainder), SEEDS)
def test_everybody_has_one_place_a_round_and_waits_no_longer_than_others(
    count: int, size: int, rounds: int, remainder: Remainder, seed: str
) -> None:
    players = range(1, count + 1)
    plan = plan_tables(players, size, rounds, remainder=remainder, seed=seed, work=LITTLE)
    if count < size:
        assert plan == ()
        return
    assert len(plan) == rounds
    for length, planned in enumerate(plan, 1):
        check_round(planned, players, size, larger=expected_larger(count, size, remainder))
        assert spread(byes(plan[:length]), players) <= 1
    for before, after in pairwise(plan):
        assert not set(before.byes) & set(after.byes)


@settings(max_examples=15)
@given(st.integers(3, 18), SIZES, st.integers(1, 6), st.sampled_from(Remainder), SEEDS)
def test_the_same_arguments_give_the_same_plan(
    count: int, size: int, rounds: int, remainder: Remainder, seed: str
) -> None:
    first, second = (
        plan_tables(range(count), size, rounds, remainder=remainder, seed=seed, work=LITTLE)
        for _ in range(2)
    )
    assert first == second


def test_another_seed_gives_another_plan() -> None:
    plan, other = (plan_tables(range(16), 4, 5, seed=seed) for seed in "ab")
    assert plan != other
    assert repeats(plan) == repeats(other) == 0


@settings(max_examples=40)
@given(st.sampled_from([(16, 4), (23, 4), (32, 4), (9, 3), (14, 3), (21, 3)]), SEEDS, st.data())
def test_in_any_evening_everybody_deals_first_and_sits_everywhere_as_often(
    numbers: tuple[int, int], seed: str, data: st.DataObject
) -> None:
    count, size = numbers
    rounds = data.draw(st.integers(1, 10))
    plan = plan_tables(range(count), size, rounds, seed=seed, work=LITTLE)
    for length in range(1, len(plan) + 1):
        for player in range(count):
            sat = Counter(
                table.index(player)
                for planned in plan[:length]
                for table in planned.tables
                if player in table
            )
            assert spread(sat, range(size)) <= 1


@pytest.mark.parametrize(("players", "size"), [(21, 4), (23, 4), (33, 4), (16, 3), (17, 3)])
def test_at_larger_tables_too_everybody_deals_first_as_often(players: int, size: int) -> None:
    plan = plan_tables(
        range(players), size, 5, remainder=Remainder.LARGER_TABLES, seed="a", work=LITTLE
    )
    for seats in balance(range(players), plan).seats:
        assert max(seats[:size]) - min(seats[:size]) <= 1
        assert sum(seats) == 5


def at_larger_tables(plan: Sequence[PlannedRound], size: int) -> Counter[int]:
    return Counter(
        player
        for planned in plan
        for table in planned.tables
        for player in table
        if len(table) > size
    )


@pytest.mark.parametrize(
    ("players", "size", "rounds", "most"),
    [
        # What the search is known to find; where it is more than nothing, no plan has fewer in
        # which the same people are at the larger tables, and who that is comes round evenly.
        (17, 4, 3, 12),
        (17, 4, 4, 19),
        (18, 4, 4, 25),
        (19, 4, 4, 24),
        (21, 4, 4, 12),
        (25, 4, 5, 0),
        (29, 4, 5, 0),
        (33, 4, 5, 0),
        (10, 3, 4, 14),
        (13, 3, 4, 6),
        (16, 3, 4, 0),
        (17, 3, 4, 6),
        (22, 3, 5, 0),
        (29, 3, 5, 0),
    ],
)
def test_larger_tables_take_the_remainder_and_come_round(
    players: int, size: int, rounds: int, most: int
) -> None:
    plan = plan_tables(
        range(players), size, rounds, remainder=Remainder.LARGER_TABLES, seed="a", work=200_000
    )
    measured = balance(range(players), plan).together
    assert measured.lower_bound <= measured.repeats == repeats(plan) <= most
    assert all(planned.byes == () for planned in plan)
    for length in range(1, rounds + 1):
        assert spread(at_larger_tables(plan[:length], size), range(players)) <= 1


@settings(max_examples=40)
@given(st.integers(4, 24), SIZES, st.integers(1, 6), SEEDS)
def test_nobody_is_at_a_larger_table_twice_before_everybody_was_once(
    count: int, size: int, rounds: int, seed: str
) -> None:
    plan = plan_tables(
        range(count), size, rounds, remainder=Remainder.LARGER_TABLES, seed=seed, work=LITTLE
    )
    for length in range(1, len(plan) + 1):
        sat = at_larger_tables(plan[:length], size)
        rested = byes(plan[:length])
        slack = 1 + max(rested.values(), default=0)
        assert spread(sat, range(count)) <= (1 if not rested else slack)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((0, 1, 2, 3), (4, 5, 6, 7)),
        ((0, 1, 2, 3), (0, 4, 5, 6)),
        ((0, 1, 2, 3), (0, 1, 2, 3)),
    ],
)
def test_no_plan_betters_the_bound_of_larger_tables(
    first: tuple[int, ...], second: tuple[int, ...]
) -> None:
    def rounds_with(larger: tuple[int, ...]) -> list[PlannedRound]:
        rest = [player for player in range(10) if player not in larger]
        return [
            PlannedRound((larger, trio, tuple(player for player in rest if player not in trio)))
            for trio in combinations(rest, 3)
        ]

    plans = [(planned, other) for planned in rounds_with(first) for other in rounds_with(second)]
    (bound,) = {balance(range(10), plan).together.lower_bound for plan in plans}
    assert bound == min(map(repeats, plans))


@settings(max_examples=25)
@given(
    st.sampled_from([(17, 4), (18, 4), (19, 4), (10, 3), (11, 3), (16, 3)]),
    st.integers(1, 3),
    st.sets(st.integers(0, 9), min_size=1, max_size=3),
    SEEDS,
)
def test_after_somebody_left_the_larger_tables_still_come_round(
    numbers: tuple[int, int], begun: int, gone: set[int], seed: str
) -> None:
    count, size = numbers
    larger: dict[str, Any] = {"remainder": Remainder.LARGER_TABLES, "seed": seed, "work": LITTLE}
    announced = plan_tables(range(count), size, begun + 3, **larger)
    played, rest = announced[:begun], announced[begun:]
    players = [player for player in range(count) if player not in gone]
    plan = plan_tables(players, size, 3, played=played, announced=rest, **larger)
    for length in range(1, len(plan) + 1):
        sat = at_larger_tables([*played, *plan[:length]], size)
        assert spread(sat, players) <= 1


@pytest.mark.parametrize(
    ("players", "size", "rounds", "most"),
    [
        # Numbers without a design, and evenings longer than one; where the bound is reached
        # there is nothing better, elsewhere the number is what the search is known to find.
        (8, 4, 3, 12),
        (12, 4, 3, 9),
        (10, 3, 3, 0),
        (13, 3, 4, 0),
        (17, 4, 3, 0),
        (18, 4, 4, 0),
        (9, 3, 8, 36),
        (26, 4, 5, 0),
        (50, 4, 8, 0),
        (56, 4, 10, 0),
    ],
)
def test_without_a_design_the_search_repeats_little(
    players: int, size: int, rounds: int, most: int
) -> None:
    plan = plan_tables(range(players), size, rounds, seed="a")
    measured = balance(range(players), plan).together
    assert measured.repeats == repeats(plan)
    assert measured.lower_bound <= measured.repeats <= most


@settings(max_examples=40)
@given(st.integers(6, 16), SIZES, st.integers(1, 6), SEEDS)
def test_the_balance_says_what_can_be_counted(
    count: int, size: int, rounds: int, seed: str
) -> None:
    players = range(count)
    plan = plan_tables(players, size, rounds, seed=seed, work=LITTLE)
    measured = balance(players, plan)
    assert measured.entries == tuple(players)
    assert measured.together.repeats == repeats(plan) >= measured.together.lower_bound
    assert measured.byes == tuple(byes(plan)[player] for player in players)
    for player in players:
        seats = measured.seats[player]
        assert sum(seats) == rounds - measured.byes[player]
        for other in players:
            met = times_met(plan, player, other) if player != other else 0
            assert measured.together.counts[player][other] == met


@pytest.mark.parametrize(
    ("players", "size", "rounds", "bound"),
    [
        (16, 4, 5, 0),  # everybody meets everybody exactly once
        (16, 4, 6, 24),  # 24 meetings a round, none left that is new
        (9, 3, 5, 9),
        (8, 4, 2, 4),  # two tables: each four of the first round sit down two and two
        (12, 4, 2, 3),  # four seats, three tables to come from
    ],
)
def test_the_lower_bound_counts_what_nobody_can_avoid(
    players: int, size: int, rounds: int, bound: int
) -> None:
    plan = plan_tables(range(players), size, rounds, seed="a")
    assert balance(range(players), plan).together.lower_bound == bound
    assert repeats(plan) == bound


@settings(max_examples=25)
@given(
    st.integers(8, 20),
    SIZES,
    st.integers(1, 4),
    st.integers(1, 4),
    st.sets(st.integers(0, 7), max_size=3),
    st.integers(0, 3),
    SEEDS,
)
def test_after_comings_and_goings_the_rest_is_planned_on_what_was_played(
    count: int, size: int, begun: int, further: int, gone: set[int], new: int, seed: str
) -> None:
    announced = plan_tables(range(count), size, begun + further, seed=seed, work=LITTLE)
    played, open_rounds = announced[:begun], announced[begun:]
    players = [player for player in range(count + new) if player not in gone]
    plan = plan_tables(
        players, size, further, played=played, announced=open_rounds, seed=seed, work=LITTLE
    )
    assert len(plan) == further
    for planned in plan:
        check_round(planned, players, size)
    for before, after in pairwise([played[-1], *plan]):
        fresh = len(players) - len(set(before.byes) & set(players))
        if len(after.byes) <= fresh:
            assert not set(before.byes) & set(after.byes)
    bound = lower_bound(players, plan, met_before(played))
    assert repeats([*played, *plan]) - repeats(played) >= bound


def met_before(played: tuple[PlannedRound, ...]) -> dict[frozenset[int], int]:
    return dict(
        Counter(
            frozenset((player, other))
            for planned in played
            for table in planned.tables
            for player in table
            for other in table
            if player < other
        )
    )


@pytest.mark.parametrize(("players", "size", "rounds"), [(16, 4, 5), (32, 4, 8), (15, 3, 7)])
def test_when_one_leaves_the_other_tables_stay_as_announced(
    players: int, size: int, rounds: int
) -> None:
    announced = plan_tables(range(players), size, rounds, seed="a")
    played, rest = announced[:2], announced[2:]
    left = [player for player in range(players) if player != 5]
    plan = plan_tables(left, size, rounds - 2, played=played, announced=rest, seed="a")
    for planned, before in zip(plan, rest, strict=True):
        tables = {frozenset(table) for table in before.tables if 5 not in table}
        assert {frozenset(table) for table in planned.tables} == tables
    assert repeats([*played, *plan]) == 0


def test_a_latecomer_joins_those_who_would_sit_out() -> None:
    announced = plan_tables(range(15), 4, 5, seed="a")
    plan = plan_tables(range(16), 4, 4, played=announced[:1], announced=announced[1:], seed="a")
    assert all(planned.byes == () for planned in plan)
    for planned, before in zip(plan, announced[1:], strict=True):
        check_round(planned, range(16), 4)
        assert any(set(before.byes) < set(table) for table in planned.tables)
    assert repeats([*announced[:1], *plan]) == 0


def test_who_met_on_another_evening_is_kept_apart() -> None:
    earlier = plan_tables(range(16), 4, 2, seed="a")
    plan = plan_tables(range(16), 4, 2, met=met_before(earlier), seed="b")
    assert repeats([*earlier, *plan]) == 0


def test_who_sat_out_on_another_evening_plays_now() -> None:
    plan = plan_tables(range(9), 4, 1, sat_out=dict.fromkeys(range(8), 1), seed="a")
    assert plan[0].byes == (8,)


@settings(max_examples=30)
@given(st.sampled_from([(16, 4, 5), (9, 3, 4), (21, 3, 10)]), st.data())
def test_seats_stay_even_when_the_rest_of_an_evening_is_planned_anew(
    numbers: tuple[int, int, int], data: st.DataObject
) -> None:
    count, size, rounds = numbers
    announced = plan_tables(range(count), size, rounds, seed="a")
    begun = data.draw(st.integers(1, rounds - 1))
    played, rest = announced[:begun], announced[begun:]
    plan = plan_tables(range(count), size, len(rest), played=played, announced=rest, seed="a")
    assert repeats([*played, *plan]) == 0
    for seats in balance(range(count), [*played, *plan]).seats:
        assert max(seats) - min(seats) <= 2


@pytest.mark.parametrize(
    ("players", "size", "rounds"), [((), 4, 3), ((1, 2), 3, 3), ((1, 2, 3, 4), 4, 0)]
)
def test_there_is_nothing_to_plan(players: tuple[int, ...], size: int, rounds: int) -> None:
    assert plan_tables(players, size, rounds, seed="a") == ()
    assert balance(players, ()).together.lower_bound == 0
