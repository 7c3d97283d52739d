"""The rule book against the naive second scorer."""

from collections import Counter
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.records import judge
from tests.rules.pandoeren import naive
from tests.rules.pandoeren.dealing import full_hand, options_of, played_hand, some_rules
from tests.rules.pandoeren.spoiling import spoil

Record = dict[str, Any]
SEEDS = st.integers(0, 2**32)


def compare_with_naive(record: Record, rules: Record) -> str:
    """Asserts that both scorers agree; says what came out."""
    wanted = naive.judge(record, **options_of(rules))
    judgement = judge(record).as_dict()
    if "problem" in wanted:
        first = judgement["problems"][0]
        assert (first["code"], first["at"]) == wanted["problem"]
        return str(first["code"])
    assert judgement["problems"] == []
    judgement["warnings"] = [(warning["code"], warning["at"]) for warning in judgement["warnings"]]
    assert {key: judgement[key] for key in wanted} == wanted
    return str(wanted["outcome"])


@settings(max_examples=38)
@given(seed=SEEDS, wild=st.booleans())
def test_random_legal_hands_under_random_rules_score_alike(seed: int, *, wild: bool) -> None:
    rng = Random(seed)
    rules = some_rules(rng)
    record = full_hand(rng, rules, wild=wild)
    assert compare_with_naive(record, rules) in {"made", "set", "passed_out"}


@settings(max_examples=100)
@given(seed=SEEDS)
def test_changed_hands_have_the_same_first_problem_or_result(seed: int) -> None:
    rng = Random(seed)
    rules = some_rules(rng)
    record = played_hand(rng, rules)
    spoil(rng, record)
    if any(call["bid"] != "pass" for call in record["auction"]):
        compare_with_naive(record, rules)


def test_changed_hands_reach_most_problems_of_auction_contract_play_and_announcements() -> None:
    rng = Random(7)
    seen: Counter[str] = Counter()
    for _ in range(1800):
        rules = some_rules(rng)
        record = played_hand(rng, rules)
        spoil(rng, record)
        if any(call["bid"] != "pass" for call in record["auction"]):
            seen[compare_with_naive(record, rules)] += 1
    assert {code for code in seen if "." in code} >= {
        *("auction.unknown_bid", "auction.out_of_turn", "auction.not_higher"),
        *("auction.after_end", "auction.incomplete"),
        *("contract.unknown", "contract.not_allowed", "deal.bad_discard"),
        *("call.missing", "call.not_allowed", "call.own_card", "call.king_only"),
        *("play.unknown_piece", "play.duplicate", "play.not_held", "play.revoke"),
        *("play.undertrump", "play.wrong_size", "play.too_many", "play.incomplete"),
        *("roem.not_allowed", "roem.none", "roem.wrong_value", "denial.not_entitled"),
        *("stuk.not_allowed", "stuk.not_held"),
    }
