"""The deal around the table: dominoes in rows, cards by suit. North is opposite the reader.

A diagram is a map, so it is never mirrored.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from press.cards import draw_suit
from press.dominoes import draw_tile
from press.drawings.cards import index_of, read_card
from press.fonts import Base
from press.pen import Pen
from press.style import BODY, MUTED, RULE, SMALL, Type
from prints.hand_record import DealtHand, Edge, Pieces

WIDTH: Final = 196.0
_HAND: Final = 91.0
_ROW_GAP: Final = 4.0
_NAME: Final = 10.5
_NAME_STYLE: Final = Type(size=7.5, leading=10)
_TILE: Final = 11.4
_STEP: Final = 13.2
_SUIT: Final = 6.6
_SUIT_LINE: Final = 9.4
_RANKS: Final = Type(size=8.2, leading=9.4)
_ORDER: Final = "AKQJT98765432"
SUITS: Final = "SHDC"
_PLACES: Final = {
    Edge.NORTH: ((WIDTH - _HAND) / 2, 0),
    Edge.WEST: (0.0, 1),
    Edge.EAST: (WIDTH - _HAND, 1),
    Edge.SOUTH: ((WIDTH - _HAND) / 2, 2),
}
"""Where a hand lies: how far across, and in which of three rows."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """Four hands around the table, `WIDTH` wide."""

    hands: tuple[DealtHand, ...]
    pieces: Pieces

    @property
    def height(self) -> float:
        """Its height in points."""
        return 3 * self._row + 2 * _ROW_GAP

    def draw(self, pen: Pen, x: float, y: float) -> None:
        """Draw it with its upper edge at `y`."""
        still = pen.still(x, y, WIDTH)
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
    for row, (suit, ranks) in enumerate(_by_suit(cards)):
        base = y + row * _SUIT_LINE + 7.6
        draw_suit(pen, suit, x, base + 0.7, size=_SUIT)
        style = _RANKS if ranks else _RANKS.tinted(MUTED)
        pen.fitted(x + 9, base, ranks or "–", style, width=_HAND - 9, base=Base.LTR)


def _by_suit(cards: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Every suit with its ranks from high to low."""
    read = [read_card(card) for card in cards]
    for suit in SUITS:
        held = [rank for rank in _ORDER if (suit, rank) in read]
        yield suit, " ".join(map(index_of, held))
