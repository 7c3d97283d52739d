"""Marks are the strokes of ALL: seven to a word, tallies for the rest."""

import pytest

from press.marks import arrange


@pytest.mark.parametrize("target", [1, 5, 7, 10, 14, 21, 35])
def test_a_target_has_a_stroke_for_each_mark(target: int) -> None:
    assert len(arrange(target, 0, 190, 52).strokes) == target


@pytest.mark.parametrize(
    ("target", "earned", "strokes"),
    [(7, 7, 7), (7, 8, 8), (7, 13, 13), (1, 3, 3), (10, 11, 11), (21, 4, 21)],
)
def test_marks_beyond_the_target_are_strokes_too(target: int, earned: int, strokes: int) -> None:
    assert len(arrange(target, earned, 190, 52).strokes) == strokes


def test_the_word_is_an_a_of_three_strokes_and_two_ls_of_two() -> None:
    left, right, bar, up, foot, second_up, second_foot = (
        stroke.segment for stroke in arrange(7, 0, 300, 100).strokes
    )
    assert left[:2] == right[:2], "both legs start at the top"
    assert left[2] < left[0] < right[2], "one leg falls to the left, one to the right"
    assert bar[1] == bar[3], "the bar is level"
    assert left[2] < bar[0] < bar[2] < right[2], "the bar lies between the legs"
    for upright, base in ((up, foot), (second_up, second_foot)):
        assert upright[0] == upright[2], "an L stands upright"
        assert base[:2] == upright[2:], "its foot starts where it ends"
        assert base[1] == base[3]
    assert right[2] < up[0] < second_up[0]


@pytest.mark.parametrize("target", [1, 7, 10, 21, 42, 100])
@pytest.mark.parametrize(("width", "height"), [(180, 52), (230, 60), (60, 30)])
def test_strokes_and_their_numbers_stay_in_their_room(
    target: int, width: float, height: float
) -> None:
    drawing = arrange(target, 0, width, height)
    assert drawing.width <= width + 0.01
    for stroke in drawing.strokes:
        assert min(stroke.x1, stroke.x2, stroke.label_x) >= -0.01
        assert max(stroke.x1, stroke.x2, stroke.label_x) <= width + 0.01
        assert max(stroke.y1, stroke.y2, stroke.label_y) <= height + 0.01


def test_a_wide_target_is_drawn_smaller_not_dropped() -> None:
    assert arrange(7, 0, 190, 52).scale > arrange(21, 0, 190, 52).scale > 15


def test_more_marks_than_the_room_holds_are_left_to_the_number() -> None:
    assert arrange(1000, 0, 190, 52).strokes == ()
