"""Marks drawn as the strokes of the word ALL, for the screen and for paper.

Seven marks are one word: the A in three strokes (left leg, right leg, bar), each L in two
(upright, foot). On the screen a target that is no multiple of seven ends in the first strokes of
one more ALL; on paper it ends in tally strokes, and so do marks beyond the target.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from press.pen import Align, Pen, Segment
from press.text import FINE, GUIDE, INK, LEAST_SIZE

# --- on the screen

HEIGHT = 40
PADDING = 5
WORD_WIDTH = 92
WORD_GAP = 22
LINE_GAP = 18
WORDS_PER_LINE = 4


@dataclass(frozen=True, slots=True)
class StraightStroke:
    """A straight stroke from one point to another, in the direction the pencil goes."""

    x1: int
    y1: int
    x2: int
    y2: int

    def moved(self, dx: int, dy: int) -> "StraightStroke":
        return StraightStroke(self.x1 + dx, self.y1 + dy, self.x2 + dx, self.y2 + dy)


WORD: tuple[StraightStroke, ...] = (
    StraightStroke(16, 0, 0, HEIGHT),
    StraightStroke(16, 0, 32, HEIGHT),
    StraightStroke(7, 26, 25, 26),
    StraightStroke(46, 0, 46, HEIGHT),
    StraightStroke(46, HEIGHT, 64, HEIGHT),
    StraightStroke(74, 0, 74, HEIGHT),
    StraightStroke(74, HEIGHT, WORD_WIDTH, HEIGHT),
)


class Ink(StrEnum):
    """How a stroke is drawn: a dotted guide, a mark won, one of the marks just won."""

    GUIDE = "guide"
    WON = "won"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class InkedLine:
    """One stroke of the drawing."""

    line: StraightStroke
    ink: Ink


@dataclass(frozen=True, slots=True)
class Marks:
    """The whole drawing; width and height in its own units, the padding included."""

    strokes: tuple[InkedLine, ...]
    width: int
    height: int


def _place(index: int) -> "StraightStroke":
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
    """Return the target's strokes, the first `won` of them solid, of these the last `newest` new.

    Marks beyond the target are not drawn. Raises ValueError if a count is negative or the target is
    not positive.
    """
    if target < 1 or won < 0 or newest < 0:
        message = f"cannot draw {won} of {target} marks, {newest} new"
        raise ValueError(message)
    strokes = tuple(InkedLine(_place(i), _ink(i, won, newest)) for i in range(target))
    return Marks(
        strokes=strokes,
        width=max(max(s.line.x1, s.line.x2) for s in strokes) + PADDING,
        height=max(s.line.y2 for s in strokes) + PADDING,
    )


# --- on paper

WORD_MARKS = 7
_GAP = 0.42
_ROW_GAP = 0.3
_MOST_ROWS = 4
_LEAST_HEIGHT = 9.0
_LABELS_FROM = 36.0


class Stroke(NamedTuple):
    """A stroke from one point to another and the place of its number, `y` downwards."""

    x1: float
    y1: float
    x2: float
    y2: float
    label_x: float
    label_y: float

    def placed(self, x: float, y: float, scale: float) -> "Stroke":
        """Return the same, `scale` points high, with its glyph's upper left corner at `x`, `y`."""
        across = (x + scale * v for v in (self.x1, self.x2, self.label_x))
        down = (y + scale * v for v in (self.y1, self.y2, self.label_y))
        (x1, x2, label_x), (y1, y2, label_y) = across, down
        return Stroke(x1, y1, x2, y2, label_x, label_y)

    @property
    def segment(self) -> Segment:
        return self.x1, self.y1, self.x2, self.y2


class _Glyph(NamedTuple):
    width: float
    strokes: tuple[Stroke, ...]


def _letter_l(x: float) -> tuple[Stroke, ...]:
    upright = Stroke(x, 0, x, 1, x + 0.15, 0.5)
    foot = Stroke(x, 1, x + 0.5, 1, x + 0.3, 0.87)
    return upright, foot


_WORD = _Glyph(
    2.46,
    (
        Stroke(0.52, 0, 0.1, 1, 0.12, 0.5),
        Stroke(0.52, 0, 0.94, 1, 0.93, 0.5),
        Stroke(0.255, 0.64, 0.785, 0.64, 0.52, 0.85),
        *_letter_l(1.22),
        *_letter_l(1.96),
    ),
)
_TALLY = _Glyph(0.36, (Stroke(0.1, 0, 0.1, 1, 0.24, 0.55),))


class Drawing(NamedTuple):
    """Strokes in the order in which they are earned; `scale` is a letter's height in points."""

    scale: float
    width: float
    strokes: tuple[Stroke, ...]


