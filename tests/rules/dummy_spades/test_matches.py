"""Matches: the running score, bags and their penalty, the winner, the money, and folding."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import explain_match, fold, match_verdict, next_dealer, verdict
from rules.matches import RESULTS
from tests.rules.dummy_spades import naive
from tests.rules.dummy_spades.dealing import match_record, options_of, some_rules
from tests.rules.dummy_spades.test_golden import lines
from tests.tables import table

MATCHES = lines("matches.jsonl")
GOOD = [case for case in MATCHES if "verdict" in case]
BAD = [case for case in MATCHES if "problem" in case]
STAKES = {"currency": "GBP", "per_point": "0.03", "per_game": "2.50"}
SEEDS = st.integers(0, 2**32)


@table("case", GOOD, ids=lambda case: case["name"])
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


@settings(max_examples=30)
@given(seed=SEEDS)
def test_random_matches_come_to_what_the_naive_scorer_says(seed: int) -> None:
    rng = Random(seed)
    rules = {**some_rules(rng), "target": rng.choice((1, 50, 150, 300))}
    record = match_record(rng, rules, STAKES, most=12)
    options = options_of(rules)
    verdicts = [naive.judge(hand, options) for hand in record["hands"]]
    running, bags, winner = naive.match_totals(verdicts, options)
    judgement = match_verdict(record)
    assert judgement["problems"] == []
    assert (judgement["running"], judgement["totals"]) == (running, running[-1])
    assert (judgement["bags"], judgement["winner"], judgement["sets"]) == (bags, winner, None)
    assert (judgement["settlement"] is None) is (winner is None)


@settings(max_examples=30)
@given(seed=SEEDS)
def test_folded_verdicts_come_to_the_same_as_the_judged_match(seed: int) -> None:
    rng = Random(seed)
    rules = {**some_rules(rng), "target": 60}
    record = match_record(rng, rules, STAKES, most=8)
    head = {"format": "hand-record/1", "game": "dummy_spades", "rules": rules}
    verdicts = [verdict({**head, **hand}) for hand in record["hands"]]
    assert fold("dummy_spades", rules, verdicts, STAKES) == match_verdict(record)


def tallied(dealer: int, first: dict[str, Any], tricks: list[int]) -> dict[str, Any]:
    """A hand in which the first bidder declares; `tricks` are his, the next ones', the dummy's."""
    seats = [(dealer + 1 + i) % 3 for i in range(3)]
    calls = [{"seat": seats[0], **first}, {"seat": seats[1], "bid": "3"}]
    by_hand = [0, 0, 0, tricks[3]]
    for place, seat in enumerate(seats):
        by_hand[seat] = tricks[place]
    auction = [*calls, {"seat": seats[2], "bid": "4"}]
    return {"dealer": dealer, "auction": auction, "tally": {"tricks": by_hand}}


@settings(max_examples=60)
@given(
    sides=st.lists(st.integers(0, 13), max_size=5),
    per_point=st.integers(0, 10**6),
    per_game=st.integers(0, 10**6),
)
def test_every_settlement_sums_to_zero(sides: list[int], per_point: int, per_game: int) -> None:
    """The last hand wins the match: 13 bid and made, and a nil for a thousand."""
    hands = [tallied(i % 3, {"bid": "5"}, [side, 0, 13 - side, 0]) for i, side in enumerate(sides)]
    hands.append(tallied(len(sides) % 3, {"bid": "13", "nil": [3]}, [13, 0, 0, 0]))
    record = {
        "format": "match-record/1",
        "game": "dummy_spades",
        "rules": {"target": 600, "nil_bonus": 1000},
        "players": ["A", "B", "C"],
        "stakes": {"currency": "JPY", "per_point": str(per_point), "per_game": str(per_game)},
        "hands": hands,
    }
    judgement = match_verdict(record)
    assert judgement["problems"] == []
    totals, winner = judgement["totals"], judgement["winner"]
    assert winner == (len(sides) + 1) % 3
    amounts = [int(amount) for amount in judgement["settlement"]["players"]]
    assert sum(amounts) == 0
    assert judgement["settlement"]["sides"] == judgement["settlement"]["players"]
    for player in range(3):
        between = sum(per_point * (totals[player] - other) for other in totals)
        game = 2 * per_game if player == winner else -per_game
        assert amounts[player] == between + game


def test_the_deal_passes_the_dummy_by() -> None:
    assert [next_dealer("dummy_spades", dealer) for dealer in range(3)] == [1, 2, 0]
