"""Hands whose verdict was worked out by hand, each named after the rule it shows."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from rules import Code, explain, judge, verdict
from tests.tables import table

DATA = Path(__file__).parent / "data"


def lines(name: str) -> list[dict[str, Any]]:
    """The objects of a data file."""
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


GOLDEN = lines("golden.jsonl")
PROBLEMS = lines("problems.jsonl")

CODES_OF_TEXAS42 = {
    code
    for code in Code
    if code.value.split(".")[0] not in ("match", "call", "roem", "denial", "stuk")
} - {Code.DEAL_BAD_DISCARD, Code.PLAY_UNDERTRUMP, Code.CLAIM_AMBIGUOUS}


@table("case", GOLDEN, ids=lambda case: case["rule"])
def test_a_hand_scores_as_the_rule_says(case: dict[str, Any]) -> None:
    judgement = verdict(case["record"])
    assert {key: judgement[key] for key in case["verdict"]} == case["verdict"]
    assert (judgement["ok"], judgement["problems"], judgement["warnings"]) == (True, [], [])


@table("case", PROBLEMS, ids=lambda case: case["name"])
def test_a_fault_is_named_and_placed(case: dict[str, Any]) -> None:
    judgement = verdict(case["record"])
    assert judgement["ok"] is False
    first = judgement["problems"][0]
    assert (first["code"], first["at"]) == (case["code"], case["at"])
    assert first["message"]
    results = ("outcome", "tricks", "points", "score", "set_team")
    assert {judgement[key] for key in results} == {None}


@table("case", PROBLEMS, ids=lambda case: case["name"])
def test_the_auction_is_told_of_a_hand_with_a_later_fault(case: dict[str, Any]) -> None:
    judgement = verdict(case["record"])
    later = case["code"].split(".")[0] in ("contract", "play", "result", "tally")
    declared = later and any(call["bid"] != "pass" for call in case["record"]["auction"])
    assert (judgement["declarer"] is not None) is declared
    assert (judgement["partner"] is not None) is declared
    assert (judgement["bid"] is not None) is declared


@table("case", PROBLEMS, ids=lambda case: case["name"])
def test_every_message_can_be_filled_in(case: dict[str, Any]) -> None:
    for problem in explain(case["record"]):
        assert problem.message == problem.text.format(**problem.values)
        assert "{" not in problem.message


def test_every_code_of_the_game_is_reached() -> None:
    assert {Code(case["code"]) for case in PROBLEMS} == CODES_OF_TEXAS42


def test_names_of_golden_hands_and_faults_are_different() -> None:
    names = [case["rule"] for case in GOLDEN] + [case["name"] for case in PROBLEMS]
    assert len(set(names)) == len(names)


REVOKE = {
    "format": "hand-record/1",
    "game": "texas42",
    "dealer": 3,
    "auction": [
        {"seat": 0, "bid": "1m"},
        {"seat": 1, "bid": "pass"},
        {"seat": 2, "bid": "pass"},
        {"seat": 3, "bid": "pass"},
    ],
    "contract": {"kind": "trump", "trump": 5},
    "plays": [["5-5", "6-3", "5-0", "6-5"], ["5-4", "5-2", "3-0", "0-0"]],
}


def test_a_revoke_that_was_ruled_on_is_a_warning() -> None:
    judgement = verdict({**REVOKE, "ruling": {"against": "defence", "reason": "revoke"}})
    assert (judgement["outcome"], judgement["score"], judgement["tricks"]) == (
        "made",
        [1, 0],
        [2, 0, 0, 0],
    )
    assert [(w["code"], w["at"]) for w in judgement["warnings"]] == [("play.revoke", "/plays/0/1")]


def test_a_revoke_by_the_side_that_was_not_ruled_against_stays_a_problem() -> None:
    judgement = verdict({**REVOKE, "ruling": {"against": "declarer", "reason": "talking"}})
    assert [(p["code"], p["at"]) for p in judgement["problems"]] == [("play.revoke", "/plays/0/1")]
    assert judgement["warnings"] == []


def test_a_misannounced_lead_that_was_ruled_on_stands_for_its_higher_end() -> None:
    record = deepcopy(REVOKE)
    record |= {"plays": [["6-1", "6-6", "1-1", "3-1"]], "opening_suit": 1}
    record |= {"ruling": {"against": "declarer", "reason": "wrong suit"}}
    judgement = verdict(record)
    assert (judgement["outcome"], judgement["tricks"]) == ("set", [0, 1, 0, 0])
    assert [(w["code"], w["at"]) for w in judgement["warnings"]] == [
        ("play.bad_lead", "/plays/0/0")
    ]


@table(
    ("rules", "contract", "lead", "code"),
    [
        ({}, {"kind": "sevens"}, "5-1", "play.revoke"),
        ({"opening_lead": "trump"}, {"kind": "trump", "trump": 5}, "6-1", "play.bad_lead"),
    ],
)
def test_a_lead_that_breaks_two_rules_and_was_ruled_on_is_one_warning(
    rules: dict[str, str], contract: dict[str, Any], lead: str, code: str
) -> None:
    record = deepcopy(REVOKE)
    record |= {"rules": rules, "contract": contract, "opening_suit": 1}
    record |= {"plays": [[lead, "4-4", "3-3", "6-2"], ["5-5" if lead == "6-1" else "4-3"]]}
    record |= {"ruling": {"against": "declarer", "reason": "wrong lead"}}
    judgement = verdict(record)
    assert judgement["outcome"] == "set"
    assert [(w["code"], w["at"]) for w in judgement["warnings"]] == [(code, "/plays/0/0")]


@pytest.mark.parametrize(
    ("contract", "rules", "lead", "suit"),
    [
        ({"kind": "trump", "trump": 5}, {}, "6-1", 6),
        ({"kind": "trump", "trump": 5}, {}, "6-5", 5),
        ({"kind": "trump", "trump": 5}, {}, "5-5", 5),
        ({"kind": "trump", "trump": 5}, {"low_end_opening": True}, "6-1", 1),
        ({"kind": "doubles"}, {"preset": "everything"}, "6-1", 1),
        ({"kind": "doubles"}, {"preset": "everything"}, "6-1", 6),
        ({"kind": "no_trump", "doubles": "low"}, {"preset": "everything"}, "6-1", 1),
        ({"kind": "no_trump", "doubles": "low"}, {"preset": "everything"}, "6-6", 6),
        ({"kind": "sevens"}, {}, "6-1", 6),
    ],
)
def test_an_announced_opening_lead_may_stand(
    contract: dict[str, Any], rules: dict[str, Any], lead: str, suit: int
) -> None:
    plays = {"plays": [[lead]], "opening_suit": suit, "claim": "defence"}
    assert explain({**REVOKE, "rules": rules, "contract": contract, **plays}) == ()


def test_an_opening_suit_is_not_looked_at_without_plays() -> None:
    without: list[dict[str, Any]] = [{"plays": []}, {"plays": [[]]}, {"trick_results": []}]
    for tricks in without:
        record = {k: v for k, v in REVOKE.items() if k != "plays"}
        assert explain({**record, **tricks, "opening_suit": 2, "claim": "defence"}) == ()


def test_a_domino_played_by_a_seat_that_cannot_hold_it_proves_nothing() -> None:
    """Seat 1 throws the 5-4 of seat 0's dealt hand later on; that is no five of its own."""
    hand = ["5-5", "5-4", "5-3", "5-1", "6-6", "4-4", "6-4"]
    record = {
        **REVOKE,
        "deal": [hand, None, None, None],
        "plays": [["5-5", "6-3", "5-0", "6-5"], ["5-3", "5-4", "3-0", "0-0"]],
    }
    assert [(p.code.value, p.at) for p in explain(record)] == [("play.not_held", "/plays/1/1")]


@pytest.mark.parametrize(
    "plays",
    [
        [["5-5", "6-3", "5-0", "6-5"], ["5-4", "5-2", "3-0", "0-7"]],
        [["5-5", "6-3", "5-0", "6-5"], ["5-4", "5-2"], ["5-3"]],
    ],
    ids=["an unknown piece", "a wrong size"],
)
def test_a_trick_that_cannot_be_read_proves_no_revoke(plays: list[list[str]]) -> None:
    first = explain({**REVOKE, "plays": plays})[0]
    assert first.at.startswith("/plays/1")


def test_judging_leaves_the_record_as_it_was() -> None:
    for case in [*GOLDEN, *PROBLEMS]:
        before = deepcopy(case["record"])
        judge(case["record"])
        assert case["record"] == before
