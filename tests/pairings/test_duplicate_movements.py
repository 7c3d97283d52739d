"""Mitchell and Howell: who meets whom, in which direction, and who sits out."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairings.duplicate_movements import comparisons, places_in_movement
from engine.pairings.howell import Howell
from engine.pairings.mitchell import Mitchell
from engine.pairings.state import PairingState, PlannedRound, Rounds

howell = Howell().plan
mitchell = Mitchell().plan
mitchell_lines = Mitchell().lines

Plan = Callable[[PairingState], Rounds]
PAIRS = st.integers(min_value=2, max_value=16)


def state(pairs: int, **options: int) -> PairingState:
    return PairingState(tuple(range(1, pairs + 1)), options=options)


def met(plan: Rounds) -> Counter[frozenset[int]]:
    return Counter(frozenset(table) for planned in plan for table in planned.tables)


def byes(plan: Rounds) -> Counter[int]:
    return Counter(entry for planned in plan for entry in planned.byes)


def compared(plan: Rounds, pairs: int) -> list[int]:
    """How often each two sat in the same direction in the same round."""
    counts = counted(plan)
    return [counts[pair] for pair in combinations(range(1, pairs + 1), 2)]


def counted(plan: Rounds) -> Counter[tuple[int, ...]]:
    counts: Counter[tuple[int, ...]] = Counter()
    for planned in plan:
        for side in (0, 1):
            line = sorted(table[side] for table in planned.tables)
            counts.update(combinations(line, 2))
    return counts


@given(PAIRS)
def test_in_a_mitchell_each_line_meets_the_other_once(pairs: int) -> None:
    plan = mitchell(state(pairs))
    staying = {table[0] for planned in plan for table in planned.tables}
    moving = set(range(1, pairs + 1)) - staying
    assert met(plan) == Counter(map(frozenset, product(staying, moving)))
    assert len(plan) == (pairs + 1) // 2


def test_in_a_mitchell_the_moving_pairs_go_up_one_table() -> None:
    plan = mitchell(state(8))
    for before, after in pairwise(plan):
        assert [table[0] for table in before.tables] == [table[0] for table in after.tables]
        moved = [table[1] for table in before.tables]
        assert [table[1] for table in after.tables] == [moved[-1], *moved[:-1]]


@given(PAIRS)
def test_with_two_winners_each_line_is_compared_with_itself_alone(pairs: int) -> None:
    plan, lines = mitchell(state(pairs)), mitchell_lines(state(pairs))
    assert set(lines) == set(range(1, pairs + 1))
    for planned in plan:
        assert {lines[home] for home, _away in planned.tables} == {1}
        assert {lines[away] for _home, away in planned.tables} == {2}
    sat_out, counts = byes(plan), counted(plan)
    for pair, other in combinations(range(1, pairs + 1), 2):
        apart = lines[pair] != lines[other]
        rounds = 0 if apart else len(plan) - sat_out[pair] - sat_out[other]
        assert counts[pair, other] == rounds


@pytest.mark.parametrize(
    ("pairs", "rounds", "least", "most"),
    # The number of rounds in which any two are compared; the average is 1.71, 2.73, 3.73 and 3.83.
    [(8, 4, 1, 3), (12, 6, 2, 4), (16, 8, 2, 6), (24, 8, 1, 7)],
)
def test_with_one_winner_any_two_are_compared(
    pairs: int, rounds: int, least: int, most: int
) -> None:
    plan = mitchell(state(pairs, winners=1, rounds=rounds))
    assert len(plan) == rounds
    times = compared(plan, pairs)
    assert (min(times), max(times)) == (least, most)
    assert mitchell_lines(state(pairs, winners=1)) == {}


@given(PAIRS)
def test_one_winner_or_two_the_same_pairs_meet_in_the_same_rounds(pairs: int) -> None:
    two, one_winner = mitchell(state(pairs)), mitchell(state(pairs, winners=1))
    assert [met((planned,)) for planned in two] == [met((planned,)) for planned in one_winner]
    assert [planned.byes for planned in two] == [planned.byes for planned in one_winner]


def test_the_comparisons_counted_for_the_page_are_those_of_the_movement() -> None:
    for plan in (mitchell(state(9)), mitchell(state(9, winners=1)), howell(state(7))):
        assert comparisons(plan) == {frozenset(pair): n for pair, n in counted(plan).items()}


def test_after_an_arrival_the_rest_is_turned_around_what_was_played() -> None:
    begun = mitchell(state(12, winners=1))[:3]
    later = replace(state(14, winners=1), played=begun)
    plan = (*begun, *mitchell(later))
    assert plan[:3] == begun
    unturned = (*begun, *mitchell(replace(later, options={"winners": 2})))
    spread, before = (sum(n**2 for n in counted(each).values()) for each in (plan, unturned))
    assert spread < before


@given(PAIRS)
def test_in_a_howell_everybody_meets_everybody_once(pairs: int) -> None:
    plan = howell(state(pairs))
    everybody = map(frozenset, combinations(range(1, pairs + 1), 2))
    assert met(plan) == Counter(everybody)
    assert len(plan) == pairs - 1 + pairs % 2


@pytest.mark.parametrize("pairs", [4, 7, 8, 11, 12])
def test_the_best_howells_compare_any_two_equally_often(pairs: int) -> None:
    assert len(set(compared(howell(state(pairs)), pairs))) == 1


@pytest.mark.parametrize("pairs", range(2, 17))
def test_howells_are_balanced(pairs: int) -> None:
    plan = howell(state(pairs))
    times = compared(plan, pairs)
    average = sum(times) / len(times)
    assert all(abs(count - average) <= 2 for count in times)
    homes = Counter(table[0] for planned in plan for table in planned.tables)
    meetings = Counter(entry for planned in plan for table in planned.tables for entry in table)
    excess = [2 * homes[entry] - meetings[entry] for entry in meetings]
    # Equal comparisons and equal directions exclude each other with even numbers.
    assert max(map(abs, excess)) <= (5 if pairs % 2 == 0 else 2)


@given(PAIRS, st.sampled_from([mitchell, howell]))
def test_nobody_sits_out_twice(pairs: int, plan: Plan) -> None:
    counts = byes(plan(state(pairs)))
    assert set(counts.values()) <= {1}
    assert len(counts) == (0 if pairs % 2 == 0 else (pairs + 1) // 2 if plan is mitchell else pairs)


@settings(max_examples=30)
@given(st.integers(min_value=2, max_value=11), st.sampled_from([mitchell, howell]), st.data())
def test_nobody_meets_twice_whoever_comes_or_goes(
    pairs: int, plan: Plan, data: st.DataObject
) -> None:
    now, played = state(pairs), list[PlannedRound]()
    newest = pairs
    for _ in range(pairs + 2):
        rounds = plan(now)
        if not rounds:
            break
        played.append(rounds[0])
        change = data.draw(st.sampled_from(["none", "none", "come", "go"]))
        entries, absent = now.entries, now.absent
        if change == "come" and len(entries) < 14:
            newest += 1
            entries = (*entries, newest)
        elif change == "go" and len(now.active) > 2:
            absent = absent | {data.draw(st.sampled_from(now.active))}
        now = replace(now, entries=entries, absent=absent, played=tuple(played))
    assert played
    assert set(met(tuple(played)).values()) == {1}
    for planned in played:
        seated = [entry for table in planned.sittings for entry in table]
        assert len(seated) == len(set(seated))


def test_a_pair_that_left_before_it_played_has_no_place() -> None:
    assert places_in_movement(replace(state(4), absent=frozenset({2}))) == (1, 3, 4)


def test_a_pair_that_leaves_lets_its_next_opponents_sit_out() -> None:
    before = state(8)
    first, *rest = mitchell(before)
    after = mitchell(replace(before, played=(first,), absent=frozenset({1})))
    for announced, now in zip(rest, after, strict=True):
        assert set(now.tables) == {table for table in announced.tables if 1 not in table}
        assert len(now.byes) == 1


def test_a_pair_that_comes_late_takes_the_empty_place() -> None:
    before = state(7)
    first, *rest = mitchell(before)
    after = mitchell(replace(before, played=(first,), entries=(*before.entries, 8)))
    for announced, now in zip(rest, after, strict=True):
        assert set(announced.tables) <= set(now.tables)
        assert not now.byes


def test_a_meeting_that_is_pinned_later_is_not_planned_before() -> None:
    first = howell(state(6))[0]
    promised = howell(state(6))[3].tables[0]
    rest = howell(replace(state(6), played=(first,), promised=(promised,)))
    assert frozenset(promised) not in met(rest)
    assert set((met((first,)) + met(rest)).values()) == {1}
