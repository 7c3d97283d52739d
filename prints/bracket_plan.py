"""How a bracket comes on paper: on how many sheets, in what type, how wide its columns are.

All names of a bracket are set in one size, the largest in which nearly all of them have room; a
few that are far longer than the others are broken over more lines. Parts share a sheet as long as
that size can be read from a step away; else they have sheets of their own, a large one several for
its columns from first to last.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, zip_longest

from press.base import Paper, Sheet
from press.style import FINE
from prints.bracket_box import LEADING
from prints.bracket_gauge import Gauge, gauge
from prints.bracket_parts import BracketPart, BracketSheet, first_of, rest_of

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
