"""The drawing of brackets: where boxes stand, what they say."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairings.brackets import Take
from engine.pairings.drawing import Bracket, DrawnBox, From, Status
from engine.pairings.state import PairingState
from engine.pairings.two_boxes import TwoBoxes
from tests.pairings.brackets.play import (
    Plan,
    begun,
    better,
    double_bracket,
    double_elimination,
    drawn,
    ended,
    played_out,
    playing,
    rounds_of,
    single_bracket,
    single_elimination,
    start,
)

two_boxes = TwoBoxes().plan
two_boxes_bracket = TwoBoxes().bracket

Draw = Callable[[PairingState], Bracket]

KINDS: list[tuple[Plan, Draw]] = [
    (single_elimination, single_bracket),
    (double_elimination, double_bracket),
    (two_boxes, two_boxes_bracket),
]


def boxes_of(bracket: Bracket) -> dict[int, DrawnBox]:
    return {box.number: box for part in bracket.parts for box in part.boxes}


@pytest.mark.parametrize(("plan", "draw"), KINDS)
@given(
    count=st.integers(2, 64),
    random=st.randoms(use_true_random=False),
    options=st.fixed_dictionaries(
        {"third": st.sampled_from([0, 1]), "consolation": st.sampled_from([0, 1, 2])}
    ),
)
@settings(max_examples=2)
def test_boxes_never_touch_and_strokes_lead_to_the_right(
    plan: Plan, draw: Draw, count: int, random: Random, options: dict[str, int]
) -> None:
    for state in rounds_of(plan, start(count, **options), random.choice):
        announced = plan(drawn(state))
        bracket = draw(replace(state, announced=announced))
        numbers = [box.number for part in bracket.parts for box in part.boxes]
        assert sorted(numbers) == list(range(1, len(numbers) + 1))
        for part in bracket.parts:
            boxes = {box.number: box for box in part.boxes}
            for column in range(len(part.columns)):
                rows = sorted(box.row for box in part.boxes if box.column == column)
                assert all(lower - upper >= 1 for upper, lower in pairwise(rows))
                assert rows[0] >= 0
                assert rows[-1] <= part.rows - 1
            for stroke in part.strokes:
                assert boxes[stroke.start].column < boxes[stroke.end].column


@given(count=st.integers(2, 64), random=st.randoms(use_true_random=False))
@settings(max_examples=4)
def test_every_line_is_somebody_or_comes_from_an_earlier_box(count: int, random: Random) -> None:
    for state in rounds_of(double_elimination, start(count), random.choice):
        boxes = boxes_of(double_bracket(state))
        for box in boxes.values():
            for line in box.lines:
                assert line.entry is not None or line.source is not None
                if line.source:
                    assert line.source.number < box.number
    assert {box.status for box in boxes.values()} <= {Status.OVER, Status.NEEDLESS}


def test_boxes_with_a_bye_are_left_out_and_the_seed_is_shown_where_he_begins() -> None:
    bracket = single_bracket(start(5))
    first, *others = boxes_of(bracket).values()
    assert [line.seed for line in first.lines] == [4, 5]
    assert [[line.seed for line in box.lines] for box in others[:2]] == [[1, None], [2, 3]]
    assert others[0].lines[1].source == From(Take.WINNER, 1)
    assert len(boxes_of(bracket)) == 4


def test_a_box_stands_in_the_middle_of_those_that_lead_to_it() -> None:
    [part] = single_bracket(start(8)).parts
    assert [box.row for box in part.boxes] == [0, 1, 2, 3, 0.5, 2.5, 1.5]
    assert part.rows == 4
    assert [(column.section, column.number, column.of) for column in part.columns] == [
        ("winners", 1, 2),
        ("winners", 2, 2),
        ("final", 1, 1),
    ]


def test_a_box_goes_from_coming_to_over() -> None:
    state = start(4)
    seen = [boxes_of(single_bracket(state))[3].status]
    [first] = single_elimination(state)
    drawn_first = boxes_of(single_bracket(replace(state, announced=(first,))))
    assert (drawn_first[1].status, drawn_first[1].round, drawn_first[1].table) == (
        Status.DRAWN,
        1,
        1,
    )
    state = begun(state, first)
    assert boxes_of(single_bracket(state))[1].status == Status.PLAYING
    state = ended(state, better)
    seen.append(boxes_of(single_bracket(state))[3].status)
    [last] = single_elimination(state)
    seen.append(boxes_of(single_bracket(replace(state, announced=(last,))))[3].status)
    state = begun(state, last)
    seen.append(boxes_of(single_bracket(state))[3].status)
    state = ended(state, better)
    final = boxes_of(single_bracket(state))[3]
    seen.append(final.status)
    assert seen == [Status.COMING, Status.READY, Status.DRAWN, Status.PLAYING, Status.OVER]
    assert [(line.entry, line.games, line.has_won) for line in final.lines] == [
        (1, 1, True),
        (2, 0, False),
    ]
    assert single_bracket(state).champion == 1


def test_a_further_final_is_shown_as_such_and_as_needless_when_it_is() -> None:
    coming = boxes_of(double_bracket(start(4)))
    assert coming[7].if_needed
    assert not coming[6].if_needed
    over = boxes_of(double_bracket(played_out(double_elimination, start(4), better)))
    assert over[7].status == Status.NEEDLESS
    assert over[7].lines[0].entry is None


def test_who_goes_on_without_playing_is_told() -> None:
    [first] = single_elimination(start(4))
    state = replace(ended(begun(start(4), first), better), absent=frozenset({1}))
    final = boxes_of(single_bracket(state))[3]
    assert final.status == Status.WALKOVER
    assert [line.has_won for line in final.lines] == [False, True]


def test_a_game_under_way_is_waited_for_though_both_have_dropped_out() -> None:
    [first] = single_elimination(start(4))
    one, _other = first.tables
    under_way = ended(begun(start(4), first), better)
    (_over, result) = under_way.results[0]
    waiting = replace(under_way, absent=frozenset(one), results=((playing(one), result),))
    assert boxes_of(single_bracket(waiting))[3].status == Status.COMING


def test_a_result_corrected_too_late_is_marked() -> None:
    [first] = single_elimination(start(4))
    state = ended(begun(start(4), first), better)
    state = begun(state, single_elimination(state)[0])
    assert not boxes_of(single_bracket(state))[1].is_overruled
    turned = replace(state.results[0][0], winners=frozenset({4}))
    results = ((turned, state.results[0][1]), state.results[1])
    late = boxes_of(single_bracket(replace(state, results=results)))
    assert late[1].is_overruled
    assert late[1].lines[0].has_won
    assert late[3].lines[0].entry == 1


def test_the_third_place_stands_below_the_final() -> None:
    [part] = single_bracket(start(4, third=1)).parts
    third, final = part.boxes[2:]
    assert third.section == "third"
    assert third.column == final.column
    assert third.row > final.row
    assert len(part.columns) == 2


def test_parts_are_named_and_each_final_has_its_champion() -> None:
    state = played_out(single_elimination, start(16, consolation=2), better)
    bracket = single_bracket(state)
    assert [part.name for part in bracket.parts] == [
        "winners",
        "consolation.winners",
        "consolation.losers",
    ]
    assert dict(bracket.champions) == {"winners": 1, "consolation.winners": 9}


def test_two_boxes_are_drawn_as_columns_of_tables_with_those_who_sit_out() -> None:
    state = replace(start(5), lot=(1, 2, 3, 4, 5))
    [first] = two_boxes(state)
    state = begun(state, first)
    [part] = two_boxes_bracket(state).parts
    assert (part.name, part.strokes, part.rows) == ("winners", (), 3)
    assert [box.status for box in part.boxes] == [
        Status.PLAYING,
        Status.PLAYING,
        Status.WALKOVER,
    ]
    assert [line.entry for line in part.boxes[2].lines] == [5, None]


def test_nothing_is_drawn_of_less_than_two() -> None:
    assert single_bracket(start(1)).parts == ()
    assert two_boxes_bracket(start(1)).parts == ()
