"""Brackets in units of boxes, and the plan that turns these into points.

A box is one column wide and one row high; the format's drawing gives the places of boxes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import accumulate, pairwise, repeat, zip_longest
from typing import NamedTuple

from press.base import PageLayout, Paper
from press.fonts import Script, Weight
from press.names import MOST_LINES, narrowest
from press.text import FINE, INK, LEAST_SIZE, SMALL, SMALLEST, width_of

LEADING = 1.1
"""The height of a line of names in a box, in type sizes."""
STRIP, SEED, EDGE = 1.75, 1.4, 0.3
"""The width of the furniture beside a name, in type sizes."""
_DIGIT, _BEFORE = 0.58, 0.32
"""Of a score: each digit, and the room before the first."""
HEADING = SMALL.strong().tinted(INK)
"""The type of the headings of columns."""
_ROUNDING = 0.01


class BoxEmphasis(Enum):
    """The emphasis of a box: most for games in play, least for unneeded ones."""

    PLAIN = "plain"
    LIVE = "live"
    FAINT = "faint"


@dataclass(frozen=True, slots=True)
class BracketLine:
    """One of two lines of a box; without a `name` the `source` says who comes here."""

    name: str
    seed: str = ""
    score: str = ""
    source: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class BracketBox:
    """A box in a column from 0; `row` is its vertical centre, in boxes from 0.

    `note` is printed below it if there is room: table, length of the series, third place.
    """

    number: int
    column: int
    row: float
    lines: tuple[BracketLine, BracketLine]
    note: str = ""
    look: BoxEmphasis = BoxEmphasis.PLAIN


class Frame(NamedTuple):
    """The place of a box, in points from the corner where reading starts."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """Half way down."""
        return self.y + self.height / 2

    @property
    def foot(self) -> float:
        """Where it ends."""
        return self.y + self.height


def furniture_of(boxes: Iterable[BracketBox]) -> float:
    """Return the width of the furniture of such boxes, in type sizes."""
    lines = [line for box in boxes for line in box.lines]
    seed = SEED * any(line.seed for line in lines)
    return STRIP + seed + max(score_width(line) for line in lines) + 2 * EDGE if lines else STRIP


def score_width(line: BracketLine) -> float:
    """The room of a score."""
    return _BEFORE + _DIGIT * len(line.score) if line.score else 0.0


@dataclass(frozen=True, slots=True)
class PlanColumn:
    """The heading of a column, with a note below it, as the length of a series."""

    title: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class PlanTree:
    """A tree of boxes; `strokes` lead from one box to another by their numbers.

    `rows` is the whole height in boxes.
    """

    columns: tuple[PlanColumn, ...]
    boxes: tuple[BracketBox, ...]
    strokes: tuple[tuple[int, int], ...]
    rows: float
    title: str = ""


def columns_of(part: PlanTree) -> list[list[BracketBox]]:
    """The boxes of each column from top to bottom."""
    columns: list[list[BracketBox]] = [[] for _column in part.columns]
    for box in sorted(part.boxes, key=lambda box: box.row):
        columns[box.column].append(box)
    return columns


def first_of(part: PlanTree, count: int) -> PlanTree:
    """Return the first columns of a part, as a part; the same if that is all of it."""
    if count == len(part.columns):
        return part
    boxes = tuple(box for box in part.boxes if box.column < count)
    return _piece(part, part.columns[:count], boxes, part.rows)


def rest_of(part: PlanTree, count: int) -> PlanTree:
    """The columns from this one on, as a part, drawn together as far as its boxes allow."""
    boxes = tuple(box for box in part.boxes if box.column >= count)
    rows = sorted(box.row for box in boxes if box.column == count)
    apart = min((below - above for above, below in pairwise(rows)), default=part.rows)
    closer = max(1.0, apart)
    moved = (
        replace(box, column=box.column - count, row=(box.row + 0.5) / closer - 0.5) for box in boxes
    )
    return _piece(part, part.columns[count:], tuple(moved), max(1.0, part.rows / closer))


def _piece(
    part: PlanTree,
    columns: tuple[PlanColumn, ...],
    boxes: tuple[BracketBox, ...],
    rows: float,
) -> PlanTree:
    held = {box.number for box in boxes}
    strokes = tuple(stroke for stroke in part.strokes if held.issuperset(stroke))
    span_title = " – ".join(dict.fromkeys((columns[0].title, columns[-1].title)))
    title = " · ".join(filter(None, (part.title.partition(" · ")[0], span_title)))
    return PlanTree(columns, boxes, strokes, rows, title)


_STRETCH = 2.7
"""Boxes that are farther apart are up to this much higher, and names may take more lines."""
_EMPTY = 5.5
"""The room for an unknown entry, in type sizes."""
_USUAL = 0.9
"""This share of a column's names determines its width …"""
_FAR = 1.3
"""… and all of them, unless the longest exceeds it by more than this factor."""
_SLACK = 1.03


