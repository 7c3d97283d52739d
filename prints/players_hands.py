"""The table of the hands of single players: what was played, and figures for each of them.

Nothing is cut: what is too long for its column is broken into lines, in one size for the whole
column.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from press.base import Block
from press.blocks import Paragraph, baseline
from press.cards import draw_card, draw_suit
from press.fonts import Base
from press.pen import Align, Pen
from press.style import BODY, FINE, GUIDE, QUIET, SMALL, STRONG, TINT, Type
from press.table import PADDING, Column, Span, Table
from press.text import SMALLEST, base_of, width_of, wrap
from prints.closing import note_marks
from prints.hands import draw_outcome
from prints.players_card import Cell, Figures, PlayedHand, PlayersCard

_ROW = 18.0
_HIGH = 23.0
_LINE = 9.0
_FOOT = 3.0
_EDGE = 1.0
_CARD = 15.0
_SIGN = 8.5
_DISC = 9.0
_ROUNDING = 0.01
_NUMBER = 27.0
_LEAST = 20.0
_NARROW = 16.0
_LEVEL = 3.0  # brings the first of two lines down to the figures that stand above theirs
_SMALLER = SMALL.scaled(0.93)
_HEAD = SMALL.scaled(SMALLEST)
_SIZES = (1.0, 0.92, 0.84, SMALLEST)
"""In which a column is set: the largest in which no line is broken, else no word, else the last."""
_SMALL_SIZES = (1.0, 0.93, 0.86)
"""The same for the smaller lines: six points are the least."""


def hands_of(card: PlayersCard, width: float) -> Block:
    """The table of all hands, or a sentence where there is none."""
    if not card.hands:
        return Paragraph(card.labels.no_hands, QUIET)
    marks = note_marks(card.notes)
    figures = figure_widths(card)
    columns = (*_columns(card, width, figures), *_figure_columns(card, figures))
    spans = tuple(Table(columns, ()).spans(width))
    cells = spans[1 : 1 + len(card.heads)]
    each = len(card.figure_heads)
    room = sum(span.width for span in spans[-each:]) - 2 * PADDING
    sizes = [
        _sizes([hand.cells[place] for hand in card.hands], span.inner)
        for place, span in enumerate(cells)
    ]
    rows = tuple(
        PlayedRow(
            hand,
            marks.get(hand.number, ""),
            tuple(
                _laid(cell, size, span.inner)
                for cell, size, span in zip(hand.cells, sizes, cells, strict=True)
            ),
            tuple(tuple(_broken(figures.lines, room)) for figures in hand.figures),
        )
        for hand in card.hands
    )
    return Table(columns, rows)


def keys_of(card: PlayersCard, figures: Sequence[float]) -> tuple[str, ...]:
    """What stands over each player's columns, so wide: the names, or numbers where one has no
    room."""
    room = sum(figures) - 2 * PADDING
    names = tuple(player.short for player in card.players)
    if not card.hands or all(width_of(name, SMALL) * SMALLEST <= room for name in names):
        return names
    return tuple(str(number) for number in range(1, len(names) + 1))


def _columns(card: PlayersCard, width: float, figures: Sequence[float]) -> Iterator[Column]:
    """Room for the heads, then for every line as it is, those first that want little more."""
    yield Column(card.labels.hand_number, _NUMBER)
    padding = 2 * PADDING + _ROUNDING
    room = width - _NUMBER - len(card.players) * sum(figures)
    least = [
        padding + max(_NARROW, width_of(head.text, _HEAD), width_of(head.under, _HEAD))
        for head in card.heads
    ]
    scale = min(1.0, room / sum(least))
    least = [own * scale for own in least]
    spare = room - sum(least)
    wants = [
        max(0.0, padding + max(_natural(hand.cells[place]) for hand in card.hands) - own)
        for place, own in enumerate(least)
    ]
    for done, place in enumerate(sorted(range(len(wants)), key=wants.__getitem__)):
        granted = min(wants[place], spare / (len(wants) - done))
        least[place] += granted
        spare -= granted
    for head, own in zip(card.heads, least, strict=True):
        yield Column(head.text, own, head.share, under=head.under)


def _natural(cell: Cell) -> float:
    """The room that a cell wants for its lines as they are, set as small as they may be."""
    text = width_of(cell.text, STRONG if cell.strong else BODY) * SMALLEST + _indent(cell)
    return max(text, width_of(cell.under, _SMALLER) * _SMALL_SIZES[-1]) + _beside(cell)


def _figure_columns(card: PlayersCard, figures: Sequence[float]) -> Iterator[Column]:
    """As wide as the widest figure, the same for every player."""
    for key in keys_of(card, figures):
        for head, own in zip(card.figure_heads, figures, strict=True):
            yield Column(head, own, 0.03, Align.END, key)


def figure_widths(card: PlayersCard) -> tuple[float, ...]:
    """How wide each of a player's columns is."""
    return tuple(_width(card, place, head) for place, head in enumerate(card.figure_heads))


