"""The rules in words mention everything that can be chosen, bid or announced."""

from pathlib import Path

import pytest

from rules.pandoeren.contracts import CONTRACTS
from rules.pandoeren.options import OPTIONS
from rules.pandoeren.roem import FOUR_VALUES, RUN_VALUES
from rules.problems import Code
from tests.tables import table

TEXT = (Path(__file__).parents[3] / "docs" / "rules" / "pandoeren.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("option", [option.name for option in OPTIONS.options])
def test_every_option_is_explained(option: str) -> None:
    assert f"| `{option}` |" in TEXT


@pytest.mark.parametrize("preset", OPTIONS.presets)
def test_every_preset_is_explained(preset: str) -> None:
    assert f"| `{preset}` |" in TEXT


@table("contract", CONTRACTS, ids=[row.bids[0] for row in CONTRACTS])
def test_every_contract_stands_in_the_table_with_its_worth(contract: object) -> None:
    row = next(row_of_table for row_of_table in CONTRACTS if row_of_table is contract)
    line = next(line for line in TEXT.splitlines() if line.startswith(f"| {row.row} |"))
    assert f"`{row.bids[0]}`" in line
    assert f"`{row.bids[-1]}`" in line
    assert f"| {row.worth} |" in line
    assert ("no trumps" in line) is not row.trumps


def test_every_value_of_roem_is_given() -> None:
    for value in {*RUN_VALUES.values(), *FOUR_VALUES.values()}:
        assert f" {value}" in TEXT


@pytest.mark.parametrize(
    "code", [c for c in Code if c.split(".")[0] in ("roem", "denial", "stuk", "call")]
)
def test_every_code_that_only_this_game_has_is_explained(code: Code) -> None:
    assert f"`{code.value}`" in TEXT
