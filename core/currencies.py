"""The current currencies of ISO 4217: codes, names by ICU, and finding one.

The list is as amended up to the start of 2026, with fund codes in which amounts can be written;
without metals, units of account and test codes, which have no minor unit. Records of matches check
only the shape of codes; this list limits what a person may choose.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import icu
from django.core.exceptions import ValidationError
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from core.names import folded
from core.text import comma_list, isolated
from rules.money import is_currency

CODES: Final = (
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP "
    "BYN BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN "
    "ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK "
    "JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD "
    "MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP "
    "PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP "
    "SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV "
    "WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG"
)
CURRENCIES: Final = tuple(CODES.split())
FEW: Final = 4
"""The number of currencies suggested if a text is ambiguous."""


def currency_name(code: str) -> str:
    """Return the name of a currency in the language in use, as ICU has it."""
    name = _name(code, get_language() or "en")
    return _name(code, "en") if name == code else name  # the newest have no name everywhere


@lru_cache(maxsize=2048)
def _name(code: str, language: str) -> str:
    named: str = icu.CurrencyUnit(code).getName(icu.Locale(language), icu.UCurrNameStyle.LONG_NAME)
    return named


def currency_check(code: str) -> None:
    """Raise ``ValidationError`` if there is no such currency. A validator of fields."""
    if code not in CURRENCIES:
        words = _("There is no currency “%(code)s”. Type a code such as EUR, USD or JPY.")
        raise ValidationError(words % {"code": isolated(code[:20])})


def currency_written_check(code: str) -> None:
    """Raise ``ValidationError`` unless the text looks like a currency. A field validator."""
    if not is_currency(code):
        raise ValidationError(
            _("Type three capital letters, as in EUR."), code="currency_malformed"
        )


def currency_named(text: str) -> str:
    """The code of the currency that a text means: its code, its name, or words that begin it.

    ``ValidationError`` if it means none or several.
    """
    code = text.strip().upper()
    if code in CURRENCIES:
        return code
    typed = folded(text)
    names = {code: folded(currency_name(code)) for code in CURRENCIES}
    codes = [code for code, name in names.items() if name == typed]
    codes = codes or [code for code, name in names.items() if _begun(typed.split(), name.split())]
    if len(codes) == 1:
        return codes[0]
    raise ValidationError(_which(codes))


def _which(codes: Sequence[str]) -> str:
    if not codes:
        return _("There is no such currency: type its code, as EUR, or its name.")
    shown = [f"{code} ({currency_name(code)})" for code in codes[:FEW]]
    few = comma_list([*shown, "…"] if len(codes) > FEW else shown)
    return _("Several currencies have this name: type the code. %(few)s") % {"few": few}


def _begun(typed: Sequence[str], words: Sequence[str]) -> bool:
    return bool(typed) and all(any(word.startswith(begin) for word in words) for begin in typed)
