"""Dummy-Hand Spades in words: bids, nils, who declares, and how a score comes about."""

from typing import Any

import pytest

from core.figures import signed
from games.dummy_spades.labels import (
    OUTCOMES,
    auction_words,
    bid_calculation,
    bid_words,
    contract_words,
    nil_ignored_words,
    nil_words,
    penalty_words,
    seat_words,
)
from rules.dummy_spades.scoring import RESULTS
from tests.tables import table

NAMES = ("Ada", "Bob", "Cleo")


@pytest.mark.parametrize(("seat", "words"), [(0, "Ada"), (1, "Bob"), (2, "Cleo"), (3, "the dummy")])
def test_a_seat_is_a_player_or_the_dummy(seat: int, words: str) -> None:
    assert seat_words(seat, NAMES) == words


CALLS: list[tuple[dict[str, Any], str]] = [
    ({"seat": 0, "bid": "5"}, "5"),
    ({"seat": 0, "bid": "13", "nil": []}, "13"),
    ({"seat": 1, "bid": "0", "nil": [1]}, "0, nil on own hand"),
    ({"seat": 0, "bid": "4", "nil": [3]}, "4, nil on the dummy"),
    ({"seat": 0, "bid": "4", "nil": [1]}, "4, nil on Bob"),
    ({"seat": 2, "bid": "0", "nil": [2, 3, 0]}, "0, nil on own hand and the dummy and Ada"),
    ({"seat": 0, "bid": "many"}, "many"),  # no bid: as it was written
]


@pytest.mark.parametrize(("call", "words"), CALLS)
def test_a_bid_is_said_with_its_nils(call: dict[str, Any], words: str) -> None:
    assert bid_words(call, NAMES) == words


def test_an_auction_is_its_bids_in_their_order() -> None:
    calls = [{"seat": 1, "bid": "5"}, {"seat": 2, "bid": "0", "nil": [2]}, {"seat": 0, "bid": "7"}]
    assert auction_words(calls, NAMES) == "5 · 0, nil on own hand · 7"


@pytest.mark.parametrize(
    ("declarer", "words"),
    [
        (0, "Ada and the dummy: 7; Bob: 5, Cleo: 6"),
        (1, "Bob and the dummy: 5; Ada: 7, Cleo: 6"),
        (2, "Cleo and the dummy: 6; Ada: 7, Bob: 5"),
    ],
)
def test_the_declarer_is_said_with_the_dummy_against_both_others(declarer: int, words: str) -> None:
    assert contract_words(declarer, [7, 5, 6], NAMES) == words


@pytest.mark.parametrize(
    ("bidder", "hand", "made", "words"),
    [
        (0, 0, True, "Ada, nil on own hand: made"),
        (0, 0, False, "Ada, nil on own hand: failed"),
        (0, 3, True, "Ada, nil on the dummy: made"),
        (1, 2, False, "Bob, nil on Cleo: failed"),
    ],
)
def test_a_nil_is_said_with_its_hand_and_its_result(
    bidder: int, hand: int, made: bool, words: str
) -> None:
    assert nil_words({"bidder": bidder, "hand": hand, "made": made}, NAMES) == words


@pytest.mark.parametrize(
    ("bidder", "hand", "words"),
    [
        (1, 3, "Bob, nil on the dummy: does not count, Bob did not declare"),
        (1, 0, "Bob, nil on Ada: does not count, they were opponents"),
    ],
)
def test_a_nil_that_does_not_count_says_why(bidder: int, hand: int, words: str) -> None:
    assert nil_ignored_words(bidder, hand, NAMES) == words


@pytest.mark.parametrize(
    ("bid", "tricks", "words"),
    [
        (7, 8, "7 × 10 + 1 bag = +71"),  # the worked example of the game's description
        (5, 5, "5 × 10 = +50"),
        (6, 5, "−6 × 10 = −60"),
        (5, 7, "5 × 10 + 2 bags = +52"),
        (7, 6, "−7 × 10 = −70"),
        (0, 0, "0"),
        (0, 3, "3 bags = +3"),
    ],
)
def test_a_bid_is_reckoned_aloud(bid: int, tricks: int, words: str) -> None:
    assert bid_calculation(bid, tricks) == words


@table("bid", range(14))
def test_every_reckoning_comes_to_what_the_rule_book_scores(bid: int) -> None:
    for tricks in range(14):
        points, bags = RESULTS[bid][tricks]
        words = bid_calculation(bid, tricks)
        assert words.split("= ")[-1] == signed(points)
        assert ("bag" in words) == (bags > 0)
        assert not bags or f"{bags} bag" in words


@pytest.mark.parametrize(
    ("times", "limit", "penalty", "words"),
    [
        (0, 10, 100, ""),
        (1, 10, 100, "10 bags: −100"),
        (2, 5, 50, "10 bags: −100"),
        (1, 1, 0, "1 bag: 0"),
    ],
)
def test_full_bags_say_what_they_cost(times: int, limit: int, penalty: int, words: str) -> None:
    assert penalty_words(times, limit, penalty) == words


def test_outcomes_are_those_of_the_record() -> None:
    assert {key: str(words) for key, words in OUTCOMES.items()} == {"played": "played"}
