"""Whatever stands in a record of Klaverjassen, a verdict comes back, and never by an exception."""

import json
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import match_verdict, verdict
from rules.klaverjassen.shape import FACTS
from tests.rules.dummy_spades.test_malformed import check_verdict, spoil
from tests.rules.klaverjassen.dealing import (
    as_results,
    as_tally,
    full_hand,
    match_record,
    some_rules,
)

SEEDS = st.integers(0, 2**32)


@settings(max_examples=63)
@given(seed=SEEDS)
def test_a_spoilt_record_always_gets_a_verdict(seed: int) -> None:
    rng = Random(seed)
    record = full_hand(rng, some_rules(rng))
    if "plays" in record:
        whole = verdict(record)
        shorter = (record, as_results(record, whole), as_tally(record, whole))
        record = rng.choice(shorter)
        if rng.random() < 0.3:
            record = {**record, "claim": rng.choice(("declarer", "defence"))}
    record = json.loads(json.dumps(record))
    for _ in range(rng.choice((1, 1, 2, 5))):
        spoil(rng, record)
    judgement = verdict(record)
    check_verdict(judgement)
    if record.get("game") == "klaverjassen" and record.get("format") == "hand-record/1":
        assert set(judgement) == {"ok", "problems", "warnings", *FACTS}
    assert (judgement["score"] is not None) is judgement["ok"]


@settings(max_examples=8)
@given(seed=SEEDS)
def test_a_spoilt_match_always_gets_a_verdict(seed: int) -> None:
    rng = Random(seed)
    record = match_record(rng, some_rules(rng), 3)
    record["stakes"] = {"currency": "EUR", "per_point": "0.01"}
    spoil(rng, rng.choice((record, record["stakes"], record["rules"])))
    judgement = match_verdict(record)
    check_verdict(judgement)
    assert (judgement["running"] is None) is not judgement["ok"]
