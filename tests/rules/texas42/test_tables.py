"""Finite things, checked whole."""

from itertools import product
from typing import Any

import pytest

from rules import verdict
from rules.texas42.auction import Auction, called, is_allowed, is_higher, level_of, must_bid
from rules.texas42.counters import outcomes
from rules.texas42.dominoes import (
    ALL_POINTS,
    BITS,
    COUNTS,
    DOUBLES_SUITS,
    NAMES,
    NO_TRUMP_SUITS,
    NUMBERS,
    SEVENS_SUITS,
    TRUMP_SUITS,
    Suits,
)
from rules.texas42.options import OPTIONS, Options
from tests.rules.texas42 import naive
from tests.tables import table


def options(**rules: Any) -> Options:
    resolved = OPTIONS.resolve(rules)
    assert isinstance(resolved, Options)
    return resolved


def auctions(rules: Options, dealer: int = 3) -> list[Auction]:
    """Every auction that can be called."""
    words = naive.MARKS_CALLS if not rules.by_points else naive.POINTS_CALLS
    levels = [level_of(word, rules) for word in words]
    so_far = [Auction()]
    for turn in range(1, 5):
        so_far = [
            called(before, level, (dealer + turn) % 4, rules)
            for before in so_far
            for level in levels
            if level is not None
            and not must_bid(before, level, rules)
            and is_higher(before, level)
            and is_allowed(before, level, rules)
        ]
    return so_far


@pytest.mark.parametrize(
    ("cap", "count"),
    [(1, 2380), (2, 3060), (3, 3196), (4, 3213), (5, 3214), (6, 3214), (7, 3214)],
)
def test_all_auctions_up_to_a_mark_cap(cap: int, count: int) -> None:
    within = [bidding for bidding in auctions(options(plunge=False)) if bidding.level <= 41 + cap]
    assert len(within) == count


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"max_opening_marks": 1},
        {"max_opening_marks": 7, "plunge": False},
        {"preset": "splash", "all_pass": "dealer_must_bid"},
        {"preset": "points"},
        {"preset": "points", "low_no": False, "all_pass": "redeal"},
    ],
)
def test_all_auctions_are_those_of_the_naive_scorer(rules: dict[str, Any]) -> None:
    values = OPTIONS.values(rules)
    words = naive.MARKS_CALLS if values["scoring"] == "marks" else naive.POINTS_CALLS
    lines: list[tuple[str, ...]] = [()]
    for _ in range(4):
        lines = [
            (*line, word)
            for line in lines
            for word in words
            if naive.call_problem(word, line, values) is None
        ]
    assert len(auctions(options(**rules))) == len(lines)


MARK_BIDS = [*map(str, range(30, 42)), "42", *(f"{n}m" for n in range(1, 8))]
POINT_BIDS = [*map(str, range(30, 43)), "84", "168"]
SUITS_CONTRACTS: list[dict[str, Any]] = [
    *({"kind": "trump", "trump": number} for number in range(7)),
    {"kind": "doubles"},
    {"kind": "no_trump", "doubles": "high"},
    {"kind": "no_trump", "doubles": "low"},
    {"kind": "sevens"},
    {"kind": "plunge", "trump": 3},
    {"kind": "splash", "trump": 3},
]


def tallied(bid: str, contract: dict[str, Any], points: int, rules: dict[str, Any]) -> Any:
    """The verdict on seat 2 declaring, its side taking `points`."""
    calls = ["pass", bid, "pass", "pass"]
    if bid == "168":
        calls = ["84", bid, "pass", "pass"]
    record = {
        "format": "hand-record/1",
        "game": "texas42",
        "rules": rules,
        "dealer": 0,
        "auction": [{"seat": (i + 1) % 4, "bid": call} for i, call in enumerate(calls)],
        "contract": contract,
        "tally": {"points": [points, 42 - points]},
    }
    return verdict(record)


