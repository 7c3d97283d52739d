"""The ALL: the marks of a game of dominoes, one stroke each.

The A takes three strokes (left leg, right leg, bar), each L two (upright, foot). A target
that is no multiple of seven ends in the first strokes of one more ALL.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

HEIGHT = 40
PADDING = 5
WORD_WIDTH = 92
WORD_GAP = 22
LINE_GAP = 18
WORDS_PER_LINE = 4


@dataclass(frozen=True, slots=True)
class Line:
    """A straight stroke from one point to another, in the direction the pencil goes."""

    x1: int
    y1: int
    x2: int
    y2: int

    def moved(self, dx: int, dy: int) -> Line:
        """The same stroke elsewhere."""
        return Line(self.x1 + dx, self.y1 + dy, self.x2 + dx, self.y2 + dy)


WORD: tuple[Line, ...] = (
    Line(16, 0, 0, HEIGHT),
    Line(16, 0, 32, HEIGHT),
    Line(7, 26, 25, 26),
    Line(46, 0, 46, HEIGHT),
    Line(46, HEIGHT, 64, HEIGHT),
    Line(74, 0, 74, HEIGHT),
    Line(74, HEIGHT, WORD_WIDTH, HEIGHT),
)


class Ink(StrEnum):
    """How a stroke is drawn: a dotted guide, a mark won, one of the marks just won."""

    GUIDE = "guide"
    WON = "won"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Stroke:
    """One stroke of the drawing."""

    line: Line
    ink: Ink


@dataclass(frozen=True, slots=True)
class Marks:
    """The whole drawing; width and height in its own units, the padding included."""

    strokes: tuple[Stroke, ...]
    width: int
    height: int


def _place(index: int) -> Line:
    word, stroke = divmod(index, len(WORD))
    line, column = divmod(word, WORDS_PER_LINE)
    dx = PADDING + column * (WORD_WIDTH + WORD_GAP)
    dy = PADDING + line * (HEIGHT + LINE_GAP)
    return WORD[stroke].moved(dx, dy)


def _ink(index: int, won: int, newest: int) -> Ink:
    if index >= won:
        return Ink.GUIDE
    return Ink.NEW if index >= won - newest else Ink.WON


def marks_drawn(*, won: int, target: int, newest: int = 0) -> Marks:
    """The target's strokes, the first `won` of them solid, of these the last `newest` new.

    Marks beyond the target are not drawn; the caller says them in words.
    Raises ValueError where a count is negative or the target is not positive.
    """
    if target < 1 or won < 0 or newest < 0:
        message = f"cannot draw {won} of {target} marks, {newest} new"
        raise ValueError(message)
    strokes = tuple(Stroke(_place(i), _ink(i, won, newest)) for i in range(target))
    return Marks(
        strokes=strokes,
        width=max(max(s.line.x1, s.line.x2) for s in strokes) + PADDING,
        height=max(s.line.y2 for s in strokes) + PADDING,
    )
