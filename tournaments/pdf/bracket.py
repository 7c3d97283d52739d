"""Brackets on one sheet, up to 64 entries: single and double elimination, consolation.

Places are those of a drawing made elsewhere: a box is one column wide and one row high. Here they
only become points, as large as the sheet allows.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, pairwise

from scoring.pdf.base import Block, Imprint, Paper, Sheet
from scoring.pdf.blocks import draw_lines, height_of
from scoring.pdf.pen import Align, Pen, Segment
from scoring.pdf.style import ACCENT, FINE, GUIDE, INK, LEAD, MUTED, SMALL, STRONG, TITLE

from .bracket_box import BracketBox, Frame, draw_box

_SIDE, _ABOVE, _BELOW = 30.0, 64.0, 57.0
_HEAD = 44.0
_PART_TITLE = 17.0
_COLUMN_HEAD = 12.0
_GAP = 8.0
_WIDEST = 260.0
_HIGHEST = 72.0
_LARGEST = 11.0
_FILLED = 0.92
_TYPE = 0.385  # type in the least height of a box
_ROOMY = 32.0
"""Rows from this height on have room for notes, and for every name on one line."""
_STRETCH = 1.8
"""Where boxes stand farther apart they are so much higher, and names may take two lines."""
_FIRST = 1.75
"""How much wider the first column is, where every name is read for the first time."""
_ACROSS_UP_TO = 20.0
"""So many rows of boxes lie well on a sheet across; more stand upright."""


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """The heading of a column, with what is to be known below it, as the length of a series."""

    title: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A tree of boxes; `strokes` lead from one box to another by their numbers.

    `rows` is the whole height in boxes.
    """

    columns: tuple[BracketColumn, ...]
    boxes: tuple[BracketBox, ...]
    strokes: tuple[tuple[int, int], ...]
    rows: float
    title: str = ""


@dataclass(frozen=True, slots=True)
class BracketSheet:
    """A bracket; `champions` are labels with names, `legend` explains what stands in the boxes."""

    imprint: Imprint
    title: str
    place: str
    parts: tuple[BracketPart, ...]
    champions: tuple[tuple[str, str], ...] = ()
    legend: str = ""

    @property
    def rows(self) -> float:
        """The height of all parts in boxes."""
        return sum(part.rows for part in self.parts)


def bracket_sheet(document: BracketSheet, paper: Paper) -> Sheet:
    """Across for few rows, upright for many."""
    across = document.rows <= _ACROSS_UP_TO
    width, height = reversed(paper.value) if across else paper.value
    return Sheet(width, height, side=_SIDE, top=_ABOVE, bottom=_BELOW)


@dataclass(frozen=True, slots=True)
class BracketStory:
    """Always exactly one page."""

    document: BracketSheet

    @property
    def title(self) -> str:
        return f"{self.document.imprint.kind} · {self.document.title}"

    @property
    def imprint(self) -> Imprint:
        return self.document.imprint

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield _Page(self.document, height)


@dataclass(frozen=True, slots=True)
class _Page:
    document: BracketSheet
    full: float

    def height(self, width: float) -> float:
        return self.full

    def draw(self, pen: Pen, y: float) -> None:
        page = pen.part(0, y, pen.width)
        self._draw_head(page)
        legend = height_of(self.document.legend, FINE, page.width) if self.document.legend else 0
        unit = self._unit(legend)
        top = _HEAD
        for part in self.document.parts:
            drawn = _Part.of(part, page.width, unit)
            drawn.draw(page.part(0, top, page.width))
            top += drawn.height + _GAP
        if legend:
            foot = self.full - legend
            draw_lines(page, 0, foot, self.document.legend, FINE, width=page.width)

    def split(self, width: float, room: float) -> None:
        return None

    def _unit(self, legend: float) -> float:
        """The height of a row in points."""
        parts = self.document.parts
        heads = sum(_head_of(part) + _GAP for part in parts)
        return min(_HIGHEST, (self.full - _HEAD - heads - legend) / max(1, self.document.rows))

    def _draw_head(self, pen: Pen) -> None:
        document = self.document
        own = pen.width * (0.6 if document.champions else 1)
        pen.fitted(0, 18, document.title, TITLE.scaled(0.9), width=own)
        pen.fitted(0, 33, document.place, LEAD.scaled(0.9).tinted(MUTED), width=own)
        y = 12.0
        for label, name in document.champions:
            champion = LEAD.strong().tinted(ACCENT)
            for below, text, style in ((0, label, SMALL), (12, name, champion)):
                pen.fitted(
                    pen.width, y + below, text, style, width=pen.width * 0.38, align=Align.END
                )
            y += 24


def _head_of(part: BracketPart) -> float:
    notes = any(column.note for column in part.columns)
    return (_PART_TITLE if part.title else 0) + _COLUMN_HEAD + (FINE.leading if notes else 0) + 3