def _width(card: PlayersCard, place: int, head: str) -> float:
    texts = {figures.texts[place] for hand in card.hands for figures in hand.figures}
    widest = max((width_of(text, STRONG, Base.LTR) for text in texts), default=0.0)
    return max(widest, width_of(head, SMALL), _LEAST - 2 * PADDING) + 2 * PADDING


class Laid(NamedTuple):
    """A cell broken into lines: those of its text, and the smaller ones below."""

    cell: Cell
    style: Type
    small: Type
    lines: tuple[str, ...]
    unders: tuple[str, ...]

    @property
    def height(self) -> float:
        """How high the lines are together."""
        return len(self.lines) * BODY.leading + len(self.unders) * _LINE


def _indent(cell: Cell) -> float:
    """The room before a text that a sign takes."""
    return _DISC if cell.outcome is not None else _SIGN + 3 if cell.suit else 0.0


def _beside(cell: Cell) -> float:
    """The room behind it that a drawn card takes."""
    return _CARD + 3 if cell.card else 0.0


def _sizes(cells: Sequence[Cell], room: float) -> tuple[Type, Type, Type]:
    """How a column is set: its texts, plain or strong, and the smaller lines below."""
    texts = {
        (cell.text, STRONG if cell.strong else BODY, room - _beside(cell) - _indent(cell))
        for cell in cells
    }
    unders = {(cell.under, _SMALLER, room - _beside(cell)) for cell in cells}
    size = _size(texts)
    return BODY.scaled(size), STRONG.scaled(size), _SMALLER.scaled(_size(unders, _SMALL_SIZES))


def _size(texts: Collection[tuple[str, Type, float]], sizes: Sequence[float] = _SIZES) -> float:
    """The one size for all these texts, each with its style and room."""
    lines = [width_of(text, style) / room for text, style, room in texts if text]
    whole = next((size for size in sizes if max(lines, default=0.0) * size <= 1), None)
    if whole is not None:
        return whole
    words = {(word, style, room) for text, style, room in texts for word in text.split()}
    most = max(width_of(word, style) / room for word, style, room in words)
    return next((size for size in sizes if most * size <= 1), sizes[-1])


def _laid(cell: Cell, styles: tuple[Type, Type, Type], room: float) -> Laid:
    plain, strong, small = styles
    style = strong if cell.strong else plain
    room += _ROUNDING - _beside(cell)
    lines = wrap(cell.text, style, room - _indent(cell), base_of(cell.text)) if cell.text else ()
    unders = wrap(cell.under, small, room, base_of(cell.under)) if cell.under else ()
    return Laid(cell, style, small, lines, unders)


