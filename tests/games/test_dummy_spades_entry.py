"""Dummy-Hand Spades: the form's fields and the hand record, there and back; a hand in words."""

from typing import Any

import pytest
from django.http import QueryDict

from games import PRESENTERS
from games.base import HandTable
from games.dummy_spades.explanation import declarer_tricks
from games.dummy_spades.form import DummySpadesEntryForm
from rules import GAMES, verdict
from tests.games.spades import THREE, spades_hand, spades_table, whole

PAGE = PRESENTERS["dummy_spades"]
FIVE = [{"winner": hand} for hand in (1, 1, 3, 2, 0)]
DEALT = ["SA", "SK", "SQ", "HA", "HK", "HQ", "DA", "DK", "DQ", "CA", "CK", "CQ", "CJ"]
FLIPPED = {"preset": "flip_1"}
RECORDS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "tricks by hand": (spades_hand(["4", "5", "3"], tally={"tricks": [3, 5, 2, 3]}), {}),
    "tricks by side": (spades_hand(["4", "5", "3"], tally={"declarer_side": 8}), {}),
    "both": (
        spades_hand(["4", "5", "3"], tally={"tricks": [3, 5, 2, 3], "declarer_side": 5}),
        {},
    ),
    "nils on any hand": (
        spades_hand(
            [("4", [1, 3]), ("5", [3]), ("0", [0, 2])], tally={"tricks": [0, 6, 6, 1]}, dealer=0
        ),
        {},
    ),
    "another dealer": (
        spades_hand(["0", "13", "1"], dealer=2, tally={"tricks": [13, 0, 0, 0]}),
        {},
    ),
    "some tricks, the rest claimed": (
        spades_hand(["4", "5", "3"], trick_results=FIVE, claim="declarer"),
        {},
    ),
    "claimed, with the table's count": (
        spades_hand(
            ["4", "5", "3"],
            trick_results=FIVE,
            claim="defence",
            tally={"tricks": [5, 6, 1, 1], "declarer_side": 2},
        ),
        {},
    ),
    "cards": (
        spades_hand(
            ["4", "5", "3"],
            deal=[None, DEALT, None, None],
            plays=[["CA", "C2", "C3", "C4"], ["SA", "S2"]],
            claim="defence",
        ),
        {"break_spades": False},
    ),
    "cards turned up": (
        spades_hand(["4", "5", "3"], flipped=["S2", "HT", "D3"], tally={"declarer_side": 8}),
        FLIPPED,
    ),
}


def form_of(
    record: dict[str, Any], rules: dict[str, Any], **more: Any
) -> tuple[DummySpadesEntryForm, str]:
    """The correction form of a record, sent back as it was shown."""
    data = QueryDict(mutable=True)
    initial = DummySpadesEntryForm.initial_of(record)
    fields = initial | {"number": 4, "dealer": record["dealer"], "key": "k"} | more
    for name, value in fields.items():
        if value not in (None, "", []):
            data.setlist(name, [str(v) for v in (value if isinstance(value, list) else [value])])
    table = spades_table(record["dealer"], **rules)
    mode = initial["mode"]
    form = PRESENTERS["dummy_spades"].form(
        data, presenter=PRESENTERS["dummy_spades"], table=table, mode=mode
    )
    assert isinstance(form, DummySpadesEntryForm)
    return form, mode


@pytest.mark.parametrize(("record", "rules"), RECORDS.values(), ids=RECORDS)
def test_a_record_comes_back_from_the_form_that_shows_it(
    record: dict[str, Any], rules: dict[str, Any]
) -> None:
    assert verdict(whole(record, **rules))["ok"]
    form, _mode = form_of(record, rules)
    assert form.is_valid(), form.errors
    assert form.record == record


def test_a_hand_of_cards_is_shown_in_the_mode_that_has_cards() -> None:
    modes = {name: form_of(record, rules)[1] for name, (record, rules) in RECORDS.items()}
    assert {name for name, mode in modes.items() if mode == "full"} == {"cards", "cards turned up"}
    assert modes["some tricks, the rest claimed"] == "tricks"


SENTENCES = [
    ("tricks by hand", "Carl and the dummy: 5; Ann: 3, Bea: 4. 5 tricks to 8"),
    ("another dealer", "Bea and the dummy: 13; Ann: 0, Carl: 1. 0 tricks to 13"),
    (
        "nils on any hand",
        "Carl and the dummy: 5; Ann: 0, Bea: 4. 7 tricks to 6. "
        "Bea, nil on own hand: failed. Carl, nil on the dummy: failed. Ann, nil on own hand: made",
    ),
    ("some tricks, the rest claimed", "Carl and the dummy: 5; Ann: 3, Bea: 4. 10 tricks to 3"),
    ("cards", "Carl and the dummy: 5; Ann: 3, Bea: 4. 0 tricks to 13"),
]


