"""The drawing of a bracket, on a page or on paper: boxes with their places, and strokes.

Plain values: whoever draws needs only the names of the entries and the labels. Distances are whole
boxes: a box is one column wide and one row high, and ``row`` is where its middle stands. A part
can be drawn from a later column on; earlier columns are then folded away.
"""

from collections import defaultdict
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from pairings.brackets import THIRD, Take


class Status(Enum):
    """What a box has come to."""

    COMING = "coming"
    """It is not known yet who meets here."""
    READY = "ready"
    """Both are known, the round is not drawn yet."""
    DRAWN = "drawn"
    """In a round that is drawn and has not begun."""
    PLAYING = "playing"
    OVER = "over"
    WALKOVER = "walkover"
    """Somebody went on without playing: his opponent dropped out, or he has a bye."""
    NEEDLESS = "needless"
    """A further series of a final that is decided."""


class From(NamedTuple):
    """The winner or loser of the box with this number comes here."""

    take: Take
    number: int


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """One of a box's two lines.

    ``entry`` is None while nobody is known; then ``source`` says where he comes from, if from
    another box. ``seed`` is given where the entry first appears. ``games`` are the games won in the
    series, None before it begins; ``marks`` the marks or points of each game. Of a bye, one line
    has neither entry nor source.
    """

    entry: int | None
    source: From | None = None
    seed: int | None = None
    games: int | None = None
    has_won: bool = False
    marks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnBox:
    """A box. ``number`` counts all boxes of the event in the order of play, from 1.

    ``section`` is that of its slot: that of the third place differs from its column's.

    ``column`` counts from 0, ``row`` is the box's middle: the first box of a column of full height
    has 0, the next 1. ``round`` and ``table`` are those of the event, once drawn; ``best_of`` 0 is
    not a series. ``if_needed`` is a further series of a final; ``is_overruled`` where a result
    was corrected after the round that followed had begun, so that the draw stays.
    """

    number: int
    section: str
    column: int
    row: float
    lines: tuple[DrawnLine, DrawnLine]
    status: Status
    round: int | None = None
    table: int | None = None
    best_of: int = 0
    if_needed: bool = False
    is_overruled: bool = False

    @property
    def is_third(self) -> bool:
        """Whether the third place is played for here."""
        return self.section.endswith(THIRD)

    @property
    def is_series(self) -> bool:
        """Whether several games are played for it, so that games won are its score."""
        return self.best_of > 1 or any(len(line.marks) > 1 for line in self.lines)

    def score(self, line: DrawnLine) -> int | None:
        """What stands beside one of its lines: games won of a series, else marks."""
        return line.games if self.is_series or not line.marks else line.marks[0]


class Stroke(NamedTuple):
    """A line from the right edge of one box to the left edge of another, by their numbers."""

    start: int
    end: int


class DrawnColumn(NamedTuple):
    """The heading of a column: the section, its how-manieth column of how many this is.

    ``round`` is the event's round where all of the column that is drawn is of one, else None.
    """

    section: str
    number: int
    of: int
    round: int | None


@dataclass(frozen=True, slots=True)
class DrawnPart:
    """A tree, or the columns of a box that is drawn anew each series (then without strokes).

    ``name`` is ``winners``, ``losers``, ``consolation.winners`` or ``consolation.losers``; a final
    and a third place stand in the last columns of the winners. ``rows`` is the whole height.
    """

    name: str
    columns: tuple[DrawnColumn, ...]
    boxes: tuple[DrawnBox, ...]
    strokes: tuple[Stroke, ...]
    rows: float


@dataclass(frozen=True, slots=True)
class Bracket:
    """All parts from top to bottom; ``champions`` by the name of the part that has the final."""

    parts: tuple[DrawnPart, ...]
    champions: tuple[tuple[str, int], ...] = ()

    @property
    def champion(self) -> int | None:
        """Who has won the event, where that is decided."""
        return dict(self.champions).get("winners")


PAST = frozenset({Status.OVER, Status.WALKOVER, Status.NEEDLESS})


def open_column(part: DrawnPart) -> int:
    """The first column where something is still to be played; the first of all if nothing is."""
    return min((box.column for box in part.boxes if box.status not in PAST), default=0)


def column_within(part: DrawnPart, most: int) -> int:
    """The first column from which on none has more than so many boxes."""
    heights = [0] * len(part.columns)
    for box in part.boxes:
        heights[box.column] += not box.is_third
    return max((place + 1 for place, height in enumerate(heights) if height > most), default=0)


def folded(part: DrawnPart, first: int, most: int | None = None) -> DrawnPart:
    """The part from this column on, or so many of its columns; rows move together until they touch.

    Strokes from boxes that are folded away go with them; nothing is left where all are. A third
    place keeps its distance from the final.
    """
    last = len(part.columns) if most is None else first + most
    boxes = [box for box in part.boxes if first <= box.column < last]
    if boxes == list(part.boxes):
        return part
    if not boxes:
        return DrawnPart(part.name, (), (), (), 0)
    rows = _rows_together(boxes)
    moved = tuple(replace(box, column=box.column - first, row=rows[box.number]) for box in boxes)
    return DrawnPart(
        part.name,
        part.columns[first:last],
        moved,
        tuple(one for one in part.strokes if {one.start, one.end} <= rows.keys()),
        max(rows.values()) + 1,
    )


def _rows_together(boxes: list[DrawnBox]) -> dict[int, float]:
    """The new row of each box, by its number."""
    own = [box for box in boxes if not box.is_third]
    top, gap = min(box.row for box in own), _least_gap(own)
    rows = {box.number: (box.row - top) / gap for box in own}
    last = max(own, key=lambda box: box.column)
    for box in boxes:
        if box.is_third:
            rows[box.number] = rows[last.number] + box.row - last.row
    return rows


def _least_gap(boxes: list[DrawnBox]) -> float:
    """The least distance of two boxes in one column; one row where none has two."""
    columns: dict[int, list[float]] = defaultdict(list)
    for box in boxes:
        columns[box.column].append(box.row)
    gaps = [below - above for rows in columns.values() for above, below in pairwise(sorted(rows))]
    return max(1, min(gaps, default=1))