@table("contract", SUITS_CONTRACTS, ids=str)
@table("bid", MARK_BIDS)
def test_every_bid_contract_and_outcome_in_marks(bid: str, contract: dict[str, Any]) -> None:
    rules = {"preset": "everything", "max_opening_marks": 7, "plunge_marks": 1, "splash_marks": 1}
    all_tricks = bid == "42" or bid.endswith("m")
    worth = int(bid[:-1]) if bid.endswith("m") else 1
    special = contract["kind"] in ("sevens", "plunge", "splash")
    for points in range(43):
        judgement = tallied(bid, contract, points, rules)
        if special and not all_tricks:
            assert judgement["problems"][0]["code"] == "contract.not_allowed"
            continue
        made = points == 42 if all_tricks else points >= int(bid)
        assert judgement["score"] == ([worth, 0] if made else [0, worth])
        assert judgement["outcome"] == ("made" if made else "set")
        assert judgement["set_team"] == (None if made else 0)
        assert judgement["points"] == [points, 42 - points]


@table("bid", POINT_BIDS)
def test_every_bid_and_outcome_in_points(bid: str) -> None:
    for points in range(43):
        judgement = tallied(bid, {"kind": "trump", "trump": 2}, points, {"preset": "points"})
        if int(bid) >= 42:
            wanted = [int(bid), 0] if points == 42 else [0, int(bid)]
        elif points >= int(bid):
            wanted = [points, 42 - points]
        else:
            wanted = [0, 42 - points + int(bid)]
        assert judgement["score"] == wanted


def test_dominoes_have_names_and_counts() -> None:
    assert sorted(NAMES) == sorted(naive.PACK)
    assert sum(COUNTS) + 7 == ALL_POINTS
    assert {name: COUNTS[NUMBERS[name]] for name in NAMES} == {
        name: naive.points(name) for name in NAMES
    }
    assert all(NUMBERS[name[::-1]] == NUMBERS[name] for name in NAMES)


WAYS: list[tuple[Suits, dict[str, Any]]] = [
    *((TRUMP_SUITS[number], {"kind": "trump", "trump": number}) for number in range(7)),
    (DOUBLES_SUITS, {"kind": "doubles"}),
    *((suits, {"kind": "nello", "doubles": way.value}) for way, suits in NO_TRUMP_SUITS.items()),
]


@table(("suits", "played"), WAYS, ids=lambda way: str(way)[:40])
def test_every_domino_answers_and_beats_as_the_naive_scorer_says(
    suits: Suits, played: dict[str, Any]
) -> None:
    for led, other in product(NAMES, NAMES):
        answer = naive.calls_for(led, played) in naive.answers(other, played)
        number = NUMBERS[other]
        assert bool(suits.follow[NUMBERS[led]] & BITS[number]) is answer
        if led != other:
            strength = suits.strength[NUMBERS[led]]
            beats = strength[number] > strength[NUMBERS[led]]
            assert beats is (naive.winning_place([led, other], played) == 1)


def test_every_domino_of_sevens_beats_as_the_naive_scorer_says() -> None:
    for led, other in product(NAMES, NAMES):
        strength = SEVENS_SUITS.strength[NUMBERS[led]]
        beats = strength[NUMBERS[other]] > strength[NUMBERS[led]]
        assert beats is (naive.winning_place([led, other], {"kind": "sevens"}) == 1)


def test_possible_hands_are_those_that_a_spread_of_the_counters_gives() -> None:
    """Each of the five counters lies in one of seven tricks, no five in one."""
    values = [10, 10, 5, 5, 5]
    wanted = set()
    for ours in range(8):
        for sides in product((True, False), repeat=5):
            mine, theirs = sides.count(True), sides.count(False)
            if mine <= 4 * ours and theirs <= 4 * (7 - ours):
                points = ours + sum(v for v, side in zip(values, sides, strict=True) if side)
                wanted.add((ours, points))
    assert outcomes(()) == wanted
