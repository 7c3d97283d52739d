"""The table of the hands of single players: what was played, and figures for each of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from .base import Block
from .blocks import Paragraph, baseline
from .cards import draw_card, draw_suit
from .closing import note_marks
from .fonts import Base
from .hands import draw_outcome
from .pen import Align, Pen
from .players_card import Cell, Figures, PlayedHand, PlayersCard
from .style import BODY, FINE, GUIDE, QUIET, SMALL, STRONG, TINT
from .table import PADDING, Column, Span, Table
from .text import width_of

_ROW = 18.0
_HIGH = 23.0
_LINE = 9.0
_FOOT = 3.0
_CARD = 15.0
_SIGN = 8.5
_LEAST = 20.0
_LEVEL = 3.0  # brings the first of two lines down to the figures that stand above theirs
_SMALLER = SMALL.scaled(0.93)


def hands_of(card: PlayersCard) -> Block:
    """The table of all hands, or a sentence where there is none."""
    if not card.hands:
        return Paragraph(card.labels.no_hands, QUIET)
    marks = note_marks(card.notes)
    rows = tuple(
        PlayedRow(hand, marks.get(hand.number, ""), len(card.heads)) for hand in card.hands
    )
    return Table((*_columns(card), *_figure_columns(card)), rows)


def _columns(card: PlayersCard) -> Iterator[Column]:
    yield Column(card.labels.hand_number, 27)
    for head in card.heads:
        yield Column(head.text, 24, head.share, under=head.under)


def _figure_columns(card: PlayersCard) -> Iterator[Column]:
    """As wide as the widest figure, the same for every player."""
    widths = [_width(card, place, head) for place, head in enumerate(card.figure_heads)]
    for player in card.players:
        for head, width in zip(card.figure_heads, widths, strict=True):
            yield Column(head, width, 0.03, Align.END, player.short)


def _width(card: PlayersCard, place: int, head: str) -> float:
    texts = (figures.texts[place] for hand in card.hands for figures in hand.figures)
    widest = max(width_of(text, STRONG, Base.LTR) for text in texts)
    return max(widest, width_of(head, SMALL), _LEAST - 2 * PADDING) + 2 * PADDING


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """One hand; `notes` are the numbers of its notes, `heads` counts the cells before figures."""

    hand: PlayedHand
    notes: str
    heads: int

    @property
    def height(self) -> float:
        lines = self.hand.lines
        return max(self._strip + _LEVEL, _ROW + lines * _LINE + _FOOT) if lines else self._strip

    def draw(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        if self.hand.number % 2 == 0:
            pen.box(0, y, pen.width, self.height, fill=TINT)
        self._draw_number(pen, spans[0], baseline(y, BODY, self._figures))
        cells, figures = spans[1 : 1 + self.heads], spans[1 + self.heads :]
        top = y + _LEVEL if self.hand.lines and self.hand.is_high else y
        for span, cell in zip(cells, self.hand.cells, strict=True):
            draw_cell(pen, span, top, cell, strip=self._strip)
        each = len(figures) // len(self.hand.figures)
        for number, own in enumerate(self.hand.figures):
            self._draw_figures(pen, figures[number * each : (number + 1) * each], y, own)

    @property
    def _strip(self) -> float:
        """How high the cells are."""
        return _HIGH if self.hand.is_high else _ROW

    @property
    def _figures(self) -> float:
        """How high the figures are, without what explains them."""
        return _ROW if self.hand.lines else self._strip

    def _draw_number(self, pen: Pen, span: Span, line: float) -> None:
        x = span.anchor(Align.START)
        number = str(self.hand.number)
        pen.text(x, line, number, STRONG)
        used = width_of(number, STRONG) + 1.5
        pen.fitted(x + used, line - 3.2, self.notes, FINE, width=span.width - PADDING - used)

    def _draw_figures(self, pen: Pen, spans: tuple[Span, ...], y: float, own: Figures) -> None:
        """A thin line before each player; the total in bold where this hand changed it."""
        left = spans[0].x
        pen.lines([(left, y, left, y + self.height)], thick=0.5, colour=GUIDE)
        line = baseline(y, BODY, self._figures)
        last = len(spans) - 1
        for place, (span, text) in enumerate(zip(spans, own.texts, strict=True)):
            style = STRONG if own.changed and place == last else QUIET if place == last else BODY
            end = span.anchor(Align.END)
            pen.fitted(end, line, text, style, width=span.inner, align=Align.END, base=Base.LTR)
        room = spans[-1].x + spans[-1].width - left - 2 * PADDING
        y += self._figures
        for text in own.lines:
            pen.fitted(left + PADDING, baseline(y, SMALL, _LINE), text, _SMALLER, width=room)
            y += _LINE


def draw_cell(pen: Pen, span: Span, y: float, cell: Cell, *, strip: float) -> None:
    """A cell in a strip of a row: signs and text, the smaller line under it, a card behind."""
    x, room = span.anchor(Align.START), span.inner
    first = strip - 11 if cell.under else strip
    line = baseline(y, BODY, first)
    if cell.card:
        room -= _CARD + 3
        draw_card(pen, cell.card, x + room + 3, y + (strip + _CARD * 1.4) / 2, size=_CARD)
    pen.fitted(x, y + strip - 4.2, cell.under, _SMALLER, width=room)
    indent = 0.0
    if cell.suit:
        draw_suit(pen, cell.suit, x, line + 1.2, size=_SIGN)
        indent = _SIGN + 3
    if cell.outcome is not None:
        draw_outcome(pen, x, line - BODY.size * 0.36, cell.outcome)
        indent = 9.0
    style = STRONG if cell.strong else BODY
    pen.fitted(x + indent, line, cell.text, style, width=room - indent)
