"""What is told of the announcements: combinations, who may deny, whose is better, and why."""

from itertools import combinations as choose
from random import Random
from typing import Any

import pytest

from rules import GAMES, verdict
from rules.pandoeren.cards import BIT_OF, NAMES, WHOLE_PACK, cards_in
from rules.pandoeren.roem import Reason, best_roem, roem_value, why_better
from rules.pandoeren.telling import Telling, combinations, tell
from tests.rules.pandoeren.dealing import full_hand
from tests.rules.pandoeren.records import hand

OPTIONS: Any = GAMES["pandoeren"].options.resolve({})


def mask(words: str) -> int:
    return sum(BIT_OF[word] for word in words.split())


def telling_of(record: dict[str, Any]) -> Telling:
    assert verdict(record)["problems"] == []
    telling = tell(record, OPTIONS)
    assert telling is not None
    return telling


HANDS = [
    # hand, what it shows from the best down, what that counts. Source: roem.
    ("SA SK SQ H7 H8 H9 D7 C7", ["SA SK SQ", "H9 H8 H7"], 40),
    ("SA SK SQ SJ HA DA CA C7", ["SA HA DA CA", "SA SK SQ SJ"], 150),
    ("H6 H7 H8 H9 HT HJ HQ HK", ["HK HQ HJ HT H9 H8 H7 H6"], 160),
    ("SJ HJ DJ CJ SQ SK D7 C7", ["SJ HJ DJ CJ", "SK SQ SJ"], 220),
    ("SA SQ HA HQ DA DQ C7 C8", [], 0),
]


@pytest.mark.parametrize(("cards", "shown", "value"), HANDS)
def test_a_hand_shows_its_runs_and_fours_the_best_first(
    cards: str, shown: list[str], value: int
) -> None:
    roem = combinations(mask(cards))
    assert [set(combination.cards) for combination in roem] == [set(line.split()) for line in shown]
    assert sum(combination.value for combination in roem) == value


def test_combinations_agree_with_what_the_engine_counts_and_compares() -> None:
    rng = Random(42)
    pack = cards_in(WHOLE_PACK)
    for _ in range(2000):
        cards = sum(1 << card for card in rng.sample(pack, 8))
        roem = combinations(cards)
        assert sum(combination.value for combination in roem) == roem_value(cards)
        assert max((combination.strength for combination in roem), default=0) == best_roem(cards)
        assert all(mask(" ".join(combination.cards)) & ~cards == 0 for combination in roem)


REASONS = [
    ("H7 H8 H9 HT", "SA SK SQ", Reason.RUNG),
    ("SQ HQ DQ CQ", "S7 S8 S9 ST SJ", Reason.RUNG),
    ("SA SK SQ", "SK SQ SJ", Reason.TOP_CARD),
    ("SA SK SQ", "HA HK HQ", Reason.SUIT),
    ("DA DK DQ", "CA CK CQ", Reason.SUIT),
    ("SJ HJ DJ CJ", "H6 H7 H8 H9 HT HJ HQ HK", Reason.RUNG),
]


@pytest.mark.parametrize(("better", "other", "reason"), REASONS)
def test_the_better_of_two_is_better_for_a_reason(better: str, other: str, reason: Reason) -> None:
    winner, two = combinations(mask(better))[0], combinations(mask(other))[0]
    assert winner.strength > two.strength
    assert why_better(winner.strength, two.strength) is reason


def test_no_two_combinations_of_the_pack_are_equal() -> None:
    runs = [
        combinations(sum(1 << card for card in range(low, low + length)))
        for length in range(3, 9)
        for low in range(len(NAMES))
        if all(card in cards_in(WHOLE_PACK) for card in range(low, low + length))
    ]
    whole = [run[0] for run in runs if len(run) == 1]
    assert all(
        combination.strength != two.strength
        for combination, two in choose(whole, 2)
        if combination != two
    )


