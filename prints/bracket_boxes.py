"""Brackets in places of whole boxes: the values to be printed, and how a box is drawn.

A box is one column wide and one row high; where boxes stand comes from the drawing of the format.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, lru_cache
from itertools import pairwise
from math import inf
from typing import NamedTuple

from reportlab.lib.colors import Color

from press.blocks import baseline
from press.fonts import Base, Weight, set_line
from press.pen import Align, Pen
from press.text import ACCENT, ELLIPSIS, GUIDE, MUTED, RULE, TINT, Type, base_of, wrap

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


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """The heading of a column, with what is to be known below it, as the length of a series.

    >>> BracketColumn("Final", "best of 3").note
    'best of 3'
    """

    title: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A tree of boxes; `strokes` lead from one box to another by their numbers.

    `rows` is the whole height in boxes.
    """

    columns: tuple[BracketColumn, ...]
    boxes: tuple[BracketBox, ...]
    strokes: tuple[tuple[int, int], ...]
    rows: float
    title: str = ""


def columns_of(part: BracketPart) -> list[list[BracketBox]]:
    """The boxes of each column from top to bottom."""
    columns: list[list[BracketBox]] = [[] for _column in part.columns]
    for box in sorted(part.boxes, key=lambda box: box.row):
        columns[box.column].append(box)
    return columns


def first_of(part: BracketPart, count: int) -> BracketPart:
    """The first columns of a part, as a part; the same where that is all of it."""
    if count == len(part.columns):
        return part
    boxes = tuple(box for box in part.boxes if box.column < count)
    return _piece(part, part.columns[:count], boxes, part.rows)


def rest_of(part: BracketPart, count: int) -> BracketPart:
    """The columns from this one on, as a part, drawn together as far as its boxes allow."""
    boxes = tuple(box for box in part.boxes if box.column >= count)
    rows = sorted(box.row for box in boxes if box.column == count)
    apart = min((below - above for above, below in pairwise(rows)), default=part.rows)
    closer = max(1.0, apart)
    moved = (
        replace(box, column=box.column - count, row=(box.row + 0.5) / closer - 0.5) for box in boxes
    )
    return _piece(part, part.columns[count:], tuple(moved), max(1.0, part.rows / closer))


def _piece(
    part: BracketPart,
    columns: tuple[BracketColumn, ...],
    boxes: tuple[BracketBox, ...],
    rows: float,
) -> BracketPart:
    held = {box.number for box in boxes}
    strokes = tuple(stroke for stroke in part.strokes if held.issuperset(stroke))
    own = " – ".join(dict.fromkeys((columns[0].title, columns[-1].title)))
    title = " · ".join(filter(None, (part.title.partition(" · ")[0], own)))
    return BracketPart(columns, boxes, strokes, rows, title)


_STRETCH = 2.7
"""Where boxes stand farther apart they are so much higher, and names may take more lines."""
_MOST_LINES = 3
_EMPTY = 5.5
"""The room for who is not known yet, in sizes of type."""
_USUAL = 0.9
"""This share of a column's names decides how wide it is …"""
_FAR = 1.3
"""… and all of them, unless the longest is so much longer than these."""
_SLACK = 1.03


@dataclass(frozen=True, slots=True)
class Gauge:
    """A part; what each column takes with names on one line, on two, on three, in sizes of type.

    `stretches` say how much higher the boxes of a column may be than its rows.
    """

    part: BracketPart
    widths: tuple[tuple[float, ...], ...]
    stretches: tuple[float, ...]

    def needs(self, heights: Sequence[float], size: float) -> Iterator[float]:
        """How wide each column must be in type of this size, with boxes so high."""
        for height, widths in zip(heights, self.widths, strict=True):
            lines = max(1, min(_MOST_LINES, int(height / 2 / (size * LEADING))))
            yield size * widths[lines - 1]


def gauge(part: BracketPart) -> Gauge:
    """Measure a part."""
    columns = columns_of(part)
    return Gauge(
        part,
        tuple(tuple(_widths(boxes)) for boxes in columns),
        tuple(_stretch([box.row for box in boxes], part.rows) for boxes in columns),
    )


def _widths(boxes: list[BracketBox]) -> Iterator[float]:
    """What nearly all boxes of a column take."""
    beside = furniture_of(boxes)
    measured = [_measured(line.name) for box in boxes for line in box.lines if line.name]
    for lines in range(_MOST_LINES):
        needs = sorted(own[lines] for own in measured)
        usual = needs[max(0, int(len(needs) * _USUAL + 0.5) - 1)] if needs else 0.0
        usual = needs[-1] if needs and needs[-1] <= usual * _FAR else usual
        yield max(_EMPTY, usual * _SLACK) + beside


def _stretch(rows: list[float], height: float) -> float:
    """As high as the distance to the next box and to the edges of the part allows."""
    if not rows:
        return 1.0
    apart = (below - above for above, below in pairwise(rows))
    edges = 2 * rows[0] + 1, 2 * (height - rows[-1]) - 1
    return max(1.0, min((_STRETCH, *edges, *apart)))


@lru_cache(maxsize=16384)
def _measured(name: str) -> tuple[float, ...]:
    """The width of the longest line in one, two and three lines, for type of one point."""
    words = tuple(set_line(word, Weight.BOLD).width for word in name.split(" "))
    space = set_line(" ", Weight.BOLD).width
    return tuple(_narrowest(words, space, lines) for lines in range(1, _MOST_LINES + 1))


def _narrowest(words: tuple[float, ...], space: float, lines: int) -> float:
    """The least width in which words stand in so many lines."""
    if lines == 1 or len(words) == 1:
        return sum(words) + space * (len(words) - 1)
    least, first = inf, -space
    for place in range(len(words) - 1):
        first += space + words[place]
        least = min(least, max(first, _narrowest(words[place + 1 :], space, lines - 1)))
    return least
