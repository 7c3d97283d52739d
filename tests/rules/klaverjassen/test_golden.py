"""Hands whose verdict was worked out by hand, each named after the rule it shows."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules import Code, explain, match_verdict, verdict
from rules.klaverjassen.options import OPTIONS
from tests.tables import table

DATA = Path(__file__).parent / "data"
TEXT = (Path(__file__).parents[3] / "docs" / "rules" / "klaverjassen.md").read_text(
    encoding="utf-8"
)


def lines(name: str) -> list[dict[str, Any]]:
    """The objects of a data file."""
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


GOLDEN = lines("golden.jsonl")
PROBLEMS = lines("problems.jsonl")
OTHER_GAMES = {Code.DEAL_BAD_DISCARD, Code.PLAY_BAD_LEAD, Code.CLAIM_AMBIGUOUS}
OF_THIS_GAME = {
    code
    for code in Code
    if code.split(".")[0] in ("deal", "auction", "contract", "play", "result", "tally", "claim")
} - {*OTHER_GAMES, *(code for code in Code if code.startswith("contract.n") or "plunge" in code)}


@table("case", GOLDEN, ids=lambda case: case["rule"])
def test_a_hand_scores_as_the_rule_says(case: dict[str, Any]) -> None:
    judgement = verdict(case["record"])
    assert (judgement["ok"], judgement["problems"], judgement["warnings"]) == (True, [], [])
    assert {key: judgement[key] for key in case["verdict"]} == case["verdict"]


@table("case", PROBLEMS, ids=lambda case: case["name"])
def test_a_fault_is_named_and_placed(case: dict[str, Any]) -> None:
    judgement = verdict(case["record"])
    first = judgement["problems"][0]
    assert (first["code"], first["at"]) == (case["code"], case["at"])
    assert all("{" not in wrong.message for wrong in explain(case["record"]))
    assert {judgement[key] for key in ("outcome", "tricks", "points", "score")} == {None}
    declared = case["code"].split(".")[0] in ("contract", "play", "result", "tally")
    named = declared and case["code"] != "contract.unexpected"
    assert (judgement["declarer"] is not None) is named


def test_every_code_of_the_game_is_reached() -> None:
    assert {Code(case["code"]) for case in PROBLEMS} == OF_THIS_GAME


def test_every_golden_hand_says_where_its_rule_stands() -> None:
    headings = {line.strip("# ").lower() for line in TEXT.splitlines() if line.startswith("#")}
    assert {case["source"] for case in GOLDEN} <= headings


@pytest.mark.parametrize("name", [*(row.name for row in OPTIONS.options), *OPTIONS.presets])
def test_every_option_and_preset_is_explained(name: str) -> None:
    assert f"| `{name}` |" in TEXT


def test_a_ruling_turns_the_revoke_into_a_warning() -> None:
    revoke = next(case["record"] for case in PROBLEMS if case["code"] == "play.revoke")
    ruled = {**revoke, "ruling": {"against": "defence", "reason": "revoke"}}
    judgement = verdict(ruled)
    assert judgement["problems"] == []
    assert [warning["code"] for warning in judgement["warnings"]] == ["play.revoke"]
    assert judgement["score"] == [0, 162]


def match_of(hands: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """The verdict of a match in which seat 0 dealt first and forehand played each hand."""
    dealt = [
        {
            "dealer": i % 4,
            "auction": [{"seat": (i + 1) % 4, "bid": "play"}],
            "contract": {"trump": "H"},
            "tally": tally,
        }
        for i, tally in enumerate(hands)
    ]
    record = {"format": "match-record/1", "game": "klaverjassen", "hands": dealt}
    return match_verdict({**record, "players": ["A", "B", "C", "D"], **more})


def test_a_boom_is_over_after_its_hands_and_settles_the_difference() -> None:
    stakes = {"currency": "EUR", "per_point": "0.01", "per_game": "1.00"}
    hands: list[dict[str, Any]] = [{"points": [62, 100]}, {"points": [102, 60]}, {"made": False}]
    judgement = match_of(hands, rules={"hands": 3}, stakes=stakes)
    assert judgement["running"] == [[62, 100], [164, 160], [326, 160]]
    assert (judgement["winner"], judgement["sets"]) == (0, [0, 1])
    assert judgement["settlement"]["sides"] == ["2.66", "-2.66"]
    assert judgement["settlement"]["players"] == ["1.33", "-1.33", "1.33", "-1.33"]


def test_a_hand_after_the_last_of_the_boom_is_one_too_many() -> None:
    judgement = match_of([{"made": False}] * 17)
    assert [(p["code"], p["at"]) for p in judgement["problems"]] == [
        ("match.after_end", "/hands/16")
    ]


def test_a_match_without_a_number_of_hands_is_played_to_its_target() -> None:
    rules = {"hands": None, "target": 400}
    judgement = match_of([{"points": [62, 100]}, {"made": False}, {"made": False}], rules=rules)
    assert (judgement["totals"], judgement["winner"]) == ([224, 262], None)
    judgement = match_of([{"tricks": [0, 8]}, {"made": False}], rules=rules)
    assert (judgement["totals"], judgement["winner"]) == ([0, 424], 1)
