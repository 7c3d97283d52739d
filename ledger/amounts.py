"""Amounts as people read and write them; inside the house they are whole smallest coins."""

import unicodedata
from typing import Final

from rules import money

MINUS: Final = "\N{MINUS SIGN}"
POINTS: Final = str.maketrans({",": ".", "٫": ".", "،": "."})


def shown(units: int, currency: str) -> str:
    """`250` in EUR is "2.50"; below zero it has a true minus sign."""
    return money.render(units, currency).replace("-", MINUS)


def signed(units: int, currency: str) -> str:
    """The same with a plus sign above zero."""
    return f"+{shown(units, currency)}" if units > 0 else shown(units, currency)


def written(units: int, currency: str) -> str:
    """As it stands in a field of a form; nothing for nothing."""
    return money.render(units, currency) if units else ""


def read(text: str, currency: str) -> int | None:
    """An amount as typed, in any script's digits, with a point or a comma; None where it is none.

    Never below zero, and never rounded.
    """
    digits = (str(unicodedata.decimal(sign, sign)) for sign in text.strip().translate(POINTS))
    return money.parse("".join(digits), currency)
