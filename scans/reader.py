"""Reading the bubbles of a sheet that was found on a picture. NumPy and OpenCV.

A sheet in, measured bubbles out; no model, no names, no rules of a game. It says of each bubble
how dark it is and whether that is a mark, no mark, or unsure; it never decides what is unsure.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Any, Final, NamedTuple

import cv2
import numpy as np

from press.bubbles import BUBBLE_DOWN, CANCEL, GUIDE, Place, SheetLayout
from scans.planes import SCALE, Array, Image, floats, laid_flat

EMPTY: Final = 0.04
EMPTY_LEAST: Final = 0.02
"""A bubble no darker than this above the empty ones of its row is empty, in the noisiest pictures
and in those without noise, ..."""
SPREAD: Final = 8.0
"""... between them, so many times the usual distance of empty bubbles from their middle."""
EMPTY_WIDE: Final = 0.11
"""No part of an empty bubble that is larger than a speck is darker than this."""
SPECK: Final = 3.5
"""A speck of a copier is so many times darker than its bubble as a whole."""
MARKED: Final = 0.06
"""A bubble at least this much darker may be marked."""
PALE: Final = 0.07
INK: Final = 0.27
"""How dark the darkest part of a mark usually is: what an eraser leaves, and coffee, is paler."""
DARKEST: Final = 0.93
"""The share of a bubble that is no darker than its darkest part."""
FEW: Final = 6
MOSTLY: Final = 0.3
"""Pale marks are the usual ones of a sheet that has at least `FEW`, less than this share dark. With
so many that are too pale to be marks, and none that is one, the whole sheet is too pale."""
OWN: Final = 0.55
"""A bubble whose darkest part has less than this share of the ink of the usual marks is unsure."""
OWN_MEAN: Final = 0.3
"""So is one that has less than this share of their ink altogether."""
STAIN: Final = 0.3
"""What has so much of its ink on both sides of the bubble too may be a stain, no usual mark."""
STAIN_LEAST: Final = 0.03
"""What is paler than this on both sides of a bubble is no stain that would darken its ring."""
STAINED: Final = 0.45
"""A stain leaves bubbles empty in which there is less than this share of usual ink, and nothing
else but what passes below."""
UNSTAINED: Final = 0.6
"""Nothing else is there if without the stain less than this share of the ink is left, and no more
than in an empty bubble of a noisy picture."""
COVERED: Final = 2.3
COVERED_LEAST: Final = 0.007
"""Where an empty bubble's ring is so much darker than those around it, in standard deviations and
at least in ink, a copier may have left no more of a pale mark. In prints that nobody marked rings
differ by up to 0.0063. Of 23 such marks in 474 pictures for tuning, 18 were seen so."""
BESIDE: Final = 0.4
"""Ink beside a bubble that has this share of that of usual marks, with no mark near, was meant for
the bubble perhaps."""
BLURRED: Final = 0.055
"""Where empty bubbles are as dark as this, their rings have run into them: too blurred."""
FAINT: Final = 0.4
"""Rings this much paler than those of the sheet are not where they are looked for."""
LEFTOVER: Final = 0.45
"""Beside a mark, what has less than this share of its ink was erased, or is a stain."""


class Mark(StrEnum):
    """What a bubble is."""

    EMPTY = "empty"
    UNSURE = "unsure"
    MARKED = "marked"
    UNSEEN = "unseen"
    """Its ring is not where it should be, or the picture is too blurred or too pale."""


@dataclass(frozen=True, slots=True)
class MeasuredBubble:
    """A bubble with its darkness above that of the empty ones around it, 0 to 1, and that of its
    darkest part."""

    place: Place
    darkness: float
    darkest: float
    mark: Mark


@dataclass(frozen=True, slots=True)
class MeasuredRow:
    """A row of bubbles and its picture, in levels of grey."""

    bubbles: tuple[MeasuredBubble, ...]
    picture: Image


def rows_measured(image: Image, plane: Array, layout: SheetLayout) -> Iterator[MeasuredRow]:
    """Yield the rows of a sheet with every bubble measured, from the top."""
    flat = laid_flat(image, plane, (0, 0, layout.width, layout.height))
    ink = _ink(flat)
    rows = [list(layout.places(row)) for row in range(layout.rows)]
    places = [place for row in rows for place in row]
    bends = _bends(ink, layout)
    found = _located(ink, places, layout, bends)
    numbers = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    bubbles_alone = _without_squares(ink, layout, bends)
    measures = _measured(bubbles_alone, found.points, layout.radius)
    near = _Near(found.points, layout.pitch * SCALE)
    if _pale_is_seen(ink, places, layout, found.points):
        compared = np.zeros(len(places), bool)
    else:
        compared = np.array([place.group != CANCEL for place in places])
    judged = _judged(numbers, measures, found.rings, near, compared)
    bubbles = iter(
        MeasuredBubble(place, float(mean), float(darkest), mark)
        for place, mean, darkest, mark in zip(places, *judged, strict=True)
    )
    for row, own in enumerate(rows):
        yield MeasuredRow(tuple(islice(bubbles, len(own))), _picture(flat, layout, row))


def _ink(flat: Image) -> Array:
    """Return how much of the light of the paper around it each point lacks, 0 to 1.

    The paper is what is left when everything smaller than a bubble's surroundings is taken away,
    so shadows and stains are paper, edges and all.
    """
    small = cv2.GaussianBlur(flat, (0, 0), 0.35 * SCALE / 2)
    share = 4
    low = cv2.resize(small, None, fx=1 / share, fy=1 / share, interpolation=cv2.INTER_AREA)
    width = int(7.5 * SCALE / share) | 1
    paper = cv2.morphologyEx(low, cv2.MORPH_CLOSE, np.ones((width, width), np.uint8))
    paper = cv2.GaussianBlur(paper, (0, 0), 1.0)
    paper = cv2.resize(paper, (flat.shape[1], flat.shape[0]), interpolation=cv2.INTER_LINEAR)
    lack = 1 - flat.astype(np.float32) / np.maximum(paper.astype(np.float32), 1)
    return np.asarray(np.clip(lack, 0, 1), np.float32)


def _bends(ink: Array, layout: SheetLayout) -> Array:
    """Return how far the square at each end of each line lies from its place, in millimetres.

    From the corners, which are where they should be, the squares are followed along either edge,
    each from where the one before it lay; upper lines from above, lower ones from below. One that
    is not found is taken to lie as the one before it. Where as many are in sight along an edge as
    were printed, as evenly as a fold leaves them, none needs to be followed.
    """
    lines = layout.rows * layout.lines
    offsets = np.zeros((lines, 2, 2), np.float32)
    middle = lines // 2
    for side in (0, 1):
        edge = _edge(ink, floats(layout.guides[side::2]))
        if edge is not None:
            offsets[:, side] = edge
            continue
        for way in (range(middle), range(lines - 1, middle - 1, -1)):
            before, slope = np.zeros(2, np.float32), np.zeros(2, np.float32)
            for number, line in enumerate(way):
                reach = _FIRST_REACH if number == 0 else _NEXT_REACH
                place = layout.guides[2 * line + side]
                found = _guide(ink, place, before + slope, reach)
                if found is not None:
                    slope = (found - before) * 0.5 if number else slope
                    before = found
                offsets[line, side] = before
    return offsets


_FIRST_REACH: Final = 3.5
_NEXT_REACH: Final = 1.4
"""How far from where it is expected a square at the end of a line is looked for."""


def _without_squares(ink: Array, layout: SheetLayout, bends: Array) -> Array:
    """Return the ink without the squares at the ends of lines, which are no marks."""
    without, half = floats(ink).copy(), GUIDE / 2 + _MARGIN
    for place, bend in zip(layout.guides, bends.reshape(-1, 2), strict=True):
        left, top = (max(0, round(float(v) * SCALE)) for v in np.array(place) + bend - half)
        wide = round(2 * half * SCALE)
        without[top : top + wide, left : left + wide] = 0
    return without


_BAND: Final = (10.0, 6.0)
"""How far across and down the squares of an edge may lie off their places on folded paper."""
_SQUARE_FITS: Final = 0.8
_UNEVEN: Final = 0.3
"""By what share the gap between two squares may differ from that printed."""


def _edge(ink: Array, places: Array) -> Array | None:
    """Return how far the squares of an edge lie from their places; None unless all are in sight."""
    low, high = places.min(axis=0) - _BAND, places.max(axis=0) + _BAND
    left, top = (max(0, round(float(value) * SCALE)) for value in low)
    part = ink[top : round(float(high[1]) * SCALE), left : round(float(high[0]) * SCALE)]
    pattern = _square_pattern()
    fits = cv2.matchTemplate(part, pattern, cv2.TM_CCOEFF_NORMED)
    wide = 2 * round(GUIDE * SCALE / 2) + 1
    peaks = (fits >= _SQUARE_FITS) & (fits == cv2.dilate(fits, np.ones((wide, wide), np.uint8)))
    found = np.argwhere(peaks)[:, ::-1] + (left, top) + np.array(pattern.shape) / 2
    if len(found) != len(places):
        return None
    offsets = floats(found / SCALE - places)
    bends, gaps = np.abs(np.diff(offsets, axis=0)), np.diff(places[:, 1])
    return offsets if (bends < _UNEVEN * gaps[:, None]).all() else None


def _square_pattern() -> Array:
    """Return a square at the end of a line with a little paper around it."""
    width = round(GUIDE * SCALE)
    return np.pad(np.ones((width, width), np.float32), round(_MARGIN * SCALE))


_MARGIN: Final = 0.6


def _guide(ink: Array, place: tuple[float, float], expected: Array, reach: float) -> Array | None:
    """Return how far a square lies from its place; None if it is not there."""
    width, edge = round(GUIDE * SCALE), round(_MARGIN * SCALE)
    pattern = _square_pattern()
    corner = (np.array(place) + expected - GUIDE / 2 - reach) * SCALE - edge
    left, top = (max(0, round(float(value))) for value in corner)
    side = round((GUIDE + 2 * reach) * SCALE) + 2 * edge
    part = ink[top : top + side, left : left + side]
    if min(part.shape) <= pattern.shape[0]:
        return None
    fits = cv2.matchTemplate(part, pattern, cv2.TM_CCOEFF_NORMED)
    _low, best, _at, (column, line) = cv2.minMaxLoc(fits)
    if best < 0.6:
        return None
    found = (np.array([left + column, top + line]) + edge + width / 2) / SCALE - place
    return floats(found)


class Located(NamedTuple):
    """The middles of bubbles in pixels, and how clearly the ring of each was seen there."""

    points: Array
    rings: Array


_GRID: Final = 4
"""Points of the map of rings to a millimetre."""
_ACROSS: Final = 24
_DOWN: Final = 24
"""Points of that map by which a bubble may lie off its place, either way."""
_FURTHER: Final = 2
"""Points by which a bubble may lie further off than its neighbour; folded paper slopes by 7 %."""
_STEADY: Final = 0.02
"""What a step between neighbours costs, in darkness of a ring."""


def _located(ink: Array, places: Sequence[Place], layout: SheetLayout, bends: Array) -> Located:
    """Return where bubbles lie.

    They are expected where the squares at the ends of their line say; from there the path is
    sought, line by line, that follows the printed rings best and bends least.
    """
    rings = _ring_map(ink, layout.radius)
    x = np.array([place.x for place in places])
    lines = np.array([place.line for place in places])
    across = (x / layout.width)[:, None]
    offsets = bends[lines, 0] * (1 - across) + bends[lines, 1] * across
    expected = np.stack([x, [place.y for place in places]], axis=1) + offsets
    points, clear = np.empty_like(expected), np.empty(len(places))
    for line in dict.fromkeys(lines.tolist()):
        own = np.flatnonzero(lines == line)
        moved, seen = _path(rings, expected[own])
        points[own], clear[own] = expected[own] + moved, seen
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


def _path(rings: Array, expected: Any) -> tuple[Any, Any]:
    """Return how far the bubbles of a line lie from where they are expected, in millimetres, and
    how clear the rings are there."""
    order = np.argsort(expected[:, 0])
    steps = np.stack(
        np.meshgrid(np.arange(-_ACROSS, _ACROSS + 1), np.arange(-_DOWN, _DOWN + 1)), axis=-1
    )
    at = expected[order][:, None, None] * _GRID + steps - 0.5 + 0.5 / SCALE * _GRID
    seen = cv2.remap(
        rings,
        floats(at[..., 0]).reshape(len(order), -1),
        floats(at[..., 1]).reshape(len(order), -1),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    ).reshape(at.shape[:3])
    chosen = _best_path(seen)
    moved, clear = _refined(seen, chosen, expected[order, 0])
    back = np.argsort(order)
    return moved[back] / _GRID, clear[back]


def _best_path(seen: Any) -> Any:
    """Return the steps of the path through the maps of a line's bubbles, by the best sum."""
    middle = np.array([_DOWN, _ACROSS])
    total = seen[0] - _STEADY * _distance(seen.shape[1:], middle) / 2
    back = []
    for number in range(1, len(seen)):
        best, chosen = total.copy(), np.zeros((*total.shape, 2), np.int64)
        padded = np.pad(total, _FURTHER, constant_values=-np.inf)
        for down in range(-_FURTHER, _FURTHER + 1):
            for across in range(-_FURTHER, _FURTHER + 1):
                if not down and not across:
                    continue
                from_there = padded[
                    _FURTHER + down : _FURTHER + down + total.shape[0],
                    _FURTHER + across : _FURTHER + across + total.shape[1],
                ] - _STEADY * np.hypot(down, across)
                better = from_there > best
                best[better], chosen[better] = from_there[better], (down, across)
        back.append(chosen)
        total = best + seen[number]
    total = total - _STEADY * _distance(total.shape, middle) / 2
    at = np.array(np.unravel_index(int(np.argmax(total)), total.shape))
    path = [at]
    for chosen in reversed(back):
        at = at + chosen[at[0], at[1]]
        path.append(at)
    return np.array(path[::-1])


