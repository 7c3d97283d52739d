"""Tables of texts: a row is as high as its longest cell, so that no name is ever cut."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from reportlab.lib.colors import Color

from press.base import Imprint
from press.blocks import baseline
from press.fonts import Base, Line, set_line
from press.pen import Align, Pen
from press.style import BODY, SMALL, Type
from press.table import Column, Span, Table
from press.text import SMALLEST, base_of, wrap

ROOM = 6.0
_ROUNDING = 0.01


@dataclass(frozen=True, slots=True)
class Cell:
    """The texts of a cell, one under the other, and a small one below them.

    `base` is a direction that is to be forced.
    """

    texts: tuple[str, ...]
    style: Type = BODY
    align: Align = Align.START
    base: Base = Base.AUTO
    under: str = ""


def cell(*texts: str, style: Type = BODY, align: Align = Align.START, under: str = "") -> Cell:
    """A cell of texts that follow their own direction."""
    return Cell(texts, style, align, under=under)


def number(text: str, style: Type = BODY, align: Align = Align.END) -> Cell:
    """A number with its sign in front of it, in every script."""
    return Cell((text,), style, align, Base.LTR)


def figures(imprint: Imprint) -> Align:
    """Where figures stand in a column, so that their last digits are below each other.

    Figures are read from the left in every script: on a mirrored page that is the start edge.
    """
    return Align.START if imprint.rtl else Align.END


class _Line(NamedTuple):
    """A line of a cell as it is set."""

    line: Line
    style: Type


class _Set(NamedTuple):
    """A cell broken into lines."""

    align: Align
    lines: tuple[_Line, ...]

    @property
    def height(self) -> float:
        return sum(line.style.leading for line in self.lines)


@dataclass(frozen=True, slots=True)
class CellRow:
    """A row of cells whose lines are known, each in the middle of the row's height."""

    cells: tuple[_Set, ...]
    height: float
    fill: Color | None = None

    def draw(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        if self.fill is not None:
            pen.box(0, y, pen.width, self.height, fill=self.fill)
        for own, span in zip(self.cells, spans, strict=True):
            top = y + (self.height - own.height) / 2
            place = span.anchor(own.align)
            for line, style in own.lines:
                pen.put(place, baseline(top, style), line, style, own.align)
                top += style.leading


def text_table(
    columns: Sequence[Column],
    rows: Iterable[Sequence[Cell]],
    width: float,
    *,
    room: float = ROOM,
    least: float = 0,
    fills: Sequence[Color | None] = (),
    style: Type = SMALL,
) -> Table:
    """A table `width` wide; `room` is left above and below the texts of a row together.

    `fills` are the grounds of the first rows; `least` is the least height of a row.
    """
    spans = tuple(Table(tuple(columns), ()).spans(width))
    laid = tuple(
        _row(row, spans, room, least, fills[place] if place < len(fills) else None)
        for place, row in enumerate(rows)
    )
    return Table(tuple(columns), laid, style=style)


def _row(
    cells: Sequence[Cell], spans: Sequence[Span], room: float, least: float, fill: Color | None
) -> CellRow:
    own = tuple(_set(cell, span.inner) for cell, span in zip(cells, spans, strict=True))
    return CellRow(own, max(least, max(part.height for part in own) + room), fill)


def _set(cell: Cell, width: float) -> _Set:
    lines = list(_lines(cell.texts, cell.style, cell.base, width))
    if cell.under:
        lines += _lines((cell.under,), SMALL, cell.base, width)
    return _Set(cell.align, tuple(lines))


def _lines(texts: Sequence[str], style: Type, base: Base, width: float) -> Iterator[_Line]:
    """As they are, a little smaller where that saves a line, broken where it must be."""
    bases = [base_of(text) if base is Base.AUTO else base for text in texts]
    lines = [set_line(text, style.weight, own) for text, own in zip(texts, bases, strict=True)]
    natural = max((line.width for line in lines), default=0) * style.size
    if natural <= width:
        yield from (_Line(line, style) for line in lines)
        return
    style = style.scaled(max(SMALLEST, width / natural))
    for text, own in zip(texts, bases, strict=True):
        for part in wrap(text, style, width + _ROUNDING, own):
            yield _Line(set_line(part, style.weight, own), style)
