"""Numbers and money as people type and read them.

Marks between decimals and thousands are those of the reader's language, by ICU; the digits are
Latin, and shown in those of the language by the page's font and by the press.
"""

import math
import threading
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import icu

from core.languages import has_latin_digits, language_tag
from core.typing import plain_digits
from rules import money

MOST_DIGITS: Final = 18
"""Digits beyond which nothing is read: the database takes less than 2 to the 63rd."""
MOST: Final = 999_999_999
"""The range of an integer column of either database."""
MINUS: Final = "\N{MINUS SIGN}"
SIGNS: Final = {"-": -1, MINUS: -1, "+": 1}
_PARTS: Final = {"25": "¼", "5": "½", "75": "¾"}


def read_whole(text: str, *, least: int = 0, most: int = MOST) -> int | None:
    """Return the whole number in ``text``, in the digits of any script.

    None if the text is no number, or the number is below ``least`` or above ``most``. A sign is
    read only if ``least`` is negative.
    """
    digits, sign = text.strip(), 1
    if least < 0 and digits[:1] in SIGNS:
        digits, sign = digits[1:], SIGNS[digits[0]]
    if not digits.isdecimal() or len(digits) > MOST_DIGITS:
        return None
    number = sign * int(digits)
    return number if least <= number <= most else None


def finite(text: str) -> float:
    """Return the decimal number of a JSON text. Raises ``ValueError`` beyond what a float holds."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("out of reach")
    return number


_writing = threading.Lock()


@lru_cache
def _writer(language: str) -> Any:
    return icu.NumberFormat.createInstance(icu.Locale(language))


def _locale() -> str:
    return f"{language_tag()}@numbers=latn" if has_latin_digits() else language_tag()


def _grouped(number: int) -> str:
    if number < 1000:
        return str(number)
    with _writing:
        return plain_digits(str(_writer(_locale()).format(number)))


def decimal_mark() -> str:
    """Return the mark before decimals in the reader's language."""
    symbols = _writer(_locale()).getDecimalFormatSymbols()
    return str(symbols.getSymbol(icu.DecimalFormatSymbols.kDecimalSeparatorSymbol))


def figure(number: int) -> str:
    """Format a total, with a true minus sign."""
    return f"{MINUS}{_grouped(-number)}" if number < 0 else _grouped(number)


def with_decimals(value: int, places: int) -> str:
    """Format a number in units of the last of this many decimals, with a true minus sign."""
    whole, part = divmod(abs(value), 10**places)
    text = f"{_grouped(whole)}{decimal_mark()}{part:0{places}d}" if places else _grouped(whole)
    return f"{MINUS}{text}" if value < 0 else text


def decimal_text(value: int, places: int) -> str:
    """Format the same for programs: with a plain minus sign, a point, and nothing else."""
    whole, part = divmod(abs(value), 10**places)
    text = f"{whole}.{part:0{places}d}" if places else str(whole)
    return f"-{text}" if value < 0 else text


@lru_cache
def _percent_affixes(language: str) -> tuple[str, str]:
    """Return what the language writes before and after the number of a percentage, by ICU."""
    pattern = icu.NumberFormat.createPercentInstance(icu.Locale(language))
    return str(pattern.getPositivePrefix()), str(pattern.getPositiveSuffix())


def percent(value: int, places: int = 0) -> str:
    """Format a percentage in units of the last of this many decimals: "85%", "%85"."""
    before, after = _percent_affixes(_locale())
    return f"{before}{with_decimals(value, places)}{after}"


def percent_sign() -> str:
    """Return the sign alone, as heads of columns have it."""
    return "".join(_percent_affixes(_locale())).strip()


def with_fractions(value: int | str) -> str:
    """Return a whole number, or halves and quarters written as decimals: "1½" of "1.5"."""
    if isinstance(value, int):
        return figure(value)
    whole, _point, part = value.lstrip("-").partition(".")
    sign = MINUS if value.startswith("-") else ""
    return f"{sign}{whole.lstrip('0')}{_PARTS[part]}"


def amount(text: str) -> str:
    """Format an amount of money as a record has it."""
    if text == UNKNOWN:
        return text
    _whole, _point, part = text.partition(".")
    return with_decimals(int(text.replace(".", "")), len(part))


def signed(number: int) -> str:
    """Format the score of a hand with its sign: "+71"; nothing is "0"."""
    return f"+{number}" if number > 0 else figure(number)


# Money


UNKNOWN: Final = "–"
"""What is shown for an amount or a number that nobody knows."""

Stakes = Mapping[str, str]
"""Amounts by the name of the stake, and their currency, as a record has them."""


def stake_units(stakes: Stakes, name: str) -> int:
    """Return the agreed stake in minor units; 0 for none."""
    return money.parse(stakes.get(name, "0"), stakes["currency"]) or 0


def units_shown(units: int, stakes: Stakes) -> str:
    """Format an amount in the currency of the stakes."""
    return with_decimals(units, money.decimals(stakes["currency"]))


def stake_shown(stakes: Stakes, name: str) -> str:
    """Format the agreed stake."""
    return units_shown(stake_units(stakes, name), stakes)