@dataclass(frozen=True, slots=True)
class ColumnGauge:
    """What a column needs, in type sizes: for names on one line, on two, and so on.

    `usual` is for nearly all names, `whole` for each of them; `beside` is the furniture. Heading
    and note need `head`, in points. The boxes may be `stretch` times as high as a row.
    """

    usual: tuple[float, ...]
    whole: tuple[float, ...]
    beside: float
    head: float
    stretch: float

    def need(self, height: float, size: float, *, whole: bool = False) -> float:
        """How wide the column must be in type of this size, with boxes so high."""
        names = (self.whole if whole else self.usual)[lines_in(height, size) - 1]
        head = self.head if whole else self.head * SMALLEST
        return max(head, size * (names * _SLACK + self.beside))

    def has_room(
        self, width: float, height: float, size: float, needs: Sequence[float] = ()
    ) -> bool:
        """Whether each name is whole in type of this size, or those of other needs."""
        names = (needs or self.whole)[lines_in(height, size) - 1]
        return size * (names + self.beside) <= width + _ROUNDING


@dataclass(frozen=True, slots=True)
class Gauge:
    """A part with what each of its columns needs."""

    part: PlanTree
    columns: tuple[ColumnGauge, ...]


def lines_in(height: float, size: float) -> int:
    """Return how many lines of type of this size half a box of this height holds."""
    return max(1, min(MOST_LINES, int(height / 2 / (size * LEADING) + _ROUNDING)))


def gauge(part: PlanTree, script: Script) -> Gauge:
    """Measure a part."""
    columns = zip(part.columns, columns_of(part), strict=True)
    return Gauge(part, tuple(_measured(head, boxes, part.rows, script) for head, boxes in columns))


def _measured(
    column: PlanColumn, boxes: list[BracketBox], rows: float, script: Script
) -> ColumnGauge:
    names = [line.name or line.source for box in boxes for line in box.lines]
    needs = [narrowest(name, Weight.BOLD, script) for name in filter(None, names)]
    by_lines = [sorted(need[lines] for need in needs) or [0.0] for lines in range(MOST_LINES)]
    return ColumnGauge(
        tuple(max(_EMPTY, _usual(widths)) for widths in by_lines),
        tuple(max(_EMPTY, widths[-1]) for widths in by_lines),
        furniture_of(boxes),
        max(width_of(column.title, HEADING, script), width_of(column.note, FINE, script)),
        _stretch([box.row for box in boxes], rows),
    )


def _usual(widths: list[float]) -> float:
    """Return what nearly all need."""
    usual = widths[max(0, int(len(widths) * _USUAL + 0.5) - 1)]
    return widths[-1] if widths[-1] <= usual * _FAR else usual


def _stretch(rows: list[float], height: float) -> float:
    """As high as the distance to the next box and to the edges of the part allows."""
    if not rows:
        return 1.0
    apart = (below - above for above, below in pairwise(rows))
    edges = 2 * rows[0] + 1, 2 * (height - rows[-1]) - 1
    return max(1.0, min((_STRETCH, *edges, *apart)))


# --- sheets