def _distance(shape: tuple[int, ...], middle: Any) -> Any:
    down, across = np.indices(shape)
    return np.hypot(down - middle[0], across - middle[1])


_TOGETHER: Final = 2
"""Neighbours on either side with which a bubble is placed exactly: a filled one has no ring."""


def _refined(seen: Any, path: Any, x: Any) -> tuple[Any, Any]:
    """Return the steps of a path exactly, and how clear the rings are there."""
    padded = np.pad(seen, ((0, 0), (1, 1), (1, 1)), constant_values=-1)
    near = np.stack(
        [padded[n, down : down + 3, across : across + 3] for n, (down, across) in enumerate(path)]
    )
    moved, clear = np.empty((len(path), 2)), np.empty(len(path))
    for number in range(len(path)):
        part = slice(max(0, number - _TOGETHER), number + _TOGETHER + 1)
        mean = near[part].mean(axis=0)
        here = _line_at(x[part], path[part], x[number])
        down = here[0] + _peak(mean[:, 1]) - _DOWN
        across = here[1] + _peak(mean[1]) - _ACROSS
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


class Judged(NamedTuple):
    """Of each bubble: how dark it and its darkest part are above the empty ones of its row, and
    what it is."""

    mean: Array
    darkest: Array
    marks: list[Mark]


