"""Matches: the running score, the winner, the money, and verdicts folded without judging."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import explain_match, fold, match_verdict, next_dealer, verdict
from rules.matches import RESULTS
from tests.rules.texas42.dealing import full_hand, match_record, some_rules
from tests.rules.texas42.test_golden import REVOKE, lines
from tests.tables import table

MATCHES = lines("matches.jsonl")
GOOD = [case for case in MATCHES if "verdict" in case]
BAD = [case for case in MATCHES if "problem" in case]
MARKS = {"currency": "USD", "per_mark": "0.25", "per_set": "1.00"}
POINTS = {"currency": "JPY", "per_point": "3", "per_set": "50"}


@pytest.mark.parametrize("case", GOOD, ids=lambda case: case["name"])
def test_a_match_comes_to_what_it_should(case: dict[str, Any]) -> None:
    judgement = match_verdict(case["record"])
    assert judgement == {**case["verdict"], "problems": [], "warnings": []}


@table("case", BAD, ids=lambda case: case["name"])
def test_a_fault_of_a_match_is_named_and_placed(case: dict[str, Any]) -> None:
    judgement = match_verdict(case["record"])
    first = judgement["problems"][0]
    assert (first["code"], first["at"]) == (case["problem"]["code"], case["problem"]["at"])
    assert {key: judgement[key] for key in RESULTS} == dict.fromkeys(RESULTS)
    assert [p.message for p in explain_match(case["record"])] == [
        p["message"] for p in judgement["problems"]
    ]


def ended_at(record: dict[str, Any]) -> dict[str, Any]:
    """The record up to the hand that ended the match, by a win or as a draw."""
    for length in range(len(record["hands"]), 0, -1):
        cut = {**record, "hands": record["hands"][:length]}
        if match_verdict(cut)["ok"]:
            return cut
    return {**record, "hands": []}


@settings(max_examples=30)
@given(seed=st.integers(0, 2**32))
def test_folded_verdicts_come_to_the_same_as_the_judged_match(seed: int) -> None:
    rng = Random(seed)
    rules = {**some_rules(rng), "target": rng.randint(1, 12)}
    by_points = rules.get("scoring", rules["preset"]) == "points"
    stakes = POINTS if by_points else MARKS
    record = ended_at(match_record(rng, rules, stakes))
    judged = match_verdict(record)
    assert judged["ok"], judged["problems"]
    head = {"format": "hand-record/1", "game": "texas42", "rules": rules}
    verdicts = [verdict({**head, **hand}) for hand in record["hands"]]
    assert fold("texas42", rules, verdicts, stakes) == judged
    totals = [sum(judgement["score"][team] for judgement in verdicts) for team in (0, 1)]
    assert judged["totals"] == totals
    if judged["settlement"]:
        for who in ("sides", "players"):
            units = [int(amount.replace(".", "")) for amount in judged["settlement"][who]]
            assert sum(units) == 0
            assert units[judged["winner"]] >= 0


def test_a_hand_folded_after_the_end_is_named() -> None:
    made = {"ok": True, "score": [1, 0], "set_team": None}
    score_so_far = fold("texas42", {"target": 1}, [made, made])
    assert [(p["code"], p["at"]) for p in score_so_far["problems"]] == [
        ("match.after_end", "/hands/1")
    ]


def test_an_illegal_verdict_cannot_be_folded() -> None:
    with pytest.raises(ValueError, match="hand 0 is illegal"):
        fold("texas42", None, [verdict({})])


@pytest.mark.parametrize(
    ("rules", "stakes", "place"),
    [
        ({"preset": "x"}, None, "/rules/preset"),
        (None, {"currency": 1}, "/stakes/currency"),
        (None, {"currency": "EUR", "per_point": "1"}, "/stakes/per_point"),
    ],
)
def test_rules_and_stakes_are_asked_when_folding(rules: Any, stakes: Any, place: str) -> None:
    assert [p["at"] for p in fold("texas42", rules, [], stakes)["problems"]] == [place]


def test_the_deal_passes_clockwise() -> None:
    assert [next_dealer("texas42", dealer) for dealer in range(4)] == [1, 2, 3, 0]


def test_warnings_of_hands_keep_their_place_in_the_match() -> None:
    hand = {key: value for key, value in REVOKE.items() if key not in ("format", "game")}
    hand |= {"ruling": {"against": "defence", "reason": "revoke"}}
    record = {
        "format": "match-record/1",
        "game": "texas42",
        "players": ["Ann", "Bob", "Cleo", "Dirk"],
        "hands": [{**hand, "dealer": 3}],
    }
    judgement = match_verdict(record)
    assert [(w["code"], w["at"]) for w in judgement["warnings"]] == [
        ("play.revoke", "/hands/0/plays/0/1")
    ]
    assert judgement["totals"] == [1, 0]


def test_a_dealt_hand_is_as_random_as_its_seed() -> None:
    assert full_hand(Random(1)) == full_hand(Random(1)) != full_hand(Random(2))
