"""Names: folding for search, similarity, order, file names; and validation."""

import datetime
import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final

import icu
from django.conf import global_settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import get_language_info, gettext_lazy
from django.utils.translation import gettext as _

from core.languages import language_tag

CLOSE: Final = 0.84
"""The similarity from 0 to 1 above which the form asks about two names."""
MOST_NEAR: Final = 3
MOST_COMPARED: Final = 200
"""Characters of a name that are compared; the time grows with their square."""
LETTERS: Final = str.maketrans(
    {
        **{"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"},
        **{"ħ": "h", "ŧ": "t", "ŋ": "n", "ĸ": "k"},
        **{"ي": "ی", "ى": "ی", "ك": "ک", "ة": "ه"},
        **dict.fromkeys("\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}\N{ARABIC TATWEEL}"),
        "'": None,
        "-": " ",
    }
)
"""Letters that stand for a plain one and are no letter with a mark; those that Arabic and Persian
keyboards type differently."""
APOSTROPHES: Final = "'‘’‛`´ʼʹ′＇\N{MODIFIER LETTER TURNED COMMA}"
HYPHENS: Final = "-‐‑‒–—―−－"
SIGNS: Final = str.maketrans(dict.fromkeys(APOSTROPHES, "'") | dict.fromkeys(HYPHENS, "-"))
"""What keyboards and word processors write for an apostrophe and a hyphen."""
MARKS: Final = re.compile("[\u0300-\u036f\u05b0-\u05c7\u064b-\u065f\u0670]")
"""Accents of Latin, Greek and Cyrillic letters, points of Hebrew and Arabic ones."""


def folded(text: str) -> str:
    """The form in which texts are searched: no case, accents or apostrophes, single spaces for
    blanks and hyphens.

    Computed here and not by the database, so that every database finds the same.
    """
    plain = unicodedata.normalize("NFKC", signs_alike(text)).casefold()
    plain = MARKS.sub("", unicodedata.normalize("NFKD", plain)).translate(LETTERS)
    return " ".join(unicodedata.normalize("NFC", plain).split())


def signs_alike(text: str) -> str:
    """Return a text with the apostrophe and the hyphen of a keyboard for all that look like them.

    >>> signs_alike("d\N{RIGHT SINGLE QUOTATION MARK}Arc")
    "d'Arc"
    """
    return text.translate(SIGNS)


def near(name: str, among: Iterable[str]) -> list[str]:
    """Which of these names are nearly that one, the nearest first; accents and case aside."""
    by_fold: dict[str, list[str]] = {}
    for other in among:
        by_fold.setdefault(folded(other[:MOST_COMPARED]), []).append(other)
    typed = folded(name[:MOST_COMPARED])
    close = get_close_matches(typed, by_fold, n=4 * MOST_NEAR, cutoff=CLOSE)
    alike = [fold for fold in close if not _of_a_family(typed, fold)]
    return [other for fold in alike[:MOST_NEAR] for other in by_fold[fold]]


def _of_a_family(name: str, other: str) -> bool:
    """Whether two names differ in one word alone, and in its first letter: Earl Hill, Carl Hill.

    Who mistypes a name rarely mistypes its first letter, and a family has one name.
    """
    pairs = list(zip(name.split(), other.split(), strict=False))
    differing = [(mine, theirs) for mine, theirs in pairs if mine != theirs]
    has_same_words = len(name.split()) == len(other.split()) > len(differing) == 1
    return has_same_words and differing[0][0][0] != differing[0][1][0]


# The order of names, by the Unicode Collation Algorithm with the alphabets of CLDR: Å comes after Z
# in Swedish and beside A in English. Keys of bytes give every database and Python one order.


LANGUAGES: Final = {code: str(name) for code, name in global_settings.LANGUAGES}
"""The languages that can be chosen, by code."""
LONGEST_KEY: Final = 1024
FOLDING: Final = 2
"""Raised where ``folded`` or the key of a name changes, so that stored keys are built anew."""


def sort_key(text: str, language: str) -> bytes:
    """Return the collation key of a text in a language, to be compared byte by byte."""
    return bytes(_collator(language).getSortKey(text))[:LONGEST_KEY]


def made_by(language: str) -> str:
    """Return the version on which stored keys depend; a change rebuilds them."""
    return f"{language} {icu.ICU_VERSION} {FOLDING}"


def language_check(code: str) -> None:
    """Refuse a language that is not offered."""
    if code not in LANGUAGES:
        raise ValidationError(_("There is no such language."), code="no_such_language")


def language_choices() -> list[tuple[str, str]]:
    """The languages, each by its own name so that its readers find it, sorted for the reader."""
    names = ((code, get_language_info(code)["name_local"]) for code in LANGUAGES)
    return sorted(names, key=lambda choice: sort_key(choice[1], language_tag()))


@lru_cache(maxsize=128)
def _collator(language: str) -> Any:
    return icu.Collator.createInstance(icu.Locale(language))


