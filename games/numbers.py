"""Whole numbers as people type them and as addresses carry them: read in this one place."""

from typing import Final

MOST_DIGITS: Final = 18
"""Digits beyond which nothing is read: the database takes less than 2 to the 63rd."""
MOST: Final = 999_999_999
"""What fits an integer column of either database."""
SIGNS: Final = {"-": -1, "\N{MINUS SIGN}": -1, "+": 1}


def read_whole(text: str, *, least: int = 0, most: int = MOST) -> int | None:
    """Return the whole number in ``text``, in the digits of any script; None if there is none.

    None as well for a number out of reach: below ``least`` or above ``most``. A sign is read only
    where ``least`` is below zero.
    """
    digits, sign = text.strip(), 1
    if least < 0 and digits[:1] in SIGNS:
        digits, sign = digits[1:], SIGNS[digits[0]]
    if not digits.isdecimal() or len(digits) > MOST_DIGITS:
        return None
    number = sign * int(digits)
    return number if least <= number <= most else None