@pytest.mark.parametrize(("name", "sentence"), SENTENCES)
def test_a_hand_is_told_in_a_sentence(name: str, sentence: str) -> None:
    record, rules = RECORDS[name]
    full = whole(record, **rules)
    assert PAGE.hand_labels(full, verdict(full), THREE).sentence == sentence


def test_made_and_set_are_said_of_the_declarer_s_bid() -> None:
    for side, outcome in ((5, "made"), (4, "set")):
        full = whole(spades_hand(["4", "5", "3"], tally={"declarer_side": side}))
        words = PAGE.hand_labels(full, verdict(full), THREE)
        assert (words.outcome, words.result) == (outcome, outcome)
        assert (words.bidder, words.bid) == ("Carl", "5")
        assert words.contract.text.replace("\N{NO-BREAK SPACE}", " ") == "B 4 · A 3"
        assert words.detail == f"{side}–{13 - side}"


def test_the_first_of_equal_bids_declares() -> None:
    facts = dict_of(spades_hand(["4", "4", "4"], dealer=1))
    assert facts["Declarer"] == "Carl, with the dummy"
    assert facts["First lead"] == "Carl"


def test_nobody_declares_before_all_have_bid() -> None:
    facts = dict_of(spades_hand(["4", "5"]))
    assert facts == {"Dealer": "Ann", "Bids": "Bea 4 · Carl 5"}


def test_a_nil_that_does_not_count_is_named_with_the_reason() -> None:
    facts = dict_of(spades_hand([("4", [3]), "5", "3"]))
    assert facts["Nil ignored"] == "Bea, nil on the dummy: does not count, Bea did not declare"


def dict_of(record: dict[str, Any]) -> dict[str, str]:
    """The facts of a record by label."""
    return {fact.label: fact.text for fact in PAGE.facts(record, THREE)}


@pytest.mark.parametrize(("record", "rules"), RECORDS.values(), ids=RECORDS)
def test_any_record_has_facts_with_a_label_each(
    record: dict[str, Any], rules: dict[str, Any]
) -> None:
    facts = PAGE.facts(record, THREE)
    assert len({fact.label for fact in facts}) == len(facts)
    assert all(fact.text for fact in facts)


def test_tricks_are_drawn_with_the_dummy_opposite_the_declarer() -> None:
    record, rules = RECORDS["cards"]
    first, second = PAGE.tricks(record, spades_table(**rules).options, THREE, ())
    # Carl declares: so clockwise it is Carl, Ann, the dummy, Bea; Bea leads.
    assert [play.name for play in first.pieces] == ["Bea", "Carl", "Ann", "the dummy"]
    assert [play.state for play in first.pieces] == ["winner", "", "", ""]
    assert (first.cards, first.pieces[0].piece, first.following) == (True, "CA", "")
    assert (second.following, [play.name for play in second.pieces]) == ("Ann", ["Bea", "Carl"])


BY_SIDE = [
    ("tricks by hand", 5),
    ("tricks by side", 8),
    ("some tricks, the rest claimed", 10),
    ("claimed, with the table's count", 2),
    ("cards", 0),
]


@pytest.mark.parametrize(("name", "won"), BY_SIDE)
def test_the_tricks_of_declarer_and_dummy_follow_from_any_record(name: str, won: int) -> None:
    record, rules = RECORDS[name]
    assert declarer_tricks(record, verdict(whole(record, **rules))) == won


def test_the_last_hand_s_tricks_are_what_the_others_leave() -> None:
    record = spades_hand(["4", "5", "3"], tally={"tricks": [3, 5, 2, 3]})
    form, _mode = form_of(record, {}, tricks_3=None)
    assert form.is_valid()
    assert form.record == record


@pytest.mark.parametrize("preset", GAMES["dummy_spades"].options.presets)
def test_every_preset_is_told_in_a_few_words(preset: str) -> None:
    options = GAMES["dummy_spades"].options.resolve({"preset": preset})
    lines = PAGE.agreed(options)
    assert all(lines)
    assert (preset == "standard") == (lines == ("to 500 points", "10 bags cost 100", "nil 100"))
    looks = "each looks at %s cards of the dummy"
    assert (looks % 3 in lines) == (preset == "three_peeky")
    assert (looks % 4 in lines) == (preset == "four_peeky")
    assert PAGE.line_help(HandTable(options, ("Ann", "Bob", "Carl"), 0))


def test_bags_that_cost_nothing_are_said_so() -> None:
    for rules in ({"bag_limit": None}, {"bag_penalty": 0}):
        assert "bags cost nothing" in PAGE.agreed(spades_table(**rules).options)
