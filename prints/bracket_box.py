"""A box of a bracket: two lines with who meets, and how it went."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import NamedTuple

from reportlab.lib.colors import Color

from press.blocks import baseline
from press.fonts import Base, set_line
from press.pen import Align, Pen
from press.style import ACCENT, GUIDE, MUTED, RULE, TINT, Type
from press.text import ELLIPSIS, base_of, wrap

LEADING = 1.14
"""What a line of names takes in a box, in sizes of type."""
_STRIP, _SEED, _EDGE = 1.55, 1.4, 0.3
"""What stands beside a name, in sizes of type."""
_DIGIT, _BEFORE = 0.58, 0.32
"""Of a score: each digit, and the room before the first."""


class BoxLook(Enum):
    """How much a box is to be seen: what is being played most, what will not be least."""

    PLAIN = "plain"
    LIVE = "live"
    FAINT = "faint"


@dataclass(frozen=True, slots=True)
class BracketLine:
    """One of two who meet; without a `name` the `source` says who comes here.

    >>> BracketLine("", source="Winner of 12").source
    'Winner of 12'
    """

    name: str
    seed: str = ""
    score: str = ""
    source: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class BracketBox:
    """A box in a column from 0; `row` is where its middle stands, in boxes from 0.

    `note` stands below it where there is room: table, length of the series, third place.
    """

    number: int
    column: int
    row: float
    lines: tuple[BracketLine, BracketLine]
    note: str = ""
    look: BoxLook = BoxLook.PLAIN


class Frame(NamedTuple):
    """Where a box lies, in points from the corner where reading starts."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """Half way down."""
        return self.y + self.height / 2

    @property
    def foot(self) -> float:
        """Where it ends."""
        return self.y + self.height


class _Styles(NamedTuple):
    """The types of a bracket."""

    lost: Type
    won: Type
    number: Type
    seed: Type
    source: Type


@cache
def _styles(size: float) -> _Styles:
    """All that a box of this size of type is set in."""
    lost = Type(size, size * LEADING)
    return _Styles(
        lost,
        lost.strong(),
        number=lost.scaled(0.8).tinted(MUTED),
        seed=lost.scaled(0.75).tinted(MUTED),
        source=lost.tinted(MUTED),
    )


_COLOURS: dict[BoxLook, tuple[Color, float]] = {
    BoxLook.PLAIN: (GUIDE, 0.6),
    BoxLook.LIVE: (ACCENT, 1.4),
    BoxLook.FAINT: (RULE, 0.4),
}


def furniture_of(boxes: Iterable[BracketBox]) -> float:
    """What stands beside the names of such boxes, in sizes of type."""
    lines = [line for box in boxes for line in box.lines]
    seed = _SEED * any(line.seed for line in lines)
    return _STRIP + seed + max(_score_of(line) for line in lines) + 2 * _EDGE if lines else _STRIP


def _score_of(line: BracketLine) -> float:
    """The room of a score."""
    return _BEFORE + _DIGIT * len(line.score) if line.score else 0.0


def draw_box(pen: Pen, box: BracketBox, frame: Frame, size: float) -> None:
    """The box's number at its beginning, then its two lines in type of this size."""
    colour, thick = _COLOURS[box.look]
    x, y, width, height = frame
    strip, half = size * _STRIP, height / 2
    pen.box(x, y, strip, height, fill=TINT)
    pen.box(x, y, width, height, stroke=colour, thick=thick, radius=1.5)
    pen.lines([(x + strip, y + half, x + width, y + half)], thick=0.3, colour=RULE)
    number = _styles(size).number
    middle = y + half + number.size * 0.36
    pen.fitted(x + strip / 2, middle, str(box.number), number, width=strip - 1, align=Align.CENTRE)
    for place, line in enumerate(box.lines):
        part = pen.part(x + strip, y + place * half, width - strip)
        _draw_line(part, line, size, half)


def _draw_line(pen: Pen, line: BracketLine, size: float, room: float) -> None:
    """Seed, name and score; the name over more lines where the box is high enough."""
    styles = _styles(size)
    y = baseline(0, styles.lost, room)
    start, end = size * _EDGE, pen.width - size * _EDGE
    if line.seed:
        pen.fitted(start, y, line.seed, styles.seed, width=size * (_SEED - 0.2), base=Base.LTR)
        start += size * _SEED
    if line.score:
        won = styles.won if line.won else styles.lost
        pen.text(end, y, line.score, won, Align.END, base=Base.LTR)
        end -= size * _score_of(line)
    if line.name:
        _draw_name(pen.part(start, 0, end - start), line, styles, room)
    else:
        pen.fitted(start, y, line.source, styles.source, width=end - start)


def _draw_name(pen: Pen, line: BracketLine, styles: _Styles, room: float) -> None:
    """On one line where it fits, else on as many as there is room for, the rest cut; never
    smaller than the others."""
    style = styles.won if line.won else styles.lost
    most = max(1, int(room / style.leading))
    lines = _lines(line.name, style, pen.width, most) or _cut(line.name, style, pen.width, most)
    base = base_of(line.name)
    y = baseline((room - len(lines) * style.leading) / 2, style)
    for text in lines:
        pen.put(0, y, set_line(text, style.weight, base), style, Align.START)
        y += style.leading


def _cut(name: str, style: Type, width: float, most: int) -> tuple[str, ...]:
    """As many lines as there may be, words broken where they must, an ellipsis behind the last."""
    lines = wrap(name, style, width, base_of(name))
    if len(lines) <= most:
        return lines
    last = " ".join(lines[most - 1 : most + 1])
    while len(last) > 1 and not _fits(f"{last.rstrip()}{ELLIPSIS}", style, width):
        last = last[:-1]
    return (*lines[: most - 1], f"{last.rstrip()}{ELLIPSIS}")


def _lines(name: str, style: Type, width: float, most: int) -> tuple[str, ...]:
    """The name on one line, parted before the second of a pair, or word by word; else nothing."""
    if _fits(name, style, width):
        return (name,)
    first, between, second = name.partition(" &")
    if between and most > 1 and _fits(first, style, width) and _fits(f"&{second}", style, width):
        return first, f"&{second}"
    lines = tuple(_filled(name, style, width))
    return lines if len(lines) <= most and all(_fits(one, style, width) for one in lines) else ()


def _fits(text: str, style: Type, width: float) -> bool:
    return set_line(text, style.weight).width * style.size <= width


def _filled(name: str, style: Type, width: float) -> Iterator[str]:
    """As many words on each line as their widths allow."""
    first, *words = name.split(" ")
    line = [first]
    space = set_line(" ", style.weight).width
    taken = set_line(first, style.weight).width
    for word in words:
        own = set_line(word, style.weight).width
        if (taken + space + own) * style.size > width:
            yield " ".join(line)
            line, taken = [word], own
        else:
            line, taken = [*line, word], taken + space + own
    yield " ".join(line)
