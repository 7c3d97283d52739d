"""Line charts on paper: how totals grew, each line named at its end."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from press.base import Block
from press.fonts import Base
from press.pen import Align, Pen, Segment
from press.text import ACCENT, BODY, GUIDE, INK, MUTED, RULE, SMALL, width_of

_FOOT = 16.0
_HEAD = 8.0
_LABEL_GAP = 6.0
_WIDEST_LABEL = 0.34
DASHES: tuple[tuple[float, ...], ...] = ((), (5, 2), (1.5, 1.5), (7, 2, 1.5, 2), (3, 3))
"""Line styles that differ without colour; further lines are thin and grey."""


@dataclass(frozen=True, slots=True)
class Series:
    """A line: its name, and a value for each place along the chart, None if there is none."""

    name: str
    values: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class LineChart(Block):
    """Lines over the same places, best first; `labels` stand below the places.

    The first lines are drawn in full and named at their ends, the others thin and grey.
    """

    labels: tuple[str, ...]
    series: tuple[Series, ...]
    tall: float = 210.0

    def height(self, width: float) -> float:
        return self.tall

    def draw(self, pen: Pen, y: float) -> None:
        room = self._label_width(pen.width)
        right, foot = pen.width - room - _LABEL_GAP, y + self.tall - _FOOT
        known = [value for one in self.series for value in one.values if value is not None]
        low, high = min([0.0, *known]), max([0.0, *known])
        span = (high - low) or 1.0

        def across(place: int) -> float:
            return right * (place + 1) / len(self.labels)

        def up(value: float) -> float:
            return foot - (foot - y - _HEAD) * (value - low) / span

        self._draw_frame(pen, across, foot, right, up(0.0))
        for number, one in reversed(list(enumerate(self.series))):
            points = [(0.0, up(0.0))]
            points += [
                (across(place), up(value))
                for place, value in enumerate(one.values)
                if value is not None
            ]
            is_named = number < len(DASHES)
            colour = ACCENT if number == 0 else INK if is_named else GUIDE
            dash = DASHES[number] if is_named else ()
            pen.lines(_joined(points), thick=1.4 if is_named else 0.5, colour=colour, dash=dash)
        ends = [
            (up(last), one.name)
            for one in self.series[: len(DASHES)]
            if (last := _last(one.values)) is not None
        ]
        for at, name in _apart(sorted(ends), y + _HEAD, foot):
            pen.fitted(right + _LABEL_GAP, at + 3, name, BODY, width=room)

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

    def _label_width(self, width: float) -> float:
        named = self.series[: len(DASHES)]
        widest = max((width_of(one.name, BODY) for one in named), default=0.0)
        return min(widest, width * _WIDEST_LABEL)


def _apart(
    ends: Sequence[tuple[float, str]], top: float, foot: float
) -> Iterator[tuple[float, str]]:
    """Move names, from the top down, as far apart as a line is high, between top and foot."""
    places: list[float] = []
    for wanted, _name in ends:
        places.append(max(wanted, places[-1] + BODY.leading if places else top))
    limit = foot
    for number in reversed(range(len(places))):
        places[number] = min(places[number], limit)
        limit = places[number] - BODY.leading
    for place, (_wanted, name) in zip(places, ends, strict=True):
        yield place, name


def _last(values: Sequence[float | None]) -> float | None:
    return next((value for value in reversed(values) if value is not None), None)


def _joined(points: Sequence[tuple[float, float]]) -> Iterator[Segment]:
    for (x1, y1), (x2, y2) in pairwise(points):
        yield x1, y1, x2, y2
