"""Double elimination in which each series is drawn anew out of a winners' and a losers' box."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairings.state import PairingState, Table
from engine.pairings.two_boxes import TwoBoxes
from tests.pairings.brackets.play import (
    begun,
    better,
    defeats_of,
    drawn,
    ended,
    every_course,
    played_out,
    rounds_of,
    start,
    tables_of,
)

two_boxes = TwoBoxes().plan
two_boxes_places = TwoBoxes().places

COUNTS = st.integers(2, 64)
SEEDS = st.randoms(use_true_random=False)


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_every_course_of_a_small_event_has_one_champion(count: int) -> None:
    for state in every_course(two_boxes, start(count, final=2)):
        assert len(tables_of(state)) in {2 * count - 2, 2 * count - 1}
        places = two_boxes_places(state)
        [champion] = [entry for entry, place in places.items() if place == 1]
        defeats = defeats_of(state)
        assert defeats[champion] < 2
        assert all(defeats[entry] == 2 for entry in places if entry != champion)


@given(count=COUNTS, random=SEEDS, final=st.sampled_from([1, 2]))
@settings(max_examples=60)
def test_a_box_is_drawn_among_those_with_as_many_defeats(
    count: int, random: Random, final: int
) -> None:
    before = start(count, final=final)
    for state in rounds_of(two_boxes, before, random.choice):
        defeats = defeats_of(before)
        planned = state.played[-1]
        for table, slot in zip(planned.tables, planned.slots, strict=False):
            if slot.section != "final":
                wanted = 0 if slot.section == "winners" else 1
                assert [defeats[entry] for entry in table] == [wanted, wanted]
        before = state
    games = len(tables_of(before))
    assert games == 2 * count - 2 or (games == 2 * count - 1 and final == 2)
    assert sorted(two_boxes_places(before)) == list(before.entries)
    assert sorted(two_boxes_places(before).values())[:2] == [1, 2]


@given(count=COUNTS, random=SEEDS)
@settings(max_examples=60)
def test_nobody_sits_out_twice_while_another_in_his_box_has_not_yet(
    count: int, random: Random
) -> None:
    byes: Counter[int] = Counter()
    for state in rounds_of(two_boxes, start(count), random.choice):
        planned = state.played[-1]
        sections = [slot.section for slot in planned.slots]
        for entry, section in zip(planned.byes, sections[len(planned.tables) :], strict=True):
            box = {
                other
                for table, slot in zip(planned.tables, planned.slots, strict=False)
                if slot.section == section
                for other in table
            }
            assert byes[entry] <= min(byes[other] for other in box)
        byes.update(planned.byes)
    assert len(set(byes)) == len(byes)


def test_the_lot_alone_decides_who_meets() -> None:
    state = replace(start(6), lot=(4, 1, 6, 2, 5, 3))
    [planned] = two_boxes(state)
    assert planned.tables == ((4, 1), (6, 2), (5, 3))
    assert two_boxes(replace(state, entries=(6, 5, 4, 3, 2, 1)))[0].tables == planned.tables


def test_the_last_out_of_the_hat_without_a_bye_sits_out() -> None:
    state = replace(start(5), lot=(4, 1, 2, 5, 3))
    [first] = two_boxes(state)
    assert (first.tables, first.byes) == (((4, 1), (2, 5)), (3,))
    state = replace(ended(begun(state, first), better), lot=(1, 2, 3, 4, 5))
    [second] = two_boxes(state)
    # of 1, 2 and 3 in the winners' box 3 had its bye
    assert second.tables == ((1, 3), (4, 5))
    assert second.byes == (2,)


def test_the_last_in_the_winners_box_waits_for_the_last_of_the_losers() -> None:
    seen = list(rounds_of(two_boxes, start(8), better))
    sections = [[slot.section for slot in state.played[-1].slots] for state in seen]
    assert sections[-1] == ["final"]
    waiting = [row for row in sections if "winners" not in row and row != ["final"]]
    assert waiting
    assert seen[-1].played[-1].tables[0][0] == 1


@pytest.mark.parametrize(("final", "meetings"), [(1, 1), (2, 2)])
def test_the_unbeaten_pair_may_lose_a_double_final_once(final: int, meetings: int) -> None:
    finals: list[Table] = []

    def decide(table: Table) -> int:
        if 1 in table and in_final:
            finals.append(table)
            return max(table)
        return min(table)

    state = start(8, final=final, final_best_of=3)
    while planned := two_boxes(drawn(state)):
        in_final = planned[0].slots[0].section == "final"
        state = ended(begun(state, planned[0]), decide)
    assert len(finals) == meetings
    assert two_boxes_places(state)[1] == 2
    assert state.played[-1].slots == (("final", meetings, 3),)


def test_nothing_is_drawn_while_a_table_is_playing_or_level() -> None:
    [first] = two_boxes(drawn(start(4)))
    half = begun(start(4), first)
    assert two_boxes(drawn(half)) == ()
    over = ended(half, better)
    level = replace(over.results[0][0], winners=frozenset())
    over = replace(over, results=((level, *over.results[0][1:]),))
    assert two_boxes(drawn(over)) == ()
    gone = replace(over, absent=frozenset(first.tables[0][:1]))
    assert two_boxes(drawn(gone)) != ()


@given(count=st.integers(3, 30), random=SEEDS)
@settings(max_examples=80)
def test_whoever_drops_out_the_rest_play_on(count: int, random: Random) -> None:
    state = start(count)
    leaving = random.sample(state.entries, random.randrange(count - 1))
    while planned := two_boxes(drawn(state)):
        there = {entry for table in (*planned[0].tables, planned[0].byes) for entry in table}
        assert not there & state.absent
        state = ended(begun(state, planned[0]), random.choice)
        if leaving and random.random() < 0.6:
            state = replace(state, absent=state.absent | {leaving.pop()})
    places = two_boxes_places(state)
    assert sorted(places) == list(state.entries)
    left = [entry for entry in state.active if defeats_of(state)[entry] < 2]
    assert len(left) <= 1
    assert all(places[entry] == 1 for entry in left)


@given(count=st.integers(3, 24), random=SEEDS)
@settings(max_examples=60)
def test_a_correction_moves_pairs_between_the_boxes(count: int, random: Random) -> None:
    state = start(count)
    while planned := two_boxes(drawn(state)):
        state = ended(begun(state, planned[0]), random.choice)
        if random.random() < 0.5:
            state = turned(state, random)
    places = two_boxes_places(state)
    assert sorted(places) == list(state.entries)
    assert list(places.values()).count(1) == 1
    assert all(defeats_of(state)[entry] >= 2 for entry, place in places.items() if place > 1)


def turned(state: PairingState, random: Random) -> PairingState:
    """One table of the first round turns out to have been won by the other."""
    results = list(state.results[0])
    place = random.randrange(len(results))
    loser = frozenset(state.played[0].tables[place]) - results[place].winners
    results[place] = replace(results[place], winners=loser)
    return replace(state, results=(tuple(results), *state.results[1:]))


def test_latecomers_are_in_neither_box() -> None:
    state = played_out(two_boxes, start(4), better)
    late = replace(state, entries=(*state.entries, 5))
    assert two_boxes(drawn(late)) == ()
    assert 5 not in two_boxes_places(late)


def test_places_follow_the_series_in_which_each_was_put_out() -> None:
    state = played_out(two_boxes, start(8), better)
    places = two_boxes_places(state)
    last = {
        entry: number
        for number, planned in enumerate(state.played)
        for table in planned.tables
        for entry in table
    }
    order = sorted(places, key=lambda entry: places[entry])
    assert all(last[box] >= last[other] for box, other in pairwise(order))
    assert places[1] == 1


def test_a_series_without_a_winner_is_told_by_its_round_and_table() -> None:
    [first] = two_boxes(drawn(start(4)))
    state = ended(begun(start(4), first), better)
    [second] = two_boxes(drawn(state))
    state = ended(begun(state, second), better)
    level = replace(state.results[1][1], winners=frozenset())
    state = replace(state, results=(state.results[0], (state.results[1][0], level)))
    assert TwoBoxes().undecided(state) == {(2, 2)}
    gone = replace(state, absent=frozenset(second.tables[1][:1]))
    assert TwoBoxes().undecided(gone) == frozenset()


def test_who_left_without_having_lost_in_that_round_comes_before_who_lost_in_it() -> None:
    states = list(rounds_of(two_boxes, start(4), better))
    lost_twice = [entry for entry, lost in defeats_of(states[1]).items() if lost == 2]
    (unbeaten,) = [entry for entry, lost in defeats_of(states[1]).items() if not lost]
    left = replace(states[1], absent=frozenset({unbeaten}))
    places = two_boxes_places(left)
    assert places[unbeaten] == 3
    assert [places[entry] for entry in lost_twice] == [4]


def test_the_drawing_marks_who_won_each_series() -> None:
    for state in rounds_of(two_boxes, start(5), better):
        boxes = [box for part in TwoBoxes().bracket(state).parts for box in part.boxes]
        assert boxes
        for box in boxes:
            names = [line.entry for line in box.lines if line.entry is not None]
            assert [line.entry for line in box.lines if line.has_won] == [min(names)]
