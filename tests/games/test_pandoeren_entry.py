"""The form's fields and the hand record of Pandoeren: there and back without loss, and in words."""

from random import Random
from typing import Any

import pytest
from django.http import QueryDict

from games import PRESENTERS
from games.base import HandTable
from games.pandoeren.form import PandoerenEntryForm
from rules import GAMES, verdict
from tests.rules.pandoeren.dealing import full_hand
from tests.scoring.conftest import NAMES
from tests.tables import table

Record = dict[str, Any]

PAGE = PRESENTERS["pandoeren"]


def hand(auction: str, **rest: Any) -> Record:
    """A record whose auction begins at the left of seat 0."""
    calls = [{"seat": (seat + 1) % 4, "bid": bid} for seat, bid in enumerate(auction.split())]
    return {"dealer": 0, "auction": calls} | rest


def contract(trump: str | None, call: str | None = None) -> Record:
    return {"contract": {"trump": trump, "call": call}}


BEA = "150 pass pass pass"
TWO_BID = "120 pass 150 pass pass pass"
RECORDS = {
    "thrown in": hand("pass pass pass pass"),
    "quick": hand(BEA, **contract("H", "SA"), partner=3, tally={"made": True}),
    "who sits after others who passed": hand(
        "pass pass 150 pass pass pass", **contract("H", "SA"), partner=1, tally={"made": False}
    ),
    "card points, roem and stuk on the sheet": hand(
        BEA,
        **contract("H", "SA"),
        partner=3,
        tally={"made": True, "cards": 112, "roem": 50, "stuk": 20},
    ),
    "pandoer and 40": hand(
        "pandoer+40 pass pass pass",
        **contract("S", "DA"),
        partner=2,
        tally={"made": True, "roem": 20, "stuk": 20},
    ),
    "zwabber by its parts": hand(
        "zwabber pass pass pass",
        **contract(None, "CK"),
        partner=0,
        tally={"tricks": 8, "first": True, "first_four": False},
    ),
    "solo zwabber": hand("solo_zwabber pass pass pass", **contract(None), tally={"made": True}),
    "kereltje": hand("kereltje pass pass pass", **contract("C"), partner=0, tally={"made": False}),
    "auction, roem denied, stuk": hand(
        TWO_BID,
        **contract("H", "SA"),
        partner=0,
        roem=[{"seat": 3, "value": 50}, {"seat": 0, "value": 20}],
        denials=[{"by": 1, "against": 3}, {"by": 1, "against": 0}],
        stuk=0,
        tally={"cards": 130},
    ),
    "tricks, some with points, the rest given up": hand(
        BEA,
        **contract("H", "SA"),
        partner=3,
        trick_results=[{"winner": 1, "points": 21}, {"winner": 3}],
        claim="declarer",
        tally={"made": True},
    ),
    "a ruling": hand(
        BEA,
        **contract("H", "SA"),
        partner=3,
        ruling={"against": "declarer", "reason": "looked at the discard"},
    ),
    "cards": hand(
        "misere pass pass pass",
        deal=[None, ["S9", "S8", "S7", "H9", "H7", "D8", "D7", "C7"], None, None],
        **contract("H"),
        plays=[["S9", "SA", "ST", "SK"], ["CA", "CT"]],
        claim="declarer",
        centre="H6",
        discard="H9",
    ),
}


def form_of(record: Record, rules: Record | None = None) -> PandoerenEntryForm:
    """The form that shows the record, sent back as a browser would."""
    options = GAMES["pandoeren"].options.resolve(rules or {})
    initial = PandoerenEntryForm.initial_of(record)
    data = QueryDict(mutable=True)
    given = {"number": 4, "dealer": record["dealer"], "key": "k"}
    for name, value in (initial | given).items():
        values = value if isinstance(value, list) else [value]
        data.setlist(name, [str(each) for each in values if each not in (None, "")])
    table = HandTable(options, NAMES, dealer=record["dealer"])
    form = PRESENTERS["pandoeren"].form(
        data, presenter=PRESENTERS["pandoeren"], table=table, mode=initial["mode"]
    )
    assert isinstance(form, PandoerenEntryForm)
    return form


