"""Whatever stands in a record, a verdict comes back, and never by an exception."""

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import Code, judge, match_verdict, verdict
from rules.dummy_spades.shape import FACTS
from tests.rules.dummy_spades.dealing import full_hand, less_detail, match_record, some_rules

Record = dict[str, Any]
SEEDS = st.integers(0, 2**32)
ENVELOPE = {"ok", "problems", "warnings"}

STRANGE: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 3, 4, -1, 13, 14, 2.0, 1e300, 10**30, 10**4000),
    *("", "SA", "S10", "sa", "0", "13", "declarer", "dummy_spades", "☃", "a/b~c"),
    *([], [[]], [None], ["SA", "SA"], [3, 3], {}, {"seat": 0}, {"nil": [3]}, {"tricks": []}),
)
KEYS = (
    *("format", "game", "rules", "dealer", "deal", "auction", "plays", "trick_results", "claim"),
    *("tally", "flipped", "contract", "ruling", "opening_suit", "nil", "seat", "bid", "winner"),
    *("tricks", "declarer_side", "points", "preset", "bag_limit", "x", ""),
)


def containers(value: Any) -> Iterator[Any]:
    """Every object and list inside a value, itself included."""
    if isinstance(value, dict | list):
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from containers(inner)


def spoil(rng: Random, record: Record) -> None:
    """One thing anywhere in the record replaced, removed, repeated or added."""
    target = rng.choice(list(containers(record)))
    strange = deepcopy(rng.choice(STRANGE))
    match target, rng.randrange(3):
        case dict(), 0:
            target[rng.choice(KEYS)] = strange
        case dict(), 1 if target:
            del target[rng.choice(list(target))]
        case dict(), 2 if target:
            target[rng.choice(list(target))] = strange
        case list(), 0:
            target.insert(rng.randint(0, len(target)), strange)
        case list(), 1 if target:
            del target[rng.randrange(len(target))]
        case list(), 2 if target:
            target[rng.randrange(len(target))] = rng.choice((strange, deepcopy(rng.choice(target))))


def check_verdict(judgement: Record) -> None:
    """The form of a verdict, legal or not."""
    assert judgement["ok"] is (judgement["problems"] == [])
    for wrong in judgement["problems"] + judgement["warnings"]:
        assert set(wrong) == {"code", "at", "message"}
        assert Code(wrong["code"])
        assert wrong["at"] == "" or wrong["at"].startswith("/")
        assert wrong["message"]
    json.dumps(judgement)


@settings(max_examples=100)
@given(seed=SEEDS)
def test_a_spoilt_record_always_gets_a_verdict(seed: int) -> None:
    rng = Random(seed)
    record = full_hand(rng, some_rules(rng))
    if rng.random() < 0.5:
        record = less_detail(rng, record, verdict(record)["tricks"])
    record = json.loads(json.dumps(record))
    for _ in range(rng.choice((1, 1, 2, 5))):
        spoil(rng, record)
    judgement = verdict(record)
    check_verdict(judgement)
    assert judgement == judge(record).as_dict()
    if record.get("game") == "dummy_spades" and record.get("format") == "hand-record/1":
        assert set(judgement) == {*ENVELOPE, *FACTS}
    if judgement["ok"]:
        assert len(judgement["score"]) == 3
    else:
        assert judgement["score"] is None


@settings(max_examples=10)
@given(seed=SEEDS)
def test_a_spoilt_match_always_gets_a_verdict(seed: int) -> None:
    rng = Random(seed)
    stakes = {"currency": "EUR", "per_point": "0.10", "per_game": "1"}
    record = match_record(rng, some_rules(rng), stakes, most=3)
    record = json.loads(json.dumps(record))
    spoil(rng, record if rng.random() < 0.5 else rng.choice([record["stakes"], record["rules"]]))
    judgement = match_verdict(record)
    check_verdict(judgement)
    assert (judgement["running"] is None) is not judgement["ok"]
