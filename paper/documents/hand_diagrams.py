"""The parts of a hand record: the deal around the table, the auction and scores, the tricks.

North is opposite the reader. A diagram is a map, so it is never mirrored.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from django.utils.translation import gettext as _

from games.printing import TableEdge
from press.blocks import baseline, draw_lines, height_of
from press.cards import draw_short, draw_suit
from press.dominoes import draw_lying, draw_tile
from press.fonts import Base, Script
from press.pen import Align, Pen
from press.text import BODY, INK, MUTED, RULE, SMALL, TINT, Type
from rules.pieces import SUITS, index_of, read_card


class Pieces(Enum):
    """The kind of pieces; they are written as in a hand record."""

    DOMINOES = "dominoes"
    CARDS = "cards"


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A hand at its edge of the table; `strong` is the declarer's. No pieces: it is not known.

    >>> DealtHand(TableEdge.NORTH, "C", "Cleo", ("6-6", "6-4")).strong
    False
    """

    edge: TableEdge
    key: str
    name: str
    pieces: tuple[str, ...] = ()
    strong: bool = False


@dataclass(frozen=True, slots=True)
class RecordedTrick:
    """A trick: the piece of each column, empty if unknown, its leader and winner.

    >>> RecordedTrick(1, ("6-6", "6-4", "6-0", "6-1"), led=0, winner=0, points="1").winner
    0
    """

    number: int
    pieces: tuple[str, ...]
    led: int | None = None
    winner: int | None = None
    points: str = ""


@dataclass(frozen=True, slots=True)
class RecordedScore:
    """What the hand added for a side or a player, and the total after it.

    >>> RecordedScore("A & C", "+1", "4").total
    '4'
    """

    short: str
    added: str
    total: str


WIDTH: Final = 196.0
_HAND: Final = 91.0
_ROW_GAP: Final = 4.0
_NAME: Final = 10.5
_NAME_STYLE: Final = Type(size=8, leading=10)
_TILE: Final = 11.4
_STEP: Final = 13.2
_SUIT: Final = 6.6
_SUIT_LINE: Final = 9.4
_RANKS: Final = Type(size=8.2, leading=9.4)
_ORDER: Final = "AKQJT98765432"
_PLACES: Final = {
    TableEdge.NORTH: ((WIDTH - _HAND) / 2, 0),
    TableEdge.WEST: (0.0, 1),
    TableEdge.EAST: (WIDTH - _HAND, 1),
    TableEdge.SOUTH: ((WIDTH - _HAND) / 2, 2),
}
"""Where a hand lies: how far across, and in which of three rows."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """Four hands around the table, `WIDTH` wide."""

    hands: tuple[DealtHand, ...]
    pieces: Pieces

    @property
    def height(self) -> float:
        return 3 * self._row + 2 * _ROW_GAP

    def draw(self, pen: Pen, x: float, y: float) -> None:
        still = pen.unmirrored(x, y, WIDTH)
        for hand in self.hands:
            across, row = _PLACES[hand.edge]
            down = row * (self._row + _ROW_GAP)
            _draw_name(still, across, down, hand)
            if not hand.pieces:
                still.text(across, down + _NAME + 8, "–", BODY.tinted(MUTED))
            elif self.pieces is Pieces.DOMINOES:
                _draw_tiles(still, across, down + _NAME, hand.pieces)
            else:
                _draw_suits(still, across, down + _NAME, hand.pieces)

    @property
    def _row(self) -> float:
        held = 2 * _TILE + 1 if self.pieces is Pieces.DOMINOES else len(SUITS) * _SUIT_LINE
        return _NAME + held


def _draw_name(pen: Pen, x: float, y: float, hand: DealtHand) -> None:
    """The key of the seat and the name over a thin line; the declarer's in bold."""
    style = _NAME_STYLE.strong() if hand.strong else _NAME_STYLE
    line = y + 7.5
    pen.text(x, line, hand.key, SMALL.strong())
    pen.fitted(x + 9, line, hand.name, style, width=_HAND - 9)
    pen.lines([(x, y + 9.3, x + _HAND, y + 9.3)], thick=0.4, colour=RULE)


