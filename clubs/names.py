"""Names: how they are folded to be looked for, and which are nearly the same."""

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

CLOSE: Final = 0.84
"""How alike two names are that are asked about, from 0 to 1."""
MOST_NEAR: Final = 3
LETTERS: Final = str.maketrans(
    {
        **{"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"},
        **{"ħ": "h", "ŧ": "t", "ŋ": "n", "ĸ": "k"},
        **{"ي": "ی", "ى": "ی", "ك": "ک", "ة": "ه"},
        **dict.fromkeys("\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}\N{ARABIC TATWEEL}"),
    }
)
"""Letters that stand for a plain one and are no letter with a mark; those that Arabic and Persian
keyboards type differently."""
MARKS: Final = re.compile("[\u0300-\u036f\u05b0-\u05c7\u064b-\u065f\u0670]")
"""Accents of Latin, Greek and Cyrillic letters, points of Hebrew and Arabic ones."""


def folded(text: str) -> str:
    """The form in which texts are searched: no case, no accents, single spaces.

    Computed here and not by the database, so that every database finds the same.
    """
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    plain = MARKS.sub("", apart).translate(LETTERS)
    return " ".join(unicodedata.normalize("NFC", plain).split())


def near(name: str, among: Iterable[str]) -> list[str]:
    """Which of these names are nearly that one, the nearest first; accents and case aside."""
    by_fold: dict[str, list[str]] = {}
    for one in among:
        by_fold.setdefault(folded(one), []).append(one)
    found = get_close_matches(folded(name), by_fold, n=MOST_NEAR, cutoff=CLOSE)
    return [one for fold in found for one in by_fold[fold]]
