"""Matches of Pandoeren: totals, the agreed number of hands, money between four players."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import fold, match_verdict, verdict
from tests.rules.pandoeren.dealing import full_hand
from tests.rules.pandoeren.records import Record, hand, without

HEAD = ("format", "game", "rules")


def inside(record: Record) -> Record:
    return without(record, *HEAD)


def bought(bid: str, dealer: int, *, made: bool) -> Record:
    """A solo contract by the dealer's left."""
    record = hand(f"{bid} pass pass pass", "S", dealer=dealer, tally={"made": made})
    return inside(record)


def passed(dealer: int) -> Record:
    return inside(hand("pass pass pass pass", dealer=dealer))


def match(*hands: Record, **more: Any) -> Record:
    return {
        "format": "match-record/1",
        "game": "pandoeren",
        "players": ["Anna", "Bas", "Cor", "Dirk"],
        "hands": list(hands),
        **more,
    }


MISERE_OF_0 = bought("misere", 3, made=True)
PRIVE_OF_1 = bought("prive", 0, made=False)
PRAATJE_OF_2 = bought("praatje", 1, made=True)


def test_totals_run_on_from_hand_to_hand() -> None:
    judgement = match_verdict(match(MISERE_OF_0, PRIVE_OF_1, passed(1), passed(2), MISERE_OF_0))
    assert judgement["ok"]
    assert judgement["running"] == [
        [3, 0, 0, 0],
        [3, -10, 0, 0],
        [3, -10, 0, 0],
        [3, -10, 0, 0],
        [6, -10, 0, 0],
    ]
    assert judgement["totals"] == [6, -10, 0, 0]
    assert [judgement[key] for key in ("winner", "sets", "bags", "settlement")] == [None] * 4


@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        pytest.param(3, 2, id="the highest total wins"),
        pytest.param(4, None, id="nobody before all hands are played"),
        pytest.param(None, None, id="nobody while the match is open"),
    ],
)
def test_the_winner_after_the_agreed_hands(hands: int | None, winner: int | None) -> None:
    judgement = match_verdict(
        match(MISERE_OF_0, PRIVE_OF_1, PRAATJE_OF_2, rules={"hands": hands}),
    )
    assert judgement["winner"] == winner


def test_nobody_wins_a_tie() -> None:
    assert match_verdict(match(passed(3), passed(0), rules={"hands": 2}))["winner"] is None


def test_no_hand_may_follow_the_last_and_passed_out_hands_count() -> None:
    judgement = match_verdict(match(passed(3), passed(0), MISERE_OF_0, rules={"hands": 2}))
    assert [(wrong["code"], wrong["at"]) for wrong in judgement["problems"]] == [
        ("match.after_end", "/hands/2")
    ]
    assert judgement["totals"] is None


def test_the_deal_passes_clockwise_after_a_passed_out_hand_too() -> None:
    judgement = match_verdict(match(passed(3), passed(1)))
    assert [(wrong["code"], wrong["at"]) for wrong in judgement["problems"]] == [
        ("match.wrong_dealer", "/hands/1/dealer")
    ]


def test_the_option_does_nothing_in_a_single_hand() -> None:
    record = hand("misere pass pass pass", "S", tally={"made": True}, rules={"hands": 1})
    assert verdict(record)["score"] == [3, 0, 0, 0]


def test_the_rules_of_the_match_hold_for_its_hands() -> None:
    piccolo = inside(hand("piccolo pass pass pass", "S", trick_results="1 0 1 1 1 1 1 1"))
    assert match_verdict(match(piccolo))["totals"] == [-3, 0, 0, 0]
    easy = match(piccolo, rules={"preset": "easy_piccolo"})
    assert match_verdict(easy)["totals"] == [3, 0, 0, 0]


def test_warnings_and_problems_of_a_hand_carry_its_place() -> None:
    ruling = {"against": "defence", "reason": "revoke"}
    ruled = hand("prive pass pass pass", "S", plays="H7 D7 H8 H9/HA HK HQ", ruling=ruling)
    bad = inside(hand("prive pass pass pass", "S", dealer=0))
    judgement = match_verdict(match(inside(ruled), bad))
    assert [warning["at"] for warning in judgement["warnings"]] == ["/hands/0/plays/0/1"]
    assert [wrong["at"] for wrong in judgement["problems"]] == ["/hands/1/tally"]


def settlement(per_point: str, currency: str = "EUR") -> Record:
    stakes = {"currency": currency, "per_point": per_point}
    judgement = match_verdict(match(MISERE_OF_0, PRIVE_OF_1, PRAATJE_OF_2, stakes=stakes))
    assert judgement["problems"] == []
    return dict(judgement["settlement"])


def test_each_pair_of_players_settles_the_difference_of_its_totals() -> None:
    """Totals 3, -10, 9 and 0 come to 2; everybody receives four times the own less that."""
    money = settlement("0.25")
    assert money["players"] == ["2.50", "-10.50", "8.50", "-0.50"]
    assert money["sides"] == money["players"]


def test_money_is_written_with_the_decimals_of_its_currency() -> None:
    assert settlement("5", "JPY")["players"] == ["50", "-210", "170", "-10"]
    assert settlement("0.001", "KWD")["players"] == ["0.010", "-0.042", "0.034", "-0.002"]


@pytest.mark.parametrize(
    ("stakes", "code", "at"),
    [
        ({}, "record.malformed", "/stakes/currency"),
        ({"currency": "eur"}, "rules.bad_value", "/stakes/currency"),
        ({"currency": "EUR", "per_point": "0.255"}, "rules.bad_value", "/stakes/per_point"),
        ({"currency": "EUR", "per_point": 1}, "rules.bad_value", "/stakes/per_point"),
        ({"currency": "EUR", "per_point": "-1"}, "rules.bad_value", "/stakes/per_point"),
        ({"currency": "EUR", "per_mark": "1"}, "record.malformed", "/stakes/per_mark"),
    ],
)
def test_stakes_that_are_no_stakes_of_this_game(stakes: Record, code: str, at: str) -> None:
    judgement = match_verdict(match(MISERE_OF_0, stakes=stakes))
    assert [(wrong["code"], wrong["at"]) for wrong in judgement["problems"][:1]] == [(code, at)]


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), cents=st.integers(0, 1000))
def test_settlements_sum_to_zero_and_folding_verdicts_gives_the_same(seed: int, cents: int) -> None:
    rng = Random(seed)
    hands = [full_hand(rng, dealer=i % 4, wild=True) for i in range(rng.randrange(1, 9))]
    stakes = {"currency": "EUR", "per_point": f"{cents // 100}.{cents % 100:02}"}
    judgement = match_verdict(match(*map(inside, hands), stakes=stakes))
    assert judgement["problems"] == []
    units = [round(float(amount) * 100) for amount in judgement["settlement"]["players"]]
    assert sum(units) == 0
    total = sum(judgement["totals"])
    assert units == [cents * (4 * points - total) for points in judgement["totals"]]
    assert fold("pandoeren", None, map(verdict, hands), stakes) == judgement