class Measures(NamedTuple):
    """Of each bubble: the mean ink in its middle, that of its darkest part, how dark a stain is
    that passes below it, what is left without the stain, how dark the ring is, and the ink
    beside it."""

    mean: Array
    darkest: Array
    wide: Array
    stain: Array
    mean_unstained: Array
    wide_unstained: Array
    ring: Array
    beside: Array


_SIDES: Final = 48
_ROUND: Final = np.linspace(0, 2 * np.pi, _SIDES, endpoint=False)


def _measured(ink: Array, points: Array, radius: float) -> Measures:
    """Return how dark bubbles are above the paper below them.

    A stain is seen around a bubble's ring; below it, it is taken to pass smoothly.
    """
    around = _around(ink, points, radius)
    smooth = np.median(_turned(around, _SIDES // 8), axis=0)
    middle, weights = _disc(radius, 0.66)
    inked = _sampled(ink, points, middle)
    inside = np.maximum(inked - smooth @ weights.T, 0)
    edge, edge_weights = _disc(radius, 0.82)
    inked_wide = _sampled(ink, points, edge)
    wide = np.maximum(inked_wide - smooth @ edge_weights.T, 0)
    bands = _turned(_turned(around, 1).min(axis=0), 1).max(axis=0)
    below = np.maximum(_below(bands, middle, radius), smooth @ weights.T)
    below_wide = np.maximum(_below(bands, edge, radius), smooth @ edge_weights.T)
    ring, beside = _rings(ink, points, radius)
    return Measures(
        floats(inside.mean(axis=1)),
        floats(np.quantile(inside, DARKEST, axis=1)),
        floats(np.quantile(wide, DARKEST, axis=1)),
        floats(_passing(smooth)),
        floats(np.maximum(inked - below, 0).mean(axis=1)),
        floats(np.quantile(np.maximum(inked_wide - below_wide, 0), DARKEST, axis=1)),
        ring,
        beside,
    )


def _around(ink: Array, points: Array, radius: float) -> Any:
    """Return the ink around each ring above that which is usual there, side by side."""
    reach = radius * SCALE * np.array([1.14, 1.18, 1.22])
    sides = np.stack([np.cos(_ROUND), np.sin(_ROUND)], axis=1)
    places = (reach[:, None, None] * sides).reshape(-1, 2)
    ring = np.median(_sampled(ink, points, places).reshape(-1, len(reach), _SIDES), axis=1)
    return np.maximum(ring - np.median(ring, axis=0), 0)


def _turned(around: Any, most: int) -> Any:
    """Return what lies around each ring, turned by up to so many sides either way."""
    return np.stack([np.roll(around, shift, axis=1) for shift in range(-most, most + 1)])


def _below(around: Any, points: Any, radius: float) -> Any:
    """Return how dark a stain is at points of a bubble that passes straight below it: it lies at
    both ends of a line through the point."""
    x, y = (points / (1.18 * radius * SCALE)).T
    darkest = np.zeros((len(around), len(points)))
    for way in _ROUND[: _SIDES // 2]:
        off = y * np.cos(way) - x * np.sin(way)
        half = np.sqrt(1 - off**2)
        ends = [np.arctan2(off, sign * half) + way for sign in (1, -1)]
        first, last = (np.rint(end / (2 * np.pi) * _SIDES).astype(int) % _SIDES for end in ends)
        darkest = np.maximum(darkest, np.minimum(around[:, first], around[:, last]))
    return darkest


def _passing(around: Any) -> Any:
    """Return how dark a stain is that lies on two sides of a bubble far from each other; a mark
    beside its bubble lies on one."""
    across = range(_SIDES // 3, 2 * _SIDES // 3 + 1)
    opposite = np.max([np.roll(around, -shift, axis=1) for shift in across], axis=0)
    return np.minimum(around, opposite).max(axis=1)


_RING: Final = (0.855, 0.985)
"""The inner half of the printed ring, in radii: a pale mark darkens it where the copier has left
nothing of what is inside."""
_OUT: Final = (1.115, 1.24, 1.37)
_ARCS: Final = 16


def _rings(ink: Array, points: Array, radius: float) -> tuple[Array, Array]:
    """Return how much darker each ring is than those near it, and the ink beside it likewise.

    Of the ring, the darkest and palest parts are left out, so that specks do not count; so is what
    lies outside it too, a stain.
    """
    angles = np.linspace(0, 2 * np.pi, _ARCS, endpoint=False)
    sides = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    reach = radius * SCALE * np.array([*_RING, *_OUT])
    soft = floats(cv2.GaussianBlur(ink, (0, 0), 0.12 * SCALE))
    seen = _sampled(soft, points, (reach[:, None, None] * sides).reshape(-1, 2))
    seen = seen.reshape(len(points), len(reach), _ARCS)
    more = seen - np.median(seen[_nearest(points, _NEAR)], axis=1)
    ring, out = more[:, : len(_RING)].mean(axis=1), more[:, len(_RING) :]
    stain = np.maximum(out[:, 1:].mean(axis=1), 0)
    ring = ring - _turned(stain, 1).max(axis=0)
    near = [np.roll(out, shift, axis=2) for shift in (-1, 0, 1)]
    arcs = np.median(np.concatenate(near, axis=1), axis=1)
    return floats(np.sort(ring, axis=1)[:, 5:13].mean(axis=1)), floats(arcs.max(axis=1))


_PALE_SEEN: Final = 0.012
"""Where the line printed above each row, as pale as a pale pencil, is so much darker than what lies
beside it, the picture shows pale marks. Pictures of originals have 0.025 to 0.08, copies none."""


def _pale_is_seen(ink: Array, places: Sequence[Place], layout: SheetLayout, points: Array) -> bool:
    """Return whether the pale line above rows is seen: a copier takes it away, as it does pale
    marks, of which it leaves only darker rings."""
    first = np.array([place.line % layout.lines == 0 for place in places])
    down = np.linspace(-0.6, 0.6, 13)
    at = np.stack([np.zeros_like(down), (down - BUBBLE_DOWN) * SCALE], axis=1)
    across_line = np.median(_sampled(ink, points[first], at), axis=0)
    beside = (across_line[0] + across_line[-1]) / 2
    return bool(across_line[4:9].mean() - beside > _PALE_SEEN)


_NEAR: Final = 24
"""Bubbles near one that show what an empty one looks like there; most are empty."""


def _nearest(points: Array, count: int) -> Any:
    far = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1))
    return np.argpartition(far, min(count, len(points) - 1), axis=1)[:, :count]


class _Near:
    """Which bubbles are neighbours: no more than one lies between them."""

    def __init__(self, points: Array, pitch: float) -> None:
        self._points, self._reach = points, 1.6 * pitch

    def to_any(self, chosen: Any) -> Any:
        """Return which bubbles have a chosen one near."""
        far = np.hypot(*(self._points[:, None] - self._points[None, chosen]).transpose(2, 0, 1))
        return (far < self._reach).any(axis=1)


def _disc(radius: float, share: float) -> tuple[Any, Any]:
    """Return the points of a disc around a bubble's middle, and by which weights what passes below
    each follows from what lies around: Poisson's integral."""
    reach = share * radius * SCALE
    span = np.arange(-int(reach), int(reach) + 1)
    points = np.stack(np.meshgrid(span, span), axis=-1).reshape(-1, 2)
    points = points[np.hypot(*points.T) <= reach]
    far = (np.hypot(*points.T) / (1.18 * radius * SCALE))[:, None]
    turn = np.arctan2(points[:, 1], points[:, 0])[:, None] - _ROUND
    weights = (1 - far**2) / (1 - 2 * far * np.cos(turn) + far**2)
    return points, weights / weights.sum(axis=1, keepdims=True)


def _sampled(ink: Array, points: Array, around: Any) -> Any:
    """Return the ink at points around each of some points, in pixels."""
    at = points[:, None] + around[None]
    return cv2.remap(
        ink,
        floats(at[..., 0]),
        floats(at[..., 1]),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )


def _judged(rows: Any, measures: Measures, rings: Array, near: _Near, compared: Any) -> Judged:
    """Judge each bubble against the empty ones of its row and the usual marks of its sheet.

    The rings are `compared` of those that lie among others, on sheets where pale ink is lost.
    """
    mean, darkest, wide = (_above(rows, part) for part in measures[:3])
    usual = _usual(mean, darkest, measures.stain)
    full = (mean >= max(MARKED, OWN_MEAN * usual[0])) & (darkest >= OWN * usual[1])
    bound = _bound(mean)
    speck = (mean < EMPTY) & (darkest > SPECK * mean)
    clean = (speck | (mean < bound)) & (wide < EMPTY_WIDE)
    stained = (
        (_above(rows, measures.mean_unstained) < np.clip(UNSTAINED * mean, bound, EMPTY))
        & (_above(rows, measures.wide_unstained) < EMPTY_WIDE)
        & (darkest < STAINED * usual[1])
    )
    covered = compared & _stands_out(measures.ring) & (measures.stain < STAIN_LEAST)
    missed = (measures.beside > BESIDE * usual[1]) & ~near.to_any(full)
    lost = (rings < FAINT * np.median(rings)) | (_level(rows, measures.mean) > BLURRED)
    lost |= not full.any() and (~clean).sum() >= FEW
    kinds = np.select([lost, full, (clean | stained) & ~covered & ~missed], [3, 2, 0], 1)
    order = (Mark.EMPTY, Mark.UNSURE, Mark.MARKED, Mark.UNSEEN)
    return Judged(mean, darkest, [order[kind] for kind in kinds.tolist()])


def _stands_out(rings: Array) -> Any:
    """Return which rings are darker than most by more than is usual among them."""
    above = rings - np.median(rings)
    usual = 1.4826 * float(np.median(np.abs(above)))
    return above > max(COVERED * usual, COVERED_LEAST)


def _bound(above: Array) -> float:
    """Return how dark empty bubbles may be by the spread of those of the sheet; most are empty."""
    return float(np.clip(SPREAD * np.median(np.abs(above)), EMPTY_LEAST, EMPTY))


def _usual(mean: Array, darkest: Array, stain: Array) -> tuple[float, float]:
    """Return the ink of the usual marks of a sheet, and that of their darkest part.

    Where most of what may be a mark is pale, as on a copy of a copy, pale marks are the usual ones.
    """
    maybe = (mean >= PALE) & (darkest >= PALE) & (stain < STAIN * darkest)
    strong = maybe & (darkest >= INK)
    if maybe.sum() >= FEW and strong.sum() < MOSTLY * maybe.sum():
        strong = maybe
    if not strong.any():
        return 0.0, INK / OWN
    return float(np.median(mean[strong])), float(np.median(darkest[strong]))


def _level(rows: Any, measures: Array) -> Any:
    """Return how dark the empty bubbles of each one's row are; they are by far the most."""
    levels = np.empty_like(measures)
    for row in np.unique(rows):
        levels[rows == row] = np.quantile(measures[rows == row], 0.4)
    return levels


def _above(rows: Any, measures: Array) -> Any:
    return measures - _level(rows, measures)


def _picture(flat: Image, layout: SheetLayout, row: int) -> Image:
    """Return the picture of a row, a little of what is above and below with it."""
    top = layout.row_top(row) - 1
    bottom = top + layout.row_height + 2
    return flat[round(top * SCALE) : round(bottom * SCALE), :]


# --- what a row says


@dataclass(frozen=True, slots=True)
class RowReading:
    """What is marked in a row: sure values by group, and the groups that are unsure."""

    marks: Mapping[str, tuple[str, ...]]
    unsure: frozenset[str]

    @property
    def is_blank(self) -> bool:
        """Whether nothing at all is marked."""
        return not self.marks and not self.unsure


def reading_of(row: MeasuredRow, layout: SheetLayout) -> RowReading:
    """Return what a row says; a group with an unsure bubble, or with two where one is asked, says
    nothing."""
    marks: dict[str, tuple[str, ...]] = {}
    unsure: set[str] = set()
    for group in layout.groups:
        own = [bubble for bubble in row.bubbles if bubble.place.group == group.key]
        full = [bubble for bubble in own if bubble.mark is Mark.MARKED]
        open_ = [b for b in own if b.mark in {Mark.UNSURE, Mark.UNSEEN}]
        if len(full) == 1 and not group.several:
            open_ = [bubble for bubble in open_ if not _is_leftover(bubble, full[0])]
        if open_ or (len(full) > 1 and not group.several):
            unsure.add(group.key)
        elif full:
            marks[group.key] = tuple(bubble.place.value for bubble in full)
    return RowReading(marks, frozenset(unsure))


def _is_leftover(bubble: MeasuredBubble, mark: MeasuredBubble) -> bool:
    """Return whether a bubble is so much paler than the mark of its group that it is none."""
    return bubble.mark is Mark.UNSURE and bubble.darkest < LEFTOVER * mark.darkest
