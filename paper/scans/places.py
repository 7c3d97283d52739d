"""The positions of the bubbles on the flattened picture of a sheet, even of bent paper.

NumPy, OpenCV. The squares at the ends of lines locate the lines, the printed rings locate the
bubbles.
"""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import cv2
import numpy as np

from paper.scans.planes import SCALE, Array, Image, floats
from press.bubbles import CORNER, GUIDE, BubblePlace, SheetLayout


class Bends(NamedTuple):
    """The offset of the square at each end of each line, in millimetres, and whether it or a
    neighbour along its edge was seen."""

    offsets: Array
    seen: Any


def bends_of(ink: Array, layout: SheetLayout, *, is_placed: bool = False) -> Bends:
    """Find the squares at the ends of lines.

    Of all candidates along an edge, the chosen ones fit best and are spaced as evenly as paper
    bends. A missing square is interpolated from its neighbours. Of a plane that `is_placed` by hand
    the lower corners are not known; none counts as seen at an edge where one may be taken for the
    next.
    """
    lines = layout.rows * layout.lines
    # the line after all others is that of who deals first, which lies beside the upper corners
    offsets = np.zeros((lines + 1, 2, 2), np.float32)
    near = np.ones((lines + 1, 2), np.bool_)
    near[:lines] = False
    top, bottom = layout.corners[0][1] + CORNER / 2, layout.corners[3][1] + CORNER / 2
    for side in (0, 1):
        edge = _edge(ink, floats(layout.guides[side::2]), (top, None if is_placed else bottom))
        numbers = np.array(sorted(edge))
        if not len(numbers) or (is_placed and not _is_whole(edge, layout)):
            continue
        for axis in (0, 1):
            known = [edge[number][axis] for number in numbers]
            offsets[:lines, side, axis] = np.interp(np.arange(lines), numbers, known)
        gaps = np.abs(np.arange(lines)[:, None] - numbers)
        near[:lines, side] = gaps.min(axis=1) <= _NEAR_LINES
    return Bends(offsets, near)


def _is_whole(edge: dict[int, Array], layout: SheetLayout) -> bool:
    """Return whether the squares of an edge are so near to their places that none is mistaken for
    the next."""
    off = float(np.abs(np.stack(list(edge.values()))).max())
    return {0, layout.rows * layout.lines - 1} <= edge.keys() and off < _PLACED * layout.line


_PLACED: Final = 0.4
"""Maximum offset of a line's squares, as a share of its height, if corners were placed by hand:
squares further off may belong to the next line."""
_NEAR_LINES: Final = 2
"""A seen square locates lines up to this many lines away."""


def without_squares(ink: Array, layout: SheetLayout, bends: Bends) -> Array:
    """Return the ink without the squares at the ends of lines, which are no marks."""
    without, half = floats(ink).copy(), GUIDE / 2 + _MARGIN
    for place, bend in zip(layout.guides, bends.offsets[:-1].reshape(-1, 2), strict=True):
        left, top = (max(0, round(float(v) * SCALE)) for v in np.array(place) + bend - half)
        wide = round(2 * half * SCALE)
        without[top : top + wide, left : left + wide] = 0
    return without


_BAND: Final = (14.0, 12.0)
"""Maximum offset of the squares of an edge on folded paper, across and down, in millimetres; the
next line's squares may be nearer."""
_SQUARE_FITS: Final = 0.6
_UNEVEN: Final = 0.15
"""Maximum difference between the offsets of two neighbouring squares, or a square and a corner, as
a share of the printed gap. A fold causes half of that."""
_STRAIGHT: Final = 0.1
"""What a millimetre costs by which they do so, in how well a square fits."""


def _edge(ink: Array, places: Array, corners: tuple[float, float | None]) -> dict[int, Array]:
    """Return the offsets of the seen squares of an edge, by line.

    `corners` are the heights of the exact corners at its ends; None if unknown.
    """
    top, bottom = corners
    down = dict(enumerate(places[:, 1].tolist())) | {-1: top, len(places): bottom or 0.0}
    there = np.zeros(2, np.float32)
    seen = [(-1, there, 0.0), *_squares_near(ink, places)]
    if bottom is not None:
        seen.append((len(places), there, 0.0))
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
    at = before[-1] if bottom is not None else int(np.argmax(best))
    while at > 0:
        line, offset, _fit = seen[at]
        chain[line] = offset
        at = before[at]
    return chain


def _squares_near(ink: Array, places: Array) -> Iterator[tuple[int, Array, float]]:
    """Yield candidates for the squares of an edge, line by line: the line, the offset, and how well
    it fits."""
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


class Lens(NamedTuple):
    """The distortion of the print, as polynomials over the sheet, in millimetres."""

    terms: Any
    size: tuple[float, float]

    def at(self, places: Any) -> Any:
        """Return the offsets of some places."""
        return _terms(places, self.size) @ self.terms


_DEGREE: Final = 4
_LENS_SCALES: Final = 0.02
"""A wide-angle lens near the paper makes bubbles larger or smaller by at least this share. ..."""
_LENS_OFF: Final = 0.25
"""... It must place nine bubbles in ten to this many millimetres; folds leave more."""
_ROUNDS: Final = 3
_OUTLIER: Final = 3.0


