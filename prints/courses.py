"""The course of a player's total, drawn hand by hand."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from press.pen import Pen
from press.text import GUIDE, INK, RULE

_DOT: Final = 1.9
"""The radius of the dot at its end, in points."""


class Scale(NamedTuple):
    """Minimum, maximum and number of hands: one scale for all players of a match."""

    low: int
    high: int
    hands: int

    def across(self, hand: int, width: float) -> float:
        """Where a hand's total lies; 0 is the start of the match."""
        return width * hand / max(self.hands, 1)

    def down(self, total: int, height: float) -> float:
        """How far below the upper edge a total lies."""
        return height * (self.high - total) / max(self.high - self.low, 1)


def scale_of(courses: Sequence[Sequence[int]], target: int | None) -> Scale:
    """One scale for several courses, zero and the target in it.

    >>> scale_of([(1, -3), (2, 2)], 7)
    Scale(low=-3, high=7, hands=2)
    """
    totals = [0, target or 0, *(total for course in courses for total in course)]
    return Scale(min(totals), max(totals), max(map(len, courses), default=0))


def draw_course(
    pen: Pen,
    x: float,
    y: float,
    course: Sequence[int],
    scale: Scale,
    *,
    width: float,
    height: float,
    target: int | None,
) -> None:
    """Draw it in a box with its upper edge at `y`; hands run from left to right in any script."""
    still = pen.still(x, y, width)
    room = width - 2 * _DOT
    zero = scale.down(0, height)
    still.lines([(0, zero, width, zero)], thick=0.5, colour=RULE)
    if target is not None:
        goal = scale.down(target, height)
        still.lines([(0, goal, width, goal)], thick=0.5, colour=GUIDE, dash=(2, 2))
    points = [
        (_DOT + scale.across(hand, room), scale.down(total, height))
        for hand, total in enumerate((0, *course))
    ]
    steps = [(*before, *after) for before, after in pairwise(points)]
    if steps:
        still.lines(steps, thick=1.1, colour=INK, cap=1)
        still.dot(*points[-1], _DOT, fill=INK, stroke=INK)
