"""The rule book against the naive second scorer."""

from collections import Counter
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import match_verdict, verdict
from tests.rules.klaverjassen import naive
from tests.rules.klaverjassen.dealing import (
    as_results,
    as_tally,
    full_hand,
    match_record,
    options_of,
    played_hand,
    some_rules,
    spoil,
)

Record = dict[str, Any]
SEEDS = st.integers(0, 2**32)


def compare_with_naive(record: Record) -> str:
    """Asserts that both scorers agree; says what came out."""
    wanted = naive.judge(record, options_of(record["rules"]))
    judgement = verdict(record)
    if "problem" in wanted:
        first = judgement["problems"][0]
        assert (first["code"], first["at"]) == wanted["problem"]
        return str(first["code"])
    assert judgement["problems"] == judgement["warnings"] == []
    assert {key: judgement[key] for key in wanted} == wanted
    return str(wanted["outcome"])


def test_thousands_of_dealt_hands_under_every_rule_score_alike() -> None:
    rng = Random(162)
    seen: Counter[str] = Counter()
    pits = 0
    for _ in range(4000):
        record = full_hand(rng, some_rules(rng))
        seen[compare_with_naive(record)] += 1
        pits += "plays" in record and verdict(record)["points"]["pit"]
    assert set(seen) == {"made", "set", "passed_out"}
    assert min(seen.values()) > 100
    assert pits > 20


@settings(max_examples=38)
@given(seed=SEEDS)
def test_changed_hands_have_the_same_first_problem_or_result(seed: int) -> None:
    rng = Random(seed)
    record = played_hand(rng, some_rules(rng))
    spoil(rng, record)
    if naive.auction(record, options_of(record["rules"]))[0] != "passed":
        compare_with_naive(record)


def test_changed_hands_reach_every_problem_of_auction_and_play() -> None:
    rng = Random(7)
    seen: Counter[str] = Counter()
    for _ in range(2500):
        record = played_hand(rng, some_rules(rng))
        spoil(rng, record)
        if naive.auction(record, options_of(record["rules"]))[0] != "passed":
            seen[compare_with_naive(record)] += 1
    assert {code for code in seen if "." in code} >= {
        *("auction.unknown_bid", "auction.out_of_turn", "auction.must_bid"),
        *("auction.not_higher", "auction.not_allowed"),
        *("auction.after_end", "auction.incomplete", "contract.unknown"),
        *("play.unknown_piece", "play.duplicate", "play.not_held", "play.revoke"),
        *("play.undertrump", "play.wrong_size", "play.incomplete"),
    }


@settings(max_examples=19)
@given(seed=SEEDS)
def test_less_detail_gives_the_same_score(seed: int) -> None:
    rng = Random(seed)
    record = played_hand(rng, some_rules(rng))
    whole = verdict(record)
    results = [
        verdict(as_results(record, whole)),
        verdict(as_results(record, whole, points=False)),
        verdict(as_tally(record, whole)),
    ]
    for judgement in results:
        assert judgement["problems"] == []
        assert judgement["score"] == whole["score"]
        assert judgement["points"] == whole["points"]


@settings(max_examples=8)
@given(seed=SEEDS)
def test_the_tricks_after_a_claim_and_their_points_go_to_one_side(seed: int) -> None:
    rng = Random(seed)
    record = played_hand(rng, some_rules(rng))
    whole = verdict(record)
    last = [winner % 2 for winner in _winners(record)]
    cut = next(n for n in range(8) if len(set(last[n:])) == 1)
    side = "declarer" if last[-1] == whole["declarer"] % 2 else "defence"
    tally = {"tally": {"roem": whole["points"]["roem"]}}
    shown = {**record, "plays": record["plays"][:cut], "claim": side}
    if verdict(shown)["points"] and verdict(shown)["points"]["roem"] == whole["points"]["roem"]:
        assert verdict({**shown, **tally})["score"] == whole["score"]
    assert verdict(shown)["points"]["cards"] == whole["points"]["cards"]
    assert verdict(shown)["points"]["pit"] == whole["points"]["pit"]


def _winners(record: Record) -> list[int]:
    leader, winners = (record["dealer"] + 1) % 4, []
    for trick in record["plays"]:
        leader = (leader + naive.best(trick, record["contract"]["trump"])) % 4
        winners.append(leader)
    return winners


def test_a_boom_adds_up_its_hands() -> None:
    rng = Random(16)
    for _ in range(25):
        rules = {**some_rules(rng), "hands": 16}
        record = match_record(rng, rules, 16)
        judgement = match_verdict(record)
        assert judgement["problems"] == []
        results = [naive.judge(hand, options_of(rules)) for hand in record["hands"]]
        totals = [sum(result["score"][team] for result in results) for team in (0, 1)]
        nat = [sum(result["set_team"] == team for result in results) for team in (0, 1)]
        assert (judgement["totals"], judgement["sets"]) == (totals, nat)
        best = max(totals)
        assert judgement["winner"] == (None if totals[0] == totals[1] else totals.index(best))


def test_every_card_that_may_be_played_is_playable_and_no_other() -> None:
    rng = Random(3)
    for _ in range(150):
        rules = some_rules(rng)
        record = played_hand(rng, rules)
        t, i = rng.randrange(8), rng.randrange(4)
        seat = ((record["dealer"] + 1) % 4 if not t else _winners(record)[t - 1]) + i
        gone = {card for trick in record["plays"][:t] for card in trick}
        hand = [card for card in record["deal"][seat % 4] if card not in gone]
        trick = record["plays"][t][:i]
        allowed = naive.playable(hand, trick, record["contract"]["trump"], rules["following"])
        for card in hand:
            tried = {**record, "plays": [*record["plays"][:t], [*trick, card]]}
            codes = {wrong["code"] for wrong in verdict(tried)["problems"]}
            assert codes <= {"play.revoke", "play.undertrump", "play.incomplete"}
            assert (card in allowed) is (not codes & {"play.revoke", "play.undertrump"})
