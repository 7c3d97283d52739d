"""Whatever comes in, a verdict goes out."""

import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import match_verdict, verdict
from rules.problems import Code
from tests.rules.pandoeren.dealing import full_hand, played_hand
from tests.rules.pandoeren.records import without

KEYS = {
    *("ok", "problems", "warnings", "outcome", "declarer", "partner"),
    *("bid", "tricks", "points", "score"),
}
CODES = {code.value for code in Code}
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False)
    | st.sampled_from(["", "SA", "H10", "pass", "120", "declarer", "S", "x" * 300, "\u202e"]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.sampled_from(["seat", "bid", "trump", "~/"]), inner, max_size=3)
    ),
    max_leaves=8,
)
FULL_RECORD_KEYS = (
    *("format", "game", "rules", "dealer", "deal", "auction", "contract", "plays"),
    *("trick_results", "claim", "ruling", "tally", "centre", "discard", "partner"),
    *("roem", "denials", "stuk", "opening_suit"),
)


def resolves(at: str, record: Any) -> bool:
    """Whether the pointer leads into the record, or to a key that it could have there."""
    value = record
    for step in at.split("/")[1:-1]:
        key = step.replace("~1", "/").replace("~0", "~")
        value = value[int(key)] if isinstance(value, list) else value[key]
    return at == "" or isinstance(value, list | dict)


def assert_is_verdict(judgement: Any, record: Any) -> None:
    assert set(judgement) >= KEYS
    assert judgement["ok"] is (judgement["problems"] == [])
    assert (judgement["score"] is None) is not judgement["ok"]
    for wrong in judgement["problems"] + judgement["warnings"]:
        assert wrong["code"] in CODES
        assert wrong["message"]
        assert resolves(wrong["at"], record)
    json.dumps(judgement)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a record."""
    paths = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        paths += places(inner, (*path, key)) if isinstance(inner, dict | list) else [(*path, key)]
    return paths


def with_tally(rng: Random) -> dict[str, Any]:
    record = played_hand(rng) if rng.random() < 0.8 else full_hand(rng, wild=True)
    if rng.random() < 0.4:
        record["tally"] = {"made": True, "cards": 20, "tricks": 3, "first": True}
    if rng.random() < 0.3:
        record = without(record, "plays")
        record["trick_results"] = [{"winner": rng.randrange(4), "points": 5}] * rng.randrange(10)
    if rng.random() < 0.2:
        record["ruling"] = {"against": "declarer", "reason": "revoke"}
    if rng.random() < 0.2:
        record["claim"] = "declarer"
    return record


@settings(max_examples=88)
@given(seed=st.integers(0, 2**32), value=JSON)
def test_a_record_with_anything_anywhere_gets_a_verdict(seed: int, value: Any) -> None:
    rng = Random(seed)
    record = with_tally(rng)
    path = rng.choice(places(record))
    inner: Any = record
    for key in path[:-1]:
        inner = inner[key]
    if rng.random() < 0.2 and isinstance(inner, dict):
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    assert_is_verdict(verdict(record), record)


@settings(max_examples=38)
@given(st.dictionaries(st.sampled_from(FULL_RECORD_KEYS), JSON))
def test_any_object_under_the_right_heading_gets_a_verdict(body: dict[str, Any]) -> None:
    record = {**body, "format": "hand-record/1", "game": "pandoeren"}
    assert_is_verdict(verdict(record), record)


@settings(max_examples=50)
@given(seed=st.integers(0, 2**32))
def test_any_part_of_a_record_gets_a_verdict(seed: int) -> None:
    rng = Random(seed)
    record = with_tally(rng)
    record = without(record, *(key for key in record if rng.random() < 0.2))
    for key in ("deal", "plays", "roem", "denials"):
        if key in record and rng.random() < 0.5:
            entries = [entry for entry in record[key] if rng.random() < 0.8]
            record[key] = [*entries, *([None] * 4)][:4] if key == "deal" else entries
    assert_is_verdict(verdict(record), record)


@settings(max_examples=25)
@given(JSON)
def test_any_value_gets_a_verdict_as_hand_and_as_match(value: Any) -> None:
    assert verdict(value)["problems"][0]["code"].startswith("record.")
    assert match_verdict(value)["problems"][0]["code"].startswith("record.")


@settings(max_examples=13)
@given(seed=st.integers(0, 2**32), value=JSON)
def test_a_match_with_anything_anywhere_gets_a_verdict(seed: int, value: Any) -> None:
    rng = Random(seed)
    hands = [
        without(full_hand(rng, dealer=i, wild=True), "format", "game", "rules") for i in range(3)
    ]
    record: dict[str, Any] = {
        "format": "match-record/1",
        "game": "pandoeren",
        "players": ["Anna", "Bas", "Cor", "Dirk"],
        "stakes": {"currency": "EUR", "per_point": "0.10"},
        "hands": hands,
    }
    path = rng.choice(places(record))
    inner: Any = record
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    judgement = match_verdict(record)
    assert judgement["ok"] is (judgement["problems"] == [])
    assert all(resolves(wrong["at"], record) for wrong in judgement["problems"])
    json.dumps(judgement)
