"""A part of a drawing from a column on, drawn together: what was played earlier is folded away."""

from collections import defaultdict
from dataclasses import replace
from itertools import pairwise

from pairings.brackets.boxes import THIRD
from pairings.brackets.drawing import DrawnBox, DrawnPart, Status

PAST = frozenset({Status.OVER, Status.WALKOVER, Status.NEEDLESS})


def open_column(part: DrawnPart) -> int:
    """The first column where something is still to be played; the first of all if nothing is."""
    return min((box.column for box in part.boxes if box.status not in PAST), default=0)


def column_within(part: DrawnPart, most: int) -> int:
    """The first column from which on none has more than so many boxes."""
    heights = [0] * len(part.columns)
    for box in part.boxes:
        heights[box.column] += not _is_third(box)
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
    own = [box for box in boxes if not _is_third(box)]
    top, gap = min(box.row for box in own), _least_gap(own)
    rows = {box.number: (box.row - top) / gap for box in own}
    last = max(own, key=lambda box: box.column)
    for box in boxes:
        if _is_third(box):
            rows[box.number] = rows[last.number] + box.row - last.row
    return rows


def _least_gap(boxes: list[DrawnBox]) -> float:
    """The least distance of two boxes in one column; one row where none has two."""
    columns: dict[int, list[float]] = defaultdict(list)
    for box in boxes:
        columns[box.column].append(box.row)
    gaps = [below - above for rows in columns.values() for above, below in pairwise(sorted(rows))]
    return max(1, min(gaps, default=1))


def _is_third(box: DrawnBox) -> bool:
    return box.section.endswith(THIRD)