SIDE, ABOVE, BELOW = 30.0, 58.0, 52.0
HEAD = 44.0
GAP = 8.0
PART_TITLE = 17.0
READABLE = LEAST_SIZE
"""Parts share a sheet only in type of this size or larger."""
_COLUMN_HEAD = 12.0
_HIGHEST = 72.0
_ROOMY = 32.0
"""Rows from this height on have room for notes below their boxes."""
_LARGEST = 11.0
_STEP = 0.25
_FILLED = 0.98
_LEAST_COLUMNS, _LEAST_REST = 2, 3
"""Number of columns on a sheet where names allow it, and on a continuation sheet."""
_ACROSS = 24.0
"""A part of more rows never lies across."""
_WIDEST = 260.0
_TIGHT = 1.06
"""So much too wide is made good by setting columns a little smaller."""
_WORTH = 0.85
"""So much smaller type is worth having the longest names whole beside the others."""
SMALLEST_NAME = 5.5
"""A name that is far longer than the others of its column is set down to this size, alone."""
_COMFORTABLE = 9.0
"""In type below this size boxes are higher where there is room."""
_POSTER = 1.3


@dataclass(frozen=True, slots=True)
class PartPlan:
    """A part in points: the height of a row, the type size, and the places of its columns.

    `heights` are those of the boxes of each column, `sizes` their types, smaller than `size` where
    names are long; `is_roomy` if hardly a column is.
    """

    part: PlanTree
    unit: float
    size: float
    lefts: tuple[float, ...]
    widths: tuple[float, ...]
    heights: tuple[float, ...]
    sizes: tuple[float, ...]
    is_roomy: bool

    @property
    def head(self) -> float:
        """The height of its title and of the headings of its columns."""
        return _head_of(self.part)

    @property
    def height(self) -> float:
        return self.head + self.part.rows * self.unit

    @property
    def note(self) -> float:
        """The room below each box for its note."""
        return FINE.leading if _is_noted(self.part, self.unit) else 0.0


@dataclass(frozen=True, slots=True)
class BracketPlan:
    """The side of paper, and on each sheet its parts from top to bottom."""

    layout: PageLayout
    pages: tuple[tuple[PartPlan, ...], ...]

    @property
    def size(self) -> float:
        """The type of the sheets."""
        return min((part.size for page in self.pages for part in page), default=_LARGEST)

    @property
    def smallest(self) -> float:
        """The smallest type of any column."""
        sizes = (size for page in self.pages for part in page for size in part.sizes)
        return min(sizes, default=_LARGEST)


@lru_cache(maxsize=8)
def bracket_plan(
    parts: tuple[PlanTree, ...],
    paper: Paper,
    script: Script,
    *,
    poster: bool = False,
    legend: bool = False,
) -> BracketPlan:
    """The fewest sheets that can be read, on the side of paper that allows the larger type.

    A ``poster`` is on twice the paper; a ``legend`` takes a line at the foot.
    """
    plans = [
        _planned(parts, sheet, _LARGEST * (_POSTER if poster else 1), script, legend=legend)
        for sheet in _sides(parts, paper, poster=poster)
    ]
    fewest = min(len(plan.pages) for plan in plans)
    short = (plan for plan in plans if len(plan.pages) == fewest)
    return max(short, key=lambda plan: (plan.smallest, plan.size))


def _sides(parts: tuple[PlanTree, ...], paper: Paper, *, poster: bool) -> Iterator[PageLayout]:
    """Across, unless there are far too many rows for that, and upright."""
    width, height = paper.value
    if poster:
        width, height = height, 2 * width
    upright = PageLayout(width, height, side=SIDE, top=ABOVE, bottom=BELOW)
    if all(part.rows <= _ACROSS for part in parts):
        yield replace(upright, width=height, height=width)
    yield upright


