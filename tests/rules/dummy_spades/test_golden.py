"""Hands whose verdict was worked out by hand, each named after the rule it shows."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from rules import Code, explain, judge, verdict
from rules.dummy_spades.shape import FACTS
from tests.tables import table

DATA = Path(__file__).parent / "data"
ENVELOPE = ["ok", "problems", "warnings"]
RESULTS = ("outcome", "tricks", "score", "bags", "nil")


def lines(name: str) -> list[dict[str, Any]]:
    """The objects of a data file."""
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


GOLDEN = lines("golden.jsonl")
PROBLEMS = lines("problems.jsonl")

STAGES_OF_SPADES = ("record", "rules", "deal", "auction", "play", "tally", "claim")
CODES_OF_SPADES = {code for code in Code if code.value.split(".")[0] in STAGES_OF_SPADES} - {
    Code.DEAL_BAD_DISCARD,
    Code.AUCTION_NOT_HIGHER,
    Code.AUCTION_MUST_BID,
    Code.PLAY_UNDERTRUMP,
}


@table("case", GOLDEN, ids=lambda case: case["rule"])
def test_a_hand_scores_as_the_rule_says(case: dict[str, Any]) -> None:
    judgement = verdict(case["record"])
    assert list(judgement) == [*ENVELOPE, *FACTS]
    assert (judgement["ok"], judgement["problems"], judgement["warnings"]) == (True, [], [])
    assert {key: judgement[key] for key in FACTS} == case["verdict"]


def test_every_golden_hand_names_its_source() -> None:
    assert all(case["source"] for case in GOLDEN)


@table("case", PROBLEMS, ids=lambda case: case["name"])
def test_a_fault_is_named_and_placed(case: dict[str, Any]) -> None:
    judgement = verdict(case["record"])
    assert judgement["ok"] is False
    first = judgement["problems"][0]
    assert (first["code"], first["at"]) == (case["code"], case["at"])
    assert first["message"]
    assert {judgement[key] for key in RESULTS} == {None}


@table("case", PROBLEMS, ids=lambda case: case["name"])
def test_the_auction_is_told_of_a_hand_with_a_later_fault(case: dict[str, Any]) -> None:
    judgement = verdict(case["record"])
    declared = case["code"].split(".")[0] in ("play", "tally", "claim")
    assert (judgement["declarer"] is not None) is declared
    assert judgement["partner"] == (3 if declared else None)
    assert (judgement["bid"] is not None) is declared


@table("case", PROBLEMS, ids=lambda case: case["name"])
def test_every_message_can_be_filled_in(case: dict[str, Any]) -> None:
    for problem in explain(case["record"]):
        assert problem.message == problem.text.format(**problem.values)
        assert "{" not in problem.message


def test_every_code_of_the_game_is_reached() -> None:
    assert {Code(case["code"]) for case in PROBLEMS} == CODES_OF_SPADES


def test_names_of_golden_hands_and_faults_are_different() -> None:
    names = [case["rule"] for case in GOLDEN] + [case["name"] for case in PROBLEMS]
    assert len(set(names)) == len(names)


def test_judging_leaves_the_record_as_it_was() -> None:
    for case in [*GOLDEN, *PROBLEMS]:
        before = deepcopy(case["record"])
        judge(case["record"])
        verdict(case["record"])
        assert case["record"] == before


AUCTION = [{"seat": 0, "bid": "2"}, {"seat": 1, "bid": "3"}, {"seat": 2, "bid": "8"}]
CLAIMED = {
    "format": "hand-record/1",
    "game": "dummy_spades",
    "dealer": 2,
    "auction": AUCTION,
    "claim": "declarer",
}


@pytest.mark.parametrize(
    "plays",
    [
        [["CA", "H2", "C3", "C4"], ["CK", "CQ", "C5", "X"]],
        [["CA", "H2", "C3", "C4"], ["CK", "CQ"], ["C5"]],
        [["CA", "H2", "C3", "C4"], ["CK", "CQ", "C5", "C6", "C7"]],
    ],
    ids=["an unknown card", "too few cards", "too many cards"],
)
def test_a_trick_that_cannot_be_read_proves_no_revoke(plays: list[list[str]]) -> None:
    first = explain({**CLAIMED, "plays": plays})[0]
    assert first.at.startswith("/plays/1")


def test_a_card_that_a_seat_cannot_hold_proves_no_revoke() -> None:
    """The dummy later plays a club that was dealt to seat 0: that is no club of its own."""
    clubs = [f"C{rank}" for rank in "AKQJT98765432"]
    plays = [["CA", "H2", "S3", "D4"], ["S4", "D5", "C2", "CQ"]]
    record = {**CLAIMED, "deal": [clubs, None, None, None], "plays": plays}
    problems = [(wrong.code.value, wrong.at) for wrong in explain(record)]
    assert problems == [("play.not_held", "/plays/1/3")]


def test_all_cards_played_against_the_rules_are_listed() -> None:
    plays = [["CA", "H2", "S3", "C4"], ["D2", "D3", "C6", "D5"]]
    assert explain({**CLAIMED, "plays": plays}) == ()
    plays.append(["C7", "C8", "C9", "CT"])
    problems = [(wrong.code.value, wrong.at) for wrong in explain({**CLAIMED, "plays": plays})]
    assert problems == [("play.revoke", "/plays/0/1"), ("play.revoke", "/plays/0/2")]
