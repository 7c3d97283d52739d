"""A box of a bracket: two lines with who meets, and how it went."""

from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import NamedTuple

from reportlab.lib.colors import Color

from scoring.pdf.blocks import baseline
from scoring.pdf.fonts import Base
from scoring.pdf.names import draw_name
from scoring.pdf.pen import Align, Pen
from scoring.pdf.style import ACCENT, GUIDE, MUTED, RULE, TINT, Type
from scoring.pdf.text import width_of

_TWO_LINES = 0.86  # what would have to become smaller than this is broken
_SMALLEST = 0.64
_LEADING = 1.12


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
    games: str = ""
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
    broken_lost: tuple[Type, ...]
    broken_won: tuple[Type, ...]


@cache
def _styles(size: float) -> _Styles:
    """All that a box of this size of type is set in."""
    lost = Type(size, size * _LEADING)
    parts = (1.0, 0.9, 0.8, _SMALLEST)
    return _Styles(
        lost,
        lost.strong(),
        number=lost.scaled(0.8).tinted(MUTED),
        seed=lost.scaled(0.75).tinted(MUTED),
        source=lost.scaled(0.88).tinted(MUTED),
        broken_lost=tuple(lost.scaled(part) for part in parts),
        broken_won=tuple(lost.strong().scaled(part) for part in parts),
    )


_COLOURS: dict[BoxLook, tuple[Color, float]] = {
    BoxLook.PLAIN: (GUIDE, 0.6),
    BoxLook.LIVE: (ACCENT, 1.4),
    BoxLook.FAINT: (RULE, 0.4),
}


def draw_box(pen: Pen, box: BracketBox, frame: Frame, size: float) -> None:
    """The box's number at its beginning, then its two lines in type of this size or smaller."""
    colour, thick = _COLOURS[box.look]
    x, y, width, height = frame
    strip, half = size * 1.75, height / 2
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
    """Seed, name and games; the name over two lines where the box is high enough."""
    styles = _styles(size)
    y = baseline(0, styles.lost, room)
    start, end = size * 0.35, pen.width - size * 0.35
    if line.seed:
        pen.fitted(start, y, line.seed, styles.seed, width=size * 1.3, base=Base.LTR)
        start += size * 1.5
    if line.games:
        won = styles.won if line.won else styles.lost
        pen.text(end, y, line.games, won, Align.END, base=Base.LTR)
        end -= size * 1.1
    if line.name:
        _draw_name(pen.part(start, 0, end - start), line, styles, room)
    else:
        pen.fitted(start, y, line.source, styles.source, width=end - start)


def _draw_name(pen: Pen, line: BracketLine, styles: _Styles, room: float) -> None:
    """On one line, on two, or in the smallest type that can be read."""
    style = styles.won if line.won else styles.lost
    broken = styles.broken_won if line.won else styles.broken_lost
    share = pen.width / max(1.0, width_of(line.name, style))
    if share < _TWO_LINES and room >= 2 * broken[-1].leading:
        draw_name(pen, 0, 0, line.name, broken, width=pen.width, room=room)
        return
    tight = style.scaled(max(_SMALLEST, share)) if share < 1 else style
    pen.fitted(0, baseline(0, tight, room), line.name, tight, width=pen.width)
