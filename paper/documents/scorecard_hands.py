"""The table of hands of a scorecard: columns of the hand as a whole, then figures of each side.

A column is as wide as its texts ask for and the page allows; longer texts are broken, in one size
for a column.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from games.printing import Cell, FigureHead, Figures, Head
from paper.documents.matches import draw_outcome, draw_sign, sign_width
from press.blocks import baseline
from press.cards import draw_card
from press.fonts import Base, Script
from press.pen import Align, Pen
from press.tables import PADDING, Column, Span, TableBlock
from press.text import (
    BODY,
    FINE,
    GUIDE,
    LEAST_SIZE,
    QUIET,
    SMALL,
    STRONG,
    TINT,
    Type,
    base_of,
    width_of,
    wrap,
)

_ROW: Final = 18.0
_HIGH: Final = 23.0
_LINE: Final = 9.0
_FOOT: Final = 3.0
_EDGE: Final = 1.0
_CARD: Final = 15.0
_SIGN: Final = 8.5
_DISC: Final = 9.0
_ROUNDING: Final = 0.01
_NUMBER: Final = 27.0
_LEAST: Final = 20.0
_NAMES: Final = 12.0
"""The room that a column needs beside its head."""
_LEVEL: Final = 3.0  # aligns the first of two lines with the figures below
_SMALLER: Final = replace(SMALL, leading=9.0)
_SIZES: Final = (1.0, 0.94, LEAST_SIZE / BODY.size)
"""In which a column is set: the largest in which no line is broken, else no word, else the last."""
_SMALL_SIZES: Final = (1.0, 0.94, FINE.size / SMALL.size)
"""The same for the smaller lines."""


@dataclass(frozen=True, slots=True)
class CardHand:
    """One hand: a cell for each head of the table, figures for each side."""

    number: int
    cells: tuple[Cell, ...]
    figures: tuple[Figures, ...]


@dataclass(frozen=True, slots=True)
class ScorecardTable:
    """All hands, under the heads of the hand as a whole and those of each side.

    `sides` are the headings of the sides. `by_figure` sets them beside each other under each
    figure, not the figures under each side. `notes` are the numbers of its notes, by hand.
    """

    heads: tuple[Head, ...]
    figure_heads: tuple[FigureHead, ...]
    sides: tuple[str, ...]
    hands: tuple[CardHand, ...]
    notes: Mapping[int, str]
    by_figure: bool = False

    def block(self, width: float, script: Script) -> TableBlock:
        """Return it laid out in this width."""
        widths = self.figure_widths(width, script)
        figures = tuple(self._figure_columns(widths))
        columns = (
            Column(_("No."), _NUMBER),
            *self._columns(width - _NUMBER - sum(column.least for column in figures), script),
            *figures,
        )
        spans = tuple(TableBlock(columns, ()).spans(width))
        cells = spans[1 : 1 + len(self.heads)]
        room = sum(span.width for span in spans[-len(widths) :]) - 2 * PADDING
        sizes = [
            _sizes([hand.cells[place] for hand in self.hands], span.inner, script)
            for place, span in enumerate(cells)
        ]
        order = tuple(self._in_order(widths))
        rows = tuple(
            ScorecardRow(
                hand,
                self.notes.get(hand.number, ""),
                tuple(
                    _break_cell(cell, styles, span.inner, script)
                    for cell, styles, span in zip(hand.cells, sizes, cells, strict=True)
                ),
                ()
                if self.by_figure
                else tuple(_broken(f.lines, room, script) for f in hand.figures),
                order,
                0 if self.by_figure else len(widths),
            )
            for hand in self.hands
        )
        return TableBlock(columns, rows)

    def _in_order(self, places: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Yield side and place of each column of figures, from the first on."""
        sides = range(len(self.sides))
        if self.by_figure:
            yield from ((side, place) for place in places for side in sides)
        else:
            yield from product(sides, places)

    def _columns(self, room: float, script: Script) -> Iterator[Column]:
        """Yield the columns of the hand: as wide as their heads, then as their lines, those that
        need little more first.
        """
        least = self._least_widths(script)
        scale = min(1.0, room / sum(least))
        least = [least_width * scale for least_width in least]
        spare = room - sum(least)
        wants = [
            max(
                0.0,
                2 * PADDING
                + _ROUNDING
                + max(_natural(cell, script) for cell in cells)
                - least_width,
            )
            for cells, least_width in zip(
                zip(*(hand.cells for hand in self.hands), strict=True), least, strict=True
            )
        ]
        for done, place in enumerate(sorted(range(len(wants)), key=wants.__getitem__)):
            granted = min(wants[place], spare / (len(wants) - done))
            least[place] += granted
            spare -= granted
        for head, least_width in zip(self.heads, least, strict=True):
            yield Column(head.text, least_width, head.share, under=head.under)

    def _least_widths(self, script: Script) -> list[float]:
        """Return how wide the columns of the hand are at least, their heads at the smallest
        size."""
        return [
            _ROUNDING
            + max(head.least, 2 * PADDING + max(width_of(text, FINE, script) for text in texts))
            for head in self.heads
            for texts in [(head.text, head.under)]
        ]

    def figure_widths(self, width: float, script: Script) -> dict[int, float]:
        """Return the width of each figure's column, the same for every side, by its place.

        Where the names have no room to be read their heads are smaller; else those to spare go.
        """
        room = width - _NUMBER - sum(self._least_widths(script)) - _NAMES * len(self.heads)
        every = [place for place, _head in enumerate(self.figure_heads)]
        needed = [place for place in every if not self.figure_heads[place].spare]
        for places, style in product((every, needed), (SMALL, FINE)):
            widths = {place: self._figure_width(place, style, script) for place in places}
            if len(self.sides) * sum(widths.values()) <= room:
                break
        return widths

    def _figure_width(self, place: int, style: Type, script: Script) -> float:
        """Return the width of the widest figure of a column, or of its head."""
        texts = {figures.texts[place] for hand in self.hands for figures in hand.figures}
        heads = self.sides if self.by_figure else (self.figure_heads[place].text,)
        widths = [width_of(text, STRONG, script, Base.LTR) for text in texts]
        widths += [width_of(head, style, script) for head in heads]
        return max(_LEAST, *(text_width + 2 * PADDING for text_width in widths))

    def _figure_columns(self, widths: Mapping[int, float]) -> Iterator[Column]:
        for side, place in self._in_order(widths):
            head, group = self.figure_heads[place].text, self.sides[side]
            if self.by_figure:
                head, group = group, head
            yield Column(head, widths[place], 0.03, Align.END, group)


