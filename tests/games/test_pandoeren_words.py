"""Pandoeren in words: every bid, every contract, roem, stuk and points."""

from typing import Any

import pytest

from games.base import auction_words
from games.pandoeren.labels import (
    FOURS,
    OUTCOMES,
    RUNS,
    announcement_words,
    bid_meaning,
    bid_words,
    contract_words,
    denial_words,
    points_words,
    run_words,
    stuk_words,
)
from rules.pandoeren.contracts import BIDS, Aim, Calls
from rules.pandoeren.roem import FOUR_VALUES, RUN_VALUES
from tests.tables import table


@table(
    ("bid", "words"),
    [
        ("pass", "pass"),
        ("120", "120"),
        ("300", "300"),
        ("piccolo", "piccolo"),
        ("misere", "misère"),
        ("solo_zwabber", "solo zwabber"),
        ("piccolo_ouvert", "piccolo ouvert"),
        ("misere_ouvert", "misère ouvert"),
        ("stil_praatje", "stil praatje"),
        ("pandoer", "pandoer"),
        ("pandoer+40", "pandoer + 40"),
        ("pandoer+400", "pandoer + 400"),
        ("prive", "privé"),
        ("42", "42"),  # no bid: as it was written
        ("prive+20", "prive+20"),
        ("", ""),
    ],
)
def test_a_bid_is_said_as_at_the_table(bid: str, words: str) -> None:
    assert bid_words(bid) == words


def test_every_bid_has_words_of_its_own_without_an_underline() -> None:
    said = {bid_words(bid) for bid in BIDS}
    assert len(said) == len(BIDS)
    assert not any("_" in words for words in said)


@table("bid", BIDS)
def test_the_meaning_of_a_bid_agrees_with_the_table_of_contracts(bid: str) -> None:
    contract, meaning = BIDS[bid].contract, bid_meaning(bid)
    played_alone = contract.calls is Calls.NOBODY
    refers = meaning.startswith("As ")
    assert ("Alone" in meaning) == (played_alone and not refers)
    if not refers:
        assert ("lose every trick" in meaning) == (contract.aim is Aim.NONE)
        assert ("ace" in meaning) == (contract.calls is Calls.ACE)
        assert ("jass" in meaning) == (contract.calls is Calls.JASS)
        assert ("No trumps" in meaning or "no trumps" in meaning) == (not contract.trumps)


def test_the_meaning_of_piccolo_follows_the_rules_of_the_table() -> None:
    assert "first trick" in bid_meaning("piccolo")
    assert "whichever" in bid_meaning("piccolo", any_trick=True)
    assert bid_meaning("misere", any_trick=True) == bid_meaning("misere")


CONTRACTS: list[tuple[str, dict[str, Any] | None, bool, str]] = [
    (
        "150",
        {"trump": "S", "call": "HA"},
        False,
        "150 in spades, calls the ace of hearts",
    ),
    ("120", {"trump": "C", "call": "DK"}, False, "120 in clubs, calls the king of diamonds"),
    ("120", {"trump": "C", "call": None}, True, "120 in clubs, alone"),
    ("piccolo", {"trump": "D", "call": None}, False, "piccolo in diamonds"),
    ("misere", {"trump": "H"}, False, "misère in hearts"),
    ("kereltje", {"trump": "H", "call": None}, False, "kereltje in hearts, calls the jass"),
    ("kereltje", {"trump": "H", "call": None}, True, "kereltje in hearts, alone"),
    (
        "zwabber",
        {"trump": None, "call": "SA"},
        False,
        "zwabber, calls the ace of spades",
    ),
    ("solo_zwabber", {}, False, "solo zwabber"),
    (
        "pandoer+40",
        {"trump": "D", "call": "DA"},
        False,
        "pandoer + 40 in diamonds, calls the ace of diamonds",
    ),
    ("praatje", {"trump": "S", "call": None}, False, "praatje in spades"),
    ("prive", {"trump": "S"}, False, "privé in spades"),
    ("pass", None, False, ""),
    ("120", {"trump": "X", "call": "Z9"}, False, "120 in X, calls the Z9"),
    ("120", {"trump": "S", "call": "H10"}, False, "120 in spades, calls the ten of hearts"),
]


@table(("bid", "contract", "alone", "words"), CONTRACTS)
def test_a_contract_is_said_with_trumps_and_call(
    bid: str, contract: dict[str, Any] | None, alone: bool, words: str
) -> None:
    assert contract_words(bid, contract, alone=alone) == words


def test_an_auction_is_its_calls_in_their_order() -> None:
    calls = [{"seat": 1, "bid": "120"}, {"seat": 2, "bid": "pass"}, {"seat": 3, "bid": "misere"}]
    assert auction_words(calls, bid_words) == "120 · pass · misère"


def test_every_kind_of_roem_has_words() -> None:
    assert set(RUNS) == set(RUN_VALUES)
    assert set(FOURS) == set(FOUR_VALUES)


@pytest.mark.parametrize(
    ("length", "top", "words"),
    [
        (3, "SA", "a run of three to the ace of spades"),
        (5, "HT", "a run of five to the ten of hearts"),
        (8, "CA", "a run of eight to the ace of clubs"),
    ],
)
def test_a_run_is_said_by_its_length_and_its_top(length: int, top: str, words: str) -> None:
    assert run_words(length, top) == words


def test_what_is_announced_and_denied_is_said_with_names() -> None:
    assert announcement_words("Ada", 120) == "Ada announces 120 roem"
    assert announcement_words("Ada", None) == "Ada announces roem"
    assert denial_words("Bob", "Ada") == "Bob denies the roem of Ada"
    assert stuk_words("Cleo") == "Cleo announces stuk (king and queen of trumps), 20"


@pytest.mark.parametrize(
    ("cards", "roem", "stuk", "words"),
    [
        (112, 50, 20, "112 cards + 50 roem + 20 stuk = 182"),
        (112, 0, 20, "112 cards + 20 stuk = 132"),
        (112, 120, 0, "112 cards + 120 roem = 232"),
        (146, 0, 0, "146 cards"),
        (0, 0, 0, "0 cards"),
    ],
)
def test_points_are_added_up_aloud(cards: int, roem: int, stuk: int, words: str) -> None:
    points = {"cards": cards, "roem": roem, "stuk": stuk, "total": cards + roem + stuk}
    assert points_words(points) == words


def test_a_hand_without_points_says_none() -> None:
    assert points_words(None) == ""


def test_outcomes_are_those_of_the_record() -> None:
    assert {key: str(words) for key, words in OUTCOMES.items()} == {
        "made": "made",
        "set": "failed",
        "passed_out": "thrown in",
    }
