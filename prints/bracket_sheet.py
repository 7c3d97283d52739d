"""Brackets on as few sheets as can be read: single and double elimination, consolation.

The places of a drawing become points by a plan; here they are drawn.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, zip_longest

from press.base import Block, Imprint, Paper, Printable, Sheet, Story
from press.blocks import draw_lines, height_of
from press.pen import Align, Pen, Segment
from press.text import ACCENT, FINE, GUIDE, INK, LEAD, MUTED, SMALL, STRONG, TITLE
from prints.bracket_boxes import (
    LEADING,
    BracketBox,
    BracketPart,
    Frame,
    Gauge,
    columns_of,
    draw_box,
    first_of,
    gauge,
    rest_of,
)


@dataclass(frozen=True, slots=True)
class BracketSheet(Printable):
    """A bracket; `champions` are labels with names, `legend` explains what stands in the boxes.

    A `poster` is printed on twice the paper.
    """

    imprint: Imprint
    title: str
    place: str
    parts: tuple[BracketPart, ...]
    champions: tuple[tuple[str, str], ...] = ()
    legend: str = ""
    poster: bool = False

    def sheet(self, paper: Paper) -> Sheet:
        """The side of paper on which it can be read best."""
        return bracket_plan(self, paper).sheet

    def stories(self, paper: Paper) -> Iterator[Story]:
        """A story for each sheet."""
        pages = bracket_plan(self, paper).pages
        for parts in pages:
            yield BracketStory(self, parts, is_alone=len(pages) == 1)


SIDE, ABOVE, BELOW = 30.0, 64.0, 57.0
HEAD = 44.0
GAP = 8.0
PART_TITLE = 17.0
READABLE = 7.0
"""Parts share a sheet only in type of this size or larger."""
_COLUMN_HEAD = 12.0
_HIGHEST = 72.0
_ROOMY = 32.0
"""Rows from this height on have room for notes below their boxes."""
_LARGEST = 11.0
_STEP = 0.25
_FILLED = 0.93
_LEAST_COLUMNS, _LEAST_REST = 2, 3
"""So many columns are worth a sheet, and so many one that goes on."""
_ACROSS = 24.0
"""A part of more rows never lies across."""
_WIDEST = 260.0
_TIGHT = 1.06
"""So much too wide is made good by setting the longest names a little smaller."""
_POSTER = 1.3


@dataclass(frozen=True, slots=True)
class PartPlan:
    """A part in points: the height of a row, the size of type, and where its columns are.

    `heights` are those of the boxes of each column; `is_roomy` where hardly a name is cut.
    """

    part: BracketPart
    unit: float
    size: float
    lefts: tuple[float, ...]
    widths: tuple[float, ...]
    heights: tuple[float, ...]
    is_roomy: bool

    @property
    def head(self) -> float:
        """The height of its title and of the headings of its columns."""
        return _head_of(self.part)

    @property
    def height(self) -> float:
        """The height of all of it."""
        return self.head + self.part.rows * self.unit

    @property
    def note(self) -> float:
        """The room below each box for its note."""
        return FINE.leading if _is_noted(self.part, self.unit) else 0.0


@dataclass(frozen=True, slots=True)
class BracketPlan:
    """The side of paper, and on each sheet its parts from top to bottom."""

    sheet: Sheet
    pages: tuple[tuple[PartPlan, ...], ...]

    @property
    def size(self) -> float:
        """The smallest type on any of the sheets."""
        return min((part.size for page in self.pages for part in page), default=_LARGEST)


@lru_cache(maxsize=8)
def bracket_plan(document: BracketSheet, paper: Paper) -> BracketPlan:
    """The fewest sheets that can be read, on the side of paper that allows the larger type.

    A ``poster`` is on twice the paper.
    """
    plans = [_planned(document, sheet) for sheet in _sides(document, paper)]
    fewest = min(len(plan.pages) for plan in plans)
    return max((plan for plan in plans if len(plan.pages) == fewest), key=lambda plan: plan.size)


def _sides(document: BracketSheet, paper: Paper) -> Iterator[Sheet]:
    """Across, unless there are far too many rows for that, and upright."""
    width, height = paper.value
    if document.poster:
        width, height = height, 2 * width
    upright = Sheet(width, height, side=SIDE, top=ABOVE, bottom=BELOW)
    if all(part.rows <= _ACROSS for part in document.parts):
        yield replace(upright, width=height, height=width)
    yield upright


def _planned(document: BracketSheet, sheet: Sheet) -> BracketPlan:
    """As many parts on each sheet as can be read, in their order."""
    width, height = sheet.frame
    legend = FINE.leading + 4 if document.legend else 0
    press = _Press(width, height - HEAD - legend, _LARGEST * (_POSTER if document.poster else 1))
    gauges = tuple(map(gauge, document.parts))
    whole = press.page(gauges)
    if press.is_readable(whole):
        return BracketPlan(sheet, (whole,))
    pages: list[tuple[Gauge, ...]] = []
    waiting = tuple(_in_turn([list(press.pieces(own)) for own in gauges]))
    while waiting:
        count = len(waiting)
        while count > 1 and not press.is_readable(press.page(waiting[:count])):
            count -= 1
        pages.append(waiting[:count])
        waiting = waiting[count:]
    size = min(press.size(page) for page in pages)
    return BracketPlan(sheet, tuple(press.page(page, size) for page in pages))


def _in_turn(pieces: list[list[Gauge]]) -> Iterator[Gauge]:
    """The first piece of each part, then the second of each: late rounds share a sheet."""
    for together in zip_longest(*pieces):
        yield from filter(None, together)


@dataclass(frozen=True, slots=True)
class _Press:
    """The room of a sheet below its head, and the largest type."""

    width: float
    room: float
    largest: float

    def page(self, gauges: tuple[Gauge, ...], size: float | None = None) -> tuple[PartPlan, ...]:
        """The parts of one sheet, all in rows of one height and in one size."""
        unit = self._unit(gauges)
        size = self.size(gauges) if size is None else size
        return tuple(self._laid(own, unit, size) for own in gauges)

    def size(self, gauges: tuple[Gauge, ...]) -> float:
        """The largest type of a sheet with these parts."""
        unit = self._unit(gauges)
        return min((self._size(own, unit) for own in gauges), default=self.largest)

    def _unit(self, gauges: tuple[Gauge, ...]) -> float:
        heads = sum(_head_of(own.part) + GAP for own in gauges)
        rows = sum(own.part.rows for own in gauges)
        return min(_HIGHEST * self.largest / _LARGEST, (self.room - heads) / max(1, rows))

    def is_readable(self, page: tuple[PartPlan, ...]) -> bool:
        """Whether nothing on it is too small, and hardly a name is cut."""
        return all(plan.size >= READABLE and plan.is_roomy for plan in page)

    def pieces(self, whole: Gauge) -> Iterator[Gauge]:
        """The part whole if a sheet of its own is enough, else some columns after the other."""
        part = whole.part
        count = len(part.columns) - _LEAST_REST
        if count < _LEAST_COLUMNS or self.is_readable(self.page((whole,))):
            yield whole
            return
        first = gauge(first_of(part, count))
        while count > _LEAST_COLUMNS and not self.is_readable(self.page((first,))):
            count -= 1
            first = gauge(first_of(part, count))
        yield first
        yield from self.pieces(gauge(rest_of(part, count)))

    def _size(self, own: Gauge, unit: float) -> float:
        """The largest type in which the columns have room beside each other.

        None smaller than what can be read, unless the rows are too low even for that: names are
        then cut rather than made smaller.
        """
        heights, room = _box_heights(own, unit), self._for_columns(own.part)
        size = min(self.largest, min(heights) / 2 / LEADING)
        while size > READABLE and sum(own.needs(heights, size)) > room:
            size = max(READABLE, size - _STEP)
        return size

    def _laid(self, own: Gauge, unit: float, size: float) -> PartPlan:
        heights, room = _box_heights(own, unit), self._for_columns(own.part)
        needs = list(own.needs(heights, size))
        widths, gutter = tuple(_shared(needs, room)), self._gutter(own.part)
        lefts = tuple(accumulate((wide + gutter for wide in widths[:-1]), initial=0.0))
        return PartPlan(own.part, unit, size, lefts, widths, heights, sum(needs) <= room * _TIGHT)

    def _for_columns(self, part: BracketPart) -> float:
        return self.width - self._gutter(part) * (len(part.columns) - 1)

    def _gutter(self, part: BracketPart) -> float:
        return max(6.0, min(16.0, self.width * 0.09 / len(part.columns)))


def _shared(needs: list[float], room: float) -> Iterator[float]:
    """The room by need: what is left over goes to the narrowest first, so that most are alike."""
    if sum(needs) > room:
        yield from (own * room / sum(needs) for own in needs)
        return
    level, spare = 0.0, room
    for place, own in enumerate(sorted(needs, reverse=True)):
        level = spare / (len(needs) - place)
        if own <= level:
            break
        spare -= own
    yield from (max(own, min(level, _WIDEST)) for own in needs)


def _box_heights(own: Gauge, unit: float) -> tuple[float, ...]:
    """How high the boxes of each column are; where rows are low, those far apart are higher."""
    if unit >= _ROOMY:
        note = FINE.leading if _is_noted(own.part, unit) else 0.0
        return (unit * _FILLED - note,) * len(own.part.columns)
    return tuple(unit * _FILLED * stretch for stretch in own.stretches)


def _is_noted(part: BracketPart, unit: float) -> bool:
    """Whether there are notes, and room for them below the boxes."""
    return unit >= _ROOMY and any(box.note for box in part.boxes)


def _head_of(part: BracketPart) -> float:
    notes = any(column.note for column in part.columns)
    return (PART_TITLE if part.title else 0) + _COLUMN_HEAD + (FINE.leading if notes else 0) + 3


@dataclass(frozen=True, slots=True)
class BracketStory:
    """Always exactly one page."""

    document: BracketSheet
    parts: tuple[PartPlan, ...]
    is_alone: bool

    @property
    def bookmark(self) -> str:
        """The document's, with the parts where there are further sheets."""
        titles = [f"{self.document.imprint.kind} · {self.document.title}"]
        if not self.is_alone:
            titles += [plan.part.title for plan in self.parts]
        return " · ".join(filter(None, titles))

    @property
    def imprint(self) -> Imprint:
        return self.document.imprint

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield _Page(self.document, self.parts, height)