DEAL = {
    0: "SA SK SQ H7 D8 D9 C7 C8",
    1: "HA HK HQ HJ D7 S7 S8 C9",
    2: "ST S9 SJ HT H9 H8 CK CQ",
    3: "DA DK DQ DJ DT CA CJ CT",
}
"""Spades from the ace, hearts from the ace, two runs of three, diamonds from the ace."""


def bid_by(auction: str, **more: Any) -> dict[str, Any]:
    """Seat 0 calls the ace of diamonds, which seat 3 has; the cards say who holds what."""
    rest = {"deal": DEAL, "centre": "H6", "discard": "H6"}
    return hand(auction, "S DA", **(rest | {"tally": {"made": True}} | more))


SILENT = "120 pass pass pass"
BOTH = "120 130 pass pass 140 pass pass pass"
ROEM = [{"seat": 0}]


def test_only_an_opponent_who_bid_may_deny() -> None:
    assert telling_of(bid_by(SILENT)).may_deny == ()
    assert telling_of(bid_by(SILENT)).may_not == (1, 2)
    assert telling_of(bid_by(BOTH)).may_deny == (1,)
    assert telling_of(bid_by(BOTH)).may_not == (2,)


def test_a_better_run_denies_and_the_reason_is_told() -> None:
    record = bid_by(BOTH, roem=ROEM, denials=[{"by": 1, "against": 0}])
    [announcement] = telling_of(record).announced
    [attempt] = announcement.attempts
    assert (attempt.succeeded, attempt.reason) == (True, Reason.RUNG)
    assert attempt.best is not None
    assert attempt.best.cards == ("HA", "HK", "HQ", "HJ")
    assert (announcement.value, announcement.stands, announcement.revived) == (20, False, False)


def test_who_could_deny_and_did_not_has_let_it_pass() -> None:
    [announcement] = telling_of(bid_by(BOTH, roem=ROEM)).announced
    assert (announcement.let_pass, announcement.stands) == ((1,), True)


def test_the_partner_s_roem_revives_the_declarer_s() -> None:
    roem = [{"seat": 0}, {"seat": 3}]
    denials = [{"by": 1, "against": 0}, {"by": 1, "against": 3}]
    declarers, partners = telling_of(bid_by(BOTH, roem=roem, denials=denials)).announced
    assert (declarers.stands, declarers.revived) == (True, True)
    assert (partners.stands, partners.revived) == (True, False)
    assert [attempt.succeeded for attempt in partners.attempts] == [False]


def test_a_hand_that_is_not_written_down_is_taken_at_its_word() -> None:
    record = hand(
        BOTH,
        "S DA",
        partner=3,
        roem=[{"seat": 0, "value": 50}],
        denials=[{"by": 1, "against": 0}],
        tally={"made": True},
    )
    [announcement] = telling_of(record).announced
    assert announcement.combinations == ()
    assert [attempt.reason for attempt in announcement.attempts] == [Reason.TAKEN_AS_WRITTEN]
    assert not announcement.stands


def test_nothing_is_told_of_a_hand_that_was_thrown_in_or_is_not_sound() -> None:
    assert tell(hand("pass pass pass pass"), OPTIONS) is None
    assert tell(hand("120 120"), OPTIONS) is None
    assert tell(hand(SILENT), OPTIONS) is None
    assert tell(bid_by(SILENT, discard="S1"), OPTIONS) is None


def test_what_stands_in_the_telling_is_what_the_verdict_counts() -> None:
    compared = 0
    for seed in range(800):
        record = full_hand(Random(seed), dealer=0)
        points = verdict(record)["points"]
        if points is None or not record.get("roem"):
            continue
        announced = telling_of(record).announced
        assert (
            sum(combination.value for combination in announced if combination.stands)
            == points["roem"]
        )
        assert all(
            combination.stands or any(a.succeeded for a in combination.attempts)
            for combination in announced
        )
        compared += 1
    assert compared > 50
