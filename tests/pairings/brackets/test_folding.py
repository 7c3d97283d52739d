"""Folding away the columns that are over: what is left moves together, and nothing touches."""

from collections import defaultdict
from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairings.drawing import PAST, Bracket, DrawnPart, column_within, folded, open_column
from engine.pairings.state import PairingState
from engine.pairings.two_boxes import TwoBoxes
from tests.pairings.brackets.play import (
    Plan,
    better,
    double_bracket,
    double_elimination,
    rounds_of,
    single_bracket,
    single_elimination,
    start,
)

two_boxes = TwoBoxes().plan
two_boxes_bracket = TwoBoxes().bracket

KINDS: list[tuple[Plan, Callable[[PairingState], Bracket]]] = [
    (single_elimination, single_bracket),
    (double_elimination, double_bracket),
    (two_boxes, two_boxes_bracket),
]


def columns_of(part: DrawnPart) -> dict[int, list[float]]:
    """The rows of the boxes of each column, from the top."""
    by_column: dict[int, list[float]] = defaultdict(list)
    for box in part.boxes:
        by_column[box.column].append(box.row)
    return {column: sorted(rows) for column, rows in by_column.items()}


@pytest.mark.parametrize(("plan", "draw"), KINDS)
@given(count=st.integers(2, 64), seed=st.integers(0, 99), third=st.sampled_from([0, 1]))
@settings(max_examples=8)
def test_whatever_is_folded_away_the_rest_stays_whole_and_apart(
    plan: Plan, draw: Callable[[PairingState], Bracket], count: int, seed: int, third: int
) -> None:
    random = Random(seed)
    for state in rounds_of(plan, start(count, third=third), random.choice):
        for part in draw(state).parts:
            first = random.randrange(len(part.columns))
            left = folded(part, first)
            assert left.columns == part.columns[first:]
            boxes = {box.number: box for box in part.boxes if box.column >= first}
            assert {box.number for box in left.boxes} == boxes.keys()
            assert {box.number: box.lines for box in left.boxes} == {
                number: box.lines for number, box in boxes.items()
            }
            for rows in columns_of(left).values():
                assert all(below - above > 0.999 for above, below in pairwise(rows))
                assert 0 <= rows[0] <= rows[-1] < left.rows - 0.999
            assert left.rows <= part.rows
            assert {end for stroke in left.strokes for end in stroke} <= boxes.keys()


def test_the_first_rounds_of_sixty_four_fold_to_eight_rows() -> None:
    situations = list(rounds_of(single_elimination, start(64), better))
    (part,) = single_bracket(situations[1]).parts
    assert open_column(part) == 2
    left = folded(part, 2)
    assert (len(part.boxes), part.rows) == (63, 32)
    assert (len(left.boxes), left.rows) == (15, 8)
    assert columns_of(left)[0] == [0, 1, 2, 3, 4, 5, 6, 7]
    assert columns_of(left)[3] == [3.5]
    some = folded(part, 2, 2)
    assert (len(some.columns), len(some.boxes)) == (2, 12)


def test_the_third_place_keeps_its_distance_from_the_final() -> None:
    situations = list(rounds_of(single_elimination, start(16, third=1), better))
    (part,) = single_bracket(situations[0]).parts
    final, third = (
        next(box for box in folded(part, 3).boxes if box.section == section)
        for section in ("final", "third")
    )
    assert (final.row, third.row) == (0, 1.25)


@pytest.mark.parametrize(("most", "first"), [(32, 0), (16, 1), (8, 2), (1, 5), (0, 6)])
def test_a_wall_of_so_many_rows_begins_where_they_suffice(most: int, first: int) -> None:
    (part,) = single_bracket(next(iter(rounds_of(single_elimination, start(64), better)))).parts
    assert column_within(part, most) == first


def test_where_all_is_over_nothing_is_folded_away() -> None:
    *_others, last = rounds_of(double_elimination, start(8), better)
    for part in double_bracket(last).parts:
        assert all(box.status in PAST for box in part.boxes)
        assert open_column(part) == 0
        assert folded(part, 0) == part
