"""Where the bubbles of a sheet lie on its flat picture, though the paper is bent. NumPy, OpenCV.

The squares at the ends of lines say where each line lies, the printed rings where its bubbles do.
"""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import cv2
import numpy as np

from press.bubbles import CORNER, GUIDE, BubblePlace, SheetLayout
from scans.planes import SCALE, Array, floats


class Bends(NamedTuple):
    """How far the square at each end of each line lies from its place, in millimetres, and whether
    it or one near it along its edge was seen."""

    offsets: Array
    seen: Any


def bends_of(ink: Array, layout: SheetLayout) -> Bends:
    """Return where the squares at the ends of lines lie.

    Of all that look like squares along an edge, those are taken that fit best and lie as evenly,
    from corner to corner, as paper bends; one that is not seen is taken to lie between those
    beside it.
    """
    lines = layout.rows * layout.lines
    offsets = np.zeros((lines, 2, 2), np.float32)
    near = np.zeros((lines, 2), np.bool_)
    top, bottom = layout.corners[0][1] + CORNER / 2, layout.corners[3][1] + CORNER / 2
    for side in (0, 1):
        edge = _edge(ink, floats(layout.guides[side::2]), (top, bottom))
        numbers = np.array(sorted(edge))
        if not len(numbers):
            continue
        for axis in (0, 1):
            known = [edge[number][axis] for number in numbers]
            offsets[:, side, axis] = np.interp(np.arange(lines), numbers, known)
        gaps = np.abs(np.arange(lines)[:, None] - numbers)
        near[:, side] = gaps.min(axis=1) <= _NEAR_LINES
    return Bends(offsets, near)


_NEAR_LINES: Final = 2
"""So many lines from one whose square is seen, it says where a line lies."""


def without_squares(ink: Array, layout: SheetLayout, bends: Bends) -> Array:
    """Return the ink without the squares at the ends of lines, which are no marks."""
    without, half = floats(ink).copy(), GUIDE / 2 + _MARGIN
    for place, bend in zip(layout.guides, bends.offsets.reshape(-1, 2), strict=True):
        left, top = (max(0, round(float(v) * SCALE)) for v in np.array(place) + bend - half)
        wide = round(2 * half * SCALE)
        without[top : top + wide, left : left + wide] = 0
    return without


_BAND: Final = (14.0, 12.0)
"""How far across and down the squares of an edge may lie off their places on folded paper, in
millimetres: those of the lines beside may be nearer."""
_SQUARE_FITS: Final = 0.6
_UNEVEN: Final = 0.15
"""By what share of the printed gap two squares, or a square and a corner, may lie off their places
differently; a fold moves them by half of that."""
_STRAIGHT: Final = 0.1
"""What a millimetre costs by which they do so, in how well a square fits."""


def _edge(ink: Array, places: Array, corners: tuple[float, float]) -> dict[int, Array]:
    """Return how far the squares of an edge that are seen lie from their places, by line.

    `corners` is how far down the corners at its ends lie, which are where they should be.
    """
    top, bottom = corners
    down = dict(enumerate(places[:, 1].tolist())) | {-1: top, len(places): bottom}
    there = np.zeros(2, np.float32)
    seen = [(-1, there, 0.0), *_squares_near(ink, places), (len(places), there, 0.0)]
    lines = np.array([line for line, _offset, _fit in seen])
    at_down = np.array([down[line] for line in lines.tolist()])
    offsets = np.stack([offset for _line, offset, _fit in seen])
    best = np.full(len(seen), -np.inf)
    best[0] = 0.0
    before = [-1]
    for number, (line, offset, fit) in enumerate(seen[1:], start=1):
        bend = np.hypot(*(offset - offsets[:number]).T).astype(np.float64)
        is_even = (lines[:number] < line) & (bend < _UNEVEN * (down[line] - at_down[:number]))
        total = np.where(is_even, best[:number] + fit - _STRAIGHT * bend, -np.inf)
        other = int(np.argmax(total))
        best[number] = total[other]
        before.append(other if total[other] > -np.inf else -1)
    chain: dict[int, Array] = {}
    at = before[-1]
    while at > 0:
        line, offset, _fit = seen[at]
        chain[line] = offset
        at = before[at]
    return chain


