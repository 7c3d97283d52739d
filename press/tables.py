"""Tables with a head on every page: columns share the width, rows draw themselves.

No cell is cut: a row of texts is as high as its longest cell.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple, Protocol

from reportlab.lib.colors import Color

from press.base import Imprint
from press.blocks import baseline
from press.fonts import Base, Line, set_line
from press.pen import Align, Pen
from press.text import BODY, INK, RULE, SMALL, SMALLEST, Type, base_of, wrap

PADDING = 4.0
_TOGETHER = 2  # rows never left alone at the foot or the head of a page


class Span(NamedTuple):
    """Where a column lies; its text is kept inside by the padding."""

    x: float
    width: float

    def anchor(self, align: Align) -> float:
        """The place to which a text of that alignment is set."""
        return self.x + PADDING + self.inner * align

    @property
    def inner(self) -> float:
        """The width a text may have."""
        return self.width - 2 * PADDING


@dataclass(frozen=True, slots=True)
class Column:
    """A column at least `least` points wide, taking `share` of what is left.

    Neighbours of the same `group` stand under one common heading; `under` is a second line of
    the column's own.
    """

    head: str
    least: float
    share: float = 0
    align: Align = Align.START
    group: str = ""
    under: str = ""

    @property
    def lines(self) -> int:
        """The lines that its part of the head takes."""
        return 1 + bool(self.under) + bool(self.group)


class Row(Protocol):
    """A row of a table."""

    @property
    def height(self) -> float:
        """Its height in points."""

    def draw(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        """Draw it with its upper edge at `y`."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table that goes over as many pages as it needs."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    style: Type = SMALL

    def height(self, width: float) -> float:
        return self._head_height + sum(row.height for row in self.rows)

    def draw(self, pen: Pen, y: float) -> None:
        spans = tuple(self.spans(pen.width))
        self._draw_head(pen, y, spans)
        y += self._head_height
        rules = []
        for row in self.rows:
            row.draw(pen, y, spans)
            y += row.height
            rules.append((0.0, y, pen.width, y))
        if rules:
            pen.lines(rules, thick=0.4, colour=RULE)

    def split(self, width: float, room: float) -> "tuple[Table, Table] | None":
        count = self._fitting(room - self._head_height)
        count = min(count, len(self.rows) - _TOGETHER)
        if count < _TOGETHER:
            return None
        return replace(self, rows=self.rows[:count]), replace(self, rows=self.rows[count:])

    def _fitting(self, room: float) -> int:
        for count, row in enumerate(self.rows):
            room -= row.height
            if room < 0:
                return count
        return len(self.rows)

    @property
    def _head_height(self) -> float:
        lines = max(column.lines for column in self.columns)
        return lines * self.style.leading + 6 + 2 * lines

    def spans(self, width: float) -> Iterator[Span]:
        """Where the columns lie."""
        spare = width - sum(column.least for column in self.columns)
        shares = sum(column.share for column in self.columns) or 1
        x = 0.0
        for column in self.columns:
            own = column.least + spare * column.share / shares
            yield Span(x, own)
            x += own

    def _draw_head(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        base = y + self._head_height - 7
        up = self.style.leading
        for column, span in zip(self.columns, spans, strict=True):
            place, room, align = span.anchor(column.align), span.inner, column.align
            above = base - up if column.under else base
            pen.fitted(place, above, column.head, self.style, width=room, align=align)
            pen.fitted(place, base, column.under, self.style, width=room, align=align)
        deepest = max(column.lines for column in self.columns)
        self._draw_groups(pen, base - (deepest - 1) * up - 2, spans)
        pen.rule(y + self._head_height, thick=0.9, colour=INK)

    def _draw_groups(self, pen: Pen, base: float, spans: tuple[Span, ...]) -> None:
        pairs = zip(self.columns, spans, strict=True)
        for group, members in groupby(pairs, key=lambda pair: pair[0].group):
            places = [span for _, span in members]
            if not group:
                continue
            left, right = places[0].x + PADDING, places[-1].x + places[-1].width - PADDING
            pen.fitted(
                (left + right) / 2,
                base,
                group,
                self.style,
                width=right - left,
                align=Align.CENTRE,
            )
            pen.lines([(left, base + 3, right, base + 3)], thick=0.4, colour=RULE)


# --- rows of texts, as high as their longest cell, so that no name is cut

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
