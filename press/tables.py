"""Tables with a head on every page: columns share the width, rows draw themselves.

No cell is cut: a row of texts is as high as its longest cell.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import cycle, groupby, zip_longest
from typing import Final, NamedTuple, Protocol

from reportlab.lib.colors import Color

from press.base import Block
from press.blocks import baseline
from press.fonts import Base, Script, TextLine, set_line
from press.pen import Align, Pen
from press.text import (
    BODY,
    INK,
    LEAST_SIZE,
    RULE,
    SMALL,
    SMALLEST,
    TINT,
    Type,
    base_of,
    width_of,
    wrap,
)

PADDING = 4.0
_TOGETHER = 2  # rows never left alone at the foot or the head of a page
_LAST, _LONG = 4, 8
"""A table of at least `_LONG` rows keeps at least `_LAST` of them on its last page."""


class Span(NamedTuple):
    """Where a column lies; its text is kept inside by the padding."""

    x: float
    width: float
    align: Align = Align.START
    """How the texts of its cells lie."""

    def anchor(self, align: Align) -> float:
        """Return the place to which a text of that alignment is set."""
        return self.x + PADDING + self.inner * align

    @property
    def inner(self) -> float:
        """The width a text may have."""
        return self.width - 2 * PADDING


@dataclass(frozen=True, slots=True)
class Column:
    """A column at least `least` points wide, taking `share` of the remaining width.

    Neighbours of the same `group` have one common heading; `under` is a second line of the column's
    own. `figures` align their last digits; since figures run left to right in every script, they
    are at the start edge of a mirrored page. A column that `fits` is as wide as its widest text.
    """

    head: str
    least: float
    share: float = 0
    align: Align = Align.START
    group: str = ""
    under: str = ""
    figures: bool = False
    fits: bool = False

    @property
    def lines(self) -> int:
        """The lines that its part of the head takes."""
        return 1 + bool(self.under) + bool(self.group)


class DrawnRow(Protocol):
    """A row of a table."""

    @property
    def height(self) -> float:
        """Its height in points."""

    def draw(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        """Draw it with its upper edge at `y`."""


@dataclass(frozen=True, slots=True)
class TableBlock(Block):
    """A table that goes over as many pages as it needs."""

    columns: tuple[Column, ...]
    rows: tuple[DrawnRow, ...]
    style: Type = SMALL

    def height(self, width: float, script: Script) -> float:
        return self._head_height + sum(row.height for row in self.rows)

    def draw(self, pen: Pen, y: float) -> None:
        spans = tuple(self.spans(pen.width, rtl=pen.rtl))
        self._draw_head(pen, y, spans)
        y += self._head_height
        rules = []
        for row in self.rows:
            row.draw(pen, y, spans)
            y += row.height
            rules.append((0.0, y, pen.width, y))
        if rules:
            pen.lines(rules, thick=0.4, colour=RULE)

    def split(
        self, width: float, room: float, script: Script
    ) -> "tuple[TableBlock, TableBlock] | None":
        count = self._fitting(room - self._head_height)
        last = _LAST if len(self.rows) >= _LONG else _TOGETHER
        count = min(count, len(self.rows) - last)
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

    def spans(self, width: float, *, rtl: bool = False) -> Iterator[Span]:
        """Where the columns lie; `rtl` on a mirrored page."""
        spare = width - sum(column.least for column in self.columns)
        shares = sum(column.share for column in self.columns) or 1
        x = 0.0
        for column in self.columns:
            column_width = column.least + spare * column.share / shares
            figures = Align.START if rtl else Align.END
            yield Span(x, column_width, figures if column.figures else column.align)
            x += column_width

    def _draw_head(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        base = y + self._head_height - 7
        up = self.style.leading
        for column, span in zip(self.columns, spans, strict=True):
            place, room, align = span.anchor(span.align), span.inner, span.align
            above = base - up if column.under else base
            pen.fitted(place, above, column.head, self.style, width=room, align=align)
            pen.fitted(place, base, column.under, self.style, width=room, align=align)
        deepest = max(column.lines for column in self.columns)
        self._draw_groups(pen, base - (deepest - 1) * up - 2, spans)
        pen.rule(y + self._head_height, thick=0.9, colour=INK)

    def _draw_groups(self, pen: Pen, base: float, spans: tuple[Span, ...]) -> None:
        pairs = zip(self.columns, spans, strict=True)
        runs = [
            (group, [span for _, span in members])
            for group, members in groupby(pairs, key=lambda pair: pair[0].group)
        ]
        for number, (group, places) in enumerate(runs):
            if not group:
                continue
            left, right = places[0].x + PADDING, places[-1].x + places[-1].width - PADDING
            before, after = runs[:number][-1:], runs[number + 1 :][:1]
            beside = min(_free(before), _free(after))
            pen.fitted(
                (left + right) / 2,
                base,
                group,
                self.style,
                width=right - left + 2 * beside,
                align=Align.CENTRE,
            )
            pen.lines([(left, base + 3, right, base + 3)], thick=0.4, colour=RULE)


def _free(beside: Sequence[tuple[str, Sequence[Span]]]) -> float:
    """Return the room above columns without a common heading."""
    return sum(span.width for group, places in beside if not group for span in places)


# --- rows of texts, as high as their longest cell, so that no name is cut

_ROUNDING = 0.01
_TICK, _BOX = 22.0, 11.0


@dataclass(frozen=True, slots=True)
class TextCell:
    """Texts one under the other, and a small one below them; `base` is a direction to force.

    `ticked` draws a box before them, ticked or to be ticked.
    """

    texts: tuple[str, ...]
    style: Type
    base: Base
    under: str = ""
    ticked: bool | None = None

    def lines(self, width: float, script: Script, scale: float = 1.0) -> Iterator["_SetLine"]:
        """Yield the lines as they are set in this width, at the scale of their column."""
        style = self.style if self.base is Base.LTR else self.style.scaled(scale)
        width -= self.indent
        yield from _set_lines(self.texts, style, script, self.base, width)
        if self.under:
            yield from _set_lines((self.under,), SMALL, script, self.base, width)

    @property
    def indent(self) -> float:
        """The room before its texts that a box takes."""
        return 0 if self.ticked is None else _TICK


def cell(*texts: str, style: Type = BODY, under: str = "", ticked: bool | None = None) -> TextCell:
    """Return a cell of texts that follow their own direction."""
    return TextCell(texts, style, Base.AUTO, under, ticked)


def number(text: str, style: Type = BODY) -> TextCell:
    """Return a number with its sign in front of it, in every script."""
    return TextCell((text,), style, Base.LTR)


class _SetLine(NamedTuple):
    line: TextLine
    style: Type


@dataclass(frozen=True, slots=True)
class TextRow:
    """A row of cells whose lines are known, each in the middle of the row's height."""

    cells: tuple[tuple[_SetLine, ...], ...]
    height: float
    fill: Color | None = None
    ticked: tuple[bool | None, ...] = ()
    """Of each cell; none has a box where it is empty."""

    def draw(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        if self.fill is not None:
            pen.box(0, y, pen.width, self.height, fill=self.fill)
        for lines, span, ticked in zip_longest(self.cells, spans, self.ticked):
            top = y + (self.height - _height(lines)) / 2
            x = span.anchor(span.align)
            if ticked is not None:
                self._draw_box(pen, x, y, ticked=ticked)
                x += _TICK
            for line, style in lines:
                pen.put(x, baseline(top, style), line, style, span.align)
                top += style.leading

    def _draw_box(self, pen: Pen, x: float, y: float, *, ticked: bool) -> None:
        x, top = x + PADDING, y + (self.height - _BOX) / 2
        pen.box(x, top, _BOX, _BOX, stroke=INK, thick=0.8)
        if ticked:
            still = pen.unmirrored(x, top, _BOX)
            still.lines([(2, 6, 4.6, 8.8), (4.6, 8.8, 9.4, 2.4)], thick=1.4, colour=INK, cap=1)


def _height(lines: Iterable[_SetLine]) -> float:
    return sum(line.style.leading for line in lines)


@dataclass(frozen=True, kw_only=True)
class TextTable(Block):
    """A table as data: columns and rows of cells, set when the width is known.

    `room` is left above and below the texts of a row together; `least` is the least height of a
    row. `fills` are the grounds of the rows, one after the other again and again; `scales` those
    of the columns, where several tables share them.
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[TextCell]]
    room: float = 6.0
    least: float = 0
    fills: Sequence[Color | None] = (None,)
    style: Type = SMALL
    scales: Sequence[float] = ()

    def height(self, width: float, script: Script) -> float:
        return self.typeset(width, script).height(width, script)

    def draw(self, pen: Pen, y: float) -> None:
        self.typeset(pen.width, pen.script).draw(pen, y)

    def split(self, width: float, room: float, script: Script) -> tuple[Block, Block] | None:
        return self.typeset(width, script).split(width, room, script)

    def typeset(self, width: float, script: Script) -> TableBlock:
        """Return it with its texts set in this width."""
        if self._typeset.get((width, script)) is None:
            columns = tuple(self._columns(script))
            rows = tuple(self._rows(columns, width, script))
            self._typeset[width, script] = TableBlock(columns, rows, style=self.style)
        return self._typeset[width, script]

    @cached_property
    def _typeset(self) -> dict[tuple[float, Script], TableBlock]:
        return {}

    def _columns(self, script: Script) -> Iterator[Column]:
        for place, column in enumerate(self.columns):
            if not column.fits:
                yield column
                continue
            texts = [(text, row[place].style) for row in self.rows for text in row[place].texts]
            texts.append((column.head, self.style))
            widest = max(width_of(text, style, script) for text, style in texts)
            yield replace(column, least=max(column.least, widest + 2 * PADDING))

    def _rows(self, columns: tuple[Column, ...], width: float, script: Script) -> Iterator[TextRow]:
        spans = tuple(TableBlock(columns, ()).spans(width))
        scales = self.scales or column_scales(columns, self.rows, width, script)
        for row, fill in zip(self.rows, cycle(self.fills), strict=False):
            cells = tuple(
                tuple(cell.lines(span.inner, script, scale))
                for cell, span, scale in zip(row, spans, scales, strict=True)
            )
            height = max(self.least, max(map(_height, cells)) + self.room)
            ticked = tuple(cell.ticked for cell in row)
            yield TextRow(cells, height, fill, ticked)


def column_scales(
    columns: Sequence[Column],
    rows: Sequence[Sequence[TextCell]],
    width: float,
    script: Script,
) -> list[float]:
    """Return how much smaller each column of a table is set for its longer texts."""
    spans = TableBlock(tuple(columns), ()).spans(width)
    return [
        _scale((row[place] for row in rows), span.inner, script) for place, span in enumerate(spans)
    ]


def _scale(cells: Iterable[TextCell], width: float, script: Script) -> float:
    """Return how much smaller a column is set: as nine of ten of its texts need, at least all but
    one, and not below `LEAST_SIZE`. Longer ones are broken.
    """
    fitting = sorted(
        max(min(1.0, (width + _ROUNDING) / max(width, natural)), least)
        for cell in cells
        if cell.base is Base.AUTO
        for text in cell.texts
        for natural in [width_of(text, cell.style, script, base_of(text, script))]
        for least in [max(SMALLEST, min(1.0, LEAST_SIZE / cell.style.size))]
    )
    longer = max(1, len(fitting) // 10)
    return fitting[longer] if len(fitting) > longer else min(fitting, default=1.0)


STRIPED: Final = (None, TINT)
"""The grounds of rows of which every second one is tinted."""


def _set_lines(
    texts: Sequence[str], style: Type, script: Script, base: Base, width: float
) -> Iterator[_SetLine]:
    """Set the lines at normal size, broken where they must be; a figure is set smaller instead."""
    bases = [base_of(text, script) if base is Base.AUTO else base for text in texts]
    lines = [
        set_line(text, script, style.weight, line_base)
        for text, line_base in zip(texts, bases, strict=True)
    ]
    natural = max((line.width for line in lines), default=0) * style.size
    if natural <= width:
        yield from (_SetLine(line, style) for line in lines)
        return
    if base is Base.LTR:
        style = style.scaled(max(SMALLEST, width / natural))
    for text, line_base in zip(texts, bases, strict=True):
        for part in wrap(text, style, width + _ROUNDING, script, line_base):
            yield _SetLine(set_line(part, script, style.weight, line_base), style)
