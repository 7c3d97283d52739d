"""Line charts, each line named at its end, and sparklines without any words."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from press.base import Block
from press.fonts import Base, Script
from press.pen import Align, Pen, Segment
from press.text import ACCENT, BODY, GUIDE, INK, MUTED, RULE, SMALL, Type, alike, width_of

_FOOT = 16.0
_HEAD = 8.0
_LABEL_GAP = 14.0
_WIDEST_LABEL = 0.45
DASHES: tuple[tuple[float, ...], ...] = ((), (5, 2), (1.5, 1.5), (7, 2, 1.5, 2), (3, 3))
"""Line styles that differ without colour; further lines are thin and grey."""
MOST_LINES = 40
"""Lines of a chart; as many names stand below each other on a page."""


@dataclass(frozen=True, slots=True)
class Series:
    """A line: its name, and a value for each place along the chart, None if there is none."""

    name: str
    values: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class LineChart(Block):
    """Lines over the same places, best first; `labels` stand below the places.

    The first lines are drawn in full, the others thin and grey; each is named beside its end. Of
    more than ``MOST_LINES`` the first are drawn. The chart is at least `tall`, and as high as the
    names need.
    """

    labels: tuple[str, ...]
    series: tuple[Series, ...]
    tall: float = 210.0

    @property
    def drawn(self) -> tuple[Series, ...]:
        return self.series[:MOST_LINES]

    @property
    def style(self) -> Type:
        """The style of the names, smaller for many."""
        return BODY if len(self.drawn) * BODY.leading <= self.tall - _HEAD - _FOOT else SMALL

    def height(self, width: float, script: Script) -> float:
        names = (len(self.drawn) + 1) * self.style.leading
        return max(self.tall, names + _HEAD + _FOOT)

    def draw(self, pen: Pen, y: float) -> None:
        room, tall = self._label_width(pen.width, pen.script), self.height(pen.width, pen.script)
        right, foot = pen.width - room - _LABEL_GAP, y + tall - _FOOT
        known = [value for curve in self.drawn for value in curve.values if value is not None]
        low, high = min([0.0, *known]), max([0.0, *known])
        span = (high - low) or 1.0

        def across(place: int) -> float:
            return right * (place + 1) / len(self.labels)

        def up(value: float) -> float:
            return foot - (foot - y - _HEAD) * (value - low) / span

        self._draw_frame(pen, across, foot, right, up(0.0))
        ends: list[_End] = []
        for number, curve in reversed(list(enumerate(self.drawn))):
            points = [(0.0, up(0.0))]
            points += [
                (across(place), up(value))
                for place, value in enumerate(curve.values)
                if value is not None
            ]
            is_named = number < len(DASHES)
            colour = ACCENT if number == 0 else INK if is_named else GUIDE
            dash = DASHES[number] if is_named else ()
            pen.lines(_joined(points), thick=1.4 if is_named else 0.5, colour=colour, dash=dash)
            if len(points) > 1:
                ends.append(_End(points[-1][1], number, points[-1][0], curve.name))
        style = alike(((end.name, room) for end in ends), self.style, pen.script)
        for at, end in _apart(sorted(ends), y + _HEAD, foot, style.leading):
            lead = (end.x, end.y, right + _LABEL_GAP - 3, at)
            pen.lines([lead], thick=0.3, colour=GUIDE)
            shown = style if end.number < len(DASHES) else style.tinted(MUTED)
            pen.fitted(right + _LABEL_GAP, at + 3, end.name, shown, width=room)

    def _draw_frame(
        self, pen: Pen, across: Callable[[int], float], foot: float, right: float, base: float
    ) -> None:
        pen.lines([(0.0, base, right, base)], thick=0.6, colour=MUTED)
        places = range(len(self.labels))
        grid = [(across(place), foot, across(place), foot - 3) for place in places]
        pen.lines(grid, thick=0.5, colour=RULE)
        every = -(-len(self.labels) // 12)
        for place in places:
            if (len(self.labels) - 1 - place) % every == 0:
                label = self.labels[place]
                pen.text(across(place), foot + 11, label, SMALL, Align.CENTRE, base=Base.LTR)

    def _label_width(self, width: float, script: Script) -> float:
        widest = max(
            (width_of(curve.name, self.style, script) for curve in self.drawn), default=0.0
        )
        return min(widest, width * _WIDEST_LABEL)


class _End(NamedTuple):
    """The end of a line, with its number, best first, and its name; in the order of heights."""

    y: float
    number: int
    x: float
    name: str


def _apart(
    ends: Sequence[_End], top: float, foot: float, leading: float
) -> Iterator[tuple[float, _End]]:
    """Move names, from the top down, as far apart as a line is high, between top and foot."""
    places: list[float] = []
    for end in ends:
        places.append(max(end.y, places[-1] + leading if places else top))
    limit = foot
    for number in reversed(range(len(places))):
        places[number] = min(places[number], limit)
        limit = places[number] - leading
    yield from zip(places, ends, strict=True)


def _joined(points: Sequence[tuple[float, float]]) -> Iterator[Segment]:
    for (x1, y1), (x2, y2) in pairwise(points):
        yield x1, y1, x2, y2


# --- sparklines

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


def scale_of(lines: Sequence[Sequence[int]], target: int | None) -> Scale:
    """Return one scale for several players, with zero and the target in it.

    >>> scale_of([(1, -3), (2, 2)], 7)
    Scale(low=-3, high=7, hands=2)
    """
    totals = [0, target or 0, *(total for line in lines for total in line)]
    return Scale(min(totals), max(totals), max(map(len, lines), default=0))


def draw_sparkline(
    pen: Pen,
    x: float,
    y: float,
    totals: Sequence[int],
    scale: Scale,
    *,
    width: float,
    height: float,
    target: int | None,
) -> None:
    """Draw a total after each hand, its upper edge at `y`; from left to right in any script."""
    still = pen.unmirrored(x, y, width)
    room = width - 2 * _DOT
    zero = scale.down(0, height)
    still.lines([(0, zero, width, zero)], thick=0.5, colour=RULE)
    if target is not None:
        goal = scale.down(target, height)
        still.lines([(0, goal, width, goal)], thick=0.5, colour=GUIDE, dash=(2, 2))
    points = [
        (_DOT + scale.across(hand, room), scale.down(total, height))
        for hand, total in enumerate((0, *totals))
    ]
    steps = [(*before, *after) for before, after in pairwise(points)]
    if steps:
        still.lines(steps, thick=1.1, colour=INK, cap=1)
        still.dot(*points[-1], _DOT, fill=INK, stroke=INK)
