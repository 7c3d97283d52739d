"""Money in whole units of a currency's smallest coin.

Amounts are integers throughout; a decimal string is read and written only at the edge. Nothing
is ever rounded: an amount with more decimals than its currency has is refused.
"""

from collections.abc import Sequence
from typing import Final

DECIMALS: Final = {
    **dict.fromkeys(
        [
            "BIF",
            "CLP",
            "DJF",
            "GNF",
            "ISK",
            "JPY",
            "KMF",
            "KRW",
            "PYG",
            "RWF",
            "UGX",
            "UYI",
            "VND",
            "VUV",
            "XAF",
            "XOF",
            "XPF",
        ],
        0,
    ),
    **dict.fromkeys(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"], 3),
    **dict.fromkeys(["CLF", "UYW"], 4),
}
"""Decimals by ISO 4217 of the currencies that do not have two."""

CAPITALS: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
DIGITS: Final = frozenset("0123456789")
LONGEST_AMOUNT: Final = 1000
"""Digits beyond which a text is no amount of money; Python reads at most 4300."""


def is_currency(code: str) -> bool:
    """Three capital letters."""
    return len(code) == 3 and CAPITALS.issuperset(code)


def decimals(currency: str) -> int:
    """Return how many decimals amounts of this currency have."""
    return DECIMALS.get(currency, 2)


def is_digits(text: str) -> bool:
    """One or more of the digits 0 to 9, and nothing else."""
    return bool(text) and len(text) <= LONGEST_AMOUNT and DIGITS.issuperset(text)


def parse(amount: object, currency: str) -> int | None:
    """`"0.25"` in EUR is 25; None where this is no amount of that currency."""
    if not isinstance(amount, str):
        return None
    whole, point, fraction = amount.partition(".")
    places = decimals(currency)
    if not is_digits(whole) or (point and not is_digits(fraction)) or len(fraction) > places:
        return None
    return int(whole + fraction.ljust(places, "0"))


def render(units: int, currency: str) -> str:
    """25 in EUR is `"0.25"`: always exactly the currency's decimals."""
    places = decimals(currency)
    digits = str(abs(units)).rjust(places + 1, "0")
    sign = "-" if units < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else sign + digits


def split(units: int, shares: int) -> tuple[int, ...]:
    """As equal as whole units allow; the first shares take the odd units, paid or received."""
    share, odd = divmod(abs(units), shares)
    sign = -1 if units < 0 else 1
    return tuple(sign * (share + (i < odd)) for i in range(shares))


def between_players(totals: Sequence[int], per_point: int) -> tuple[int, ...]:
    """Return what each receives where each pair settles the difference of its totals."""
    return tuple(per_point * (len(totals) * total - sum(totals)) for total in totals)