@dataclass(frozen=True, slots=True)
class _Page(Block):
    document: BracketSheet
    parts: tuple[PartPlan, ...]
    full: float

    def height(self, width: float) -> float:
        return self.full

    def draw(self, pen: Pen, y: float) -> None:
        page = pen.part(0, y, pen.width)
        self._draw_head(page)
        top = HEAD
        for plan in self.parts:
            _draw_part(page.part(0, top, page.width), plan)
            top += plan.height + GAP
        legend = self.document.legend
        if legend:
            foot = self.full - height_of(legend, FINE, page.width)
            draw_lines(page, 0, foot, legend, FINE, width=page.width)

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


def _draw_part(pen: Pen, plan: PartPlan) -> None:
    """Headings, strokes, boxes, and notes where there is room."""
    _draw_heads(pen, plan)
    frames = {box.number: _frame(plan, box) for box in plan.part.boxes}
    _draw_strokes(pen, plan, frames)
    for box in plan.part.boxes:
        draw_box(pen, box, frames[box.number], plan.size)
    _draw_notes(pen, plan, frames)


def _draw_heads(pen: Pen, plan: PartPlan) -> None:
    part, y = plan.part, 0.0
    if part.title:
        pen.fitted(0, 11, part.title, STRONG.scaled(1.15), width=pen.width)
        y += PART_TITLE
    for column, left, width in zip(part.columns, plan.lefts, plan.widths, strict=True):
        style = SMALL.strong().tinted(INK)
        pen.fitted(left, y + 9, column.title, style, width=width)
        pen.fitted(left, y + 9 + FINE.leading, column.note, FINE, width=width)


def _frame(plan: PartPlan, box: BracketBox) -> Frame:
    """A box in the middle of its row; a note below it is part of it."""
    height = plan.heights[box.column]
    middle = plan.head + (box.row + 0.5) * plan.unit - plan.note / 2
    return Frame(plan.lefts[box.column], middle - height / 2, plan.widths[box.column], height)


def _draw_notes(pen: Pen, plan: PartPlan, frames: Mapping[int, Frame]) -> None:
    """Below the boxes that leave room for it; in a long column below all or none."""
    for boxes in columns_of(plan.part):
        ends = [frames[box.number].y for box in boxes[1:]] + [plan.height + GAP]
        rooms = [end - frames[box.number].foot for box, end in zip(boxes, ends, strict=True)]
        if len(boxes) > 2 and min(rooms) < FINE.leading:
            continue
        for box, room in zip(boxes, rooms, strict=True):
            frame = frames[box.number]
            if room >= FINE.leading:
                line = frame.foot + FINE.size + 1
                pen.fitted(frame.x, line, box.note, FINE, width=frame.width)


def _draw_strokes(pen: Pen, plan: PartPlan, frames: Mapping[int, Frame]) -> None:
    segments = (
        segment
        for start, end in plan.part.strokes
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
