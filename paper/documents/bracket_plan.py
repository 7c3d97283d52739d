"""Brackets in units of boxes, and the plan that turns these into points.

A box is one column wide and one row high; the format's drawing gives the places of boxes.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import accumulate, pairwise, zip_longest
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
    emphasis: BoxEmphasis = BoxEmphasis.PLAIN


class Frame(NamedTuple):
    """The place of a box, in points from the corner where reading starts."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return self.y + self.height / 2

    @property
    def foot(self) -> float:
        return self.y + self.height


def furniture_of(boxes: Iterable[BracketBox]) -> float:
    """Return the width of the furniture of such boxes, in type sizes."""
    lines = [line for box in boxes for line in box.lines]
    seed = SEED * any(line.seed for line in lines)
    return STRIP + seed + max(score_width(line) for line in lines) + 2 * EDGE if lines else STRIP


def score_width(line: BracketLine) -> float:
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
    spacing = max(1.0, apart)
    moved = (
        replace(box, column=box.column - count, row=(box.row + 0.5) / spacing - 0.5)
        for box in boxes
    )
    return _piece(part, part.columns[count:], tuple(moved), max(1.0, part.rows / spacing))


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


_EMPTY = 5.5
"""The room for an unknown entry, in type sizes."""
_USUAL, _FAR = 0.9, 1.3
"""At least this share of a column's names are set in the type of the sheet, and all of them unless
the longest is longer by more than this factor."""
_SLACK = 1.03
_STRETCH = 2.7


@dataclass(frozen=True, slots=True)
class ColumnNeed:
    """What a column needs, in type sizes: for names on one line, on two, and so on.

    `usual` is for nearly all names, `longest` for all; `beside` is the furniture. Heading and note
    need `head`, in points. Its boxes may be `stretch` times as high as a row.
    """

    usual: tuple[float, ...]
    longest: tuple[float, ...]
    beside: float
    head: float
    stretch: float

    def width(self, height: float, size: float) -> float:
        """How wide the column must be in type of this size, with boxes of this height.

        The longest names may be set down to `SMALLEST_NAME`.
        """
        usual = size * self.usual[lines_in(height, size) - 1] * _SLACK
        smallest = min(size, SMALLEST_NAME)
        longest = smallest * self.longest[lines_in(height, smallest) - 1] * _SLACK
        return max(self.head * SMALLEST, size * self.beside + max(usual, longest))


def lines_in(height: float, size: float) -> int:
    """Return how many lines of type of this size half a box of this height holds."""
    return max(1, min(MOST_LINES, int(height / 2 / (size * LEADING) + _ROUNDING)))


@lru_cache(maxsize=64)
def needs_of(part: PlanTree, script: Script) -> tuple[ColumnNeed, ...]:
    columns = zip(part.columns, columns_of(part), strict=True)
    return tuple(_need(head, boxes, part.rows, script) for head, boxes in columns)


def _need(column: PlanColumn, boxes: list[BracketBox], rows: float, script: Script) -> ColumnNeed:
    names = [line.name or line.source for box in boxes for line in box.lines]
    needs = [narrowest(name, Weight.BOLD, script) for name in filter(None, names)]
    by_lines = [sorted(need[lines] for need in needs) or [0.0] for lines in range(MOST_LINES)]
    return ColumnNeed(
        tuple(max(_EMPTY, _usual(widths)) for widths in by_lines),
        tuple(max(_EMPTY, widths[-1]) for widths in by_lines),
        furniture_of(boxes),
        max(width_of(column.title, HEADING, script), width_of(column.note, FINE, script)),
        _stretch([box.row for box in boxes], rows),
    )


def _stretch(boxes: list[float], rows: float) -> float:
    """As high as the distance to the next box and to the edges of the part allows."""
    if not boxes:
        return 1.0
    apart = (below - above for above, below in pairwise(boxes))
    edges = 2 * boxes[0] + 1, 2 * (rows - boxes[-1]) - 1
    return max(1.0, min((_STRETCH, *edges, *apart)))


def _usual(widths: list[float]) -> float:
    usual = widths[max(0, int(len(widths) * _USUAL + 0.5) - 1)]
    return widths[-1] if widths[-1] <= usual * _FAR else usual


# --- sheets

SIDE, ABOVE, BELOW = 30.0, 58.0, 52.0
HEAD = 44.0
GAP = 8.0
PART_TITLE = 17.0
READABLE = LEAST_SIZE
"""Parts share a sheet only in type of this size or larger."""
_COLUMN_HEAD = 12.0
_HIGHEST = 72.0
_ROOMY, _HIGH = 32.0, 44.0
"""Rows from the first height on have room for notes below their boxes. In rows lower than the
second, boxes that are farther apart are higher, so that names may take more lines."""
_LARGEST = 11.0
_STEP = 0.25
_FILLED = 0.98
_LEAST_COLUMNS, _LEAST_REST = 2, 3
"""Number of columns on a sheet where names allow it, and on a continuation sheet."""
_ACROSS = 24.0
"""A part of more rows never lies across."""
_WIDEST = 260.0
SMALLEST_NAME = 5.5
"""A name that is far longer than the others of its column is set down to this size, alone."""
_POSTER = 1.3


@dataclass(frozen=True, slots=True)
class PartPlan:
    """A part in points: the height of a row, the type size, the places of its columns, and the
    heights of their boxes."""

    part: PlanTree
    unit: float
    size: float
    lefts: tuple[float, ...]
    widths: tuple[float, ...]
    heights: tuple[float, ...]
    has_room: bool
    """Whether the columns are as wide as they need."""

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
        return _note_room(self.part, self.unit)


