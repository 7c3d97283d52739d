"""A settlement is told line by line, and the lines come to what the rule book settles."""

from typing import Any

import pytest

from games import PRESENTERS
from games.base import HandTable
from rules import GAMES
from scoring.running_score import RunningScore
from tests.scoring.conftest import NAMES

PAGE = PRESENTERS["texas42"]


def lines(
    rules: dict[str, Any], stakes: dict[str, str], hands: list[tuple[list[int], int | None]]
) -> tuple[list[tuple[str, str, str]], dict[str, Any] | None]:
    """What the page tells and what the rule book settles after hands of (score, side set)."""
    ladder = RunningScore("texas42", rules)
    for score, set_team in hands:
        ladder.add_hand({"ok": True, "score": score, "set_team": set_team})
    steps = PAGE.calculation(ladder.standing, stakes, ladder.options, PAGE.sides(NAMES))
    shown = [(line.label, line.calculation, line.amount) for line in steps]
    return shown, ladder.settlement(stakes)


def test_the_worked_example_of_the_source_comes_to_1_75() -> None:
    # Seven to four, one set each, 0.25 a mark and 1.00 a set.
    stakes = {"currency": "USD", "per_mark": "0.25", "per_set": "1.00"}
    hands = [([0, 4], 0), ([3, 0], 1), ([4, 0], None)]
    steps, settled = lines({}, stakes, hands)
    assert steps == [
        ("3 marks short", "(7 − 4) × 0.25", "0.75"),
        ("1 set", "1 × 1.00", "1.00"),
        ("Bea and Dan pay", "0.75 + 1.00", "1.75"),
    ]
    assert settled is not None
    assert settled["sides"] == ["1.75", "-1.75"]


def test_in_points_the_difference_of_the_totals_is_paid() -> None:
    stakes = {"currency": "JPY", "per_point": "10"}
    steps, settled = lines({"preset": "points"}, stakes, [([100, 0], 1), ([0, 251], None)])
    assert steps[-1] == ("Ann and Carl pay", "1,510 + 0", "1,510")
    assert settled is not None
    assert settled["sides"] == ["-1510", "1510"]


def test_nothing_is_told_before_somebody_has_won() -> None:
    assert lines({}, {"currency": "USD", "per_mark": "0.25"}, [([1, 0], None)]) == ([], None)


@pytest.mark.parametrize("preset", GAMES["texas42"].options.presets)
def test_every_preset_is_told_in_a_few_words_and_has_help_for_its_line(preset: str) -> None:
    options = GAMES["texas42"].options.resolve({"preset": preset})
    assert all(PAGE.agreed(options))
    keys = {
        key
        for row in PAGE.line_help(HandTable(options, ("Ann", "Bob", "Carl", "Dora"), 0))
        for key in row.keys
    }
    assert ("pl5" in keys) == options.plunge
    assert ("ln" in keys) == options.low_no
