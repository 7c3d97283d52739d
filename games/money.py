"""Stakes of a match as they are shown: amounts and what they are for."""

from collections.abc import Mapping

from rules import money

Stakes = Mapping[str, str]
"""Amounts by the name of the stake, and their currency, as a record has them."""


def stake_units(stakes: Stakes, name: str) -> int:
    """Return what was agreed for this, in whole units of the currency; 0 for nothing."""
    return money.parse(stakes.get(name, "0"), stakes["currency"]) or 0


def units_shown(units: int, stakes: Stakes) -> str:
    """Return an amount as it is written in the currency of the stakes."""
    return money.render(units, stakes["currency"])


def stake_shown(stakes: Stakes, name: str) -> str:
    """Return what was agreed for this, as it is written."""
    return units_shown(stake_units(stakes, name), stakes)