def _draw_tiles(pen: Pen, x: float, y: float, pieces: Sequence[str]) -> None:
    foot = y + 2 * _TILE + 1
    for place, piece in enumerate(sorted(pieces, reverse=True)):
        high, low = map(int, piece.split("-"))
        draw_tile(pen, high, low, x + place * _STEP, foot, size=_TILE)


def _draw_suits(pen: Pen, x: float, y: float, cards: Sequence[str]) -> None:
    for row, (suit, ranks) in enumerate(by_suit(cards)):
        base = y + row * _SUIT_LINE + 7.6
        draw_suit(pen, suit, x, base + 0.7, size=_SUIT)
        style = _RANKS if ranks else _RANKS.tinted(MUTED)
        pen.fitted(x + 9, base, ranks or "–", style, width=_HAND - 9, base=Base.LTR)


def by_suit(cards: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Every suit with its ranks from high to low."""
    read = [read_card(card) for card in cards]
    for suit in SUITS:
        held = [rank for rank in _ORDER if (suit, rank) in read]
        yield suit, " ".join(map(index_of, held))


# --- the auction, the facts and the scores

_TEXT: Final = Type(size=8, leading=10)
_GAP: Final = 5.0
_WIDE: Final = 220.0
_WIDEST: Final = 380.0
_BETWEEN: Final = 18.0
_FIGURE: Final = 32.0
_LINE: Final = 11.5

Facts = tuple[tuple[str, str], ...]
"""Labels with their values below them."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Each side's score, and its total in bold, under a small heading."""

    rows: tuple[RecordedScore, ...]

    @property
    def height(self) -> float:
        return SMALL.leading + 2 + len(self.rows) * _LINE if self.rows else 0

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        if not self.rows:
            return
        pen.fitted(x, baseline(y, SMALL), _("Score"), SMALL, width=width)
        y += SMALL.leading + 2
        end, rules = x + width, [(x, y, x + width, y)]
        for score in self.rows:
            line = baseline(y, _TEXT, _LINE)
            pen.fitted(x, line, score.short, _TEXT, width=width - 2 * _FIGURE)
            pen.text(end - _FIGURE, line, score.added, _TEXT, Align.END, base=Base.LTR)
            pen.text(end, line, score.total, _TEXT.strong(), Align.END, base=Base.LTR)
            y += _LINE
            rules.append((x, y, x + width, y))
        pen.lines(rules, thick=0.4, colour=RULE)


@dataclass(frozen=True, slots=True)
class Middle:
    """Auction, facts and scores: one below the other, or side by side if there is room."""

    auction: str
    facts: Facts
    scores: Scores | None

    def height(self, width: float, script: Script) -> float:
        *beside, last = self._columns(width)
        heights = [_facts_height(facts, part, script) for facts, part in beside]
        scores = self.scores.height if self.scores else 0
        if not beside:
            return _facts_height(*last, script) + (_GAP + scores if scores else 0)
        return max(*heights, scores)

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        *beside, (facts, part) = self._columns(width)
        for column, wide in beside:
            _draw_facts(pen, x, y, column, wide)
            x += wide + _BETWEEN
        below = _draw_facts(pen, x, y, facts, part)
        if self.scores:
            self.scores.draw(pen, x, below if beside else below + _GAP, part)

    def _columns(self, width: float) -> tuple[tuple[Facts, float], ...]:
        """Return facts with their columns' widths; the scores are below the last column."""
        said: Facts = ((_("Auction"), self.auction),) if self.auction else ()
        if width < _WIDE:
            return (((*said, *self.facts), width),)
        if width < _WIDEST:
            part = (width - _BETWEEN) * 0.6
            return ((*said, *self.facts), part), ((), width - _BETWEEN - part)
        part = (width - 2 * _BETWEEN) / 10
        return (said, 4 * part), (self.facts, 3 * part), ((), 3 * part)


def _facts_height(facts: Facts, width: float, script: Script) -> float:
    texts = sum(height_of(text, _TEXT, width, script) for _label, text in facts)
    return texts + len(facts) * (SMALL.leading + 3)


def _draw_facts(pen: Pen, x: float, y: float, facts: Facts, width: float) -> float:
    """Each label with its text below it; the place below them all."""
    for label, text in facts:
        pen.fitted(x, baseline(y, SMALL), label, SMALL, width=width)
        y = draw_lines(pen, x, y + SMALL.leading, text, _TEXT, width=width) + 3
    return y


# --- the play, trick by trick; a frame marks the piece that won

_NUMBER: Final = 12.0
_COLUMN: Final = 31.0
_POINTS: Final = 26.0
_HEAD: Final = 12.0
_TRICK_TILE: Final = 11.0
_CARD: Final = 9.0
_TRICK_FIGURE: Final = Type(size=8, leading=10)
_NUMERAL: Final = _TRICK_FIGURE.tinted(MUTED)


@dataclass(frozen=True, slots=True)
class Tricks:
    """Tricks as rows, with the hands' keys above; points if any trick has them."""

    tricks: tuple[RecordedTrick, ...]
    columns: tuple[str, ...]
    pieces: Pieces

    @property
    def width(self) -> float:
        return _NUMBER + len(self.columns) * _COLUMN + (_POINTS if self._counted else 0)

    @property
    def height(self) -> float:
        return _HEAD + len(self.tricks) * self._row

    def draw(self, pen: Pen, x: float, y: float) -> None:
        self._draw_head(pen, x, y)
        y += _HEAD
        rules = []
        for trick in self.tricks:
            self._draw_trick(pen, x, y, trick)
            y += self._row
            rules.append((x, y, x + self.width, y))
        pen.lines(rules, thick=0.3, colour=RULE)

    @property
    def _counted(self) -> bool:
        return any(trick.points for trick in self.tricks)

    @property
    def _row(self) -> float:
        return _TRICK_TILE + 3.0 if self.pieces is Pieces.DOMINOES else _CARD + 1.6

    def _draw_head(self, pen: Pen, x: float, y: float) -> None:
        line = y + 8
        for number, key in enumerate(self.columns):
            pen.text(self._centre(x, number), line, key, SMALL.strong(), Align.CENTRE)
        if self._counted:
            end = x + self.width
            pen.fitted(end, line, _("Points"), SMALL, width=_POINTS, align=Align.END)
        pen.lines([(x, y + _HEAD - 1, x + self.width, y + _HEAD - 1)], thick=0.6, colour=INK)

    def _draw_trick(self, pen: Pen, x: float, y: float, trick: RecordedTrick) -> None:
        line = baseline(y, _TRICK_FIGURE, self._row)
        pen.text(x + _NUMBER - 4, line, str(trick.number), _NUMERAL, Align.END, base=Base.LTR)
        if trick.winner is not None:
            self._frame(pen, self._centre(x, trick.winner), y, trick.pieces[trick.winner])
        for number, piece in enumerate(trick.pieces):
            if piece:
                self._draw_piece(pen, self._centre(x, number), y, piece)
        if trick.led is not None:
            pen.dot(
                self._centre(x, trick.led) - _COLUMN / 2,
                y + self._row / 2,
                0.9,
                fill=INK,
                stroke=INK,
            )
        if trick.points:
            pen.text(x + self.width, line, trick.points, _TRICK_FIGURE, Align.END, base=Base.LTR)

    def _frame(self, pen: Pen, centre: float, y: float, piece: str) -> None:
        """Draw a frame round the winning piece; a full disc if it is unknown."""
        if not piece:
            pen.dot(centre, y + self._row / 2, 2.6, fill=INK, stroke=INK)
            return
        high = self._row - 0.9
        pen.box(centre - 12, y + 0.45, 24, high, fill=TINT, stroke=INK, thick=0.9, radius=2.6)

    def _draw_piece(self, pen: Pen, centre: float, y: float, piece: str) -> None:
        if self.pieces is Pieces.DOMINOES:
            high, low = map(int, piece.split("-"))
            foot = y + (self._row + _TRICK_TILE) / 2
            draw_lying(pen, high, low, centre - _TRICK_TILE, foot, size=_TRICK_TILE)
        else:
            draw_short(pen, piece, centre - 8.5, y + (self._row + _CARD) / 2, size=_CARD)

    def _centre(self, x: float, column: int) -> float:
        return x + _NUMBER + (column + 0.5) * _COLUMN