@table("record", RECORDS.values(), ids=RECORDS)
def test_a_record_comes_back_from_the_form_that_shows_it(record: Record) -> None:
    form = form_of(record)
    assert form.is_valid(), form.errors
    assert form.record == record


@table("preset", ["standard", "pass_out"])
@table("seed", range(12))
def test_hands_in_full_detail_come_back_as_they_were(preset: str, seed: int) -> None:
    rules = {"preset": preset}
    full = full_hand(Random(seed), rules, wild=seed % 2 == 0)
    record = {key: full[key] for key in full if key not in {"format", "game", "rules"}}
    form = form_of(record, rules)
    assert form.is_valid(), form.errors
    assert verdict(full | form.record) == verdict(full)


FULL = {"format": "hand-record/1", "game": "pandoeren"}


@table("name", RECORDS)
def test_every_record_of_these_is_legal(name: str) -> None:
    assert verdict(FULL | RECORDS[name])["problems"] == []


SENTENCES = [
    ("thrown in", "Everyone passed."),
    ("quick", "Bea, 150 in hearts, calls the ace of spades, with Dan: made"),
    (
        "who sits after others who passed",
        "Dan, 150 in hearts, calls the ace of spades, with Bea: failed",
    ),
    ("pandoer and 40", "Bea, pandoer + 40 in spades, calls the ace of diamonds, with Carl: made"),
    ("solo zwabber", "Bea, solo zwabber: made"),
    ("kereltje", "Bea, kereltje in clubs, calls the jass, with Ann: failed"),
    ("a ruling", "Bea, 150 in hearts, calls the ace of spades, with Dan: failed"),
]


@pytest.mark.parametrize(("name", "sentence"), SENTENCES)
def test_a_hand_is_told_in_a_sentence(name: str, sentence: str) -> None:
    record = FULL | RECORDS[name]
    assert PAGE.hand_labels(record, verdict(record), NAMES).sentence == sentence


DETAILS = [
    ("thrown in", "", ""),
    ("quick", "hearts, ace of spades, with Dan", ""),
    (
        "card points, roem and stuk on the sheet",
        "hearts, ace of spades, with Dan",
        "112 + 50 + 20 = 182",
    ),
    ("solo zwabber", "no trumps", ""),
    ("kereltje", "clubs, with Ann", ""),
    ("cards", "hearts", ""),
]


@pytest.mark.parametrize(("name", "named", "detail"), DETAILS)
def test_the_sheet_says_what_was_named_and_how_points_add_up(
    name: str, named: str, detail: str
) -> None:
    record = FULL | RECORDS[name]
    words = PAGE.hand_labels(record, verdict(record), NAMES)
    assert (words.contract.text, words.detail) == (named, detail)


@table("record", RECORDS.values(), ids=RECORDS)
def test_any_record_has_facts_with_a_label_each(record: Record) -> None:
    facts = PAGE.facts(record, NAMES)
    assert facts[0].text == "Ann"
    assert len({fact.label for fact in facts}) == len(facts)
    assert all(fact.text for fact in facts)


PIECES = [
    ("sa s10 s7 hj", ["SA", "ST", "S7", "HJ"]),
    ("SA,H10", ["SA", "HT"]),
    ("sas10hjd6", ["SA", "ST", "HJ", "d6"]),
    ("h6 joker", ["H6", "joker"]),
    ("", []),
]


@pytest.mark.parametrize(("text", "pieces"), PIECES)
def test_cards_are_read_in_any_spelling(text: str, pieces: list[str]) -> None:
    assert PandoerenEntryForm.read_pieces(text) == pieces


def test_tricks_are_drawn_with_who_played_and_who_won() -> None:
    options = GAMES["pandoeren"].options.resolve({})
    tricks = PAGE.tricks(RECORDS["cards"], options, NAMES, ())
    assert [play.name for play in tricks[0].pieces] == ["Bea", "Carl", "Dan", "Ann"]
    assert [play.state for play in tricks[0].pieces] == ["", "winner", "", ""]
    assert [play.name for play in tricks[1].pieces] == ["Carl", "Dan"]
    assert tricks[1].following == "Ann"
