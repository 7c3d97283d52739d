"""Settling up: right to the cent, and by as few transfers as trying everything finds."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.settling import (
    Route,
    Transfer,
    Unbalanced,
    fewest_possible,
    is_proven,
    passed_on,
    plain_count,
    settle,
)

BOX = 1000


def after(balances: Mapping[int, int], transfers: Sequence[Transfer[int]]) -> dict[int, int]:
    """What is left of the balances once all is paid."""
    left = Counter(balances)
    for payer, payee, amount in transfers:
        left[payer] += amount
        left[payee] -= amount
    return {key: amount for key, amount in left.items() if amount}


def payees(transfers: Sequence[Transfer[int]]) -> Counter[int]:
    return Counter(payer for payer, _payee in {(one.payer, one.payee) for one in transfers})


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


def balanced(amounts: Sequence[int]) -> dict[int, int]:
    return dict(enumerate((*amounts, -sum(amounts))))


@st.composite
def balances(draw: st.DrawFn, *, most: int, stakes: int | None = None) -> dict[int, int]:
    """An evening's balances; small stakes cancel often, cents hardly ever."""
    highest = stakes or draw(st.sampled_from([2, 5, 20, 10_000]))
    amounts = draw(st.lists(st.integers(-highest, highest), max_size=most - 1))
    keys = draw(st.permutations(range(len(amounts) + 1)))
    return dict(zip(keys, (*amounts, -sum(amounts)), strict=True))


@pytest.mark.parametrize(
    ("amounts", "transfers"),
    [
        # Checked by hand; people in the order of their keys.
        ([], []),
        ([0, 0], []),
        ([-5, 5], [(0, 1, 5)]),
        ([-5, 2, 3], [(0, 1, 2), (0, 2, 3)]),
        ([-3, -4, 4, 3], [(0, 3, 3), (1, 2, 4)]),
        ([-5, -4, -1, 6, 4], [(0, 3, 5), (1, 4, 4), (2, 3, 1)]),
        ([-7, -6, 5, 4, 2, 2], [(0, 2, 5), (0, 4, 2), (1, 3, 4), (1, 5, 2)]),
    ],
)
def test_small_evenings_are_settled_as_one_would_by_hand(
    amounts: list[int], transfers: list[tuple[int, int, int]]
) -> None:
    assert settle(dict(enumerate(amounts))) == tuple(transfers)


def test_every_evening_of_up_to_six_people_and_small_stakes_takes_the_fewest_transfers() -> None:
    for people in range(2, 7):
        for amounts in combinations_with_replacement(range(-4, 5), people - 1):
            evening = balanced(amounts)
            assert len(settle(evening)) == fewest_by_trying(tuple(evening.values())), evening


@settings(max_examples=60, deadline=None)
@given(balances(most=9))
def test_no_way_of_paying_takes_fewer_transfers(evening: dict[int, int]) -> None:
    transfers = settle(evening)
    assert len(transfers) == fewest_by_trying(tuple(evening.values()))
    assert is_proven(evening, len(transfers))


@settings(max_examples=60, deadline=None)
@given(balances(most=60), st.sampled_from([Route.FEWEST, Route.TWO_PAYEES]))
def test_everybody_is_settled_to_the_cent_by_less_transfers_than_people(
    evening: dict[int, int], route: Route
) -> None:
    transfers = settle(evening, route=route)
    people = sum(1 for amount in evening.values() if amount)
    assert after(evening, transfers) == {}
    assert all(one.amount > 0 and one.payer != one.payee for one in transfers)
    assert len({(one.payer, one.payee) for one in transfers}) == len(transfers)
    assert fewest_possible(evening) <= len(transfers) <= max(0, people - 1)
    assert len(transfers) <= plain_count(evening)


@settings(max_examples=60, deadline=None)
@given(balances(most=30))
def test_who_owes_only_pays_and_who_is_owed_only_receives(evening: dict[int, int]) -> None:
    for one in settle(evening):
        assert evening[one.payer] < 0 < evening[one.payee]


@settings(max_examples=100, deadline=None)
@given(balances(most=40))
def test_nobody_pays_more_than_two_people_and_that_costs_no_transfer(
    evening: dict[int, int],
) -> None:
    transfers = settle(evening, route=Route.TWO_PAYEES)
    assert max(payees(transfers).values(), default=0) <= 2
    assert len(transfers) == len(settle(evening))
    assert all(evening[key] > 0 for key in passed_on(transfers))


