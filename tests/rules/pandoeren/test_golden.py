"""Golden hands, each named after the rule that it shows, with what must come out."""

import json
from pathlib import Path
from typing import Any

from rules import verdict
from tests.tables import table

LINES = (Path(__file__).parent / "data" / "golden.jsonl").read_text(encoding="utf-8").splitlines()
HANDS = [json.loads(line) for line in LINES]


@table("hand", HANDS, ids=[hand["rule"] for hand in HANDS])
def test_a_hand_shows_its_rule(hand: dict[str, Any]) -> None:
    judgement = verdict(hand["record"])
    assert judgement["problems"] == []
    judgement["warnings"] = [[warning["code"], warning["at"]] for warning in judgement["warnings"]]
    wanted = hand["verdict"]
    assert {key: judgement[key] for key in wanted} == wanted


def test_every_golden_hand_says_where_its_rule_stands() -> None:
    assert all(hand["source"] for hand in HANDS)
    assert len({hand["source"] for hand in HANDS}) >= 12
