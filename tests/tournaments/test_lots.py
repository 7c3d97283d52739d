"""Lots can be drawn again by anybody."""

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pairings.state import draw, seed_new


@pytest.mark.parametrize(
    ("seed", "purpose", "order"),
    [
        # Computed with sha256sum over "seed|purpose|option" and sorted by hand.
        ("night", "shaker.1.1", [2, 1, 0, 3]),
        ("night", "shaker.1.2", [2, 0, 3, 1]),
    ],
)
def test_a_draw_is_the_same_everywhere(seed: str, purpose: str, order: list[int]) -> None:
    assert draw(seed, purpose, [0, 1, 2, 3]) == order


@given(st.lists(st.integers(1, 99), unique=True), st.integers(100, 200))
def test_an_option_put_in_later_leaves_the_order_of_the_others_alone(
    options: list[int], late: int
) -> None:
    before = draw("s", "order", options)
    after = draw("s", "order", [*options, late])
    assert [option for option in after if option != late] == before


def test_every_order_comes_out_about_as_often() -> None:
    counts = Counter(tuple(draw(str(seed), "fair", [1, 2, 3])) for seed in range(1200))
    assert set(counts) == set(itertools.permutations([1, 2, 3]))
    assert min(counts.values()) > 150  # 200 expected; 4 standard deviations are 52


def test_new_seeds_differ() -> None:
    assert len({seed_new() for _ in range(100)}) == 100
