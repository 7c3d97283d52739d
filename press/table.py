"""Tables: columns that share the width, rows that draw themselves, a head on every page."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple, Protocol

from press.pen import Align, Pen
from press.style import INK, RULE, SMALL, Type

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