# --- cells: their lines, and signs before and cards behind them


class BrokenCell(NamedTuple):
    """A cell broken into lines: those of its text, and the smaller ones below."""

    cell: Cell
    style: Type
    small: Type
    lines: tuple[str, ...]
    unders: tuple[str, ...]

    @property
    def height(self) -> float:
        return len(self.lines) * BODY.leading + len(self.unders) * _LINE


def _natural(cell: Cell, script: Script) -> float:
    """Return the natural width of a cell's lines at their smallest size."""
    text = width_of(cell.text, STRONG if cell.strong else BODY, script) * _SIZES[-1] + _indent(cell)
    return max(text, width_of(cell.under, _SMALLER, script) * _SMALL_SIZES[-1]) + _beside(cell)


def _indent(cell: Cell) -> float:
    """The room before a text that a sign takes."""
    if cell.outcome is not None:
        return _DISC
    return _SIGN + 3 if cell.sign.suit else sign_width(cell.sign)


def _beside(cell: Cell) -> float:
    """The room behind it that a drawn card takes."""
    return _CARD + 3 if cell.card else 0.0


def _sizes(cells: Sequence[Cell], room: float, script: Script) -> tuple[Type, Type, Type]:
    """How a column is set: its texts, plain or strong, and the smaller lines below."""
    texts = {
        (cell.text, STRONG if cell.strong else BODY, room - _beside(cell) - _indent(cell))
        for cell in cells
    }
    unders = {(cell.under, _SMALLER, room - _beside(cell)) for cell in cells}
    size = _size(texts, _SIZES, script)
    return (
        BODY.scaled(size),
        STRONG.scaled(size),
        _SMALLER.scaled(_size(unders, _SMALL_SIZES, script)),
    )


def _size(
    texts: Collection[tuple[str, Type, float]], sizes: Sequence[float], script: Script
) -> float:
    """The one size for all these texts, each with its style and room."""
    lines = [width_of(text, style, script) / room for text, style, room in texts if text]
    whole = next((size for size in sizes if max(lines, default=0.0) * size <= 1), None)
    if whole is not None:
        return whole
    words = {(word, style, room) for text, style, room in texts for word in text.split()}
    most = max(width_of(word, style, script) / room for word, style, room in words)
    return next((size for size in sizes if most * size <= 1), sizes[-1])


def _break_cell(
    cell: Cell, styles: tuple[Type, Type, Type], room: float, script: Script
) -> BrokenCell:
    plain, strong, small = styles
    style = strong if cell.strong else plain
    room += _ROUNDING - _beside(cell)
    lines = (
        wrap(cell.text, style, room - _indent(cell), script, base_of(cell.text, script))
        if cell.text
        else ()
    )
    unders = (
        wrap(cell.under, small, room, script, base_of(cell.under, script)) if cell.under else ()
    )
    return BrokenCell(cell, style, small, lines, unders)


def _broken(texts: Sequence[str], room: float, script: Script) -> tuple[str, ...]:
    return tuple(
        line for text in texts for line in wrap(text, _SMALLER, room, script, base_of(text, script))
    )