def _squares_near(ink: Array, places: Array) -> Iterator[tuple[int, Array, float]]:
    """Yield what looks like a square near a place of an edge, line by line: the line, how far it
    lies from there, and how well it fits."""
    low, high = places.min(axis=0) - _BAND, places.max(axis=0) + _BAND
    left, top = (max(0, round(float(value) * SCALE)) for value in low)
    part = ink[top : round(float(high[1]) * SCALE), left : round(float(high[0]) * SCALE)]
    pattern = _square_pattern()
    fits = cv2.matchTemplate(part, pattern, cv2.TM_CCOEFF_NORMED)
    wide = 2 * round(GUIDE * SCALE / 2) + 1
    peaks = (fits >= _SQUARE_FITS) & (fits == cv2.dilate(fits, np.ones((wide, wide), np.uint8)))
    at = np.argwhere(peaks)
    middles = floats((at[:, ::-1] + (left, top) + np.array(pattern.shape) / 2) / SCALE)
    for line, place in enumerate(places):
        for middle, (down, across) in zip(middles, at, strict=True):
            offset = middle - place
            if (np.abs(offset) <= _BAND).all():
                yield line, offset, float(fits[down, across])


def _square_pattern() -> Array:
    """Return a square at the end of a line with a little paper around it."""
    width = round(GUIDE * SCALE)
    return np.pad(np.ones((width, width), np.float32), round(_MARGIN * SCALE))


_MARGIN: Final = 0.6


class Located(NamedTuple):
    """The middles of bubbles in pixels, and how clearly the ring of each was seen there."""

    points: Array
    rings: Array


_GRID: Final = 4
"""Points of the map of rings to a millimetre."""
_OFF: Final = 24
"""Points of that map by which a bubble may lie off its place, either way, ..."""
_FAR_OFF: Final = 48
"""... and where a path reaches that bound, as on paper with a sharp crease that is tilted, ..."""
_DIP: Final = 0.5
"""... or where its rings are paler than most by this share: it may change over to those beside."""
_SLOPE: Final = 0.1
_AT_SQUARE: Final = 1.0
"""A line's first and last bubble lie off their places by at most this share of how far they are
from the square at that end, and so many millimetres: those further off are the ones beside them."""
_FURTHER: Final = 2
"""Points by which a bubble may lie further off than its neighbour; folded paper slopes by 0.07."""
_STEADY: Final = 0.02
"""What a step between neighbours costs, in darkness of a ring."""
_NEVER: Final = np.float32(1e6)


def located(
    ink: Array, places: Sequence[BubblePlace], layout: SheetLayout, bends: Bends
) -> Located:
    """Return where bubbles lie.

    They are expected where the squares at the ends of their line say; from there the path is
    sought, line by line, that follows the printed rings best and bends least. Where no square near
    an end of a line is seen, its rings may be those beside it, so that none counts as clear.
    """
    rings = _ring_map(ink, layout.radius)
    x = np.array([place.x for place in places])
    lines = np.array([place.line for place in places])
    across = (x / layout.width)[:, None]
    offsets = bends.offsets[lines, 0] * (1 - across) + bends.offsets[lines, 1] * across
    expected = np.stack([x, [place.y for place in places]], axis=1) + offsets
    points, clear = np.empty_like(expected), np.empty(len(places))
    left, right = (layout.guides[side][0] for side in (0, 1))
    for line in dict.fromkeys(lines.tolist()):
        indices = np.flatnonzero(lines == line)
        ends = _SLOPE * np.array([x[indices].min() - left, right - x[indices].max()]) + _AT_SQUARE
        reach = (_OFF, _OFF)
        moved, seen = _path(rings, expected[indices], ends, reach)
        is_at_bound = np.abs(moved).max(axis=0) * _GRID > _OFF - 1
        is_at_bound[0] |= (seen < _DIP * np.median(seen)).any()
        if is_at_bound.any():
            reach = tuple(np.where(is_at_bound, _FAR_OFF, _OFF).tolist())
            moved, seen = _path(rings, expected[indices], ends, reach)
        points[indices] = expected[indices] + moved
        clear[indices] = seen * bends.seen[line].all()
    return Located(floats(points * SCALE), floats(clear))


def _ring_map(ink: Array, radius: float) -> Array:
    """Return for each point how much darker a ring around it is than what lies beside the ring."""
    low = cv2.resize(ink, None, fx=_GRID / SCALE, fy=_GRID / SCALE, interpolation=cv2.INTER_AREA)
    reach = round(1.4 * radius * _GRID)
    span = np.arange(-reach, reach + 1)
    far = np.hypot(*np.meshgrid(span, span)) / _GRID
    ring = np.exp(-(((far - radius) / 0.22) ** 2))
    beside = np.exp(-(((far - 1.3 * radius) / 0.22) ** 2))
    kernel = ring / ring.sum() - beside / beside.sum()
    return floats(cv2.filter2D(np.minimum(low, 0.5), -1, floats(kernel)))


