"""The order of names: the alphabet of the club's language, by the Unicode Collation Algorithm.

ICU carries the alphabets as CLDR describes them: Å stands after Z in Swedish and beside A in
English, Ł after L in Polish. What is compared are keys of bytes, so that every database and
Python put names into one order.
"""

from functools import lru_cache
from typing import Any, Final

import icu
from django.conf import global_settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

LANGUAGES: Final = {code: str(name) for code, name in global_settings.LANGUAGES}
"""The languages that can be chosen, by code."""
LONGEST_KEY: Final = 1024


def sort_key(text: str, language: str) -> bytes:
    """Where a text stands in the alphabet of a language, to be compared byte by byte."""
    return bytes(_collator(language).getSortKey(text))[:LONGEST_KEY]


def made_by(language: str) -> str:
    """What stored keys depend on: they are made anew where this is another."""
    return f"{language} {icu.ICU_VERSION}"


def language_check(code: str) -> None:
    """Refuse what is no language that can be chosen."""
    if code not in LANGUAGES:
        raise ValidationError(_("There is no such language."))


def language_choices() -> list[tuple[str, str]]:
    """The languages by name, in the reader's words."""
    return sorted(((code, _(name)) for code, name in LANGUAGES.items()), key=lambda one: one[1])


@lru_cache(maxsize=128)
def _collator(language: str) -> Any:
    return icu.Collator.createInstance(icu.Locale(language))