def lens_of(
    places: Sequence[BubblePlace], found: "Located", layout: SheetLayout, bends: Bends
) -> Lens | None:
    """Return the distortion by a lens; None without one, or if paper is bent in another way."""
    size = layout.width, layout.height
    corners = np.array(layout.corners) + CORNER / 2
    expected = np.concatenate([corners, layout.guides, [(p.x, p.y) for p in places]])
    bent = bends.offsets[:-1].reshape(-1, 2)
    seen = np.concatenate([corners, layout.guides + bent, found.points / SCALE])
    is_clear = found.rings > np.median(found.rings) / 2
    chosen = np.concatenate(
        [np.ones(len(corners), bool), bends.seen[:-1].reshape(-1).astype(bool), is_clear]
    )
    off, terms = seen - expected, _terms(expected, size)
    for _round in range(_ROUNDS):
        lens = Lens(np.linalg.lstsq(terms[chosen], off[chosen], rcond=None)[0], size)
        left = np.hypot(*(off - lens.at(expected)).T)
        chosen &= left < max(_LENS_OFF, _OUTLIER * float(np.median(left[chosen])))
    if np.quantile(left[-len(places) :], 0.9) > _LENS_OFF:
        return None
    sides = layout.radius * np.array([(1, 0), (0, 1)])
    wider = [lens.at(expected + side) - lens.at(expected - side) for side in sides]
    scales = np.abs(wider).max() / (2 * layout.radius)
    return lens if scales > _LENS_SCALES else None


def _terms(places: Any, size: tuple[float, float]) -> Any:
    x, y = (2 * np.asarray(places) / size - 1).T
    powers = itertools.product(range(_DEGREE + 1), repeat=2)
    return np.stack([x**i * y**j for i, j in powers if i + j <= _DEGREE], axis=1)


_LENS_STEP: Final = 16


def straightened(flat: Image, lens: Lens) -> Image:
    """Return the flat picture of a sheet as if no lens had bent it."""
    height, width = flat.shape
    x, y = (
        np.arange(0, width + _LENS_STEP, _LENS_STEP),
        np.arange(0, height + _LENS_STEP, _LENS_STEP),
    )
    grid = np.stack(np.meshgrid(x, y), axis=-1)
    off = lens.at(grid.reshape(-1, 2) / SCALE).reshape(grid.shape) * SCALE
    at = floats(np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1))
    share = at / _LENS_STEP
    moved = [
        cv2.remap(floats(off[..., axis]), share[..., 0], share[..., 1], cv2.INTER_LINEAR)
        for axis in (0, 1)
    ]
    return np.asarray(
        cv2.remap(
            flat,
            at[..., 0] + moved[0],
            at[..., 1] + moved[1],
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )


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
_LOST: Final = 0.8
"""... and further up and down, where it has gone so far as a share of that bound."""
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
    """Locate the bubbles.

    The squares at the ends of a line say where they are expected. From there, each line's path is
    the one that follows the printed rings best and bends least. Without a seen square near an end
    of a line, its rings may be those of its neighbour, so none counts as clear.
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
        furthest, dips = np.abs(moved).max(axis=0) * _GRID, (seen < _DIP * np.median(seen)).any()
        is_at_bound = furthest > (_LOST * _OFF if dips else _OFF - 1)
        is_at_bound[0] |= dips
        if is_at_bound.any():
            reach = tuple(np.where(is_at_bound, _FAR_OFF, _OFF).tolist())
            moved, seen = _path(rings, expected[indices], ends, reach)
        points[indices] = expected[indices] + moved
        clear[indices] = seen * bends.seen[line].all()
    return Located(floats(points * SCALE), floats(clear))


def _ring_map(ink: Array, radius: float) -> Array:
    """Return for each point how much darker a ring around it is than its surroundings."""
    low = cv2.resize(ink, None, fx=_GRID / SCALE, fy=_GRID / SCALE, interpolation=cv2.INTER_AREA)
    reach = round(1.4 * radius * _GRID)
    span = np.arange(-reach, reach + 1)
    far = np.hypot(*np.meshgrid(span, span)) / _GRID
    ring = np.exp(-(((far - radius) / 0.22) ** 2))
    beside = np.exp(-(((far - 1.3 * radius) / 0.22) ** 2))
    kernel = ring / ring.sum() - beside / beside.sum()
    return floats(cv2.filter2D(np.minimum(low, 0.5), -1, floats(kernel)))


def _path(rings: Array, expected: Any, ends: Any, reach: tuple[int, int]) -> tuple[Any, Any]:
    """Return the offsets of a line's bubbles in millimetres, and how clear their rings are there.
    The limits are in points across and down and, at the ends of the line, in millimetres."""
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
    """Return the value at a place of the straight line through some steps."""
    off = x - x.mean()
    spread = float((off**2).sum())
    slope = off @ steps / spread if spread else 0.0
    return steps.mean(axis=0) + slope * (place - x.mean())


def _peak(three: Any) -> float:
    """Return where a parabola through three values has its peak, from the middle one."""
    before, here, after = (float(value) for value in three)
    bend = before - 2 * here + after
    return float(np.clip(0.5 * (before - after) / bend, -0.5, 0.5)) if bend < 0 else 0.0
