"""The options and presets of Dummy-Hand Spades, and that its page in the docs names them all."""

from pathlib import Path
from typing import Any

import pytest

from rules.dummy_spades.options import OPTIONS, PRESETS, TABLE, Bidding, Options
from rules.options import OptionKind
from tests.tables import table

PAGE = (Path(__file__).parents[3] / "docs" / "rules" / "dummy_spades.md").read_text()
PRESET_ROWS, OPTION_ROWS = PAGE.split("## Presets")[1].split("## Options")

STANDARD = {
    "target": 500,
    "bag_limit": 10,
    "bag_penalty": 100,
    "nil_bonus": 100,
    "break_spades": True,
    "peek": "none",
    "bidding": "open",
}


@table(
    ("rules", "differences"),
    [
        ({}, {}),
        ({"preset": "standard"}, {}),
        ({"preset": "short"}, {"target": 300}),
        ({"preset": "short", "target": 10_000}, {"target": 10_000}),
        ({"preset": "three_peeky"}, {"peek": "three"}),
        ({"preset": "four_peeky"}, {"peek": "four"}),
        ({"preset": "flip_1"}, {"peek": "flip1"}),
        ({"preset": "flip_2"}, {"peek": "flip2"}),
        ({"preset": "flip_3"}, {"peek": "flip3"}),
        ({"preset": "flip_4", "peek": "none"}, {}),
        ({"preset": "mirror"}, {"bidding": "mirror"}),
        ({"preset": "suicide", "bag_limit": None}, {"bidding": "suicide", "bag_limit": None}),
    ],
)
def test_presets_and_options_come_to_these_values(
    rules: dict[str, Any], differences: dict[str, Any]
) -> None:
    assert isinstance(OPTIONS.resolve(rules), Options)
    assert OPTIONS.values(rules) == STANDARD | differences


@pytest.mark.parametrize(
    ("peek", "cards"),
    [
        ("none", 0),
        ("three", 0),
        ("four", 0),
        ("flip1", 3),
        ("flip2", 6),
        ("flip3", 9),
        ("flip4", 12),
    ],
)
def test_three_players_turn_up_as_many_cards_each(peek: str, cards: int) -> None:
    resolved = OPTIONS.resolve({"peek": peek})
    assert isinstance(resolved, Options)
    assert (resolved.flipped, resolved.bidding) == (cards, Bidding.OPEN)


@pytest.mark.parametrize("option", TABLE, ids=lambda option: option.name)
def test_the_docs_have_a_row_for_every_option_with_its_values_and_default(option: Any) -> None:
    (row,) = [line for line in OPTION_ROWS.splitlines() if line.startswith(f"| `{option.name}` |")]
    for word in option.choices:
        assert f"`{word}`" in row
    if option.kind is OptionKind.INTEGER:
        assert f"{option.low} to {option.high}" in row
    assert ("null" in row) is option.nullable
    default = {True: "yes", False: "no"}.get(option.defaults[""], str(option.defaults[""]))
    assert row.split("|")[3].strip() == default


def test_the_docs_have_a_row_for_every_preset_with_what_it_sets() -> None:
    rows = PRESET_ROWS.splitlines()
    for preset, sets in PRESETS.items():
        (row,) = [line for line in rows if line.startswith(f"| `{preset}` |")]
        for name, value in sets.items():
            assert f"`{name}` {value}" in row


def test_the_docs_have_the_worked_example() -> None:
    assert "50 and −60 and the declarer 71" in PAGE
    assert "52 and 61, and the declarer −70" in PAGE
