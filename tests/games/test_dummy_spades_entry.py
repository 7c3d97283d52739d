"""Dummy-Hand Spades: the form's fields and the hand record, there and back; a hand in words."""

from typing import Any

import pytest

from games import PRESENTERS
from games.base import HandTable
from games.dummy_spades.explanation import declarer_tricks
from rules import GAMES, verdict
from tests.games.sent_forms import problems_of, sent_back
from tests.games.spades import THREE, spades_hand, spades_table, whole
from tests.tables import table

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


def shown(record: dict[str, Any], rules: dict[str, Any], **more: Any) -> Any:
    """The correction form of a record, sent back as it was shown."""
    return sent_back("dummy_spades", spades_table(record["dealer"], **rules), record, **more)


@table(("record", "rules"), RECORDS.values(), ids=RECORDS)
def test_a_record_comes_back_from_the_form_that_shows_it(
    record: dict[str, Any], rules: dict[str, Any]
) -> None:
    assert verdict(whole(record, **rules))["ok"]
    form = shown(record, rules)
    assert form.is_valid(), form.errors
    assert form.record == record


FLIP = {"preset": "flip_1"}
PROBLEMS: dict[str, tuple[dict[str, Any], str, dict[str, Any], str, str]] = {
    # rules, line, further fields, where, what it says
    "the dummy deals": ({}, "453 8", {"dealer": 3}, "dealer", "Nobody sits there"),
    "nothing said": ({}, "", {}, "bid_1", "What does Bea bid?"),
    "a line not understood": ({}, "what", {}, "command", "is not understood"),
    "two bids": ({}, "4 5", {}, "bid_0", "What does Ann bid?"),
    "a gap in the bids": ({}, "", {"bid_1": "4", "bid_0": "3"}, "bid_2", "What does Carl bid?"),
    "a nil without a bid": ({}, "", {"nil_1": "1"}, "bid_1", "What does Bea bid?"),
    "no such bid": ({}, "", {"bid_1": "14", "bid_2": "5", "bid_0": "3"}, "bid_1", "not a bid here"),
    "no tricks": ({}, "453", {}, "tricks_1", "How many tricks"),
    "no winners": ({}, "453", {"mode": "tricks"}, "winner_0", "Who won each trick?"),
    "two hands' tricks": ({}, "453 52", {}, "tricks_0", "How many tricks"),
    "two hands' tricks and a claim": (
        {},
        "453 52",
        {"claim": "declarer"},
        "tricks_0",
        "How many tricks did Ann take?",
    ),
    "fourteen tricks": ({}, "453 5234", {}, "tricks_1", "add up to thirteen"),
    "sides where a nil counts": ({}, "45n3 8", {}, "tricks_1", "A nil counts"),
    "a side of fourteen": ({}, "453", {"declarer_side": "14"}, "tricks_1", "How many tricks"),
    "no mirror of the hand": (
        {"preset": "mirror"},
        "453 8",
        {"mode": "full", "deal_1": [f"H{rank}" for rank in "AKQJT98765432"]},
        "bid_1",
        "does not mirror",
    ),
    "no nil in suicide": ({"preset": "suicide"}, "453 8", {}, "bid_1", "every player declares nil"),
    "the same nil twice": ({}, "4nn 5 3 8", {}, "bid_1", "once for each hand"),
    "a gap in the tricks": (
        {},
        "453",
        {"mode": "tricks", "winner_1": "3"},
        "winner_0",
        "Who won this trick?",
    ),
    "five tricks": (
        {},
        "453",
        {"mode": "tricks"} | {f"winner_{t}": "3" for t in range(5)},
        "winner_5",
        "Enter all thirteen tricks",
    ),
    "a claim with a nil alive": (
        {},
        "4n53",
        {"mode": "tricks", "winner_0": "2", "claim": "defence"},
        "claim",
        "leaves open whether a nil",
    ),
    "a card played twice": (
        {},
        "453",
        {"mode": "full", "plays_0": "ha h2 h3 h4", "plays_1": "ha"},
        "plays_1",
        "ace of hearts",
    ),
    "a hand of three": ({}, "453", {"mode": "full", "deal_3": ["SA", "SK", "SQ"]}, "deal_3", "3"),
    "one card turned up": (FLIP, "453 8", {"mode": "full", "flipped": ["SA"]}, "flipped", "not 3"),
}


@table(("rules", "line", "fields", "where", "says"), PROBLEMS.values(), ids=PROBLEMS)
def test_a_problem_stands_beside_its_control(
    rules: dict[str, Any], line: str, fields: dict[str, Any], where: str, says: str
) -> None:
    at = spades_table(**rules)
    said = problems_of("dummy_spades", at, rules, **({"command": line} | fields))
    assert any(text.startswith(f"{where}: ") and says in text for text in said), said


def test_a_hand_of_cards_is_shown_in_the_mode_that_has_cards() -> None:
    modes = {name: shown(record, rules).shown_mode for name, (record, rules) in RECORDS.items()}
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
    form = shown(record, {}, tricks_3=None)
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
