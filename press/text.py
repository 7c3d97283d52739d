"""The type scale and colours of every page, and how texts are fitted and broken into lines.

Sizes are points; every distance on a page is a multiple of `UNIT`.
"""

import re
import threading
from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from typing import Any

import icu
from reportlab.lib.colors import Color, HexColor

from press.fonts import Base, Script, Weight, closed, in_digits, is_rtl, set_line

INK: Color = HexColor(0x1A1F24)
MUTED: Color = HexColor(0x58616B)
RULE: Color = HexColor(0xC4CAD0)
GUIDE: Color = HexColor(0x9AA3AC)
TINT: Color = HexColor(0xF0F3F2)
ACCENT: Color = HexColor(0x175C4C)
PAPER: Color = HexColor(0xFFFFFF)
SUIT_RED: Color = HexColor(0xC8201C)
"""Hearts and diamonds; without colour a grey distinct from ink and paper."""


@dataclass(frozen=True, slots=True)
class Type:
    """How a text is set: size and leading in points, weight, colour."""

    size: float
    leading: float
    weight: Weight = Weight.REGULAR
    colour: Color = INK

    def strong(self) -> "Type":
        return replace(self, weight=Weight.BOLD)

    def tinted(self, colour: Color) -> "Type":
        return replace(self, colour=colour)

    def scaled(self, factor: float) -> "Type":
        """Return the same, larger or smaller."""
        return replace(self, size=self.size * factor, leading=self.leading * factor)


FINE = Type(size=7, leading=8, colour=MUTED)
SMALL = Type(size=8, leading=10, colour=MUTED)
BODY = Type(size=9, leading=12)
STRONG = BODY.strong()
QUIET = BODY.tinted(MUTED)
LEAD = Type(size=11.5, leading=15)
HEAD = Type(size=14, leading=18, weight=Weight.BOLD)
TITLE = Type(size=21, leading=25, weight=Weight.BOLD)
DISPLAY = Type(size=32, leading=36, weight=Weight.BOLD)


# --- lines of text, broken in logical order, then put into visual order

ELLIPSIS = "\u2026"
SMALLEST = 0.78
LEAST_SIZE = 8.0
"""Nothing that people read in a hall or at a table is made smaller than this, in points."""

_EAST = "\u3000-\u303f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
_TIES = "\u00a0\u202f"  # spaces at which no line is broken
_CHUNKS = re.compile(f"[^\\S{_TIES}]+|[{_EAST}]|(?:[^\\s{_EAST}]|[{_TIES}])+")
_IS_EAST = re.compile(f"[{_EAST}]")
_KATAKANA = re.compile("[\u30a1-\u30fa\u30fc]{2}")
"""Two characters of a word in katakana."""
HYPHENS = "-\u2010"
_LEAST_PART = 3
_LATIN = re.compile(r"[^\W\d_\u0590-\u08ff]{2,3}")
NOT_FIRST = set("、。,.!?・:;)]}」』】〉》〕ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ！？，．：；）")


_ATTACHED = f"[^\\s{_EAST}\u2068\u2069]|[{_TIES}]"
_NAMES = re.compile(
    f"(?:{_ATTACHED}|[「『（])*+(?P<name>\u2068[^\u2068\u2069]*\u2069"
    f"(?:{_ATTACHED}|[{re.escape(''.join(NOT_FIRST))}])*)?"
)
"""A name, which is isolated, and all that is attached to it; or the text that would be attached."""
_WHOLE = 0.6
"""An isolated run stays on one line if it is narrower than this share of the line, or than the line
where the text is only names and separators."""
_ISOLATED = re.compile("\u2068[^\u2068\u2069]*\u2069")


def width_of(text: str, style: Type, script: Script, base: Base = Base.AUTO) -> float:
    """Return the drawn width of a text in points."""
    return set_line(text, script, style.weight, base).width * style.size


def fit(
    text: str, style: Type, width: float, script: Script, base: Base = Base.AUTO
) -> tuple[str, Type]:
    """Return a text that fits on one line: unchanged, slightly smaller, or cut with an ellipsis."""
    return _fitting(in_digits(text, script), style, width, script, base)


@lru_cache(maxsize=4096)
def _fitting(text: str, style: Type, width: float, script: Script, base: Base) -> tuple[str, Type]:
    natural = width_of(text, style, script, base)
    if natural <= width:
        return text, style
    if natural * SMALLEST <= width:
        return text, style.scaled(width / natural)
    smaller = style.scaled(SMALLEST)
    return cut(text, smaller, width, script, base), smaller


def alike(texts: Iterable[tuple[str, float]], style: Type, script: Script) -> Type:
    """Return the style in which each of these texts fits into its width, not below `SMALLEST`."""
    widths = ((width_of(text, style, script), width) for text, width in texts)
    scale = min((width / natural for natural, width in widths if natural > width), default=1.0)
    return style.scaled(max(SMALLEST, scale)) if scale < 1 else style


def cut(text: str, style: Type, width: float, script: Script, base: Base = Base.AUTO) -> str:
    """Return the longest beginning that fits with an ellipsis after it, and with it."""
    beginning = text[: _room_for(text, style, width, script, base)].rstrip()
    return next(closed((beginning + ELLIPSIS,)))


def _room_for(text: str, style: Type, width: float, script: Script, base: Base) -> int:
    """Return how many characters fit with a sign after them."""

    def width_with(count: int) -> float:
        return width_of(text[:count].rstrip() + ELLIPSIS, style, script, base)

    return bisect_right(range(1, len(text) + 1), width, key=width_with)


