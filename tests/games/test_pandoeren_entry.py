"""The form's fields and the hand record of Pandoeren: there and back without loss, and in words."""

from random import Random
from typing import Any

import pytest

from games import PRESENTERS
from games.base import HandTable
from games.pandoeren.form import PandoerenEntryForm
from rules import GAMES, verdict
from tests.games.sent_forms import problems_of, sent_back
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


def table_of(rules: Record) -> HandTable:
    """The table of the four, Ann dealing."""
    return HandTable(GAMES["pandoeren"].options.resolve(rules), NAMES, dealer=0)


@table("record", RECORDS.values(), ids=RECORDS)
def test_a_record_comes_back_from_the_form_that_shows_it(record: Record) -> None:
    form = sent_back("pandoeren", table_of({}), record)
    assert form.is_valid(), form.errors
    assert form.record == record


@table("preset", ["standard", "pass_out"])
@table("seed", range(12))
def test_hands_in_full_detail_come_back_as_they_were(preset: str, seed: int) -> None:
    rules = {"preset": preset}
    full = full_hand(Random(seed), rules, wild=seed % 2 == 0)
    record = {key: full[key] for key in full if key not in {"format", "game", "rules"}}
    form = sent_back("pandoeren", table_of(rules), record)
    assert form.is_valid(), form.errors
    assert verdict(full | form.record) == verdict(full)


MADE = "b150hsadm"
PROBLEMS: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "a line not understood": ("what", {}, "command", "Start with the bidder"),
    "nobody named": ("", {"bid": "150"}, "bidder", "Who bid?"),
    "not a bid": ("", {"bidder": "1"}, "bid", "What was bid?"),
    "calls not understood": ("", {"calls": "p what"}, "calls", "Type the calls"),
    "a bid that is none": ("", {"bidder": "1", "bid": "155"}, "bid", "not a bid"),
    "calls in a wrong order": ("", {"calls": "150 120"}, "calls", "is not higher than"),
    "nothing named": ("b150m", {}, "trump", "What was named: trumps, and which card"),
    "no trumps of a contract that calls nobody": ("bpi m", {}, "trump", "Which suit is trumps?"),
    "no trumps of a contract that calls the jack": ("bk m", {}, "trump", "Which suit is trumps?"),
    "no card called where there are no trumps": ("bz m", {}, "trump", "Which card was called?"),
    "no card called": ("b150hdm", {}, "call", "Which card was called?"),
    "a suit that is none": ("", {"bidder": "1", "bid": "150", "trump": "X"}, "trump", "not a suit"),
    "a card that cannot be called": (
        "",
        {"bidder": "1", "bid": "150", "trump": "H", "call": "SQ"},
        "call",
        "cannot be called in 150",
    ),
    "nobody is partner": ("b150hsam", {}, "partner", "Who has the called card?"),
    "the declarer as his own partner": ("b150hsabm", {}, "partner", "not the declarer"),
    "no result": ("b150hsad", {}, "result", "Made or failed?"),
    "more card points than there are": ("b150hsad 150", {}, "cards", ""),
    "roem that no cards make": ("b150hsad m r30", {}, "roem", ""),
    "made with too few": ("b150hsadm 90", {}, "result", ""),
    "roem without a name": (MADE, {"roem_value_0": "50"}, "roem_seat_0", "Who announced it?"),
    "roem of an opponent": (
        MADE,
        {"roem_seat_0": "2", "roem_value_0": "50"},
        "roem_seat_0",
        "Only the declarer and the partner",
    ),
    "roem of a hand not written down": (MADE, {"roem_seat_0": "1"}, "roem_seat_0", "not known"),
    "denied by one who only passed": (
        MADE,
        {"roem_seat_0": "1", "roem_value_0": "50", "denied_by_0": ["2"]},
        "denied_by_0",
        "Carl",
    ),
    "stuk where none counts": (
        "",
        {"bidder": "1", "bid": "misere", "trump": "H", "result": "made", "stuk": "1"},
        "stuk",
        "does not count",
    ),
    "a gap in the tricks": (
        "b150hsad",
        {"mode": "tricks", "winner_0": "1", "winner_2": "1"},
        "winner_1",
        "Who won this trick?",
    ),
    "points that no trick has": (
        "b150hsad",
        {"mode": "tricks", "winner_0": "1", "points_0": "144"},
        "winner_0",
        "",
    ),
    "a hand of seven": (
        MADE,
        {"mode": "full", "deal_1": ["SK", "SQ", "SJ", "ST", "S9", "S8", "S7"]},
        "deal_1",
        "7",
    ),
    "the card in the middle dealt too": (
        MADE,
        {
            "mode": "full",
            "deal_1": ["SK", "SQ", "SJ", "ST", "S9", "S8", "S7", "H9"],
            "centre": "H9",
        },
        "centre",
        "dealt twice",
    ),
    "the called card thrown out": (
        MADE,
        {"mode": "full", "discard": "SA"},
        "call",
        "discarded it",
    ),
    "a card played twice": (
        "b150hsad",
        {"mode": "full", "plays_0": "h7 h8 h9 h7", "claim": "declarer"},
        "plays_0",
        "already",
    ),
}


@table(("line", "fields", "where", "says"), PROBLEMS.values(), ids=PROBLEMS)
def test_a_problem_stands_beside_its_control(
    line: str, fields: dict[str, Any], where: str, says: str
) -> None:
    said = problems_of("pandoeren", table_of({}), {}, **({"command": line} | fields))
    assert any(text.startswith(f"{where}: ") and says in text for text in said), said


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