def _planned(
    parts: tuple[PlanTree, ...], sheet: PageLayout, largest: float, script: Script, *, legend: bool
) -> BracketPlan:
    """As many parts on each sheet as can be read, in their order."""
    width, height = sheet.frame
    room = _Room(width, height - HEAD - (FINE.leading + 4 if legend else 0), largest)
    gauges = tuple(gauge(part, script) for part in parts)
    whole = room.page(gauges)
    if room.is_readable(whole):
        return BracketPlan(sheet, (whole,))
    pages: list[tuple[Gauge, ...]] = []
    waiting = tuple(_in_turn([list(room.pieces(part_gauge, script)) for part_gauge in gauges]))
    while waiting:
        count = len(waiting)
        while count > 1 and not room.is_readable(room.page(waiting[:count])):
            count -= 1
        pages.append(waiting[:count])
        waiting = waiting[count:]
    size = min(room.size(page) for page in pages)
    return BracketPlan(sheet, tuple(room.page(page, size) for page in pages))


def _in_turn(pieces: list[list[Gauge]]) -> Iterator[Gauge]:
    """The first piece of each part, then the second of each: late rounds share a sheet."""
    for together in zip_longest(*pieces):
        yield from filter(None, together)


@dataclass(frozen=True, slots=True)
class _Room:
    """The room of a sheet below its head, and the largest type."""

    width: float
    room: float
    largest: float

    def page(self, gauges: tuple[Gauge, ...], size: float | None = None) -> tuple[PartPlan, ...]:
        """The parts of one sheet, all in rows of one height and in one size."""
        unit = self._unit(gauges)
        size = self.size(gauges) if size is None else size
        return tuple(self._laid(part_gauge, unit, size) for part_gauge in gauges)

    def size(self, gauges: tuple[Gauge, ...]) -> float:
        """The largest type of a sheet with these parts."""
        unit = self._unit(gauges)
        return min((self._size(part_gauge, unit) for part_gauge in gauges), default=self.largest)

    def _unit(self, gauges: tuple[Gauge, ...]) -> float:
        heads = sum(_head_of(part_gauge.part) + GAP for part_gauge in gauges)
        rows = sum(part_gauge.part.rows for part_gauge in gauges)
        return min(_HIGHEST * self.largest / _LARGEST, (self.room - heads) / max(1, rows))

    def is_readable(self, page: tuple[PartPlan, ...]) -> bool:
        """Whether nothing is too small, and hardly a column is smaller than the others."""
        return all(plan.size >= READABLE and plan.is_roomy for plan in page)

    def pieces(self, whole: Gauge, script: Script) -> Iterator[Gauge]:
        """Return the whole part if it fits on one sheet, else groups of its columns."""
        part = whole.part
        count = len(part.columns) - _LEAST_REST
        if count < _LEAST_COLUMNS or self.is_readable(self.page((whole,))):
            yield whole
            return
        first = gauge(first_of(part, count), script)
        while count > 1 and not self.is_readable(self.page((first,))):
            count -= 1
            first = gauge(first_of(part, count), script)
        yield first
        yield from self.pieces(gauge(rest_of(part, count), script), script)

    def _size(self, part_gauge: Gauge, unit: float) -> float:
        """Return the largest type size at which the columns fit side by side.

        Not below the legible size, unless the rows are too low even for that. Smaller where that
        leaves room for the longest names, of which a column may be smaller still.
        """
        heights = self._heights(part_gauge, unit)
        size = self._fitting(part_gauge, heights)
        whole = self._fitting(part_gauge, heights, whole=True)
        if whole >= size * _WORTH:
            return whole
        smaller = size
        while smaller > READABLE and not self._holds_all(part_gauge, heights, smaller):
            smaller = max(READABLE, smaller - _STEP)
        return smaller if self._holds_all(part_gauge, heights, smaller) else size

    def _holds_all(self, part_gauge: Gauge, heights: Sequence[float], size: float) -> bool:
        """Whether each name is whole if columns may be smaller than this size."""
        widths = _shared(
            list(_needs(part_gauge, heights, size)),
            list(_needs(part_gauge, heights, size, whole=True)),
            self._for_columns(part_gauge.part),
        )
        columns = zip(part_gauge.columns, widths, heights, strict=True)
        return all(
            column.has_room(width, height, min(size, SMALLEST_NAME))
            for column, width, height in columns
        )

    def _fitting(
        self, part_gauge: Gauge, heights: Sequence[float], *, whole: bool = False
    ) -> float:
        room = self._for_columns(part_gauge.part)
        size = min(self.largest, min(heights) / 2 / LEADING)
        while size > READABLE and sum(_needs(part_gauge, heights, size, whole=whole)) > room:
            size = max(READABLE, size - _STEP)
        return size

    def _laid(self, part_gauge: Gauge, unit: float, size: float) -> PartPlan:
        heights, room = self._heights(part_gauge, unit), self._for_columns(part_gauge.part)
        needs = list(_needs(part_gauge, heights, size))
        wholes = list(_needs(part_gauge, heights, size, whole=True))
        widths, gutter = tuple(_shared(needs, wholes, room)), self._gutter(part_gauge.part)
        lefts = tuple(accumulate((wide + gutter for wide in widths[:-1]), initial=0.0))
        sizes = tuple(map(_column_size, part_gauge.columns, widths, heights, repeat(size)))
        is_roomy = sum(needs) <= room * _TIGHT
        return PartPlan(part_gauge.part, unit, size, lefts, widths, heights, sizes, is_roomy)

    def _heights(self, part_gauge: Gauge, unit: float) -> tuple[float, ...]:
        """Return the heights of boxes by column; boxes that are far apart are higher where rows
        are low, or names long.
        """
        note = FINE.leading if _is_noted(part_gauge.part, unit) else 0.0
        alike = (unit * _FILLED - note,) * len(part_gauge.columns)
        if unit >= _ROOMY and self._fitting(part_gauge, alike, whole=True) >= _COMFORTABLE:
            return alike
        return tuple(unit * _FILLED * column.stretch - note for column in part_gauge.columns)

    def _for_columns(self, part: PlanTree) -> float:
        return self.width - self._gutter(part) * (len(part.columns) - 1)

    def _gutter(self, part: PlanTree) -> float:
        return max(6.0, min(16.0, self.width * 0.09 / len(part.columns)))


