"""Reading and formatting amounts; internally they are integers in minor units.

Output has the marks of the reader's language. Input may use either mark for either; an ambiguous
amount is refused, never guessed.
"""

import re
import unicodedata
from enum import Enum
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import BaseValidator, MaxValueValidator, MinValueValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.currencies import CURRENCIES
from core.figures import decimal_mark, with_decimals
from core.text import isolated
from rules import money

DECIMAL: Final = "٫"
"""The Arabic decimal sign, which means nothing else."""
GAP: Final = "٬"
"""The Arabic thousands separator; spaces and apostrophes among digits are replaced by it."""
SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys(" \N{NO-BREAK SPACE}\N{THIN SPACE}\N{NARROW NO-BREAK SPACE}'’", GAP),
        **dict.fromkeys("،，、", ","),
        **dict.fromkeys("．。", "."),
    }
)
NO_DIGIT: Final = re.compile(r"\D")
THOUSANDS: Final = re.compile(r"[1-9]\d{0,2}(?:([,.٬])\d{3})(?:\1\d{3})*", re.ASCII)
LAKHS: Final = re.compile(r"[1-9]\d?(?:([,.٬])\d{2})(?:\1\d{2})*\1\d{3}", re.ASCII)
"""Indian grouping of thousands: 12,34,567."""
ONE_MARK: Final = re.compile(r"([1-9]\d{0,2})[,.](\d{3})", re.ASCII)
"""A single mark before three digits: thousands to some, decimals to others."""

DOLLARS: Final = (
    "USD CAD AUD NZD MXN ARS CLP COP UYU DOP HKD SGD TWD BBD BMD BND BSD BZD FJD GYD JMD KYD "
    "LRD NAD SBD SRD TTD XCD"
)
SYMBOLS: Final = {
    sign: frozenset(codes.split())
    for sign, codes in {
        **{"$": DOLLARS, "us$": "USD", "r$": "BRL", "€": "EUR", "£": "GBP FKP GIP SHP EGP"},
        **{"¥": "JPY CNY", "￥": "JPY CNY", "円": "JPY", "元": "CNY TWD", "₹": "INR", "rs": "INR"},
        **{"zł": "PLN", "kr": "SEK NOK DKK ISK", "kr.": "SEK NOK DKK ISK", "kč": "CZK"},
        **{"ft": "HUF", "lei": "RON", "fr": "CHF", "fr.": "CHF", "₽": "RUB", "₺": "TRY"},
        **{"₴": "UAH", "₪": "ILS", "₩": "KRW", "₫": "VND", "₱": "PHP", "฿": "THB", "r": "ZAR"},
        **{"﷼": "IRR", "ریال": "IRR"},
    }.items()
}
"""Signs and codes before or after an amount, and their possible currencies."""
BEFORE: Final = re.compile(r"[^\d\s.,٫٬'’-]+\.?")
"""A sign or code before an amount."""
NO_MARK: Final = re.compile(r"[\d\s.,]")
"""What no sign or code after an amount has."""


MOST: Final = 10**12
"""The largest amount, in smallest coins."""
_FROM_ZERO: Final = gettext_lazy("Type an amount of 0 or more, within reason.")
_ABOVE_ZERO: Final = gettext_lazy("Type an amount above 0, within reason.")


def amount_checks(*, least: int) -> list[BaseValidator]:
    """Return the validators of an amount in smallest coins; ``least`` is 0 or 1."""
    words = _ABOVE_ZERO if least else _FROM_ZERO
    return [MinValueValidator(least, words), MaxValueValidator(MOST, words)]


def amount_check(amount: int) -> None:
    """Raise ``ValidationError`` for an invalid or unreasonably large amount."""
    if not 0 < amount <= MOST:
        wrong = ValidationError(_ABOVE_ZERO, code="amount_range")
        raise ValidationError({"amount": wrong})


class Misread(Enum):
    """Why a text is no amount of a currency."""

    NO_AMOUNT = "no_amount"
    TOO_FINE = "too_fine"
    TWO_WAYS = "two_ways"
    OTHER_CURRENCY = "other_currency"


def shown(units: int, currency: str) -> str:
    """Format an amount: `250` in EUR is "2.50"."""
    return with_decimals(units, money.decimals(currency))


