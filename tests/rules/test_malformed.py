"""Whatever JSON can say gets a verdict, and no record says it by an exception."""

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES, Code, explain, judge, match_verdict, verdict
from rules.problems import shown
from tests.rules.texas42.dealing import as_results, as_tally, full_hand, match_record, options_of

Draw = Callable[[st.SearchStrategy[Any]], Any]

KNOWN_KEYS = """
format game rules dealer deal auction contract plays trick_results claim ruling tally opening_suit
kind trump doubles as seat bid winner points made tricks against reason preset players stakes hands
currency per_mark
"""
KNOWN_WORDS = """
hand-record/1 match-record/1 texas42 pass 30 1m 84 low-no trump plunge nello own high declarer
defence 6-4 marks points everything EUR 0.25
"""
KEYS = st.sampled_from(KNOWN_KEYS.split()) | st.text(max_size=5)
WORDS = st.sampled_from(KNOWN_WORDS.split()) | st.text(max_size=5)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-1, 8)
    | st.just(10**4000)
    | st.floats(allow_nan=False, allow_infinity=False)
    | WORDS
)
JSON = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=25,
)
VERDICT_KEYS = {"ok", "problems", "warnings", "outcome", "declarer", "partner", "bid", "score"}


def check_verdict(judgement: dict[str, Any]) -> None:
    """The form of a verdict, legal or not."""
    assert judgement["ok"] is (judgement["problems"] == [])
    for wrong in judgement["problems"] + judgement["warnings"]:
        assert set(wrong) == {"code", "at", "message"}
        assert Code(wrong["code"])
        assert wrong["at"] == "" or wrong["at"].startswith("/")
        assert wrong["message"]
    json.dumps(judgement)


def spoil(draw: Draw, value: Any) -> Any:
    """The value with one thing inside it replaced, removed, repeated or added."""
    if isinstance(value, dict) and value and draw(st.booleans()):
        return spoil_object(draw, value)
    if isinstance(value, list) and value and draw(st.booleans()):
        return spoil_list(draw, value)
    return draw(JSON)


def spoil_object(draw: Draw, value: dict[str, Any]) -> dict[str, Any]:
    """An object with one key spoilt."""
    key = draw(st.sampled_from(sorted(value)))
    match draw(st.sampled_from(["inside", "inside", "drop", "replace", "add"])):
        case "drop":
            return {k: v for k, v in value.items() if k != key}
        case "add":
            return {**value, draw(KEYS): draw(JSON)}
        case "replace":
            return {**value, key: draw(JSON)}
        case _:
            return {**value, key: spoil(draw, value[key])}


def spoil_list(draw: Draw, value: list[Any]) -> list[Any]:
    """A list with one entry spoilt."""
    i = draw(st.integers(0, len(value) - 1))
    match draw(st.sampled_from(["inside", "inside", "drop", "repeat"])):
        case "drop":
            return value[:i] + value[i + 1 :]
        case "repeat":
            return value[: i + 1] + value[i:]
        case _:
            return [*value[:i], spoil(draw, value[i]), *value[i + 1 :]]


@st.composite
def spoilt_hands(draw: st.DrawFn) -> Any:
    """A good hand in some detail with one to three things spoilt."""
    rng = Random(draw(st.integers(0, 2**32)))
    record = full_hand(rng, draw(st.sampled_from([{}, {"preset": "points"}])))
    if "plays" in record:
        facts = verdict(record)
        detail = draw(st.sampled_from(["plays", "results", "tally"]))
        if detail == "results":
            record = as_results(record, options_of(record["rules"]))
        if detail == "tally":
            record = as_tally(record, facts)
        if draw(st.booleans()):
            record["claim"] = draw(st.sampled_from(["declarer", "defence"]))
        if draw(st.booleans()):
            record["ruling"] = {"against": "declarer", "reason": "revoke"}
    for _ in range(draw(st.integers(1, 3))):
        record = spoil(draw, record)
    return record


@settings(max_examples=38)
@given(value=JSON)
def test_any_value_gets_a_verdict(value: Any) -> None:
    judgement = verdict(value)
    check_verdict(judgement)
    assert set(judgement) >= VERDICT_KEYS
    assert not judgement["ok"]
    match = match_verdict(value)
    check_verdict(match)


@settings(max_examples=63)
@given(value=spoilt_hands())
def test_a_spoilt_record_gets_a_verdict(value: Any) -> None:
    before = deepcopy(value)
    judgement = verdict(value)
    check_verdict(judgement)
    assert judgement == judge(value).as_dict()
    assert [p.as_dict() for p in explain(value)] == judgement["problems"]
    if not judgement["ok"]:
        assert {judgement.get(key) for key in ("outcome", "score", "points", "tricks")} == {None}
    assert value == before


@settings(max_examples=13)
@given(data=st.data())
def test_a_spoilt_match_gets_a_verdict(data: st.DataObject) -> None:
    record = match_record(Random(data.draw(st.integers(0, 99))), {}, {"currency": "EUR"})
    record["hands"] = record["hands"][:2]
    judgement = match_verdict(spoil(data.draw, record))
    check_verdict(judgement)
    if not judgement["ok"]:
        assert judgement["running"] is judgement["totals"] is judgement["settlement"] is None


@settings(max_examples=25)
@given(value=JSON, game=st.sampled_from(sorted(GAMES)))
def test_every_game_takes_any_value_at_any_of_its_keys(value: Any, game: str) -> None:
    for field in GAMES[game].fields:
        record = {"format": "hand-record/1", "game": game, "dealer": 0, "auction": []}
        check_verdict(verdict({**record, field.name: value}))


def test_a_value_nested_beyond_all_measure_gets_a_verdict() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    for record in (
        deep,
        {"format": deep},
        {"format": "hand-record/1", "game": "texas42", "rules": {"preset": deep}},
        {"format": "hand-record/1", "game": "texas42", "dealer": 0, "auction": [], "x": deep},
    ):
        check_verdict(verdict(record))
        check_verdict(match_verdict(record))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("x" * 100, "x" * 39 + "…"),
        ("6-7", "6-7"),
        (True, "true"),
        (None, "null"),
        (10**5000, "a huge number"),
        (1.5, "1.5"),
        ([], "a list"),
        ({}, "an object"),
    ],
    ids=["long", "short", "true", "null", "huge", "float", "list", "object"],
)
def test_values_are_quoted_short(value: object, words: str) -> None:
    assert shown(value) == words