@dataclass(frozen=True, slots=True)
class _Part:
    """A part with the places of its columns."""

    part: BracketPart
    unit: float
    lefts: tuple[float, ...]
    widths: tuple[float, ...]

    @classmethod
    def of(cls, part: BracketPart, width: float, unit: float) -> "_Part":
        count = len(part.columns)
        gutter = max(6.0, min(16.0, width * 0.12 / count))
        shares = [_FIRST if unit < _ROOMY else 1.0, *[1.0] * (count - 1)]
        room = width - gutter * (count - 1)
        widths = tuple(min(_WIDEST, room * share / sum(shares)) for share in shares)
        lefts = tuple(accumulate((own + gutter for own in widths[:-1]), initial=0.0))
        return cls(part, unit, lefts, widths)

    @property
    def height(self) -> float:
        return _head_of(self.part) + self.part.rows * self.unit

    def draw(self, pen: Pen) -> None:
        self._draw_heads(pen)
        noted = self.unit >= _ROOMY and any(box.note for box in self.part.boxes)
        least = self.unit * _FILLED - noted * FINE.leading
        stretches = self._stretches()
        frames = {
            box.number: self._frame(box, least * stretches[box.column], noted * FINE.leading)
            for box in self.part.boxes
        }
        self._draw_strokes(pen, frames)
        for box in self.part.boxes:
            draw_box(pen, box, frames[box.number], min(_LARGEST, least * _TYPE))
        self._draw_notes(pen, frames)

    def _draw_notes(self, pen: Pen, frames: Mapping[int, Frame]) -> None:
        """Below the boxes that leave room for it; in a long column below all or none."""
        for boxes in self._columns():
            ends = [frames[box.number].y for box in boxes[1:]] + [self.height + _GAP]
            rooms = [end - frames[box.number].foot for box, end in zip(boxes, ends, strict=True)]
            if len(boxes) > 2 and min(rooms) < FINE.leading:
                continue
            for box, room in zip(boxes, rooms, strict=True):
                frame = frames[box.number]
                if room >= FINE.leading:
                    line = frame.foot + FINE.size + 1
                    pen.fitted(frame.x, line, box.note, FINE, width=frame.width)

    def _columns(self) -> list[list[BracketBox]]:
        """The boxes of each column from top to bottom."""
        columns: list[list[BracketBox]] = [[] for _column in self.part.columns]
        for box in sorted(self.part.boxes, key=lambda box: box.row):
            columns[box.column].append(box)
        return columns

    def _draw_heads(self, pen: Pen) -> None:
        part, y = self.part, 0.0
        if part.title:
            pen.fitted(0, 11, part.title, STRONG.scaled(1.15), width=pen.width)
            y += _PART_TITLE
        for column, left, width in zip(part.columns, self.lefts, self.widths, strict=True):
            style = SMALL.strong().tinted(INK)
            pen.fitted(left, y + 9, column.title, style, width=width)
            pen.fitted(left, y + 9 + FINE.leading, column.note, FINE, width=width)

    def _stretches(self) -> list[float]:
        """How high the boxes of each column are; 1 is as high as the rows allow.

        Where rows are low, boxes that stand farther apart are higher, as long as they do not
        leave the part.
        """
        if self.unit >= _ROOMY:
            return [1.0] * len(self.part.columns)
        return [self._stretch([box.row for box in boxes]) for boxes in self._columns()]

    def _stretch(self, rows: list[float]) -> float:
        if not rows:
            return 1.0
        apart = (below - above for above, below in pairwise(rows))
        edges = 2 * rows[0] + 1, 2 * (self.part.rows - rows[-1]) - 1
        return max(1.0, min((_STRETCH, *edges, *apart)))

    def _frame(self, box: BracketBox, height: float, note: float) -> Frame:
        """A box in the middle of its row; a note below it is part of it."""
        middle = _head_of(self.part) + (box.row + 0.5) * self.unit - note / 2
        return Frame(self.lefts[box.column], middle - height / 2, self.widths[box.column], height)

    def _draw_strokes(self, pen: Pen, frames: Mapping[int, Frame]) -> None:
        segments = (
            segment
            for start, end in self.part.strokes
            for segment in _elbow(frames[start], frames[end])
        )
        pen.lines(segments, thick=0.6, colour=GUIDE)


def _elbow(start: Frame, end: Frame) -> Iterator[Segment]:
    """From the end of one box to the beginning of another."""
    x1, x2 = start.x + start.width, end.x
    bend = x2 - (x2 - x1) / 2 if x2 - x1 < 24 else x2 - 8
    yield x1, start.middle, bend, start.middle
    if start.middle != end.middle:
        yield bend, start.middle, bend, end.middle
    yield bend, end.middle, x2, end.middle
