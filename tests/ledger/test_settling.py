"""Settling up: right to the cent, and by as few transfers as trying everything finds."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.settling import (
    EXACT,
    PlannedTransfer,
    Unbalanced,
    groups_of,
    settle,
    settle_by_box,
    with_two_payees,
)

BOX = 1000


def two_payees(balances: Mapping[int, int]) -> list[PlannedTransfer[int]]:
    return with_two_payees(settle(balances))


def by_box(balances: Mapping[int, int]) -> list[PlannedTransfer[int]]:
    return settle_by_box(balances, box=BOX)


def after(balances: Mapping[int, int], transfers: Sequence[PlannedTransfer[int]]) -> dict[int, int]:
    """What is left of the balances once all is paid."""
    left = Counter(balances)
    for payer, payee, amount in transfers:
        left[payer] += amount
        left[payee] -= amount
    return {key: amount for key, amount in left.items() if amount}


def most_payees(transfers: Sequence[PlannedTransfer[int]]) -> int:
    return max(Counter(transfer.payer for transfer in transfers).values(), default=0)


def passing_on(transfers: Sequence[PlannedTransfer[int]]) -> set[int]:
    """Those who pay and are paid."""
    return {transfer.payer for transfer in transfers} & {transfer.payee for transfer in transfers}


@cache
def fewest_by_trying(amounts: tuple[int, ...]) -> int:
    """Slow and plain: the first debtor pays somebody all he can, whoever it is; the best counts.

    In a shortest plan somebody is settled by each transfer, or it could be made so.
    """
    amounts = tuple(sorted(amount for amount in amounts if amount))
    if not amounts:
        return 0
    first, rest = amounts[0], amounts[1:]
    return 1 + min(
        fewest_by_trying((*rest[:index], other + first, *rest[index + 1 :]))
        for index, other in enumerate(rest)
        if other > 0
    )


def most_groups_by_trying(amounts: Sequence[int]) -> int:
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
                    best = max(
                        best, 1 + most(tuple(player for player in rest if player not in others))
                    )
        return best

    return most(tuple(range(len(amounts))))


def balanced(amounts: Sequence[int]) -> dict[int, int]:
    return dict(enumerate((*amounts, -sum(amounts))))


@st.composite
def balances(draw: st.DrawFn, *, most: int) -> dict[int, int]:
    """An evening's balances; small stakes cancel often, cents hardly ever."""
    highest = draw(st.sampled_from([2, 5, 20, 10_000]))
    amounts = draw(st.lists(st.integers(-highest, highest), max_size=most - 1))
    keys = draw(st.permutations(range(len(amounts) + 1)))
    return dict(zip(keys, (*amounts, -sum(amounts)), strict=True))


@settings(max_examples=60)
@given(st.lists(st.integers(-5, 5).filter(bool), max_size=8))
def test_as_many_groups_are_found_as_there_are(amounts: list[int]) -> None:
    if total := sum(amounts):
        amounts.append(-total)
    groups = groups_of(amounts)
    assert sorted(place for group in groups for place in group) == list(range(len(amounts)))
    assert all(group and sum(amounts[place] for place in group) == 0 for group in groups)
    assert len(groups) == most_groups_by_trying(amounts)


def test_the_most_groups_of_known_evenings() -> None:
    known: list[tuple[list[int], int]] = [
        ([], 0),
        ([3, -3], 1),
        ([1, 1, -1, -1], 2),
        ([1] * 10 + [-1] * 10, 10),
        ([1] * 10 + [-2] * 5, 5),
        # 1+6+10-17 and so on: each group needs one of the five who owe.
        ([1, 6, 10, 2, 9, 14, 3, 11, 19, 4, 13, 22, 5, 15, 26, -17, -25, -33, -39, -46], 5),
        # Six such threes and a four, of whom no pair cancels: as many as are settled for certain.
        (
            [n for k in range(6) for n in (9**k, 9**k + 4, -2 * 9**k - 4)]
            + [10**9, 3 * 10**9, 5 * 10**9, -9 * 10**9],
            7,
        ),
    ]
    for amounts, most in known:
        groups = groups_of(amounts)
        assert all(sum(amounts[place] for place in group) == 0 for group in groups)
        assert len(groups) == most, amounts
    assert len(known[-1][0]) == EXACT


def test_small_evenings_are_settled_as_one_would_by_hand() -> None:
    # Checked by hand; people in the order of their keys.
    known: list[tuple[list[int], list[tuple[int, int, int]]]] = [
        ([], []),
        ([0, 0], []),
        ([-5, 5], [(0, 1, 5)]),
        ([-5, 2, 3], [(0, 1, 2), (0, 2, 3)]),
        ([-3, -4, 4, 3], [(0, 3, 3), (1, 2, 4)]),
        ([-5, -4, -1, 6, 4], [(0, 3, 5), (1, 4, 4), (2, 3, 1)]),
        ([-7, -6, 5, 4, 2, 2], [(0, 2, 5), (0, 4, 2), (1, 3, 4), (1, 5, 2)]),
    ]
    for amounts, transfers in known:
        assert settle(dict(enumerate(amounts))) == transfers


