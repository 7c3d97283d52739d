"""Names on one line or on several, as large as their place allows.

A name is broken between partners, else between its words, else behind a hyphen of its own. Only a
word that is long in itself gets a hyphen.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from functools import lru_cache
from itertools import accumulate
from math import inf
from typing import NamedTuple

from press.blocks import baseline
from press.fonts import Script, Weight, closed, in_digits, set_line
from press.pen import Align, Pen
from press.text import (
    HYPHENS,
    NOT_FIRST,
    SMALLEST,
    Type,
    base_of,
    cut,
    width_of,
    wrap,
)

MOST_LINES = 5
_LONG = 8.0
"""A word wider than this, in type sizes, may be broken."""
_LEAST_PART = 3
"""Letters of a broken word before and after the hyphen."""
_ISOLATE, _POP = "\u2068", "\u2069"
_SPACES = re.compile(f" |(?<=[・、])(?={_ISOLATE})")
_OWN_HYPHENS = re.compile(f"(?<=[^\\W\\d_]{{{_LEAST_PART}}}[{HYPHENS}])(?=[^\\W\\d_]{{2}})")
_EAST = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_JOINED = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_UNHYPHENED = re.compile(f"[{_EAST}{_JOINED}]")
_LETTER = f"[^\\W\\d_{_EAST}{_JOINED}]"
_INSIDE = re.compile(
    f"(?<={_LETTER}{{{_LEAST_PART}}})(?={_LETTER}{{{_LEAST_PART}}})"
    f"|(?<=[{_EAST}])(?=[{_EAST}])(?![{re.escape(''.join(NOT_FIRST))}])"
    "|(?<=\u200c)(?=.)"
)
"""Where a long word may be broken: between letters, between kanji, at a joiner without width."""
_SMALLER = (0.82, 0.74, 0.66, 0.58, 0.5)
_LINE = 1.0
_ROUNDING = 1e-6


class _Joint(Enum):
    """What stands between two parts of a name, and how much a line break there costs."""

    PARTNERS = 0.0
    ABUTTING = 0.1
    WORDS = 2.0
    HYPHEN = 3.0
    CHARACTERS = 5.0
    LETTERS = 9.0

    @property
    def is_spaced(self) -> bool:
        """Whether a space is dropped by a break."""
        return self in {_Joint.PARTNERS, _Joint.WORDS}


class _Segment(NamedTuple):
    """A segment of a name that is never broken; its width is for type of one point."""

    text: str
    width: float
    joint: _Joint
    """What stands before it."""


# --- lines


def name_lines(
    name: str, style: Type, width: float, most: int, script: Script, *, whole: bool = False
) -> tuple[str, ...]:
    """Return a name on at most so many lines, broken where it reads best; nothing without room.

    `whole` allows no break inside a word, except behind a hyphen of its own.
    """
    return _lines(in_digits(name, script), style, width, most, script, whole) if most > 0 else ()


@lru_cache(maxsize=16384)
def _lines(  # noqa: PLR0917 for the cache
    name: str,
    style: Type,
    width: float,
    most: int,
    script: Script,
    whole: bool,  # noqa: FBT001
) -> tuple[str, ...]:
    if set_line(name, script, style.weight).width * style.size <= width:
        return (name,)
    segments = _segments(name, style.weight, script)
    dearest = _Joint.HYPHEN if whole else _Joint.LETTERS
    breaks = _cheapest(
        segments, _Measure(segments, style.weight, script), width / style.size, most, dearest
    )
    return tuple(closed(_texts(segments, breaks))) if breaks else ()


def _texts(segments: tuple[_Segment, ...], breaks: tuple[int, ...]) -> Iterator[str]:
    """Yield the lines that begin at these segments."""
    for first, end in zip(breaks, (*breaks[1:], len(segments)), strict=True):
        words = segments[first].text
        for segment in segments[first + 1 : end]:
            words += f" {segment.text}" if segment.joint.is_spaced else segment.text
        hyphened = end < len(segments) and segments[end].joint is _Joint.LETTERS
        yield f"{words}-" if hyphened else words


_Path = tuple[float, tuple[int, ...]]
"""What lines cost, and where they begin."""


class _Measure:
    """How wide lines of these segments are."""

    def __init__(self, segments: tuple[_Segment, ...], weight: Weight, script: Script) -> None:
        space, self.hyphen = (set_line(sign, script, weight).width for sign in " -")
        widths = (segment.width + space * segment.joint.is_spaced for segment in segments)
        self.ends = tuple(accumulate(widths, initial=0.0))
        self.spaces = tuple(space * segment.joint.is_spaced for segment in segments)
        self.hyphened = tuple(segment.joint is _Joint.LETTERS for segment in segments)

    def width(self, first: int, end: int) -> float:
        """Return the width of a line from one segment up to another."""
        width = self.ends[end] - self.ends[first] - self.spaces[first]
        return width + self.hyphen if end < len(self.spaces) and self.hyphened[end] else width


def _cheapest(
    segments: tuple[_Segment, ...], measure: _Measure, width: float, most: int, dearest: _Joint
) -> tuple[int, ...]:
    """Return where the lines begin; lines of much the same length cost less."""
    count = len(segments)
    none: _Path = (inf, ())
    best: list[_Path] = [(0.0, ()), *[none] * count]
    cheapest = none
    for _line in range(most):
        reached: list[_Path] = [none] * (count + 1)
        for first, (cost, breaks) in enumerate(best[:-1]):
            if cost == inf:
                continue
            for end in range(first + 1, count + 1):
                line_width = measure.width(first, end)
                if measure.ends[end] - measure.ends[first] - measure.spaces[first] > width:
                    break
                joint = segments[end].joint if end < count else _Joint.PARTNERS
                if line_width > width + _ROUNDING or joint.value > dearest.value:
                    continue
                total = cost + _LINE + joint.value + (1 - line_width / width) ** 2
                if total < reached[end][0]:
                    reached[end] = total, (*breaks, first)
        cheapest = min(cheapest, reached[-1])
        best = reached
    return cheapest[1]


def narrowest(name: str, weight: Weight, script: Script) -> tuple[float, ...]:
    """Return the least widths in which a name has room on one line, on two, and so on.

    They are for type of one point.
    """
    return _narrowest(in_digits(name, script), weight, script)


@lru_cache(maxsize=16384)
def _narrowest(name: str, weight: Weight, script: Script) -> tuple[float, ...]:
    segments = _segments(name, weight, script)
    measure = _Measure(segments, weight, script)
    count = len(segments)
    least = [measure.width(0, end) for end in range(1, count + 1)]
    widths = [least[-1]]
    for _line in range(1, MOST_LINES):
        least = [
            min(
                least[end - 1],
                *(max(least[first - 1], measure.width(first, end)) for first in range(1, end)),
            )
            if end > 1
            else least[0]
            for end in range(1, count + 1)
        ]
        widths.append(least[-1])
    return tuple(widths)


# --- segments


@lru_cache(maxsize=16384)
def _segments(name: str, weight: Weight, script: Script) -> tuple[_Segment, ...]:
    """Split a name into its partners, their words, and the pieces of long words."""
    return tuple(
        _Segment(piece, set_line(piece, script, weight).width, joint)
        for word, first in _words(name)
        for piece, joint in _pieces(word, first, weight, script)
    )


def _words(name: str) -> Iterator[tuple[str, _Joint]]:
    start, joint = 0, _Joint.PARTNERS
    for space in _SPACES.finditer(name):
        yield name[start : space.start()], joint
        before = name[: space.start()]
        outside = _ISOLATE in name and before.count(_ISOLATE) == before.count(_POP)
        joint = _Joint.WORDS
        if outside or name.startswith("&", space.end()):
            joint = _Joint.PARTNERS if space[0] else _Joint.ABUTTING
        start = space.end()
    yield name[start:], joint


def _pieces(
    word: str, joint: _Joint, weight: Weight, script: Script
) -> Iterator[tuple[str, _Joint]]:
    """Yield a word, in pieces if it has hyphens or is long; joined letters are not parted."""
    for piece in _OWN_HYPHENS.split(word):
        own_joint = _Joint.CHARACTERS if _UNHYPHENED.search(piece) else _Joint.LETTERS
        is_long = set_line(piece, script, weight).width > _LONG
        for part in _INSIDE.split(piece) if is_long else (piece,):
            yield part, joint
            joint = own_joint
        joint = _Joint.HYPHEN


# --- names in their place


def set_name(
    name: str, styles: Iterable[Type], script: Script, *, width: float, room: float
) -> tuple[Type, tuple[str, ...]]:
    """Return the first of the styles, largest first, in which a name has room, and its lines in it.

    Its words stay whole where one of the styles allows it. Where none has room, the last one, and
    as much of the name as fits.
    """
    sizes = tuple(styles)
    if not sizes:
        raise ValueError("a name needs a style to be set in")
    for whole in (True, False):
        for style in sizes:
            lines = name_lines(name, style, width, int(room / style.leading), script, whole=whole)
            if lines:
                return style, lines
    return sizes[-1], cut_lines(name, sizes[-1], width, int(room / sizes[-1].leading), script)


def alike_styles(
    names: Iterable[str], styles: Sequence[Type], script: Script, *, width: float, room: float
) -> Sequence[Type]:
    """Return the styles from the first, largest first, in which nine of ten of these names have
    room; at least all but one.

    The names are set in the first, those that have no room in it alone in a smaller one.
    """
    given = tuple(filter(None, names))
    for place, style in enumerate(styles):
        most = int(room / style.leading)
        longer = sum(not name_lines(name, style, width, most, script) for name in given)
        if longer <= max(1, len(given) // 10):
            return styles[place:]
    return styles[-1:]


def cut_lines(name: str, style: Type, width: float, most: int, script: Script) -> tuple[str, ...]:
    """Return as much of a name as fits on so many lines, an ellipsis at its end."""
    base = base_of(name, script)
    lines = wrap(name, style, width, script, base)
    if len(lines) <= most:
        return lines
    most = max(1, most)
    rest = " ".join(lines[most - 1 :])
    return (*lines[: most - 1], cut(rest, style, width, script, base))


def draw_name(
    pen: Pen,
    x: float,
    y: float,
    name: str,
    styles: Iterable[Type],
    *,
    width: float,
    room: float,
    align: Align = Align.START,
) -> float:
    """Draw a name in the middle of the `room` below `y`; the height of its lines."""
    style, lines = set_name(name, styles, pen.script, width=width, room=room)
    height, base = len(lines) * style.leading, base_of(name, pen.script)
    y += (room - height) / 2
    for line in lines:
        pen.text(x, baseline(y, style), line, style, align, base=base)
        y += style.leading
    return height


def draw_on_line(
    pen: Pen,
    x: float,
    foot: float,
    name: str,
    style: Type,
    *,
    width: float,
    room: float,
    align: Align = Align.START,
) -> None:
    """A name close above a line to write on; a long one smaller, on two lines."""
    if width_of(name, style, pen.script) * SMALLEST <= width:
        pen.fitted(x, foot - style.size * 0.39, name, style, width=width, align=align)
        return
    close = replace(style, leading=style.size * 1.06)
    smaller = [close.scaled(part) for part in _SMALLER]
    draw_name(pen, x, foot - room, name, smaller, width=width, room=room, align=align)