def signed(units: int, currency: str) -> str:
    """Return the same with a plus sign above zero."""
    return f"+{shown(units, currency)}" if units > 0 else shown(units, currency)


def with_currency(units: int, currency: str, *, sign: bool = False) -> str:
    text = signed(units, currency) if sign else shown(units, currency)
    return isolated(f"{text} {currency}")


def written(units: int, currency: str) -> str:
    """Format an amount for a form field, its decimals behind the reader's mark; empty for none."""
    return money.render(units, currency).replace(".", decimal_mark()) if units else ""


def read(text: str, currency: str) -> int | Misread:
    """Return a typed amount, in any script's digits, or the reason why it is invalid.

    Never negative, and never rounded. ``1,000`` is a thousand if the currency has no decimals;
    otherwise it is ambiguous and refused. The sign or the code of the currency may precede or
    follow: ``$20``, ``20 USD``.
    """
    amount, *marks = _without_marks(text.strip())
    named = [mark.lower() for mark in marks if mark]
    if any(mark not in SYMBOLS and mark.upper() not in CURRENCIES for mark in named):
        return Misread.NO_AMOUNT
    if any(currency not in SYMBOLS.get(mark, {mark.upper()}) for mark in named):
        return Misread.OTHER_CURRENCY
    digits = (str(unicodedata.decimal(sign, sign)) for sign in amount.translate(SIGNS))
    typed = "".join(digits)
    places = money.decimals(currency)
    if ONE_MARK.fullmatch(typed) and not _is_own_writing(typed, places):
        return Misread.TWO_WAYS if places else int(NO_DIGIT.sub("", typed))
    whole, fraction = _parted(typed)
    if THOUSANDS.fullmatch(whole) or LAKHS.fullmatch(whole):
        whole = NO_DIGIT.sub("", whole)
    if not money.is_digits(whole) or (fraction is not None and not money.is_digits(fraction)):
        return Misread.NO_AMOUNT
    if len(fraction or "") > places:
        return Misread.TOO_FINE
    return int(whole + (fraction or "").ljust(places, "0"))


def _without_marks(text: str) -> tuple[str, str, str]:
    """Return the amount, and what stands before and after it."""
    before = BEFORE.match(text)
    start = before.end() if before else 0
    end = len(text) - text.endswith(".", start)
    while end > start and not NO_MARK.match(text, end - 1):
        end -= 1
    return text[start:end].strip(), text[:start], text[end:]


def _is_own_writing(typed: str, places: int) -> bool:
    """Return whether our own fields use this decimal mark before three decimals."""
    return decimal_mark() in typed and places >= 3


def _parted(typed: str) -> tuple[str, str | None]:
    """Return the whole part with its separators, and the digits after the decimal mark, if any. The
    decimal mark is the last separator, if it occurs once and cannot separate thousands."""
    mark = next((sign for sign in reversed(typed) if sign in {",", ".", DECIMAL}), "")
    if not mark or typed.count(mark) > 1:
        return typed, None
    whole, _mark, fraction = typed.partition(mark)
    return whole, fraction


def misread_words(why: Misread, text: str, currency: str) -> str:
    """Return the explanation for an invalid amount."""
    places = money.decimals(currency)
    if why is Misread.TWO_WAYS:
        whole = NO_DIGIT.sub("", text)
        return _(
            "“%(typed)s” may mean %(whole)s, or a number with three decimals. Leave out the "
            "thousands separator and type “%(mark)s” before the decimals: %(currency)s has "
            "%(count)d."
        ) % {
            "typed": isolated(text.strip()),
            "whole": whole,
            "mark": isolated(decimal_mark()),
            "count": places,
            "currency": currency,
        }
    if why is Misread.OTHER_CURRENCY:
        return _("“%(typed)s” names another currency: the amounts here are in %(currency)s.") % {
            "typed": isolated(text.strip()[:40]),
            "currency": currency,
        }
    example = written(25 * 10**places // 10, currency) if places else "250"
    values = {"example": example, "count": places, "currency": currency}
    if not places:
        return _("Type an amount such as %(example)s: %(currency)s has no decimals.") % values
    return (
        _("Type an amount such as %(example)s, with at most %(count)d decimals in %(currency)s.")
        % values
    )