def _needs(
    part_gauge: Gauge, heights: Sequence[float], size: float, *, whole: bool = False
) -> Iterator[float]:
    for column, height in zip(part_gauge.columns, heights, strict=True):
        yield column.need(height, size, whole=whole)


def _shared(needs: list[float], wholes: list[float], room: float) -> Iterator[float]:
    """Distribute the room by need, then to columns with longer names, those that lack least first.

    The rest goes to the narrowest, so that most are alike.
    """
    if sum(needs) > room:
        yield from (need * room / sum(needs) for need in needs)
        return
    widths, spare = list(needs), room - sum(needs)
    for lack, place in sorted((wholes[place] - need, place) for place, need in enumerate(needs)):
        given = max(0.0, min(lack, spare))
        widths[place] += given
        spare -= given
    yield from _levelled(widths, room)


def _levelled(widths: list[float], room: float) -> Iterator[float]:
    level, spare = 0.0, room
    for place, width in enumerate(sorted(widths, reverse=True)):
        level = spare / (len(widths) - place)
        if width <= level:
            break
        spare -= width
    yield from (max(width, min(level, _WIDEST)) for width in widths)


def _column_size(column: ColumnGauge, width: float, height: float, size: float) -> float:
    """Return the largest type in which the usual names of a column are whole."""
    while size > SMALLEST_NAME and not column.has_room(width, height, size, column.usual):
        size = max(SMALLEST_NAME, size - _STEP)
    return size


def _is_noted(part: PlanTree, unit: float) -> bool:
    """Whether there are notes, and room for them below the boxes."""
    return unit >= _ROOMY and any(box.note for box in part.boxes)


def _head_of(part: PlanTree) -> float:
    notes = any(column.note for column in part.columns)
    return (PART_TITLE if part.title else 0) + _COLUMN_HEAD + (FINE.leading if notes else 0) + 3