def _broken(texts: Sequence[str], room: float) -> Iterator[str]:
    for text in texts:
        yield from wrap(text, _SMALLER, room, base_of(text))


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """One hand; `notes` are the numbers of its notes, `lines` explain each player's figures."""

    hand: PlayedHand
    notes: str
    cells: tuple[Laid, ...]
    lines: tuple[tuple[str, ...], ...]

    @property
    def height(self) -> float:
        most = max(map(len, self.lines), default=0)
        return max(self._strip + _LEVEL, _ROW + most * _LINE + _FOOT) if most else self._strip

    def draw(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        if self.hand.number % 2 == 0:
            pen.box(0, y, pen.width, self.height, fill=TINT)
        self._draw_number(pen, spans[0], baseline(y, BODY, self._figures))
        heads = len(self.cells)
        cells, figures = spans[1 : 1 + heads], spans[1 + heads :]
        top = y + _LEVEL if any(self.lines) and self._strip > _ROW else y
        for span, cell in zip(cells, self.cells, strict=True):
            draw_cell(pen, span, top, cell, strip=self._strip)
        each = len(figures) // len(self.hand.figures)
        for number, own in enumerate(self.hand.figures):
            part = figures[number * each : (number + 1) * each]
            self._draw_figures(pen, part, y, own, self.lines[number])

    @property
    def _strip(self) -> float:
        """How high the cells are."""
        least = _HIGH if any(laid.cell.card or laid.unders for laid in self.cells) else _ROW
        return max(least, *(laid.height + 2 * _EDGE for laid in self.cells))

    @property
    def _figures(self) -> float:
        """How high the figures are, without what explains them."""
        return _ROW if any(self.lines) else self._strip

    def _draw_number(self, pen: Pen, span: Span, line: float) -> None:
        x = span.anchor(Align.START)
        number = str(self.hand.number)
        pen.text(x, line, number, STRONG)
        used = width_of(number, STRONG) + 1.5
        pen.fitted(x + used, line - 3.2, self.notes, FINE, width=span.width - PADDING - used)

    def _draw_figures(
        self, pen: Pen, spans: tuple[Span, ...], y: float, own: Figures, lines: tuple[str, ...]
    ) -> None:
        """A thin line before each player; the total in bold where this hand changed it."""
        left = spans[0].x
        pen.lines([(left, y, left, y + self.height)], thick=0.5, colour=GUIDE)
        line = baseline(y, BODY, self._figures)
        last = len(spans) - 1
        for place, (span, text) in enumerate(zip(spans, own.texts, strict=True)):
            style = STRONG if own.changed and place == last else QUIET if place == last else BODY
            end = span.anchor(Align.END)
            pen.fitted(end, line, text, style, width=span.inner, align=Align.END, base=Base.LTR)
        y += self._figures
        for text in lines:
            pen.text(left + PADDING, baseline(y, SMALL, _LINE), text, _SMALLER)
            y += _LINE


def draw_cell(pen: Pen, span: Span, y: float, laid: Laid, *, strip: float) -> None:
    """A cell in the middle of a strip of a row: signs and text, smaller lines, a card behind."""
    cell, x = laid.cell, span.anchor(Align.START)
    if cell.card:
        card = x + span.inner - _CARD
        draw_card(pen, cell.card, card, y + (strip + _CARD * 1.4) / 2, size=_CARD)
    y += (strip - laid.height) / 2
    first = baseline(y, BODY)
    if cell.suit:
        draw_suit(pen, cell.suit, x, first + 1.2, size=_SIGN)
    if cell.outcome is not None:
        draw_outcome(pen, x, first - laid.style.size * 0.36, cell.outcome)
    base = base_of(cell.text)
    for text in laid.lines:
        pen.text(x + _indent(cell), baseline(y, BODY), text, laid.style, base=base)
        y += BODY.leading
    for text in laid.unders:
        pen.text(x, baseline(y, SMALL, _LINE), text, laid.small, base=base_of(cell.under))
        y += _LINE
