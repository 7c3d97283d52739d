"""How a scorecard is drawn: heading, the two sides, every hand, notes, settlement."""

from collections.abc import Iterator
from dataclasses import dataclass

from .base import Block, Imprint, Space
from .blocks import AmountList, Heading, Paragraph, Section, Stack, baseline
from .dominoes import draw_end, draw_tile
from .fonts import Base
from .marks import draw_ladder, draw_marks
from .pen import Align, Pen
from .scorecard import Amount, Contract, Outcome, Scorecard, ScoredHand, Scoring, Settlement, Side
from .style import (
    ACCENT,
    BODY,
    DISPLAY,
    FINE,
    INK,
    LEAD,
    MUTED,
    PAPER,
    QUIET,
    RULE,
    SMALL,
    STRONG,
    TINT,
)
from .table import Column, Span, Table
from .text import width_of, wrap

GUTTER = 28.0
_ROW = 18.0
_AUCTION = 8.5
_NUMERAL = 40.0
_COLUMN_GAP = 22.0
_LETTERS = 52.0


@dataclass(frozen=True, slots=True)
class ScorecardStory:
    """The story of a scorecard."""

    card: Scorecard

    @property
    def title(self) -> str:
        """The title and the players: a bookmark must tell the tables of an evening apart."""
        sides = " – ".join(side.short for side in self.card.sides)
        return f"{self.card.title} · {self.card.place} · {sides}"

    @property
    def imprint(self) -> Imprint:
        return self.card.imprint

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        card = self.card
        yield Heading(card.title, card.place)
        yield Sides(card)
        yield Space(16)
        yield hands_of(card)
        if card.notes:
            yield Section(card.labels.notes, _notes(card))
        if card.settlement is not None:
            yield Section(card.labels.settlement, SettlementBlock(card, card.settlement))


@dataclass(frozen=True, slots=True)
class Sides:
    """Both sides next to each other: names, marks, and what they stand at."""

    card: Scorecard

    def height(self, width: float) -> float:
        return 12 + self._names(_panel(width)) + _LETTERS + 16

    def draw(self, pen: Pen, y: float) -> None:
        panel = _panel(pen.width)
        names = self._names(panel)
        for number, side in enumerate(self.card.sides):
            x = number * (panel + GUTTER)
            colour, thick = (ACCENT, 3.0) if side.won else (RULE, 1.0)
            pen.lines([(x, y, x + panel, y)], thick=thick, colour=colour)
            self._draw_names(pen, x, y + 10, side, panel)
            self._draw_score(pen, x, y + 18 + names, number, panel)

    def split(self, width: float, room: float) -> None:
        return None

    def _names(self, panel: float) -> float:
        return max(self._names_height(side, panel) for side in self.card.sides)

    def _names_height(self, side: Side, panel: float) -> float:
        room = self._name_room(side, panel)
        lines = sum(len(wrap(name, LEAD.strong(), room)) for name in side.players)
        return lines * LEAD.leading

    def _name_room(self, side: Side, panel: float) -> float:
        return panel - self._badge(side.won) - 6

    def _badge(self, won: bool) -> float:  # noqa: FBT001 - a plain measure
        return width_of(self.card.labels.winner, SMALL.strong()) + 14 if won else 0

    def _draw_names(self, pen: Pen, x: float, y: float, side: Side, panel: float) -> None:
        if side.won:
            badge = self._badge(side.won)
            pen.box(x + panel - badge, y, badge, 14, fill=ACCENT, radius=7)
            style = SMALL.strong().tinted(PAPER)
            middle = x + panel - badge / 2
            pen.text(middle, baseline(y, style, 14), self.card.labels.winner, style, Align.CENTRE)
        for name in side.players:
            for line in wrap(name, LEAD.strong(), self._name_room(side, panel)):
                pen.text(x, baseline(y, LEAD), line, LEAD.strong())
                y += LEAD.leading

    def _draw_score(self, pen: Pen, x: float, y: float, side: int, panel: float) -> None:
        card = self.card
        total = str(card.totals[side])
        numeral = max(_NUMERAL, width_of(total, DISPLAY)) + 12
        room = panel - numeral
        if card.scoring is Scoring.MARKS:
            draw_marks(
                pen,
                x + 2,
                y,
                width=room,
                height=_LETTERS,
                target=card.target,
                hands=card.strokes(side),
            )
        else:
            steps = [(hand.number, hand.running[side]) for hand in card.hands]
            draw_ladder(pen, x, y + _LETTERS / 2, width=room, target=card.target, steps=steps)
        pen.text(x + panel, y + _LETTERS, total, DISPLAY, Align.END)


def _panel(width: float) -> float:
    return (width - GUTTER) / 2


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
    marks: dict[int, list[str]] = {}
    for number, note in enumerate(card.notes, start=1):
        if note.hand is not None:
            marks.setdefault(note.hand, []).append(str(number))
    for hand in card.hands:
        yield HandRow(hand, " ".join(marks.get(hand.number, ())))


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
        match hand.outcome:
            case Outcome.MADE:
                pen.dot(x + 2.5, middle, 2.4, fill=INK, stroke=INK)
            case Outcome.SET:
                pen.dot(x + 2.5, middle, 2.4, fill=None, stroke=INK)
            case Outcome.PASSED:
                pen.lines([(x, middle, x + 5, middle)], thick=0.8, colour=MUTED)
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


def _notes(card: Scorecard) -> Stack:
    return Stack(
        tuple(
            Paragraph(note.text, BODY, label=str(number), indent=18)
            for number, note in enumerate(card.notes, start=1)
        )
    )


@dataclass(frozen=True, slots=True)
class SettlementBlock:
    """Three columns: how the amount came about, what each side gets, what each player gets."""

    card: Scorecard
    settlement: Settlement

    def height(self, width: float) -> float:
        parts = zip(self._lists(), _widths(width), strict=True)
        return max(part.height(own) for part, own in parts)

    def draw(self, pen: Pen, y: float) -> None:
        x = 0.0
        for part, own in zip(self._lists(), _widths(pen.width), strict=True):
            part.draw_at(pen, x, y, own)
            x += own + _COLUMN_GAP

    def split(self, width: float, room: float) -> None:
        return None

    def _lists(self) -> tuple[AmountList, AmountList, AmountList]:
        words, money = self.card.labels, self.settlement
        return (
            AmountList(money.stakes, _pairs(money.steps)),
            AmountList(words.by_side, _pairs(money.sides)),
            AmountList(words.by_player, _pairs(money.players)),
        )


def _widths(width: float) -> tuple[float, float, float]:
    room = width - 2 * _COLUMN_GAP
    return 0.40 * room, 0.28 * room, 0.32 * room


def _pairs(amounts: tuple[Amount, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((line.text, line.amount) for line in amounts)