def draw_cell(pen: Pen, span: Span, y: float, broken: BrokenCell, *, strip: float) -> None:
    """A cell in the middle of a strip of a row: signs and text, smaller lines, a card behind."""
    cell, x = broken.cell, span.anchor(Align.START)
    if cell.card:
        card = x + span.inner - _CARD
        draw_card(pen, cell.card, card, y + (strip + _CARD * 1.4) / 2, size=_CARD)
    y += (strip - broken.height) / 2
    first = baseline(y, BODY)
    draw_sign(pen, cell.sign, x, first - BODY.size * 0.36, suit_size=_SIGN)
    if cell.outcome is not None:
        draw_outcome(pen, x, first - broken.style.size * 0.36, cell.outcome)
    base = base_of(cell.text, pen.script)
    for text in broken.lines:
        pen.text(x + _indent(cell), baseline(y, BODY), text, broken.style, base=base)
        y += BODY.leading
    for text in broken.unders:
        pen.text(
            x, baseline(y, SMALL, _LINE), text, broken.small, base=base_of(cell.under, pen.script)
        )
        y += _LINE


# --- a row


@dataclass(frozen=True)
class ScorecardRow:
    """One hand; `lines` explain each side's figures.

    `order` is side and place of each column of figures; a side has `each` columns beside each
    other, 0 if the figures have the sides beside each other.
    """

    hand: CardHand
    notes: str
    cells: tuple[BrokenCell, ...]
    lines: tuple[tuple[str, ...], ...]
    order: tuple[tuple[int, int], ...]
    each: int

    @cached_property
    def height(self) -> float:
        most = max(map(len, self.lines), default=0)
        explained = _ROW + most * _LINE + _FOOT if most else 0
        foot = self._foot + _LINE + _FOOT if any(broken.cell.foot for broken in self.cells) else 0
        return max(self._strip + (_LEVEL if most else 0), explained, foot)

    def draw(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        if self.hand.number % 2 == 0:
            pen.box(0, y, pen.width, self.height, fill=TINT)
        self._draw_number(pen, spans[0], baseline(y, BODY, self._figures))
        heads = len(self.cells)
        cells, figures = spans[1 : 1 + heads], spans[1 + heads :]
        top = y + _LEVEL if any(self.lines) and self._strip > _ROW else y
        for span, cell in zip(cells, self.cells, strict=True):
            draw_cell(pen, span, top, cell, strip=self._strip)
        each = self.each or len(figures)
        for side, start in enumerate(range(0, len(figures), each)):
            part = slice(start, start + each)
            if self.each:
                self._draw_edge(pen, figures[start].x, y)
            self._draw_figures(pen, figures[part], self.order[part], y)
            if self.each:
                self._draw_lines(pen, figures[start], y, self.lines[side])
        line = baseline(y + self._foot, FINE, _LINE)
        for span, cell in zip(cells, self.cells, strict=True):
            room = figures[0].x - span.x - 2 * PADDING
            pen.fitted(span.anchor(Align.START), line, cell.cell.foot, FINE, width=room)

    @cached_property
    def _strip(self) -> float:
        is_high = any(broken.cell.card or broken.unders for broken in self.cells)
        return max(
            _HIGH if is_high else _ROW, *(broken.height + 2 * _EDGE for broken in self.cells)
        )

    @property
    def _foot(self) -> float:
        """How far below its upper edge the lines of its cells end."""
        return (self._strip + max(broken.height for broken in self.cells)) / 2

    @property
    def _figures(self) -> float:
        """Return the height of the figures without their explanation."""
        return _ROW if any(self.lines) else self._strip

    def _draw_number(self, pen: Pen, span: Span, line: float) -> None:
        x = span.anchor(Align.START)
        number = str(self.hand.number)
        pen.text(x, line, number, STRONG)
        used = width_of(number, STRONG, pen.script) + 2.5
        pen.fitted(x + used, line - 3.8, self.notes, FINE, width=span.width - PADDING - used)

    def _draw_edge(self, pen: Pen, x: float, y: float) -> None:
        """A thin line before a side."""
        pen.lines([(x, y, x, y + self.height)], thick=0.5, colour=GUIDE)

    def _draw_figures(
        self, pen: Pen, spans: tuple[Span, ...], order: tuple[tuple[int, int], ...], y: float
    ) -> None:
        """The total is in bold if this hand changed it."""
        line = baseline(y, BODY, self._figures)
        for span, (side, place) in zip(spans, order, strict=True):
            figures = self.hand.figures[side]
            is_total = place == len(figures.texts) - 1
            total = STRONG if figures.changed else QUIET
            style, text = total if is_total else BODY, figures.texts[place]
            end = span.anchor(Align.END)
            pen.fitted(end, line, text, style, width=span.inner, align=Align.END, base=Base.LTR)

    def _draw_lines(self, pen: Pen, span: Span, y: float, lines: Sequence[str]) -> None:
        """What explains a side's figures, below them."""
        y += self._figures
        for text in lines:
            pen.text(span.x + PADDING, baseline(y, SMALL, _LINE), text, _SMALLER)
            y += _LINE