@dataclass(frozen=True, slots=True)
class BracketPlan:
    """The side of paper, and on each sheet its parts from top to bottom."""

    layout: PageLayout
    pages: tuple[tuple[PartPlan, ...], ...]

    @property
    def size(self) -> float:
        return min((part.size for page in self.pages for part in page), default=_LARGEST)


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
    return max(short, key=lambda plan: plan.size)


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
    room = _Room(width, height - HEAD - (FINE.leading + 4 if legend else 0), largest, script)
    if room.is_readable(parts):
        return BracketPlan(sheet, (room.page(parts, room.size(parts)),))
    pages: list[tuple[PlanTree, ...]] = []
    waiting = tuple(_by_round([list(room.pieces(part)) for part in parts]))
    while waiting:
        count = len(waiting)
        while count > 1 and not room.is_readable(waiting[:count]):
            count -= 1
        pages.append(waiting[:count])
        waiting = waiting[count:]
    size = min(room.size(page) for page in pages)
    return BracketPlan(sheet, tuple(room.page(page, size) for page in pages))


def _by_round(pieces: list[list[PlanTree]]) -> Iterator[PlanTree]:
    """The first piece of each part, then the second of each: late rounds share a sheet."""
    for together in zip_longest(*pieces):
        yield from filter(None, together)


@dataclass(frozen=True, slots=True)
class _Room:
    """The room of a sheet below its head, and the largest type."""

    width: float
    room: float
    largest: float
    script: Script

    def page(self, parts: tuple[PlanTree, ...], size: float) -> tuple[PartPlan, ...]:
        """The parts of one sheet, all in rows of one height and in one size."""
        unit = self._unit(parts)
        return tuple(self._placed(part, unit, size) for part in parts)

    def size(self, parts: tuple[PlanTree, ...]) -> float:
        """The largest type in which the columns of these parts fit on a sheet, side by side.

        Not below the legible size, unless the rows are too low even for that.
        """
        unit = self._unit(parts)
        sizes = (self._size(part, unit) for part in parts)
        return min(sizes, default=self.largest)

    def is_readable(self, parts: tuple[PlanTree, ...]) -> bool:
        """Whether they fit on one sheet with nothing too small."""
        page = self.page(parts, self.size(parts))
        return all(plan.size >= READABLE and plan.has_room for plan in page)

    def pieces(self, part: PlanTree) -> Iterator[PlanTree]:
        """Return the whole part if it fits on one sheet, else groups of its columns."""
        count = len(part.columns) - _LEAST_REST
        if count < _LEAST_COLUMNS or self.is_readable((part,)):
            yield part
            return
        while count > 1 and not self.is_readable((first_of(part, count),)):
            count -= 1
        yield first_of(part, count)
        yield from self.pieces(rest_of(part, count))

    def _unit(self, parts: tuple[PlanTree, ...]) -> float:
        heads = sum(_head_of(part) + GAP for part in parts)
        rows = sum(part.rows for part in parts)
        return min(_HIGHEST * self.largest / _LARGEST, (self.room - heads) / max(1, rows))

    def _size(self, part: PlanTree, unit: float) -> float:
        size = min(self.largest, min(self._heights(part, unit)) / 2 / LEADING)
        while size > READABLE and sum(self._needs(part, unit, size)) > self._for_columns(part):
            size = max(READABLE, size - _STEP)
        return size

    def _placed(self, part: PlanTree, unit: float, size: float) -> PartPlan:
        """Share the width by need; what is left over is shared equally."""
        room = self._for_columns(part)
        needs = self._needs(part, unit, size)
        spare = (room - sum(needs)) / len(needs)
        if spare < 0:
            widths = tuple(need * room / sum(needs) for need in needs)
        else:
            widths = tuple(max(need, min(need + spare, _WIDEST)) for need in needs)
        gutter = self._gutter(part)
        lefts = tuple(accumulate((width + gutter for width in widths[:-1]), initial=0.0))
        heights = self._heights(part, unit)
        return PartPlan(part, unit, size, lefts, widths, heights, spare >= 0)

    def _needs(self, part: PlanTree, unit: float, size: float) -> list[float]:
        columns = zip(needs_of(part, self.script), self._heights(part, unit), strict=True)
        return [column.width(height, size) for column, height in columns]

    def _heights(self, part: PlanTree, unit: float) -> tuple[float, ...]:
        note = _note_room(part, unit)
        columns = needs_of(part, self.script)
        stretches = (column.stretch if unit < _HIGH else 1.0 for column in columns)
        return tuple(unit * _FILLED * stretch - note for stretch in stretches)

    def _for_columns(self, part: PlanTree) -> float:
        return self.width - self._gutter(part) * (len(part.columns) - 1)

    def _gutter(self, part: PlanTree) -> float:
        return max(6.0, min(16.0, self.width * 0.09 / len(part.columns)))


def _note_room(part: PlanTree, unit: float) -> float:
    """Return the room for notes below the boxes, if there are any and rows are high enough."""
    is_noted = unit >= _ROOMY and any(box.note for box in part.boxes)
    return FINE.leading if is_noted else 0.0


def _head_of(part: PlanTree) -> float:
    notes = any(column.note for column in part.columns)
    return (PART_TITLE if part.title else 0) + _COLUMN_HEAD + (FINE.leading if notes else 0) + 3
