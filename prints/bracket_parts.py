"""A bracket as it is given to be printed: parts, columns and boxes in places of whole boxes.

Places are those of a drawing made elsewhere: a box is one column wide and one row high.
"""

from dataclasses import dataclass, replace
from itertools import pairwise

from press.base import Imprint
from prints.bracket_box import BracketBox


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """The heading of a column, with what is to be known below it, as the length of a series.

    >>> BracketColumn("Final", "best of 3").note
    'best of 3'
    """

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


def columns_of(part: BracketPart) -> list[list[BracketBox]]:
    """The boxes of each column from top to bottom."""
    columns: list[list[BracketBox]] = [[] for _column in part.columns]
    for box in sorted(part.boxes, key=lambda box: box.row):
        columns[box.column].append(box)
    return columns


def first_of(part: BracketPart, count: int) -> BracketPart:
    """The first columns of a part, as a part; the same where that is all of it."""
    if count == len(part.columns):
        return part
    boxes = tuple(box for box in part.boxes if box.column < count)
    return _piece(part, part.columns[:count], boxes, part.rows)


def rest_of(part: BracketPart, count: int) -> BracketPart:
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
    part: BracketPart,
    columns: tuple[BracketColumn, ...],
    boxes: tuple[BracketBox, ...],
    rows: float,
) -> BracketPart:
    held = {box.number for box in boxes}
    strokes = tuple(stroke for stroke in part.strokes if held.issuperset(stroke))
    own = " – ".join(dict.fromkeys((columns[0].title, columns[-1].title)))
    title = " · ".join(filter(None, (part.title.partition(" · ")[0], own)))
    return BracketPart(columns, boxes, strokes, rows, title)
