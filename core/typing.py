"""Input of lines from the keyboards and in the letters of other languages.

Every code of a line is in plain Latin letters and digits. A Persian keyboard gives the letter on
the same key as the Latin one, a Japanese input method full-width signs or kana, and every script
has its digits. Some languages have their own letters for a result or a suit; they are accepted
beside the English ones, never instead of them.
"""

import unicodedata
from collections.abc import Mapping
from typing import Final

_ROWS: Final = (
    ("qwertyuiop", "ضصثقفغعهخح"),
    ("asdfghjkl", "شسیبلاتنم"),
    ("zxcvbnm", "ظطزرذدئ"),
)
_KEYS: Final = {
    **{theirs: latin for row in _ROWS for latin, theirs in zip(*row, strict=True)},
    **{"ي": "d", "پ": "m"},  # the Arabic yeh, and the m of another Persian layout
}

_CONSONANTS: Final = {
    "": "あいうえお",
    "k": "かきくけこ",
    "s": "さしすせそ",
    "t": "たちつてと",
    "n": "なにぬねの",
    "h": "はひふへほ",
    "m": "まみむめも",
    "r": "らりるれろ",
    "d": "だぢづでど",
    "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ",
}
_KANA: Final = {
    **{
        kana: consonant + vowel
        for consonant, row in _CONSONANTS.items()
        for vowel, kana in zip("aiueo", row, strict=True)
    },
    **{"ん": "n", "っ": "", "ー": "-", "、": ",", "。": ".", "・": "/", "−": "-", "،": ","},
}
_SIGNS: Final = str.maketrans(_KEYS | _KANA)
_KATAKANA: Final = {number: number - 0x60 for number in range(ord("ァ"), ord("ン") + 1)}


def plain_digits(text: str) -> str:
    """Return the text with the digits of every script, and full-width signs, as ASCII has them.

    A raised or circled figure is no digit and stays.

    >>> plain_digits("۱۲٣"), plain_digits("10²")
    ('123', '10²')
    """
    folded = "".join(
        sign if unicodedata.category(sign) == "No" else unicodedata.normalize("NFKC", sign)
        for sign in text
    )
    return "".join(str(unicodedata.decimal(sign, sign)) for sign in folded)


def plain_line(text: str) -> str:
    """Return a typed line in the letters and digits that lines are written in.

    >>> plain_line("ذ۳۰۵ئ"), plain_line("あ30さ")
    ('b305m', 'a30sa')
    """
    return plain_digits(text).translate(_KATAKANA).translate(_SIGNS)


def own_letters(letters: Mapping[str, str], taken: str) -> dict[str, str]:
    """Return the reader's own letters by the English ones; none that a line needs for itself.

    >>> own_letters({"m": "g", "s": "n"}, taken="mns")
    {'m': 'g'}
    """
    trimmed = {english: letter.strip().lower() for english, letter in letters.items()}
    return {
        english: letter
        for english, letter in trimmed.items()
        if len(letter) == 1 and letter.isascii() and letter.isalpha() and letter not in taken
    }


def keys_for(english: str, letters: Mapping[str, str]) -> tuple[str, ...]:
    """Return the accepted keys for one thing, the reader's own letter first."""
    return (letters[english], english) if english in letters else (english,)
