"""Fonts, and how a text in any script becomes runs of glyphs from left to right.

ICU joins Arabic letters and puts them in order; ReportLab's own shaping is never used, because it
prints Persian digits in reverse. A character that no font holds becomes `REPLACEMENT`, a box one
can see; a pictograph beside letters is left out.
"""

import re
import threading
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import icu
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

FOLDER = Path(__file__).parent / "typefaces"
REPLACEMENT = "\u25a1"

_RTL = re.compile("[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u202b\u202e\u2067]")
_EAST = re.compile("[\u2e80-\u303f\u3040-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_PICTOGRAPHS = re.compile("[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]")
_BREAKS = re.compile("[\t-\r\x1c-\x1f\x85\u2028\u2029]")
_SIGNS = "\u3001-\u3003\u3008-\u301f\u30fb\uff01-\uff0f\uff1a-\uff20"
"""Punctuation of Japanese: a name in Latin letters beside it is set as elsewhere."""
_WORDS = re.compile(f"[\\s\u00a0]+|[{_SIGNS}]+|[^\\s\u00a0{_SIGNS}]+")
_JOINED_MARKS = re.compile("[\ufe70-\ufe7f]")
_ALLAH, _ALLAH_LIGATURE = "\ufeea\ufee0\ufedf\ufe8d", "\ufdf2"
"""The letters of the word, joined to no others, as they are drawn; the sign for all of them."""
_PLAIN_WORDS = re.compile(r"(?<!\S)[^\sA-Za-z\u200e]+(?!\S)")
_ISOLATES = re.compile("(\u2068[^\u2068\u2069]*\u2069)")
_OPENING, _CLOSING = "\u2066\u2067\u2068", "\u2069"
_MARK = "\u200e"
_LATIN_WORD = re.compile("[A-Za-z][a-z]")
_CODE = re.compile(r"(?<!\S)(?=\S*[A-Za-z])(?=\S*[0-9])")
"""The beginning of a word of letters and digits."""
_DIGITS = {"fa": str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")}
_RTL_LANGUAGES = {"ar", "fa", "he", "ur"}
_BEGINS_LEFT, _BEGINS_RIGHT = 0xFE, 0xFF
"""Levels of a paragraph for ICU: that of its first letter, else from the left or right."""
_LOCK = threading.Lock()
_LOADED: dict["Font", TTFont] = {}


class Font(Enum):
    """The vendored faces; a value is the file's name and the name it is registered under."""

    MAIN = "Vazirmatn-Regular"
    MAIN_BOLD = "Vazirmatn-Bold"
    WIDE = "DejaVuSans"
    WIDE_BOLD = "DejaVuSans-Bold"
    EAST = "BIZUDPGothic-Regular"
    RARE = "NotoSansJP-Rest"


_SCALES = {Font.WIDE: 0.93, Font.WIDE_BOLD: 0.9, Font.EAST: 0.97, Font.RARE: 0.97}


class Weight(Enum):
    """Regular or bold."""

    REGULAR = "regular"
    BOLD = "bold"


_CHAINS = {
    Weight.REGULAR: (Font.MAIN, Font.WIDE, Font.EAST, Font.RARE),
    Weight.BOLD: (Font.MAIN_BOLD, Font.WIDE_BOLD, Font.EAST, Font.RARE),
}
_EAST_CHAINS = {
    Weight.REGULAR: (Font.EAST, Font.RARE, Font.MAIN, Font.WIDE),
    Weight.BOLD: (Font.EAST, Font.RARE, Font.MAIN_BOLD, Font.WIDE_BOLD),
}


class Base(Enum):
    """The direction a line is read in; AUTO takes that of its first letter."""

    AUTO = None
    LTR = "L"
    RTL = "R"


class Script(NamedTuple):
    """How the language of a document is written: with which digits, and from which side.

    `digits` is the language whose own digits are used; empty for Latin ones.
    """

    digits: str = ""
    rtl: bool = False


@cache
def script_of(language: str) -> Script:
    """Return how a language is written; one that ends in `-latn` has Latin digits.

    >>> script_of("fa"), script_of("fa-latn").digits
    (Script(digits='fa', rtl=True), '')
    """
    code = language.lower()
    return Script(code if code in _DIGITS else "", code.partition("-")[0] in _RTL_LANGUAGES)


class Run(NamedTuple):
    """Glyphs of one font in visual order; `width` for a size of one point.

    `scale` makes faces look equally large; `heavy` draws an outline, for bold text in a face
    without bold.
    """

    font: str
    text: str
    width: float
    scale: float
    heavy: bool


@dataclass(frozen=True, slots=True)
class TextLine:
    """A text ready to draw on one line; `width` for a size of one point."""

    runs: tuple[Run, ...]
    width: float


def face(font: Font) -> TTFont:
    """Return a font, loaded and registered once per process; thread-safe."""
    with _LOCK:
        if font not in _LOADED:
            _LOADED[font] = TTFont(font.value, str(FOLDER / f"{font.value}.ttf"), shapable=False)
            pdfmetrics.registerFont(_LOADED[font])
        return _LOADED[font]


@cache
def coverage(font: Font) -> frozenset[int]:
    """The code points a font has a glyph for."""
    return frozenset(face(font).face.charToGlyph)


def is_rtl(text: str, script: Script) -> bool:
    """Return whether a text starts, by its first letter, from the right.

    Isolated text does not count (rule P2 of the bidirectional algorithm); a text that has no more
    than names starts as its document does.
    """
    return _starts_right(text, _BEGINS_RIGHT if script.rtl and _CLOSING in text else _BEGINS_LEFT)


@lru_cache(maxsize=4096)
def _starts_right(text: str, level: int) -> bool:
    paragraph = icu.Bidi()
    paragraph.setPara(icu.UnicodeString(_BREAKS.sub(" ", text)), level)
    return bool(paragraph.getParaLevel())


def isolated(text: str) -> str:
    """Return a name, an amount or a code isolated: its direction does not disturb what stands
    around it.

    >>> isolated("Ann") == "\\u2068Ann\\u2069"
    True
    """
    return f"\u2068{text}\u2069" if text else ""


def set_line(
    text: str, script: Script, weight: Weight = Weight.REGULAR, base: Base = Base.AUTO
) -> TextLine:
    """One line of text in any mixture of scripts, as runs from left to right.

    Its digits are those of `in_digits`.
    """
    if base is Base.AUTO and script.rtl:
        base = Base.RTL if is_rtl(text, script) else Base.LTR
    return _set_line(in_digits(text, script), weight, base)


def in_digits(text: str, script: Script) -> str:
    """Return the text with the digits of the document's language; repeating it changes nothing.

    Latin names keep their digits, and so do words with Latin letters, such as addresses and codes,
    and words behind a left-to-right mark. Such a mark is put before each number of a Latin name,
    which may be on a line of its own.
    """
    if not script.digits:
        return text
    digits = _DIGITS[script.digits]
    return "".join(
        _PLAIN_WORDS.sub(_marked, part)
        if is_name(part)
        else _PLAIN_WORDS.sub(lambda word: word[0].translate(digits), part)
        for part in _ISOLATES.split(text)
    )


def _marked(word: re.Match[str]) -> str:
    return f"{_MARK}{word[0]}" if any(map(str.isdecimal, word[0])) else word[0]


def closed(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of one text, each with the isolates that it begins in and ends in.

    >>> [line.count("\u2068") for line in closed(["\u2068Ann", "Lee\u2069 and", "Bo"])]
    [1, 1, 0]
    """
    opened: list[str] = []
    for line in lines:
        begun = "".join(opened)
        for sign in line:
            if sign in _OPENING:
                opened.append(sign)
            elif sign == _CLOSING and opened:
                opened.pop()
        yield f"{begun}{line}{_CLOSING * len(opened)}"


def is_name(text: str) -> bool:
    """Whether a text, or an isolated part of it, is a name in Latin letters."""
    return bool(_LATIN_WORD.search(text)) and not _RTL.search(text)


def keeps_digits(text: str) -> bool:
    """Whether an isolated part has digits that are shown as they were typed: those of a name in
    Latin letters, or of a code or an address; not those of an amount with its currency.

    >>> [keeps_digits(text) for text in ("Round 5 Cup", "T42", "7.59 EUR", "42")]
    [True, True, False, False]
    """
    if not any(map(str.isdecimal, text)) or _RTL.search(text):
        return False
    return bool(_LATIN_WORD.search(text) or _CODE.search(text))


@lru_cache(maxsize=16384)
def _set_line(text: str, weight: Weight, base: Base) -> TextLine:
    runs = tuple(_runs(visual(text, base), weight))
    return TextLine(runs, sum(run.width for run in runs))


def visual(text: str, base: Base = Base.AUTO) -> str:
    """Logical text as the characters to draw from left to right, Arabic letters joined."""
    text = without_pictographs(_BREAKS.sub(" ", unicodedata.normalize("NFC", text)))
    if base is Base.RTL or _RTL.search(text):
        starts_right = base is Base.AUTO and _starts_right(text, _BEGINS_LEFT)
        text = _ordered(text, Base.RTL if starts_right else base)
    return "".join(_printable(char) for char in text)


def without_pictographs(text: str) -> str:
    """Return the text without the pictographs that no font holds; as it is where it has nothing
    else.

    >>> dice = "\N{GAME DIE}"
    >>> without_pictographs(f"Joe {dice} Lucky"), without_pictographs(dice) == dice
    ('Joe Lucky', True)
    """
    if not _PICTOGRAPHS.search(text):
        return text
    readable = _PICTOGRAPHS.sub(lambda match: match[0] if _is_held(match[0]) else "", text)
    return " ".join(readable.split()) if any(map(str.isalnum, readable)) else text


def _is_held(char: str) -> bool:
    return any(ord(char) in coverage(font) for font in _CHAINS[Weight.REGULAR])


def _ordered(text: str, base: Base) -> str:
    """Return the text in visual order, Arabic letters joined, brackets mirrored.

    Marks above and below letters are drawn over them, not in the forms that ICU gives them between
    joined letters, and the word that has a sign of its own gets it.
    """
    drawn = icu.BidiTransform().transform(
        text,
        int(base is Base.RTL),
        icu.UBiDiOrder.LOGICAL,
        0,
        icu.UBiDiOrder.VISUAL,
        icu.UBiDiMirroring.ON,
        icu.Shape.LETTERS_SHAPE | icu.Shape.TEXT_DIRECTION_VISUAL_LTR,
    )
    plain = _JOINED_MARKS.sub(lambda mark: unicodedata.normalize("NFKC", mark[0])[-1], str(drawn))
    return plain.replace(_ALLAH, _ALLAH_LIGATURE)


def _printable(char: str) -> str:
    """Nothing for joiners, marks of direction and other characters without a shape."""
    ignorable = unicodedata.category(char) in {"Cf", "Cc"} or "\ufe00" <= char <= "\ufe0f"
    return "" if ignorable else char


def _runs(text: str, weight: Weight) -> Iterator[Run]:
    pieces = (piece for word in _WORDS.findall(text) for piece in _pieces(word, weight))
    for font, group in groupby(pieces, key=lambda piece: piece[0]):
        drawn = "".join(part for _, part in group)
        scale = _SCALES.get(font, 1.0)
        width = face(font).stringWidth(drawn, scale)
        yield Run(
            font.value,
            drawn,
            width,
            scale,
            font in {Font.EAST, Font.RARE} and weight is Weight.BOLD,
        )


def _pieces(word: str, weight: Weight) -> Iterator[tuple[Font, str]]:
    """Yield a word in the first font that holds all of it, else letter by letter."""
    chain = (_EAST_CHAINS if _EAST.search(word) else _CHAINS)[weight]
    points = set(map(ord, word))
    for font in chain:
        if points <= coverage(font):
            yield font, word
            return
    for char in word:
        yield _single(char, chain)


def _single(char: str, chain: tuple[Font, ...]) -> tuple[Font, str]:
    for font in chain:
        if ord(char) in coverage(font):
            return font, char
    return (Font.WIDE_BOLD if Font.WIDE_BOLD in chain else Font.WIDE), REPLACEMENT