_UNSAFE: Final = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]+')
_LONGEST: Final = 120


def file_name(title: str) -> str:
    """A title as the name of a PDF that every system takes; its script stays.

    >>> file_name("Hand 3: Ann/Bob")
    'Hand 3 Ann Bob.pdf'
    """
    words = " ".join(_UNSAFE.sub(" ", title).split())
    return f"{words.strip('. ')[:_LONGEST] or 'document'}.pdf"


# Validation of input.


FIRST_DAY: Final = datetime.date(1900, 1, 1)
LAST_DAY: Final = datetime.date(2199, 12, 31)

# Letters and signs by their category, yet blank: fillers of Hangul, the empty braille cell.
BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Mn", "Me", "Zl", "Zp", "Zs"})
BREAKS: Final = frozenset({"Cc", "Zl", "Zp"})
SHAPING: Final = re.compile("[\u200c\u200d\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Signs that cannot be seen themselves but choose the form of a letter beside them: joiners of
Persian and Indic scripts, variants of Mongolian, of emoji and of characters in Japanese names."""


AROUND: Final = (
    "\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
)
"""Marks of direction and blanks of no width, which programs put around what is copied from them."""
LOST: Final = "\N{REPLACEMENT CHARACTER}"
"""What programs put for a letter that they could not read."""


def without_marks(text: str) -> str:
    """Return a line without marks of direction and of no width around its words.

    Those within a word stay, such as the joiners of Persian names.

    >>> without_marks("\N{RIGHT-TO-LEFT MARK}Ann Lee\N{RIGHT-TO-LEFT MARK}")
    'Ann Lee'
    """
    return " ".join(word.strip(AROUND) for word in text.split(" ")).strip()


def is_visible(text: str) -> bool:
    """Whether there is anything to see: not blanks, controls or characters of no width alone."""
    return any(
        letter not in BLANK and unicodedata.category(letter) not in UNSEEN for letter in text
    )


def name_check(text: str) -> None:
    """Raise ``ValidationError`` for a name that cannot be seen, or is not one plain line."""
    if not is_visible(text):
        raise ValidationError(_("That name is blank. Type a name."), code="invisible")
    line_check(text)


def line_check(text: str) -> None:
    """Raise ``ValidationError`` for more than one line, or for characters that hide or reverse
    letters.

    Reversing characters would also affect the text around it on a page.
    """
    if LOST in text:
        words = _("A letter was lost where “�” stands. Type the text again.")
        raise ValidationError(words, code="lost")
    for letter in text:
        if unicodedata.category(letter) in BREAKS:
            raise ValidationError(_("Write one line, without control characters."), code="control")
        if _is_hidden(letter):
            raise ValidationError(
                _("The character %(code)s is invisible or not text. Type the text without it."),
                code="hidden",
                params={"code": f"U+{ord(letter):04X}"},
            )


MOST_LINES: Final = 12


def lines_check(text: str) -> None:
    """Raise ``ValidationError`` for too many lines, or for signs that ``line_check`` refuses."""
    lines = text.replace("\r\n", "\n").split("\n")
    if len(lines) > MOST_LINES:
        words = _("Write at most %(count)d lines.")
        raise ValidationError(words, code="lines", params={"count": MOST_LINES})
    for line in lines:
        line_check(line)


def name_problem(text: str) -> str:
    """Return what is wrong with a name in words; nothing if it can be a name."""
    try:
        name_check(text)
    except ValidationError as error:
        return str(error.messages[0])
    return ""


def plain_line(text: str) -> str:
    """Return a text without what ``line_check`` refuses, for names that nobody can retype."""
    return "".join(
        letter
        for letter in text
        if unicodedata.category(letter) not in BREAKS and not _is_hidden(letter)
    )


def _is_hidden(letter: str) -> bool:
    """Whether a character is invisible (Unicode's default ignorables) or unassigned."""
    if letter.isascii() or SHAPING.match(letter):
        return False
    return bool(
        icu.Char.hasBinaryProperty(letter, icu.UProperty.DEFAULT_IGNORABLE_CODE_POINT)
        or icu.Char.hasBinaryProperty(letter, icu.UProperty.NONCHARACTER_CODE_POINT)
        or unicodedata.category(letter) == "Cs"
    )


FIRST_TIME: Final = datetime.datetime.combine(FIRST_DAY, datetime.time(), datetime.UTC)
LAST_TIME: Final = datetime.datetime.combine(LAST_DAY, datetime.time.max, datetime.UTC)

_DAY_WORDS: Final = gettext_lazy("Enter a date between 1900 and 2199.")
DAY_CHECKS: Final = (
    MinValueValidator(FIRST_DAY, _DAY_WORDS),
    MaxValueValidator(LAST_DAY, _DAY_WORDS),
)
MOMENT_CHECKS: Final = (
    MinValueValidator(FIRST_TIME, _DAY_WORDS),
    MaxValueValidator(LAST_TIME, _DAY_WORDS),
)