@lru_cache(maxsize=512)
def arrange(target: int, earned: int, width: float, height: float) -> Drawing:
    """Return the strokes of a target, and of marks beyond it, as large as possible.

    If there are too many, no strokes are returned; the number beside them suffices.
    """
    words, tallies = divmod(target, WORD_MARKS)
    glyphs = [_WORD] * words + [_TALLY] * (tallies + max(0, earned - target))
    for step in range(40):
        scale = height * 0.94**step
        if scale < _LEAST_HEIGHT:
            break
        rows = _rows(glyphs, width / scale)
        if len(rows) <= _rows_that_fit(height / scale):
            return _placed(rows, scale)
    return Drawing(0, 0, ())


def _rows_that_fit(heights: float) -> int:
    return min(_MOST_ROWS, int((heights + _ROW_GAP + 1e-6) / (1 + _ROW_GAP)))


def _rows(glyphs: Sequence[_Glyph], width: float) -> list[list[tuple[float, _Glyph]]]:
    """Glyphs with their places, row by row; `width` in heights of a letter."""
    rows: list[list[tuple[float, _Glyph]]] = [[]]
    x = 0.0
    for glyph in glyphs:
        if rows[-1] and x + glyph.width > width:
            rows.append([])
            x = 0.0
        elif x + glyph.width > width:
            return [[]] * (_MOST_ROWS + 1)
        rows[-1].append((x, glyph))
        x += glyph.width + (_GAP if glyph is _WORD else 0)
    return rows


def _placed(rows: list[list[tuple[float, _Glyph]]], scale: float) -> Drawing:
    strokes = tuple(
        stroke.placed(x * scale, number * (1 + _ROW_GAP) * scale, scale)
        for number, row in enumerate(rows)
        for x, glyph in row
        for stroke in glyph.strokes
    )
    width = max(x + glyph.width for row in rows for x, glyph in row) * scale
    return Drawing(scale, width, strokes)


def draw_marks(
    pen: Pen,
    x: float,
    y: float,
    *,
    width: float,
    height: float,
    target: int,
    hands: Sequence[int],
) -> None:
    """Draw earned strokes in ink, each with its hand's number, and the others as guides.

    `hands` names the hand of each mark in the order in which they were earned.
    """
    drawing = arrange(target, len(hands), width, height)
    still = pen.unmirrored(x, y, drawing.width)
    earned, open_ = drawing.strokes[: len(hands)], drawing.strokes[len(hands) :]
    thick = max(1.0, drawing.scale * 0.062)
    if open_:
        dots = max(0.7, thick * 0.42)
        spacing = (0.01, max(2.2, drawing.scale * 0.085))
        segments = (stroke.segment for stroke in open_)
        still.lines(segments, thick=dots, colour=GUIDE, dash=spacing, cap=1)
    if earned:
        still.lines((s.segment for s in earned), thick=thick, colour=INK, cap=1)
    if drawing.scale >= _LABELS_FROM:
        _label(still, earned, hands, drawing.scale)


def _label(pen: Pen, earned: Sequence[Stroke], hands: Sequence[int], scale: float) -> None:
    size = min(LEAST_SIZE, max(FINE.size, scale * 0.15))
    style = FINE.scaled(size / FINE.size)
    for stroke, hand in zip(earned, hands, strict=False):
        pen.text(stroke.label_x, stroke.label_y + size * 0.36, str(hand), style, Align.CENTRE)


def draw_ladder(
    pen: Pen,
    x: float,
    y: float,
    *,
    width: float,
    target: int,
    steps: Sequence[tuple[int, int]],
) -> None:
    """A running total on its way to the target: a bar with a tick and a number at each hand.

    With a target of 0 there is none. `steps` are pairs of a hand's number and the total after it.
    `y` is the middle of the bar.
    """
    still = pen.unmirrored(x, y, width)
    most = max([target, 1, *(total for _, total in steps)])
    still.lines([(0, 0, width, 0)], thick=1, colour=GUIDE, dash=(0.01, 3), cap=1)
    total = steps[-1][1] if steps else 0
    if total > 0:
        still.lines([(0, 0, width * total / most, 0)], thick=4, colour=INK)
    if target:
        goal = width * target / most
        still.lines([(goal, -7, goal, 7)], thick=0.8, colour=INK)
        still.text(goal, -10, str(target), FINE, Align.END)
    _ticks(still, steps, width / most)


def _ticks(pen: Pen, steps: Sequence[tuple[int, int]], scale: float) -> None:
    free = 0.0
    for hand, total in steps:
        place = total * scale
        pen.lines([(place, -4.5, place, 4.5)], thick=0.6, colour=INK)
        if place >= free:
            pen.text(place, 12, str(hand), FINE, Align.CENTRE)
            free = place + 8