def wrap(
    text: str, style: Type, width: float, script: Script, base: Base = Base.AUTO
) -> tuple[str, ...]:
    """Return a text broken into lines no wider than `width`, each still in logical order.

    Breaks at spaces (never at a no-break space) and between Japanese phrases, inside of what is
    isolated only if it is wider than most of the line; in a phrase that is
    wider than the line between words, and in such a word between characters. Any other word that
    alone is wider than the line is broken behind a hyphen of its own, else with one put there.
    Line breaks in the text are kept. What is isolated is so on each of its lines.
    """
    return _wrapped(in_digits(text, script), style, width, script, base)


@lru_cache(maxsize=4096)
def _wrapped(text: str, style: Type, width: float, script: Script, base: Base) -> tuple[str, ...]:
    lines: list[str] = []
    for paragraph in text.splitlines() or [""]:
        if width_of(paragraph, style, script, base) <= width:
            lines.append(paragraph.rstrip())
            continue
        lines.extend(_fill(paragraph, style, width, script, base))
    return tuple(closed(lines))


def base_of(text: str, script: Script) -> Base:
    """Return the direction of a whole paragraph, to be given to each of its lines."""
    return Base.RTL if is_rtl(text, script) else Base.LTR


def _fill(text: str, style: Type, width: float, script: Script, base: Base) -> Iterator[str]:
    line = ""
    for chunk in _chunks(text, style, width, script, base):
        if line and width_of((line + chunk).rstrip(), style, script, base) > width:
            yield line.rstrip()
            line = chunk.lstrip()
        else:
            line += chunk
    yield line.rstrip()


def _chunks(text: str, style: Type, width: float, script: Script, base: Base) -> Iterator[str]:
    """Yield unbreakable parts: names with all that is attached to them, and those of the rest."""
    whole = width if _is_of_names(text) else width * _WHOLE
    for part in filter(None, _by_names(text)):
        if "\u2068" in part and width_of(part.rstrip(), style, script, base) <= whole:
            yield part
        else:
            yield from _breakable(part, style, width, script, base)


def _by_names(text: str) -> Iterator[str]:
    """Yield in turn what is between names, and a name with all that is attached to it."""
    at = 0
    for match in _NAMES.finditer(text):
        if match["name"]:
            yield from (text[at : match.start()], match[0])
            at = match.end()
    yield text[at:]


def _is_of_names(text: str) -> bool:
    """Whether a text has several names and no more than a sign between two of them."""
    between, names = _ISOLATED.subn("", text)
    return names > 1 and len("".join(between.split())) < names


def _breakable(text: str, style: Type, width: float, script: Script, base: Base) -> Iterator[str]:
    """Yield words, and of Japanese the largest that are no wider than a line."""
    phrases = _parts(text, _phrase_breaks(text))
    for phrase in phrases:
        if not _IS_EAST.search(phrase) or width_of(phrase.rstrip(), style, script, base) <= width:
            yield from _pieces(phrase, style, width, script, base)
            continue
        for word in _parts(phrase, _word_breaks(phrase)):
            if width_of(word.rstrip(), style, script, base) <= width:
                yield word
                continue
            for character in _parts(word, range(len(word))):
                yield from _pieces(character, style, width, script, base)


def _parts(text: str, breaks: Container[int]) -> Iterator[str]:
    """Yield words between spaces; Japanese is parted at ``breaks``, never before a closing mark."""
    held, at = "", 0
    for token in _CHUNKS.findall(text):
        is_spaced = token.isspace() or held.isspace()
        if held and (is_spaced or at in breaks) and token[0] not in NOT_FIRST:
            yield held
            held = ""
        held += token
        at += len(token)
    if held:
        yield held


def _phrase_breaks(text: str) -> frozenset[int]:
    """Return where lines of Japanese may begin, so that no word or particle stands alone."""
    return _breaks("phrase", text) if _IS_EAST.search(text) else frozenset()


def _word_breaks(text: str) -> frozenset[int]:
    """Return where words of Japanese begin; a word in katakana, often a foreign one, is whole."""
    return frozenset(at for at in _breaks("word", text) if not _KATAKANA.match(text, at - 1))


@lru_cache
def _breaker(kind: str) -> Any:
    if kind == "word":
        return icu.BreakIterator.createWordInstance(icu.Locale("ja"))
    return icu.BreakIterator.createLineInstance(icu.Locale("ja@lb=strict;lw=phrase"))


_breaking = threading.Lock()


def _breaks(kind: str, text: str) -> frozenset[int]:
    """Return the breaks of a kind, by ICU, which counts units of UTF-16."""
    with _breaking:
        breaker = _breaker(kind)
        breaker.setText(text)
        places = set(breaker)
    if text.isascii() or max(text) <= "\uffff":
        return frozenset(at for at in places if 0 < at < len(text))
    units = list(accumulate((1 + (letter > "\uffff") for letter in text), initial=0))
    return frozenset(at for at, unit in enumerate(units) if unit in places and 0 < at < len(text))


def _pieces(chunk: str, style: Type, width: float, script: Script, base: Base) -> Iterator[str]:
    """Yield a chunk that is wider than a line, in parts that are not."""
    while len(chunk) > 1 and width_of(chunk.rstrip(), style, script, base) > width:
        end = max(1, _room_for(chunk, style, width, script, base))
        hyphen_end = max(map(chunk[: end + 1].rfind, HYPHENS)) + 1
        if _LEAST_PART <= hyphen_end <= end + 1:
            end = hyphen_end
            yield chunk[:end]
        elif _LATIN.fullmatch(chunk[max(0, end - 2) : end + 1]):
            yield chunk[:end] + "-"
        else:
            yield chunk[:end]
        chunk = chunk[end:]
    yield chunk
