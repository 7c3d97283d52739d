"""Groups that settle among themselves: the most there are, against trying every set."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.settling.base import Group
from ledger.settling.exact import most_groups
from ledger.settling.groups import EXACT, groups_of, pairs
from ledger.settling.search import fours, threes


def most_by_trying(amounts: Sequence[int]) -> int:
    """The most disjoint sets of people that sum to zero, by looking at all of them."""

    @cache
    def most(left: tuple[int, ...]) -> int:
        if not left:
            return 0
        first, rest = left[0], left[1:]
        best = most(rest)
        for size in range(len(rest) + 1):
            for others in combinations(rest, size):
                if amounts[first] + sum(amounts[other] for other in others) == 0:
                    best = max(best, 1 + most(tuple(one for one in rest if one not in others)))
        return best

    return most(tuple(range(len(amounts))))


def assert_groups(amounts: Sequence[int], groups: Sequence[Sequence[int]]) -> None:
    held = [place for group in groups for place in group]
    assert len(held) == len(set(held))
    assert all(group and sum(amounts[place] for place in group) == 0 for group in groups)


@settings(max_examples=120, deadline=None)
@given(st.lists(st.integers(-6, 6).filter(bool), max_size=9))
def test_as_many_groups_are_found_as_there_are(amounts: list[int]) -> None:
    groups = most_groups(amounts)
    assert_groups(amounts, groups)
    assert len(groups) == most_by_trying(amounts)


@pytest.mark.parametrize(
    ("amounts", "most"),
    [
        ([], 0),
        ([3], 0),
        ([3, 4], 0),
        ([3, -3], 1),
        ([1, 1, -1, -1], 2),
        ([5, -2, -3, 8], 1),
        ([1] * 10 + [-1] * 10, 10),
        ([1] * 10 + [-2] * 5, 5),
        # 1+6+10-17 and so on: each group needs one of the five who owe.
        ([1, 6, 10, 2, 9, 14, 3, 11, 19, 4, 13, 22, 5, 15, 26, -17, -25, -33, -39, -46], 5),
    ],
)
def test_the_most_groups_of_known_evenings(amounts: list[int], most: int) -> None:
    groups = most_groups(amounts)
    assert_groups(amounts, groups)
    assert len(groups) == most


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-5, 5).filter(bool), max_size=8))
def test_taking_out_who_cancels_loses_no_group(amounts: list[int]) -> None:
    if total := sum(amounts):
        amounts.append(-total)
    assert len(groups_of(amounts)) == most_by_trying(amounts)


@pytest.mark.parametrize(("search", "size"), [(threes, 3), (fours, 4)])
@pytest.mark.parametrize("highest", [3, 30, 1000])
def test_quick_searches_find_many_small_groups(
    search: Callable[[Sequence[int], Sequence[int]], list[Group]], size: int, highest: int
) -> None:
    chance = Random(f"{highest}")
    amounts = [chance.choice((-1, 1)) * chance.randint(1, highest) for _ in range(300)]
    groups = search(amounts, range(len(amounts)))
    assert_groups(amounts, groups)
    assert {len(group) for group in groups} == {size}
    assert len(groups) > 40


def test_who_cancels_is_paired_as_often_as_can_be() -> None:
    amounts = [3, -3, -3, 3, 3, -2, 2, -2, 5]
    assert_groups(amounts, pairs(amounts))
    assert len(pairs(amounts)) == 3


@pytest.mark.parametrize("people", [EXACT + 1, 50, 200])
@pytest.mark.parametrize("highest", [9, 500, 10**9])
def test_many_people_are_all_in_some_group(people: int, highest: int) -> None:
    chance = Random(f"{people} {highest}")
    amounts = [chance.choice((-1, 1)) * chance.randint(1, highest) for _ in range(people - 1)]
    if total := sum(amounts):
        amounts.append(-total)
    groups = groups_of(amounts)
    assert_groups(amounts, groups)
    assert sorted(place for group in groups for place in group) == list(range(len(amounts)))


def test_small_groups_hidden_among_many_people_are_found() -> None:
    chance = Random("hidden")
    amounts: list[int] = []
    for size in (3, 4) * 40:
        part = [chance.choice((-1, 1)) * chance.randint(10**6, 10**9) for _ in range(size - 1)]
        amounts += [*part, -sum(part)]
    chance.shuffle(amounts)
    assert len(groups_of(amounts)) == 80
