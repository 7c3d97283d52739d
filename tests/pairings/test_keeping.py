"""Keeping announced tables when somebody comes or goes."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairings.berger import berger_rounds
from engine.pairings.formats import FORMATS
from engine.pairings.keeping import unchanged_tables
from engine.pairings.rotating_partners import RotatingPartners, plan_partners
from engine.pairings.round_robin import RoundRobin
from engine.pairings.state import PairingState, PlannedRound, bye_counts, bye_spread
from engine.pairings.tables import partners_at
from tests.pairings.brackets.play import (
    Plan,
    begun,
    better,
    double_elimination,
    double_places,
    drawn,
    ended,
    single_elimination,
    single_places,
    start,
)

round_robin = RoundRobin().plan
rotating_partners = RotatingPartners().plan


def late(count: int, played: int) -> tuple[PairingState, tuple[PlannedRound, ...]]:
    """One more in a round robin after so many rounds, and what was announced."""
    entries = tuple(range(1, count + 1))
    table = berger_rounds(entries)
    announced = table[played:]
    return PairingState(
        (*entries, count + 1), played=table[:played], announced=announced
    ), announced


def nobody_twice_in_a_round(plan: tuple[PlannedRound, ...]) -> None:
    for planned in plan:
        there = [entry for table in planned.tables for entry in table] + list(planned.byes)
        assert len(there) == len(set(there))


@pytest.mark.parametrize(("count", "played"), [(5, 1), (7, 2), (9, 1), (9, 4), (11, 1), (15, 3)])
def test_a_latecomer_to_an_odd_field_takes_the_byes_and_every_announced_table_stays(
    count: int, played: int
) -> None:
    state, announced = late(count, played)
    plan = round_robin(state)
    assert unchanged_tables(announced, plan) == sum(len(planned.tables) for planned in announced)
    assert not any(planned.byes for planned in plan)
    caught_up = sum(len(planned.tables) for planned in plan[len(announced) :])
    assert caught_up == played


@given(count=st.integers(4, 14), data=st.data())
@settings(max_examples=40)
def test_whoever_comes_or_goes_everybody_meets_everybody_once(
    count: int, data: st.DataObject
) -> None:
    played = data.draw(st.integers(1, count - 2))
    state, _announced = late(count, played)
    if data.draw(st.booleans()):
        gone = data.draw(st.integers(1, count))
        state = replace(state, entries=state.entries[:-1], absent=frozenset({gone}))
    plan = round_robin(state)
    nobody_twice_in_a_round(plan)
    met = Counter(
        frozenset(table) for planned in (*state.played, *plan) for table in planned.tables
    )
    active = state.active
    assert all(
        met[frozenset((entry, other))] == 1
        for place, entry in enumerate(active)
        for other in active[:place]
    )


@given(count=st.integers(8, 16), come=st.booleans(), played=st.integers(1, 4))
@settings(max_examples=10)
def test_single_players_keep_most_tables_and_sit_out_as_often(
    *, count: int, come: bool, played: int
) -> None:
    size, players = 4, tuple(range(1, count + 1))
    fresh = PairingState(players, size=size, options={"rounds": 7})
    drawn_up = plan_partners(players, 7, seed="announced", steps=30)
    whole = tuple(PlannedRound(planned.tables, planned.byes) for planned in drawn_up)
    announced = whole[played:]
    after = replace(
        fresh,
        entries=tuple(range(1, count + 1 + come)),
        absent=frozenset() if come else frozenset({2}),
        played=whole[:played],
        announced=announced,
    )
    plan = rotating_partners(after)
    nobody_twice_in_a_round(plan)
    tables = len(after.active) // size
    assert [len(planned.tables) for planned in plan] == [tables] * len(announced)
    assert all(len(table) == size for planned in plan for table in planned.tables)
    assert bye_spread(after.active, [*whole[:played], *plan]) <= max(
        1, bye_spread(after.active, whole[:played])
    )
    # In each round one table changes for whoever comes, and no more than three where one goes.
    changed = sum(len(planned.tables) for planned in announced) - unchanged_tables(announced, plan)
    assert changed <= (2 if come else 3) * len(announced)


def test_partners_stay_together_at_the_tables_that_stay() -> None:
    fresh = PairingState(tuple(range(1, 17)), size=4)
    whole = rotating_partners(fresh)
    after = replace(fresh, entries=tuple(range(1, 18)), played=whole[:1], announced=whole[1:])
    plan = rotating_partners(after)
    before = {
        frozenset(pair) for planned in whole[1:] for t in planned.tables for pair in partners_at(t)
    }
    now = {frozenset(pair) for planned in plan for t in planned.tables for pair in partners_at(t)}
    assert len(before & now) >= 36  # of 48
    assert max(bye_counts(after.active, plan).values()) == 1


@pytest.mark.parametrize(
    ("plan", "places"),
    [
        (single_elimination, single_places),
        (double_elimination, double_places),
    ],
)
def test_two_finalists_who_both_drop_out_share_the_second_place(
    plan: Plan, places: Callable[[PairingState], Mapping[int, int]]
) -> None:
    state = start(4)
    finals = 2 if plan is single_elimination else 3
    for _round in range(finals - 1):
        state = ended(begun(state, plan(drawn(state))[0]), better)
    while len(still_in := [entry for entry, place in places(state).items() if place == 1]) > 2:
        state = ended(begun(state, plan(drawn(state))[0]), better)
    assert len(still_in) == 2
    gone = replace(state, absent=frozenset(still_in))
    places_now = places(gone)
    assert sorted(places_now.values())[0] == 2
    assert {places_now[entry] for entry in still_in} == {2}


@pytest.mark.parametrize("count", [8, 9, 13, 16])
def test_when_a_pair_leaves_a_round_robin_only_its_own_tables_change(count: int) -> None:
    entries = tuple(range(1, count + 1))
    table = berger_rounds(entries)
    announced = table[1:]
    plan = round_robin(PairingState(entries, frozenset({2}), table[:1], announced=announced))
    assert unchanged_tables(announced, plan) == sum(
        2 not in table for two in announced for table in two.tables
    )


HOLES = {
    "a cut round robin": ("round_robin", {"rounds": 7}, 0),
    "a league of ten meetings": ("round_robin", {"meetings": 10}, 4),
    "groups": ("qualifying", {}, 0),
    "a Mitchell": ("mitchell", {}, 0),
    "a Howell": ("howell", {}, 0),
}
"""Format, options, and how many announced tables may go: those of a week that made up for byes."""


@pytest.mark.parametrize("name", HOLES)
def test_a_latecomer_takes_the_holes_of_one_who_left(name: str) -> None:
    key, options, most = HOLES[name]
    plan = FORMATS[key].plan
    before = PairingState(entries=tuple(range(1, 17)), options=options)
    first, *later = plan(before)
    gone = replace(before, absent=frozenset({5}), played=(first,), announced=tuple(later))
    announced = plan(gone)
    arrived = replace(gone, entries=(*before.entries, 17), announced=announced)
    kept = unchanged_tables(announced, plan(arrived))
    assert kept >= sum(len(planned.tables) for planned in announced) - most
    tables_of_latecomer = [
        table for planned in plan(arrived) for table in planned.tables if 17 in table
    ]
    sat_out = [planned for planned in announced if planned.byes]
    assert len(tables_of_latecomer) >= min(len(sat_out), len(later)) - (most > 0)


def test_a_latecomer_to_a_cut_round_robin_sits_out_no_more_than_others() -> None:
    plan = FORMATS["round_robin"].plan
    before = PairingState(entries=tuple(range(1, 17)), options={"rounds": 7})
    first, *later = plan(before)
    arrived = replace(
        before, entries=(*before.entries, 17), played=(first,), announced=tuple(later)
    )
    after = plan(arrived)
    assert bye_spread(arrived.entries, after) <= 1
    assert unchanged_tables(later, after) == 6 * 8 - 5