def _path(rings: Array, expected: Any, ends: Any, reach: tuple[int, int]) -> tuple[Any, Any]:
    """Return how far the bubbles of a line lie from where they are expected, in millimetres, and
    how clear the rings are there; at most so many points across and down, and at the ends of the
    line so many millimetres."""
    across, down = reach
    order = np.argsort(expected[:, 0])
    steps = np.stack(
        np.meshgrid(np.arange(-across, across + 1), np.arange(-down, down + 1)), axis=-1
    )
    at = expected[order][:, None, None] * _GRID + steps - 0.5 + 0.5 / SCALE * _GRID
    seen = cv2.remap(
        rings,
        floats(at[..., 0]).reshape(len(order), -1),
        floats(at[..., 1]).reshape(len(order), -1),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    ).reshape(at.shape[:3])
    chosen = _best_path(seen, ends * _GRID)
    moved, clear = _refined(seen, chosen, expected[order, 0])
    back = np.argsort(order)
    return moved[back] / _GRID, clear[back]


def _best_path(seen: Any, ends: Any) -> Any:
    """Return the steps of the path through the maps of a line's bubbles, by the best sum, that
    begins and ends no further from the middle than `ends`."""
    far = _distance(seen.shape[1:], _middle(seen))
    first, last = (_STEADY * far / 2 + np.where(far > most, _NEVER, 0) for most in ends)
    totals = [seen[0] - first]
    for here in seen[1:]:
        totals.append(_reached(totals[-1]) + here)
    best = int(np.argmax(totals.pop() - last))
    path = [np.array(np.unravel_index(best, far.shape))]
    for total in reversed(totals):
        path.append(_step_before(total, path[-1]))
    return np.array(path[::-1])


_STEPS: Final = np.array(
    sorted(itertools.product(range(-_FURTHER, _FURTHER + 1), repeat=2), key=np.linalg.norm)
)
"""How a bubble may lie off, beside its neighbour: the same first, which is kept where no other is
better."""
_STEP_COSTS: Final = floats(_STEADY * np.linalg.norm(_STEPS, axis=1))


def _ways() -> Iterator[tuple[float, Any]]:
    """Yield the steps of each length as a mask around their middle, with what one of them costs."""
    for cost in np.unique(_STEP_COSTS):
        mask = np.zeros((2 * _FURTHER + 1,) * 2, np.uint8)
        mask[tuple((_STEPS[cost == _STEP_COSTS] + _FURTHER).T)] = 1
        yield cost, mask


_WAYS: Final = tuple(_ways())


def _reached(total: Any) -> Any:
    """Return the best sum with which each point of the next map is reached."""
    return np.maximum.reduce([cv2.dilate(total, mask) - cost for cost, mask in _WAYS])


def _step_before(total: Any, at: Any) -> Any:
    """Return the point of the map before from which a point is reached best."""
    before = at + _STEPS
    inside = (before >= 0).all(axis=1) & (before < total.shape).all(axis=1)
    sums = (total[tuple(before[inside].T)] - _STEP_COSTS[inside]).tolist()
    return before[inside][sums.index(max(sums))]


def _middle(seen: Any) -> Any:
    """Return the point of each map where its bubble is expected."""
    return np.array(seen.shape[1:]) // 2


def _distance(shape: tuple[int, ...], middle: Any) -> Any:
    down, across = np.indices(shape)
    return floats(np.hypot(down - middle[0], across - middle[1]))


_TOGETHER: Final = 2
"""Neighbours on either side with which a bubble is placed exactly: a filled one has no ring."""


def _refined(seen: Any, path: Any, x: Any) -> tuple[Any, Any]:
    """Return the steps of a path exactly, and how clear the rings are there."""
    padded = np.pad(seen, ((0, 0), (1, 1), (1, 1)), constant_values=-1)
    near = np.stack(
        [padded[n, down : down + 3, across : across + 3] for n, (down, across) in enumerate(path)]
    )
    middle = _middle(seen)
    moved, clear = np.empty((len(path), 2)), np.empty(len(path))
    for number in range(len(path)):
        part = slice(max(0, number - _TOGETHER), number + _TOGETHER + 1)
        mean = near[part].mean(axis=0)
        here = _line_at(x[part], path[part], x[number])
        down, across = here - middle + (_peak(mean[:, 1]), _peak(mean[1]))
        moved[number], clear[number] = (across, down), mean[1, 1]
    return moved, clear


def _line_at(x: Any, steps: Any, place: float) -> Any:
    """Return where the straight line through some steps lies at a place."""
    off = x - x.mean()
    spread = float((off**2).sum())
    slope = off @ steps / spread if spread else 0.0
    return steps.mean(axis=0) + slope * (place - x.mean())


def _peak(three: Any) -> float:
    """Return where a parabola through three values has its peak, from the middle one."""
    before, here, after = (float(value) for value in three)
    bend = before - 2 * here + after
    return float(np.clip(0.5 * (before - after) / bend, -0.5, 0.5)) if bend < 0 else 0.0
