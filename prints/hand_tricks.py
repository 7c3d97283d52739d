"""The play, trick by trick: a column for each hand, a frame round the piece that won."""

from dataclasses import dataclass
from typing import Final

from press.blocks import baseline
from press.cards import draw_short
from press.dominoes import draw_lying
from press.fonts import Base
from press.pen import Align, Pen
from press.style import INK, MUTED, RULE, SMALL, TINT, Type
from prints.hand_record import Pieces, RecordedTrick

_NUMBER: Final = 12.0
_COLUMN: Final = 31.0
_POINTS: Final = 26.0
_HEAD: Final = 12.0
_TILE: Final = 11.0
_CARD: Final = 9.0
_FIGURE: Final = Type(size=7.8, leading=10)
_NUMERAL: Final = _FIGURE.tinted(MUTED)


@dataclass(frozen=True, slots=True)
class Tricks:
    """Tricks as rows, the keys of the hands above; points where any trick has them."""

    tricks: tuple[RecordedTrick, ...]
    columns: tuple[str, ...]
    points: str
    pieces: Pieces

    @property
    def width(self) -> float:
        """Its width in points."""
        return _NUMBER + len(self.columns) * _COLUMN + (_POINTS if self._counted else 0)

    @property
    def height(self) -> float:
        """Its height in points."""
        return _HEAD + len(self.tricks) * self._row

    def draw(self, pen: Pen, x: float, y: float) -> None:
        """Draw it with its upper edge at `y`."""
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
        return _TILE + 3.0 if self.pieces is Pieces.DOMINOES else _CARD + 1.6

    def _draw_head(self, pen: Pen, x: float, y: float) -> None:
        line = y + 8
        for number, key in enumerate(self.columns):
            pen.text(self._centre(x, number), line, key, SMALL.strong(), Align.CENTRE)
        if self._counted:
            end = x + self.width
            pen.fitted(end, line, self.points, SMALL, width=_POINTS, align=Align.END)
        pen.lines([(x, y + _HEAD - 1, x + self.width, y + _HEAD - 1)], thick=0.6, colour=INK)

    def _draw_trick(self, pen: Pen, x: float, y: float, trick: RecordedTrick) -> None:
        line = baseline(y, _FIGURE, self._row)
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
            pen.text(x + self.width, line, trick.points, _FIGURE, Align.END, base=Base.LTR)

    def _frame(self, pen: Pen, centre: float, y: float, piece: str) -> None:
        """A frame round the winning piece; a full disc where it is not known which that was."""
        if not piece:
            pen.dot(centre, y + self._row / 2, 2.6, fill=INK, stroke=INK)
            return
        high = self._row - 0.9
        pen.box(centre - 12, y + 0.45, 24, high, fill=TINT, stroke=INK, thick=0.9, radius=2.6)

    def _draw_piece(self, pen: Pen, centre: float, y: float, piece: str) -> None:
        if self.pieces is Pieces.DOMINOES:
            high, low = map(int, piece.split("-"))
            foot = y + (self._row + _TILE) / 2
            draw_lying(pen, high, low, centre - _TILE, foot, size=_TILE)
        else:
            draw_short(pen, piece, centre - 8.5, y + (self._row + _CARD) / 2, size=_CARD)

    def _centre(self, x: float, column: int) -> float:
        return x + _NUMBER + (column + 0.5) * _COLUMN
