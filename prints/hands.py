"""The table of a scorecard's hands."""

from collections.abc import Iterator
from dataclasses import dataclass

from press.base import Block
from press.blocks import Paragraph, baseline
from press.dominoes import draw_end, draw_tile
from press.fonts import Base
from press.pen import Align, Pen
from press.style import BODY, FINE, INK, MUTED, QUIET, STRONG, TINT
from press.table import Column, Span, Table
from press.text import width_of
from prints.closing import note_marks
from prints.scorecard import Contract, Outcome, Scorecard, ScoredHand

_ROW = 18.0
_AUCTION = 8.5


def hands_of(card: Scorecard) -> Block:
    """The table of all hands, or a sentence where there is none."""
    if not card.hands:
        return Paragraph(card.labels.no_hands, QUIET)
    return Table(_columns(card), tuple(_rows(card)))


def _columns(card: Scorecard) -> tuple[Column, ...]:
    words = card.labels
    first, second = (side.short for side in card.sides)
    return (
        Column(words.hand_number, 30),
        Column(words.shaker, 50, 1),
        Column(words.bid, 48, 0.6),
        Column(words.bidder, 50, 1),
        Column(words.contract, 62, 1),
        Column(words.result, 44, 0.4),
        Column(first, 34, 0, Align.END, words.points),
        Column(second, 34, 0, Align.END, words.points),
        Column(first, 34, 0, Align.END, words.running),
        Column(second, 34, 0, Align.END, words.running),
    )


def _rows(card: Scorecard) -> Iterator["HandRow"]:
    marks = note_marks(card.notes)
    for hand in card.hands:
        yield HandRow(hand, marks.get(hand.number, ""))


@dataclass(frozen=True, slots=True)
class HandRow:
    """One hand; `notes` are the numbers of its notes, small behind its own."""

    hand: ScoredHand
    notes: str

    @property
    def height(self) -> float:
        return _ROW + (_AUCTION if self.hand.auction else 0)

    def draw(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        hand = self.hand
        if hand.number % 2 == 0:
            pen.box(0, y, pen.width, self.height, fill=TINT)
        line = baseline(y, BODY, _ROW)
        self._draw_number(pen, spans[0], line)
        for span, text in ((spans[1], hand.shaker), (spans[3], hand.bidder)):
            pen.fitted(span.anchor(Align.START), line, text, BODY, width=span.inner)
        self._draw_bid(pen, spans[2], line, spans[4].x - spans[2].x)
        draw_contract(pen, spans[4], y, hand.contract)
        self._draw_result(pen, spans[5], line)
        self._draw_figures(pen, spans[6:], line)

    def _draw_number(self, pen: Pen, span: Span, line: float) -> None:
        x = span.anchor(Align.START)
        number = str(self.hand.number)
        pen.text(x, line, number, STRONG)
        pen.text(x + width_of(number, STRONG) + 2, line - 3.2, self.notes, FINE)

    def _draw_bid(self, pen: Pen, span: Span, line: float, reach: float) -> None:
        hand = self.hand
        x = span.anchor(Align.START)
        pen.fitted(x, line, hand.bid, STRONG, width=span.inner)
        pen.fitted(x, line + _AUCTION, hand.auction, FINE, width=reach - 8)

    def _draw_result(self, pen: Pen, span: Span, line: float) -> None:
        hand = self.hand
        x = span.anchor(Align.START)
        middle = line - BODY.size * 0.36
        draw_outcome(pen, x, middle, hand.outcome)
        style = QUIET if hand.outcome is Outcome.PASSED else BODY
        pen.fitted(x + 9, line, hand.result, style, width=span.inner - 9)

    def _draw_figures(self, pen: Pen, spans: tuple[Span, ...], line: float) -> None:
        """Points plain; running figures in bold where this hand changed them."""
        hand = self.hand
        running = tuple(map(str, hand.running))
        changed = (False, False, *(bool(n) for n in hand.scored))
        for span, text, bold in zip(spans, (*hand.points, *running), changed, strict=True):
            style = STRONG if bold else QUIET
            place = span.anchor(Align.END)
            pen.fitted(place, line, text, style, width=span.inner, align=Align.END, base=Base.LTR)


def draw_outcome(pen: Pen, x: float, middle: float, outcome: Outcome) -> None:
    """A full disc for made, a ring for set, a dash for passed; five points wide."""
    match outcome:
        case Outcome.MADE:
            pen.dot(x + 2.5, middle, 2.4, fill=INK, stroke=INK)
        case Outcome.SET:
            pen.dot(x + 2.5, middle, 2.4, fill=None, stroke=INK)
        case Outcome.PASSED:
            pen.lines([(x, middle, x + 5, middle)], thick=0.8, colour=MUTED)


def draw_contract(pen: Pen, span: Span, y: float, contract: Contract) -> None:
    """The trump suit as a domino's end, or a double, and the contract's name."""
    x = span.anchor(Align.START)
    size = 0.0
    if contract.end is not None:
        size = 13.0
        draw_end(pen, contract.end, x, y + (_ROW + size) / 2, size=size)
    elif contract.double is not None:
        size = 7.6
        draw_tile(pen, contract.double, contract.double, x, y + _ROW / 2 + size, size=size)
    indent = 18.0 if size else 0.0
    line = baseline(y, BODY, _ROW)
    pen.fitted(x + indent, line, contract.text, BODY, width=span.inner - indent)
