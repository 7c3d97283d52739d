"""The rule book against the naive second scorer, and its short way against its careful one."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.records import judge
from tests.rules.dummy_spades import naive
from tests.rules.dummy_spades.dealing import full_hand, less_detail, options_of, some_rules
from tests.rules.dummy_spades.spoiling import (
    SHEET_SPOILERS,
    SPOILERS,
    some_hands_left_out,
    two_plays_of_one_seat_swapped,
)
from tests.tables import table

Record = dict[str, Any]
SEEDS = st.integers(0, 2**32)


def compare_with_naive(record: Record) -> str:
    """Asserts that both scorers agree; says what came out."""
    wanted = naive.judge(record, options_of(record["rules"]))
    judgement = judge(record).as_dict()
    if "problem" in wanted:
        first = judgement["problems"][0]
        assert (first["code"], first["at"]) == wanted["problem"]
        return str(wanted["problem"][0])
    assert judgement["problems"] == []
    assert {key: judgement[key] for key in wanted} == wanted
    return "legal"


def spoil(rng: Random, record: Record, spoilers: Any, times: int) -> None:
    """Applies some ways of spoiling; one that finds nothing to spoil any more does nothing."""
    for way in rng.sample(spoilers, times):
        try:
            way(rng, record)
        except (IndexError, ValueError):
            continue


@settings(max_examples=38)
@given(seed=SEEDS)
def test_random_legal_hands_under_random_rules_score_alike(seed: int) -> None:
    rng = Random(seed)
    record = full_hand(rng, some_rules(rng))
    assert compare_with_naive(record) == "legal"


@settings(max_examples=125)
@given(seed=SEEDS)
def test_spoilt_hands_have_the_same_first_problem(seed: int) -> None:
    rng = Random(seed)
    record = full_hand(rng, some_rules(rng))
    spoil(rng, record, SPOILERS, rng.choice((1, 1, 1, 2, 3)))
    compare_with_naive(record)


@settings(max_examples=75)
@given(seed=SEEDS)
def test_hands_in_less_detail_have_the_same_result(seed: int) -> None:
    rng = Random(seed)
    record = full_hand(rng, some_rules(rng))
    taken = naive.judge(record, options_of(record["rules"]))["tricks"]
    record = less_detail(rng, record, taken)
    spoil(rng, record, SHEET_SPOILERS, rng.choice((0, 0, 1, 2)))
    compare_with_naive(record)


@settings(max_examples=38)
@given(seed=SEEDS)
def test_a_revoke_is_found_in_hands_that_were_not_written_down(seed: int) -> None:
    rng = Random(seed)
    record = full_hand(rng, some_rules(rng))
    two_plays_of_one_seat_swapped(rng, record)
    some_hands_left_out(rng, record)
    compare_with_naive(record)


@table(
    "fault",
    [
        lambda r: r["deal"][0].__setitem__(0, "S1"),
        lambda r: r["deal"][0].__setitem__(0, 7),
        lambda r: r["deal"][0].__setitem__(0, []),
        lambda r: r["deal"][0].pop(),
        lambda r: r["deal"].__setitem__(0, dict.fromkeys(r["deal"][0])),
        lambda r: r.__setitem__("deal", dict(enumerate(r["deal"]))),
        lambda r: r["deal"].append([]),
        lambda r: r["deal"][0].__setitem__(0, r["deal"][1][0]),
        lambda r: r["plays"].__setitem__(0, tuple(r["plays"][0])),
        lambda r: r["plays"].__setitem__(0, dict.fromkeys(r["plays"][0])),
        lambda r: r["plays"][3].append("SA"),
        lambda r: r["plays"][3].pop(),
        lambda r: r["plays"].append([]),
        lambda r: r["plays"].pop(),
        lambda r: r["plays"][0].__setitem__(0, None),
        lambda r: r["plays"][12].__setitem__(0, r["plays"][0][0]),
        lambda r: r.__setitem__("plays", "x" * 13),
        lambda r: r.__setitem__("dealer", True),
        lambda r: r.__setitem__("dealer", 3),
        lambda r: r.__setitem__("dealer", float(r["dealer"])),
        lambda r: r["auction"][0].__setitem__("seat", float(r["auction"][0]["seat"])),
        lambda r: r["auction"][0].__setitem__("seat", 3),
        lambda r: r["auction"][0].__setitem__("bid", []),
        lambda r: r["auction"][0].__setitem__("bid", 5),
        lambda r: r["auction"][0].__setitem__("nil", None),
        lambda r: r["auction"][0].__setitem__("nil", [True]),
        lambda r: r["auction"][0].__setitem__("nil", [4]),
        lambda r: r["auction"][0].__setitem__("nil", [1, 1]),
        lambda r: r["auction"][0].__setitem__("nil", {}),
        lambda r: r["auction"][0].__setitem__("trump", "S"),
        lambda r: r["auction"][0].update({"nil": [], "trump": "S"}),
        lambda r: r["auction"].__setitem__(0, "5"),
        lambda r: r["auction"].pop(),
        lambda r: r["auction"].append(r["auction"][0]),
        lambda r: r.__setitem__("flipped", r["deal"][3][:3]),
        lambda r: r.__setitem__("flipped", None),
        lambda r: r.__setitem__("tally", None),
        lambda r: r.__setitem__("tally", {"tricks": [13, 0, 0, 0]}),
        lambda r: r.__setitem__("tally", {"tricks": [13.0, 0, 0, 0]}),
        lambda r: r.__setitem__("tally", {"declarer_side": 14}),
        lambda r: r.__setitem__("tally", {"made": True}),
        lambda r: r.__setitem__("claim", "both"),
        lambda r: r.__setitem__("contract", {}),
        lambda r: r.__setitem__("ruling", {"against": "defence", "reason": "revoke"}),
        lambda r: r.__setitem__("rules", None),
        lambda r: r.__setitem__("rules", {"bag_limit": True}),
        lambda r: r.__setitem__("x", 1),
        lambda r: r.pop("plays") and r.__setitem__("tricks", []),
    ],
)
def test_every_fault_of_a_whole_record_is_refused(fault: Any) -> None:
    record = full_hand(Random(42))
    assert judge(record).ok
    spoilt = deepcopy(record)
    fault(spoilt)
    assert not judge(spoilt).ok


@pytest.mark.parametrize(
    "other",
    [
        lambda deal, flipped: [*flipped[:-1], flipped[0]],
        lambda deal, flipped: [*flipped[:-1], deal[0][0]],
        lambda deal, flipped: flipped[:-1],
        lambda deal, flipped: [*flipped, deal[0][0]],
        lambda deal, flipped: [*flipped[:-1], "X"],
        lambda deal, flipped: [*flipped[:-1], None],
        lambda deal, flipped: dict.fromkeys(flipped),
    ],
)
def test_every_card_turned_up_is_looked_at(other: Any) -> None:
    record = full_hand(Random(7), {"preset": "flip_2"})
    assert judge(record).ok
    record["flipped"] = other(record["deal"], record["flipped"])
    assert not judge(record).ok


def test_a_number_of_tricks_is_no_boolean() -> None:
    rng = Random(1)
    while True:
        record = full_hand(rng)
        tricks = judge(record).facts["tricks"]
        if 1 in tricks:
            break
    written = [True if number == 1 else number for number in tricks]
    assert not judge({**record, "tally": {"tricks": written}}).ok
    assert judge({**record, "tally": {"tricks": tricks}}).ok


def test_most_ways_of_spoiling_make_different_problems() -> None:
    """The generator of spoilt hands is worth its time only if it reaches most of the codes."""
    codes = set()
    for seed in range(1500):
        rng = Random(seed)
        record = full_hand(rng, some_rules(rng))
        spoil(rng, record, SPOILERS, 1)
        codes |= {problem.code.value for problem in judge(record).problems[:1]}
    assert codes >= {
        *("deal.unknown_piece", "deal.wrong_size", "deal.duplicate"),
        *("auction.unknown_bid", "auction.out_of_turn", "auction.not_allowed"),
        *("auction.after_end", "auction.incomplete"),
        *("play.unknown_piece", "play.duplicate", "play.not_held", "play.revoke"),
        *("play.bad_lead", "play.wrong_size", "play.too_many", "play.incomplete"),
        *("tally.impossible", "tally.mismatch"),
    }