@pytest.mark.parametrize("winners", range(1, 33))
def test_one_who_lost_to_everybody_pays_two_who_pass_it_on(winners: int) -> None:
    evening = {0: -sum(range(1, winners + 1)), **{key: key for key in range(1, winners + 1)}}
    transfers = settle(evening, route=Route.TWO_PAYEES)
    assert after(evening, transfers) == {}
    assert len(transfers) == winners
    assert max(payees(transfers).values()) <= 2
    assert len(passed_on(transfers)) == max(0, (winners - 1) // 2)  # each passes on to two


def test_money_is_passed_on_only_where_somebody_would_pay_more_than_two() -> None:
    evening = {1: -50, 2: 30, 3: 20, 4: -10, 5: 10}
    assert settle(evening, route=Route.TWO_PAYEES) == settle(evening)
    evening = {1: -60, 2: 30, 3: 20, 4: 10}
    assert settle(evening, route=Route.TWO_PAYEES) == ((1, 2, 40), (1, 3, 20), (2, 4, 10))
    assert passed_on(settle(evening, route=Route.TWO_PAYEES)) == {2: 10}
    assert passed_on(settle(evening)) == {}


@settings(max_examples=60, deadline=None)
@given(balances(most=40))
def test_through_the_box_everybody_makes_or_gets_one_transfer(evening: dict[int, int]) -> None:
    transfers = settle(evening, route=Route.CASH_BOX, box=BOX)
    assert after(evening, transfers) == {}
    assert all(BOX in (one.payer, one.payee) for one in transfers)
    assert len(transfers) == sum(1 for amount in evening.values() if amount)
    in_box = 0
    for one in transfers:
        in_box += one.amount if one.payee == BOX else -one.amount
        assert in_box >= 0


def test_what_the_club_keeps_stays_in_the_box() -> None:
    evening = {1: -300, 2: 250, BOX: 50}
    transfers = settle(evening, route=Route.CASH_BOX, box=BOX)
    assert transfers == ((1, BOX, 300), (BOX, 2, 250))
    assert after(evening, transfers) == {}


@settings(max_examples=60, deadline=None)
@given(balances(most=40), st.sampled_from([Route.FEWEST, Route.TWO_PAYEES]), st.data())
def test_the_order_in_which_balances_come_changes_nothing(
    evening: dict[int, int], route: Route, data: st.DataObject
) -> None:
    shuffled = dict(data.draw(st.permutations(list(evening.items()))))
    assert settle(shuffled, route=route) == settle(evening, route=route)


@pytest.mark.parametrize("route", Route)
def test_balances_that_do_not_sum_to_zero_are_refused(route: Route) -> None:
    with pytest.raises(Unbalanced) as refused:
        settle({1: 5, 2: -4}, route=route, box=BOX if route is Route.CASH_BOX else None)
    assert refused.value.excess == 1


def test_a_box_is_named_where_it_is_used_and_nowhere_else() -> None:
    with pytest.raises(ValueError, match="wants the box's key"):
        settle({1: 5, 2: -5}, route=Route.CASH_BOX)
    with pytest.raises(ValueError, match="has a part only where"):
        settle({1: 5, 2: -5}, box=BOX)


def test_the_plain_way_may_take_more() -> None:
    evening = {0: -6, 1: -5, 2: -5, 3: 6, 4: 10}  # plainly, 6 pays to 10 first
    assert (plain_count(evening), len(settle(evening))) == (4, 3)


@pytest.mark.parametrize(
    ("amounts", "least"),
    [([], 0), ([-1, 1], 1), ([-1, -1, 2], 2), ([-1, -1, -1, 3], 3), ([-3, -3, 1, 1, 2, 2], 4)],
)
def test_the_least_conceivable_settles_pairs_by_one_and_three_by_two(
    amounts: list[int], least: int
) -> None:
    assert fewest_possible(dict(enumerate(amounts))) == least


def test_names_may_be_keys() -> None:
    assert settle({"Nel": -4, "Ann": 1, "Bob": 3}) == (("Nel", "Ann", 1), ("Nel", "Bob", 3))


def test_the_plain_way_wants_balanced_books_too() -> None:
    with pytest.raises(Unbalanced):
        plain_count({1: 5, 2: -4})