def test_every_evening_of_up_to_six_people_and_small_stakes_takes_the_fewest_transfers() -> None:
    for people in range(2, 7):
        for amounts in combinations_with_replacement(range(-4, 5), people - 1):
            evening = balanced(amounts)
            assert len(settle(evening)) == fewest_by_trying(tuple(evening.values())), evening


@settings(max_examples=60)
@given(balances(most=9))
def test_no_way_of_paying_takes_fewer_transfers(evening: dict[int, int]) -> None:
    assert len(settle(evening)) == fewest_by_trying(tuple(evening.values()))


@settings(max_examples=60)
@given(balances(most=60), st.sampled_from([settle, two_payees]))
def test_everybody_is_settled_to_the_cent_by_less_transfers_than_people(
    evening: dict[int, int], route: Callable[[Mapping[int, int]], list[PlannedTransfer[int]]]
) -> None:
    transfers = route(evening)
    people = sum(1 for amount in evening.values() if amount)
    assert after(evening, transfers) == {}
    assert all(transfer.amount > 0 and transfer.payer != transfer.payee for transfer in transfers)
    assert len({(transfer.payer, transfer.payee) for transfer in transfers}) == len(transfers)
    assert len(transfers) <= max(0, people - 1)


@settings(max_examples=60)
@given(balances(most=30))
def test_who_owes_only_pays_and_who_is_owed_only_receives(evening: dict[int, int]) -> None:
    for transfer in settle(evening):
        assert evening[transfer.payer] < 0 < evening[transfer.payee]


def test_two_thousand_people_are_settled_too() -> None:
    evening = balanced([(-1) ** n * (n * 7919 % 10_007 + 1) for n in range(2000)])
    assert len(evening) > EXACT
    transfers = settle(evening)
    assert after(evening, transfers) == {}
    assert len(transfers) < 2000


@settings(max_examples=100)
@given(balances(most=40))
def test_nobody_pays_more_than_two_people_and_that_costs_no_transfer(
    evening: dict[int, int],
) -> None:
    transfers = two_payees(evening)
    assert most_payees(transfers) <= 2
    assert len(transfers) == len(settle(evening))
    assert all(evening[key] > 0 for key in passing_on(transfers))


def test_one_who_lost_to_everybody_pays_two_who_pass_it_on() -> None:
    for winners in range(1, 33):
        evening = {0: -sum(range(1, winners + 1)), **{key: key for key in range(1, winners + 1)}}
        transfers = two_payees(evening)
        assert after(evening, transfers) == {}
        assert len(transfers) == winners
        assert most_payees(transfers) <= 2
        assert len(passing_on(transfers)) == max(0, (winners - 1) // 2)  # each passes on to two


def test_money_is_passed_on_only_where_somebody_would_pay_more_than_two() -> None:
    evening = {1: -50, 2: 30, 3: 20, 4: -10, 5: 10}
    assert two_payees(evening) == settle(evening)
    evening = {1: -60, 2: 30, 3: 20, 4: 10}
    assert two_payees(evening) == [(1, 2, 40), (1, 3, 20), (2, 4, 10)]


@settings(max_examples=60)
@given(balances(most=40))
def test_through_the_box_everybody_makes_or_gets_one_transfer(evening: dict[int, int]) -> None:
    transfers = by_box(evening)
    assert after(evening, transfers) == {}
    assert all(BOX in (transfer.payer, transfer.payee) for transfer in transfers)
    assert len(transfers) == sum(1 for amount in evening.values() if amount)
    in_box = 0
    for transfer in transfers:
        in_box += transfer.amount if transfer.payee == BOX else -transfer.amount
        assert in_box >= 0


def test_what_the_club_keeps_stays_in_the_box() -> None:
    evening = {1: -300, 2: 250, BOX: 50}
    transfers = by_box(evening)
    assert transfers == [(1, BOX, 300), (BOX, 2, 250)]
    assert after(evening, transfers) == {}


@settings(max_examples=60)
@given(balances(most=40), st.data())
def test_the_order_in_which_balances_come_changes_nothing(
    evening: dict[int, int], data: st.DataObject
) -> None:
    shuffled = dict(data.draw(st.permutations(list(evening.items()))))
    for route in (settle, two_payees, by_box):
        assert route(shuffled) == route(evening)


def test_balances_that_do_not_sum_to_zero_are_refused() -> None:
    for route in (settle, two_payees, by_box):
        with pytest.raises(Unbalanced) as refused:
            route({1: 5, 2: -4})
        assert refused.value.excess == 1


def test_a_group_of_its_own_saves_a_transfer() -> None:
    evening = {0: -6, 1: -5, 2: -5, 3: 6, 4: 10}  # largest first, 6 would pay to 10
    assert len(settle(evening)) == 3


def test_names_may_be_keys() -> None:
    assert settle({"Nel": -4, "Ann": 1, "Bob": 3}) == [("Nel", "Ann", 1), ("Nel", "Bob", 3)]
