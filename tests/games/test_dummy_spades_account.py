"""What a hand of Dummy-Hand Spades adds, line by line; what a match of it costs whom."""

from decimal import Decimal
from itertools import product
from typing import Any

import pytest

from games import PRESENTERS
from rules import verdict
from rules.game import MatchStanding
from scoring.running_score import RunningScore
from tests.games.spades import THREE, spades_hand, spades_table, whole

PAGE = PRESENTERS["dummy_spades"]
START = MatchStanding(totals=(0, 0, 0), bags=(0, 0, 0))


def account_of(
    record: dict[str, Any], before: MatchStanding = START, **rules: Any
) -> list[tuple[str, str, str]]:
    """The account of a hand as text, rule and state."""
    options = spades_table(**rules).options
    lines = PAGE.explanation(whole(record, **rules), options, THREE, before)
    return [(line.text, line.rule, line.state) for line in lines]


def test_the_worked_example_of_the_source_is_told_line_by_line() -> None:
    # Declarer bid 7, defenders 5 and 6, who took 5: 50, 60 off, and 71.
    lines = account_of(spades_hand(["5", "6", "7"], tally={"declarer_side": 8}))
    less = "Fewer tricks than bid: ten off for each trick bid."
    assert lines == [
        ("Ann bid 7 and took 8 tricks with the dummy: 7 × 10 + 1 bag = +71", "", "good"),
        ("Ann: 0 +71 = 71, 1 of 10 bags", "", "sum"),
        ("Bea bid 5 and the defenders took 5 tricks: 5 × 10 = +50", "", "good"),
        ("Bea: 0 +50 = 50, 0 of 10 bags", "", "sum"),
        ("Carl bid 6 and the defenders took 5 tricks: −6 × 10 = −60", less, "bad"),
        ("Carl: 0 −60 = −60, 0 of 10 bags", "", "sum"),
    ]


def test_nils_are_told_made_failed_and_ignored() -> None:
    record = spades_hand([("4", [1]), ("5", [3]), ("0", [3])], tally={"tricks": [6, 0, 6, 1]})
    texts = [text for text, _rule, _state in account_of(record)]
    assert "Bea, nil on own hand: made: +100" in texts
    assert "Carl, nil on the dummy: failed: −100" in texts
    assert "Ann, nil on the dummy: does not count, Ann did not declare" in texts
    assert texts[0] == "Ann bid 0 and the defenders took 6 tricks: 6 bags = +6"


def test_the_tenth_bag_costs_the_penalty() -> None:
    before = MatchStanding(totals=(60, 120, -10), bags=(9, 3, 0), hands=2)
    lines = account_of(spades_hand(["4", "5", "3"], tally={"declarer_side": 5}), before)
    assert lines[1] == (
        "Ann has 9 + 5 = 14 bags. 10 bags: −100",
        "Every 10 bags cost 100 points and are then cleared.",
        "bad",
    )
    assert lines[2][0] == "Ann: 60 −65 = −5, 4 of 10 bags"


@pytest.mark.parametrize(
    ("rules", "last"),
    [
        ({"bag_limit": None}, "Ann: 60 +35 = 95, 14 bags"),
        ({"bag_penalty": 0}, "Ann: 60 +35 = 95, 4 of 10 bags"),
        ({"bag_limit": 4, "bag_penalty": 20}, "Ann: 60 −25 = 35, 2 of 4 bags"),
    ],
)
def test_bags_cost_what_was_agreed(rules: dict[str, Any], last: str) -> None:
    before = MatchStanding(totals=(60, 0, 0), bags=(9, 0, 0), hands=2)
    record = spades_hand(["4", "5", "3"], tally={"declarer_side": 5})
    sums = [text for text, _rule, state in account_of(record, before, **rules) if state == "sum"]
    assert sums[0] == last


@pytest.mark.parametrize("bag_limit", [None, 1, 3, 10])
def test_what_is_told_comes_to_what_the_rule_book_adds(bag_limit: int | None) -> None:
    rules = {"bag_limit": bag_limit, "target": 10_000}
    ladder = RunningScore("dummy_spades", rules)
    for bid, side in product((0, 4, 13), range(0, 14, 3)):
        record = spades_hand([str(bid), ("6", [2]), "0"], tally={"tricks": [0, 13 - side, 0, side]})
        before = ladder.standing
        ladder.add_hand(verdict(whole(record, **rules)))
        sums = [
            text for text, _rule, state in account_of(record, before, **rules) if state == "sum"
        ]
        said = [text.split(" = ")[1].split(", ")[0] for text in sums]
        totals = [text.replace("−", "-").replace(",", "") for text in said]
        assert list(map(int, totals)) == list(ladder.standing.totals)
        assert [text.split(", ")[1] for text in sums] == list(
            PAGE.side_notes(ladder.standing, ladder.options)
        )


def settled(
    totals: tuple[int, int, int], winner: int | None, stakes: dict[str, str]
) -> list[tuple[str, str, str]]:
    """How a settlement is told."""
    standing = MatchStanding(totals=totals, winner=winner, over=winner is not None)
    lines = PAGE.calculation(standing, stakes, None, PAGE.sides(THREE))
    return [(line.label, line.calculation, line.amount) for line in lines]


def test_every_pair_settles_its_difference_and_the_winner_receives_a_game_from_each() -> None:
    stakes = {"currency": "USD", "per_point": "0.05", "per_game": "1.00"}
    assert settled((410, 520, -30), 1, stakes) == [
        ("Ann pays Bea", "(520 − 410) × 0.05 + 1.00", "6.50"),
        ("Carl pays Bea", "(520 − (−30)) × 0.05 + 1.00", "28.50"),
        ("Carl pays Ann", "(410 − (−30)) × 0.05", "22.00"),
    ]


def test_nothing_is_told_before_somebody_has_won() -> None:
    assert settled((410, 520, -30), None, {"currency": "USD", "per_point": "0.05"}) == []


@pytest.mark.parametrize("totals", [(410, 520, -30), (300, 0, 0), (-50, -60, 500)])
@pytest.mark.parametrize(
    "stakes",
    [
        {"currency": "USD", "per_point": "0.05", "per_game": "1.00"},
        {"currency": "JPY", "per_point": "3"},
        {"currency": "EUR", "per_game": "0.50"},
    ],
)
def test_the_lines_come_to_what_the_rule_book_settles(
    totals: tuple[int, int, int], stakes: dict[str, str]
) -> None:
    ladder = RunningScore("dummy_spades", {"target": 300, "bag_limit": None})
    ladder.add_hand({"ok": True, "score": list(totals), "bags": [0, 0, 0]})
    settlement = ladder.settlement(stakes)
    assert settlement is not None
    received = dict.fromkeys(THREE, Decimal(0))
    for label, _reckoning, amount in settled(totals, ladder.standing.winner, stakes):
        payer, winner = label.split(" pays ")
        received[payer] -= Decimal(amount.replace(",", ""))
        received[winner] += Decimal(amount.replace(",", ""))
    assert list(map(Decimal, settlement["players"])) == list(received.values())
