"""What holds for every hand."""

from copy import deepcopy
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import explain, verdict
from tests.rules.texas42 import naive
from tests.rules.texas42.dealing import (
    as_results,
    as_tally,
    full_hand,
    options_of,
    played_hand,
    some_rules,
)

SEEDS = st.integers(0, 2**32)
Record = dict[str, Any]


def hand(seed: int) -> tuple[Random, Record, Any]:
    """A random played hand, its generator and its options."""
    rng = Random(seed)
    rules = some_rules(rng)
    return rng, played_hand(rng, rules), options_of(rules)


@settings(max_examples=150)
@given(seed=SEEDS)
def test_points_of_a_whole_hand_split_42(seed: int) -> None:
    _, record, _ = hand(seed)
    judgement = verdict(record)
    played = naive.played_as(record["contract"])
    if played["kind"] == "nello":
        assert sum(judgement["points"]) <= 42
    else:
        assert sum(judgement["points"]) == 42
    assert sum(judgement["tricks"]) == 7


@settings(max_examples=150)
@given(seed=SEEDS, turn=st.integers(1, 3))
def test_turning_the_table_changes_nothing_but_seats(seed: int, turn: int) -> None:
    rng = Random(seed)
    record = full_hand(rng, some_rules(rng))
    turned = deepcopy(record)
    turned["dealer"] = (record["dealer"] + turn) % 4
    turned["deal"] = record["deal"][-turn:] + record["deal"][:-turn]
    for call in turned["auction"]:
        call["seat"] = (call["seat"] + turn) % 4
    before, after = verdict(record), verdict(turned)
    for key in ("outcome", "bid"):
        assert after[key] == before[key]
    for key in ("points", "score"):
        pair = before[key]
        assert after[key] == (pair[::-1] if turn % 2 and pair else pair)
    for key in ("declarer", "partner"):
        seat = before[key]
        assert after[key] == (None if seat is None else (seat + turn) % 4)
    if before["tricks"]:
        assert after["tricks"] == before["tricks"][-turn:] + before["tricks"][:-turn]


@settings(max_examples=150)
@given(seed=SEEDS)
def test_a_record_cut_short_never_scores_before_it_is_settled(seed: int) -> None:
    _, record, options = hand(seed)
    whole = verdict(record)
    under = whole["bid"].isdigit() and int(whole["bid"]) < 42
    needs_all = under and options["scoring"] == "points"
    settled = False
    for length in range(8):
        cut = {**record, "plays": record["plays"][:length]}
        judgement = verdict(cut)
        if judgement["ok"]:
            assert judgement["score"] == whole["score"]
            assert length == 7 or not needs_all
            settled = True
        else:
            assert not settled
            assert [p["code"] for p in judgement["problems"]] == ["play.incomplete"]
            assert judgement["score"] is None
    assert settled


@settings(max_examples=100)
@given(seed=SEEDS)
def test_a_trick_begun_changes_nothing(seed: int) -> None:
    rng, record, _ = hand(seed)
    length = rng.randrange(7)
    cut = {**record, "plays": record["plays"][:length]}
    begun = {**record, "plays": [*cut["plays"], record["plays"][length][: rng.randrange(3)]]}
    assert verdict(cut) == verdict(begun)


@settings(max_examples=150)
@given(seed=SEEDS)
def test_less_detail_gives_the_same_score_or_none(seed: int) -> None:
    rng, record, options = hand(seed)
    whole = verdict(record)
    assert verdict(as_results(record, options)) == whole
    without_deal = {key: value for key, value in record.items() if key != "deal"}
    some_hands = deepcopy(record)
    for seat in rng.sample(range(4), rng.randint(1, 3)):
        some_hands["deal"][seat] = None
    assert verdict(without_deal) == verdict(some_hands) == whole
    sheet = as_tally(record, whole)
    for key in rng.sample(sorted(sheet["tally"]), rng.randrange(3)):
        del sheet["tally"][key]
    judgement = verdict(sheet)
    if judgement["ok"]:
        assert judgement["score"] == whole["score"]
    else:
        assert [p["code"] for p in judgement["problems"]] == ["tally.insufficient"]


@settings(max_examples=100)
@given(seed=SEEDS)
def test_the_whole_sheet_beside_the_whole_record_changes_nothing(seed: int) -> None:
    _, record, _ = hand(seed)
    whole = verdict(record)
    assert verdict({**record, "tally": as_tally(record, whole)["tally"]}) == whole


@settings(max_examples=100)
@given(seed=SEEDS)
def test_a_ruling_gives_the_hand_to_the_other_side_wherever_the_record_stops(seed: int) -> None:
    rng, record, _ = hand(seed)
    against = rng.choice(("declarer", "defence"))
    ruled = {
        **record,
        "plays": record["plays"][: rng.randrange(8)],
        "ruling": {"against": against, "reason": "revoke"},
    }
    judgement = verdict(ruled)
    assert judgement["outcome"] == ("set" if against == "declarer" else "made")
    team = judgement["declarer"] % 2
    assert judgement["score"][team if against == "declarer" else 1 - team] == 0


@settings(max_examples=100)
@given(seed=SEEDS)
def test_results_with_some_points_left_out_never_contradict_the_whole(seed: int) -> None:
    rng, record, options = hand(seed)
    whole = verdict(record)
    less = as_results(record, options)
    for entry in rng.sample(less["trick_results"], rng.randint(1, 7)):
        del entry["points"]
    judgement = verdict(less)
    if judgement["ok"]:
        assert judgement["score"] == whole["score"]
        assert judgement["points"] in (None, whole["points"])
    else:
        assert [p.code for p in explain(less)] == ["tally.insufficient"]
