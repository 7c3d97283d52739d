"""The current currencies of ISO 4217: codes, names, and finding one.

The list is as amended up to the start of 2026, with fund codes in which amounts can be written;
without metals, units of account and test codes, which have no minor unit. Records of matches check
only the shape of codes; this list limits what a person may choose.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.wording import comma_list

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

CURRENCIES: Final[Mapping[str, "StrPromise"]] = {
    "AED": gettext_lazy("UAE dirham"),
    "AFN": gettext_lazy("Afghan afghani"),
    "ALL": gettext_lazy("Albanian lek"),
    "AMD": gettext_lazy("Armenian dram"),
    "AOA": gettext_lazy("Angolan kwanza"),
    "ARS": gettext_lazy("Argentine peso"),
    "AUD": gettext_lazy("Australian dollar"),
    "AWG": gettext_lazy("Aruban florin"),
    "AZN": gettext_lazy("Azerbaijani manat"),
    "BAM": gettext_lazy("Bosnian convertible mark"),
    "BBD": gettext_lazy("Barbados dollar"),
    "BDT": gettext_lazy("Bangladeshi taka"),
    "BHD": gettext_lazy("Bahraini dinar"),
    "BIF": gettext_lazy("Burundian franc"),
    "BMD": gettext_lazy("Bermudian dollar"),
    "BND": gettext_lazy("Brunei dollar"),
    "BOB": gettext_lazy("Bolivian boliviano"),
    "BOV": gettext_lazy("Bolivian mvdol"),
    "BRL": gettext_lazy("Brazilian real"),
    "BSD": gettext_lazy("Bahamian dollar"),
    "BTN": gettext_lazy("Bhutanese ngultrum"),
    "BWP": gettext_lazy("Botswana pula"),
    "BYN": gettext_lazy("Belarusian ruble"),
    "BZD": gettext_lazy("Belize dollar"),
    "CAD": gettext_lazy("Canadian dollar"),
    "CDF": gettext_lazy("Congolese franc"),
    "CHE": gettext_lazy("WIR euro"),
    "CHF": gettext_lazy("Swiss franc"),
    "CHW": gettext_lazy("WIR franc"),
    "CLF": gettext_lazy("Chilean unit of account (UF)"),
    "CLP": gettext_lazy("Chilean peso"),
    "CNY": gettext_lazy("Chinese yuan"),
    "COP": gettext_lazy("Colombian peso"),
    "COU": gettext_lazy("Colombian unit of real value (UVR)"),
    "CRC": gettext_lazy("Costa Rican colón"),
    "CUP": gettext_lazy("Cuban peso"),
    "CVE": gettext_lazy("Cape Verdean escudo"),
    "CZK": gettext_lazy("Czech koruna"),
    "DJF": gettext_lazy("Djiboutian franc"),
    "DKK": gettext_lazy("Danish krone"),
    "DOP": gettext_lazy("Dominican peso"),
    "DZD": gettext_lazy("Algerian dinar"),
    "EGP": gettext_lazy("Egyptian pound"),
    "ERN": gettext_lazy("Eritrean nakfa"),
    "ETB": gettext_lazy("Ethiopian birr"),
    "EUR": gettext_lazy("euro"),
    "FJD": gettext_lazy("Fijian dollar"),
    "FKP": gettext_lazy("Falkland Islands pound"),
    "GBP": gettext_lazy("British pound"),
    "GEL": gettext_lazy("Georgian lari"),
    "GHS": gettext_lazy("Ghanaian cedi"),
    "GIP": gettext_lazy("Gibraltar pound"),
    "GMD": gettext_lazy("Gambian dalasi"),
    "GNF": gettext_lazy("Guinean franc"),
    "GTQ": gettext_lazy("Guatemalan quetzal"),
    "GYD": gettext_lazy("Guyanese dollar"),
    "HKD": gettext_lazy("Hong Kong dollar"),
    "HNL": gettext_lazy("Honduran lempira"),
    "HTG": gettext_lazy("Haitian gourde"),
    "HUF": gettext_lazy("Hungarian forint"),
    "IDR": gettext_lazy("Indonesian rupiah"),
    "ILS": gettext_lazy("Israeli new shekel"),
    "INR": gettext_lazy("Indian rupee"),
    "IQD": gettext_lazy("Iraqi dinar"),
    "IRR": gettext_lazy("Iranian rial"),
    "ISK": gettext_lazy("Icelandic króna"),
    "JMD": gettext_lazy("Jamaican dollar"),
    "JOD": gettext_lazy("Jordanian dinar"),
    "JPY": gettext_lazy("Japanese yen"),
    "KES": gettext_lazy("Kenyan shilling"),
    "KGS": gettext_lazy("Kyrgyz som"),
    "KHR": gettext_lazy("Cambodian riel"),
    "KMF": gettext_lazy("Comorian franc"),
    "KPW": gettext_lazy("North Korean won"),
    "KRW": gettext_lazy("South Korean won"),
    "KWD": gettext_lazy("Kuwaiti dinar"),
    "KYD": gettext_lazy("Cayman Islands dollar"),
    "KZT": gettext_lazy("Kazakh tenge"),
    "LAK": gettext_lazy("Lao kip"),
    "LBP": gettext_lazy("Lebanese pound"),
    "LKR": gettext_lazy("Sri Lankan rupee"),
    "LRD": gettext_lazy("Liberian dollar"),
    "LSL": gettext_lazy("Lesotho loti"),
    "LYD": gettext_lazy("Libyan dinar"),
    "MAD": gettext_lazy("Moroccan dirham"),
    "MDL": gettext_lazy("Moldovan leu"),
    "MGA": gettext_lazy("Malagasy ariary"),
    "MKD": gettext_lazy("Macedonian denar"),
    "MMK": gettext_lazy("Myanmar kyat"),
    "MNT": gettext_lazy("Mongolian tögrög"),
    "MOP": gettext_lazy("Macanese pataca"),
    "MRU": gettext_lazy("Mauritanian ouguiya"),
    "MUR": gettext_lazy("Mauritian rupee"),
    "MVR": gettext_lazy("Maldivian rufiyaa"),
    "MWK": gettext_lazy("Malawian kwacha"),
    "MXN": gettext_lazy("Mexican peso"),
    "MXV": gettext_lazy("Mexican unit of investment (UDI)"),
    "MYR": gettext_lazy("Malaysian ringgit"),
    "MZN": gettext_lazy("Mozambican metical"),
    "NAD": gettext_lazy("Namibian dollar"),
    "NGN": gettext_lazy("Nigerian naira"),
    "NIO": gettext_lazy("Nicaraguan córdoba"),
    "NOK": gettext_lazy("Norwegian krone"),
    "NPR": gettext_lazy("Nepalese rupee"),
    "NZD": gettext_lazy("New Zealand dollar"),
    "OMR": gettext_lazy("Omani rial"),
    "PAB": gettext_lazy("Panamanian balboa"),
    "PEN": gettext_lazy("Peruvian sol"),
    "PGK": gettext_lazy("Papua New Guinean kina"),
    "PHP": gettext_lazy("Philippine peso"),
    "PKR": gettext_lazy("Pakistani rupee"),
    "PLN": gettext_lazy("Polish złoty"),
    "PYG": gettext_lazy("Paraguayan guaraní"),
    "QAR": gettext_lazy("Qatari riyal"),
    "RON": gettext_lazy("Romanian leu"),
    "RSD": gettext_lazy("Serbian dinar"),
    "RUB": gettext_lazy("Russian ruble"),
    "RWF": gettext_lazy("Rwandan franc"),
    "SAR": gettext_lazy("Saudi riyal"),
    "SBD": gettext_lazy("Solomon Islands dollar"),
    "SCR": gettext_lazy("Seychelles rupee"),
    "SDG": gettext_lazy("Sudanese pound"),
    "SEK": gettext_lazy("Swedish krona"),
    "SGD": gettext_lazy("Singapore dollar"),
    "SHP": gettext_lazy("Saint Helena pound"),
    "SLE": gettext_lazy("Sierra Leonean leone"),
    "SOS": gettext_lazy("Somali shilling"),
    "SRD": gettext_lazy("Surinamese dollar"),
    "SSP": gettext_lazy("South Sudanese pound"),
    "STN": gettext_lazy("São Tomé and Príncipe dobra"),
    "SVC": gettext_lazy("Salvadoran colón"),
    "SYP": gettext_lazy("Syrian pound"),
    "SZL": gettext_lazy("Swazi lilangeni"),
    "THB": gettext_lazy("Thai baht"),
    "TJS": gettext_lazy("Tajik somoni"),
    "TMT": gettext_lazy("Turkmen manat"),
    "TND": gettext_lazy("Tunisian dinar"),
    "TOP": gettext_lazy("Tongan paʻanga"),
    "TRY": gettext_lazy("Turkish lira"),
    "TTD": gettext_lazy("Trinidad and Tobago dollar"),
    "TWD": gettext_lazy("New Taiwan dollar"),
    "TZS": gettext_lazy("Tanzanian shilling"),
    "UAH": gettext_lazy("Ukrainian hryvnia"),
    "UGX": gettext_lazy("Ugandan shilling"),
    "USD": gettext_lazy("US dollar"),
    "USN": gettext_lazy("US dollar, next day"),
    "UYI": gettext_lazy("Uruguayan indexed peso"),
    "UYU": gettext_lazy("Uruguayan peso"),
    "UYW": gettext_lazy("Uruguayan wage index unit"),
    "UZS": gettext_lazy("Uzbek sum"),
    "VED": gettext_lazy("Venezuelan digital bolívar"),
    "VES": gettext_lazy("Venezuelan bolívar"),
    "VND": gettext_lazy("Vietnamese đồng"),
    "VUV": gettext_lazy("Vanuatu vatu"),
    "WST": gettext_lazy("Samoan tālā"),
    "XAF": gettext_lazy("Central African CFA franc"),
    "XCD": gettext_lazy("East Caribbean dollar"),
    "XCG": gettext_lazy("Caribbean guilder"),
    "XOF": gettext_lazy("West African CFA franc"),
    "XPF": gettext_lazy("Pacific CFP franc"),
    "YER": gettext_lazy("Yemeni rial"),
    "ZAR": gettext_lazy("South African rand"),
    "ZMW": gettext_lazy("Zambian kwacha"),
    "ZWG": gettext_lazy("Zimbabwe gold"),
}

FEW: Final = 4
"""The number of currencies suggested if a text is ambiguous."""
UNMARKED: Final = str.maketrans({"đ": "d", "ł": "l", "ʻ": ""})
"""Letters that do not come apart into a plain one and its mark."""


def currency_check(code: str) -> None:
    """Raise ``ValidationError`` if there is no such currency. A validator of fields."""
    if code not in CURRENCIES:
        words = _("There is no currency “%(code)s”. Type a code such as EUR, USD or JPY.")
        raise ValidationError(words % {"code": code[:20]})


def currency_found(text: str) -> str:
    """The code of the currency that a text means: its code, its name, or words that begin it.

    ``ValidationError`` where it means none or several.
    """
    code = text.strip().upper()
    if code in CURRENCIES:
        return code
    typed = _plain(text)
    names = {code: _plain(str(name)) for code, name in CURRENCIES.items()}
    found = [code for code, name in names.items() if name == typed]
    found = found or [code for code, name in names.items() if _begun(typed.split(), name.split())]
    if len(found) == 1:
        return found[0]
    raise ValidationError(_which(found))


def _which(found: Sequence[str]) -> str:
    if not found:
        return _("There is no such currency: type its code, as EUR, or its name.")
    shown = [f"{code} ({CURRENCIES[code]})" for code in found[:FEW]]
    few = comma_list([*shown, "…"] if len(found) > FEW else shown)
    return _("Several currencies have this name: type the code. %(few)s") % {"few": few}


def _begun(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Whether each word that was typed begins one of these."""
    return bool(typed) and all(any(word.startswith(begin) for word in words) for begin in typed)


def _plain(text: str) -> str:
    """Small letters without accents, in single spaces: “Złoty” is found as “zloty”."""
    apart = unicodedata.normalize("NFKD", text).casefold().translate(UNMARKED)
    return " ".join("".join(one for one in apart if not unicodedata.combining(one)).split())
