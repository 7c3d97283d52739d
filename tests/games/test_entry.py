"""The form's fields and the hand record: there and back without loss."""

from typing import Any

import pytest

from games import PRESENTERS
from games.base import HandTable
from games.texas42.form import Texas42EntryForm
from rules import GAMES, explain, verdict
from tests.games.sent_forms import sent, sent_back
from tests.scoring.conftest import NAMES
from tests.tables import table

PASSES = ["pass", "pass", "pass"]
PLAYS = [["5-5", "5-4", "5-3", "6-5"], ["6-6", "6-4"]]


def hand(auction: list[str], **rest: Any) -> dict[str, Any]:
    """A record with this auction from the left of seat 0."""
    calls = [{"seat": (seat + 1) % 4, "bid": bid} for seat, bid in enumerate(auction)]
    return {"dealer": 0, "auction": calls} | rest


RECORDS = {
    "passed out": hand([*PASSES, "pass"]),
    "quick": hand(["30", *PASSES], contract={"kind": "trump", "trump": 5}, tally={"made": True}),
    "points of team 1": hand(
        ["30", *PASSES], contract={"kind": "doubles"}, tally={"made": False, "points": [20, 22]}
    ),
    "points of team 0": hand(
        ["pass", "31", "pass", "pass"],
        contract={"kind": "no_trump", "doubles": "low"},
        tally={"points": [40, 2]},
    ),
    "whole auction": hand(
        ["30", "31", "pass", "2m"], contract={"kind": "trump", "trump": 0}, tally={"made": True}
    ),
    "nello": hand(
        ["1m", *PASSES], contract={"kind": "nello", "doubles": "own_low"}, tally={"made": True}
    ),
    "sevens": hand(["1m", *PASSES], contract={"kind": "sevens"}, tally={"made": False}),
    "plunge": hand(["4m", *PASSES], contract={"kind": "plunge", "trump": 3}, tally={"made": True}),
    "plunge in another contract": hand(
        ["4m", *PASSES],
        contract={"kind": "plunge", "as": {"kind": "nello", "doubles": "own"}},
        tally={"made": True},
    ),
    "splash, sevens": hand(
        ["2m", *PASSES],
        contract={"kind": "splash", "as": {"kind": "sevens"}},
        tally={"made": True},
    ),
    "tricks, some with points, the rest given up": hand(
        ["30", *PASSES],
        contract={"kind": "trump", "trump": 5},
        trick_results=[{"winner": 1, "points": 21}, {"winner": 3}],
        claim="declarer",
    ),
    "a ruling": hand(
        ["30", *PASSES],
        contract={"kind": "trump", "trump": 5},
        ruling={"against": "declarer", "reason": "revoke"},
    ),
    "dominoes": hand(
        ["30", *PASSES],
        contract={"kind": "trump", "trump": 5},
        deal=[None, ["5-5", "6-6", "6-5", "5-4", "5-3", "5-2", "1-0"], None, None],
        plays=PLAYS,
        claim="defence",
        opening_suit=5,
    ),
}


@table("record", RECORDS.values(), ids=RECORDS)
def test_a_record_comes_back_from_the_form_that_shows_it(record: dict[str, Any]) -> None:
    options = GAMES["texas42"].options.resolve({"preset": "everything"})
    table = HandTable(options, NAMES, dealer=0)
    form = sent_back("texas42", table, record)
    assert form.is_valid(), form.errors
    assert form.record == record


PIECES = [
    ("55 53 51", ["5-5", "5-3", "5-1"]),
    ("5-5 3-5", ["5-5", "5-3"]),
    ("555351", ["5-5", "5-3", "5-1"]),
    ("06, 60", ["6-0", "6-0"]),
    ("57 joker", ["57", "joker"]),
    ("", []),
]


@pytest.mark.parametrize(("text", "pieces"), PIECES)
def test_dominoes_are_read_in_any_spelling(text: str, pieces: list[str]) -> None:
    assert Texas42EntryForm.read_pieces(text) == pieces


FULL = {"format": "hand-record/1", "game": "texas42", "rules": {"preset": "everything"}}
SENTENCES = [
    ("passed out", "Everyone passed."),
    ("quick", "Bea, 30, fives: made"),
    ("whole auction", "Ann, 2 marks, blanks: made"),
    ("nello", "Bea, 1 mark, nello, doubles a suit of their own, low: made"),
    ("plunge", "Bea, 4 marks, plunge, threes: made"),
    ("plunge in another contract", "Bea, 4 marks, plunge, nello: made"),
    ("a ruling", "Bea, 30, fives: set"),
]


@pytest.mark.parametrize(("name", "sentence"), SENTENCES)
def test_a_hand_is_told_in_a_sentence(name: str, sentence: str) -> None:
    record = FULL | RECORDS[name]
    words = PRESENTERS["texas42"].hand_labels(record, verdict(record), NAMES)
    assert words.sentence == sentence


@table("record", RECORDS.values(), ids=RECORDS)
def test_any_record_has_facts_with_a_label_each(record: dict[str, Any]) -> None:
    facts = PRESENTERS["texas42"].facts(record, NAMES)
    assert facts[0].text == "Ann"
    assert len({fact.label for fact in facts}) == len(facts)
    assert all(fact.text for fact in facts)


def test_tricks_are_drawn_with_who_played_and_who_won() -> None:
    options = GAMES["texas42"].options.resolve({"preset": "everything"})
    tricks = PRESENTERS["texas42"].tricks(RECORDS["dominoes"], options, NAMES, ())
    assert [play.name for play in tricks[0].pieces] == ["Bea", "Carl", "Dan", "Ann"]
    assert [play.state for play in tricks[0].pieces] == ["winner", "", "", ""]
    assert [play.name for play in tricks[1].pieces] == ["Bea", "Carl"]
    assert tricks[1].following == "Dan"


def test_every_game_of_the_rule_book_has_a_presenter() -> None:
    assert list(PRESENTERS) == list(GAMES)


def sent_form(**fields: str) -> Texas42EntryForm:
    """The form of a table that opens with two marks at most, as sent."""
    options = GAMES["texas42"].options.resolve(RULES)
    form = sent("texas42", HandTable(options, NAMES, dealer=0), fields)
    assert isinstance(form, Texas42EntryForm)
    return form


def test_every_bid_of_an_auction_has_a_chip_and_says_how_its_auction_is_written() -> None:
    for bidder, bid, calls in (
        ("2", "3m", "2m 3m p p"),
        ("3", "3m", "p 2m 3m p"),
        ("0", "4m", "p 2m 3m 4m"),
        ("0", "5m", "2m 3m 4m 5m"),
    ):
        form = sent_form(bidder=bidder, bid=bid, contract="5", result="made")
        assert form.is_valid()
        assert bid in dict(form.fields["bid"].widget.choices)
        (problem,) = explain(RECORD | form.record)
        words = form.problem_words(problem)
        assert f"enter the whole auction, as in {calls}" in words
        typed = sent_form(command=f"{calls} / 5 m")
        assert typed.is_valid()
        assert not explain(RECORD | typed.record)


RULES = {"max_opening_marks": 2, "plunge": False}
RECORD = {"format": "hand-record/1", "game": "texas42", "rules": RULES}


def test_a_bid_that_nobody_can_have_prepared_is_refused_as_the_rules_have_it() -> None:
    form = sent_form(bidder="1", bid="3m", contract="5", result="made")
    assert form.is_valid()
    (problem,) = explain(RECORD | form.record)
    assert "too big a jump" in form.problem_words(problem)
