"""Brackets as trees: which seeds stand where, and where losers drop in."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairings.brackets import (
    DROPS,
    BoxKey,
    Feed,
    Seed,
    Take,
    bracket_size,
    double_tree,
    seed_order,
    single_tree,
)
from tests.pairings.brackets.play import double_elimination, played_out, start

SIZES = [2, 4, 8, 16, 32, 64]
FREE_OF_REMATCHES = {4: 1, 8: 2, 16: 3, 32: 4, 64: 6}
"""So many first columns of the losers' bracket cannot see the same two again."""


@pytest.mark.parametrize(
    ("count", "size"), [(2, 2), (3, 4), (4, 4), (5, 8), (33, 64), (64, 64), (1, 2)]
)
def test_the_bracket_is_the_smallest_that_has_room(count: int, size: int) -> None:
    assert bracket_size(count) == size


def test_the_standard_order_of_seeds_for_eight_and_sixteen() -> None:
    assert seed_order(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert seed_order(16) == (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)


@pytest.mark.parametrize("size", SIZES)
def test_the_two_best_of_any_part_are_kept_apart_to_its_last_round(size: int) -> None:
    order = seed_order(size)
    assert sorted(order) == list(range(1, size + 1))
    while len(order) > 1:
        pairs = list(zip(order[::2], order[1::2], strict=True))
        assert {sum(pair) for pair in pairs} == {len(order) + 1}
        order = tuple(min(pair) for pair in pairs)


@pytest.mark.parametrize("size", SIZES)
def test_a_single_tree_has_a_box_less_than_lines(size: int) -> None:
    tree = single_tree(size, final=1, third=False)
    assert len(tree.boxes) == size - 1
    assert len(single_tree(size, final=2, third=False).boxes) == size + 1
    third = single_tree(size, final=1, third=True)
    assert len(third.boxes) == (size if size > 2 else 1)


@pytest.mark.parametrize("size", SIZES)
def test_in_a_double_tree_each_box_sends_its_loser_down_once_or_out(size: int) -> None:
    tree = double_tree(size, final=1)
    assert len(tree.boxes) == 2 * size - 2
    feeds = [source for box in tree.boxes for source in box.sources if isinstance(source, Feed)]
    seeds = [source for box in tree.boxes for source in box.sources if isinstance(source, Seed)]
    assert len(feeds) == len(set(feeds))
    assert {seed.rank for seed in seeds} == set(range(1, size + 1))
    losing = {feed.box for feed in feeds if feed.take == Take.LOSER}
    assert losing == {box.key for box in tree.boxes if box.key.section == "winners"}
    place = {box.key: number for number, box in enumerate(tree.boxes)}
    for box in tree.boxes:
        sources = [source.box for source in box.sources if isinstance(source, Feed)]
        assert all(place[source] < place[box.key] for source in sources)


def ways_to_meet_again(size: int, drops: tuple[int, ...]) -> tuple[int, ...]:
    """By column of the losers' bracket, in how many ways two can stand there that have met.

    In the first column nobody can: those who lost in the first round met somebody who won.

    A way in is the box of the winners' bracket in which somebody lost: its round and number. Who
    lost in a box of a later round has won through the boxes below it, so that he may have beaten
    whoever lost there.
    """

    def met(first: tuple[int, int], other: tuple[int, int]) -> bool:
        (early, low), (late, high) = sorted((first, other))
        return early < late and low >> (late - early) == high

    boxes = [{(1, 2 * box), (1, 2 * box + 1)} for box in range(size // 4)]
    ways = [0]
    for number, drop in enumerate(drops, start=2):
        dropping = [(number, box ^ drop) for box in range(len(boxes))]
        pairs = zip(boxes, dropping, strict=True)
        ways.append(sum(met(early, late) for box, late in pairs for early in box))
        boxes = [box | {late} for box, late in zip(boxes, dropping, strict=True)]
        if len(boxes) > 1:
            halves = list(zip(boxes[::2], boxes[1::2], strict=True))
            ways.append(
                sum(
                    met(left_pair, two)
                    for left, right in halves
                    for left_pair in left
                    for two in right
                )
            )
            boxes = [left | right for left, right in halves]
    return tuple(ways)


@pytest.mark.parametrize("size", [4, 8, 16, 32, 64])
def test_no_other_crossing_postpones_rematches_longer(size: int) -> None:
    rounds = range(2, size.bit_length())
    every = product(*(range(size >> number) for number in rounds))
    assert ways_to_meet_again(size, DROPS[size]) == min(
        ways_to_meet_again(size, drops) for drops in every
    )


@pytest.mark.parametrize("size", [8, 16, 32, 64])
def test_the_first_columns_of_the_losers_cannot_see_a_rematch(size: int) -> None:
    ways = ways_to_meet_again(size, DROPS[size])
    free = FREE_OF_REMATCHES[size]
    assert ways[:free] == (0,) * free
    assert ways[free] > 0


@given(count=st.integers(5, 64), random=st.randoms(use_true_random=False))
@settings(max_examples=5)
def test_nobody_meets_again_before_those_columns_are_played(count: int, random: Random) -> None:
    free = FREE_OF_REMATCHES[bracket_size(count)]
    tree = double_tree(bracket_size(count), final=2)
    column = {
        box.key: column_of_box.number
        for column_of_box in tree.columns
        for box in column_of_box.boxes
    }
    state = played_out(double_elimination, start(count), random.choice)
    met: set[frozenset[int]] = set()
    for planned in state.played:
        for table, slot in zip(planned.tables, planned.slots, strict=False):
            if slot.section == "losers" and column[BoxKey(slot.section, slot.number)] <= free:
                assert frozenset(table) not in met
        met |= {frozenset(table) for table in planned.tables}
