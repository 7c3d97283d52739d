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

from press.bubbles import GUIDE, Place, SheetLayout
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
STAIN_LEAST: Final = 0.03
"""A stain is seen where the paper on both sides is as dark as this, and has this share of the ink
in a bubble, ..."""
STAINED: Final = 0.45
"""... and it leaves bubbles empty in which there is less than this share of usual ink."""
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
    found = _located(ink, places, layout, _bends(ink, layout))
    numbers = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    judged = _judged(numbers, _measured(ink, found.points, layout.radius), found.rings)
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
    is not found is taken to lie as the one before it.
    """
    lines = layout.rows * layout.lines
    offsets = np.zeros((lines, 2, 2), np.float32)
    middle = lines // 2
    for side in (0, 1):
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


def _guide(ink: Array, place: tuple[float, float], expected: Array, reach: float) -> Array | None:
    """Return how far a square lies from its place; None if it is not there."""
    width, edge = round(GUIDE * SCALE), round(0.6 * SCALE)
    pattern = np.pad(np.ones((width, width), np.float32), edge)
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
_ACROSS: Final = 20
_DOWN: Final = 16
"""Points of that map by which a bubble may lie off its place, either way."""
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
    gaps = np.diff(expected[order, 0])
    chosen = _best_path(seen, gaps)
    moved, clear = _refined(seen, chosen)
    back = np.argsort(order)
    return moved[back] / _GRID, clear[back]


def _best_path(seen: Any, gaps: Any) -> Any:
    """Return the steps of the path through the maps of a line's bubbles, by the best sum."""
    middle = np.array([_DOWN, _ACROSS])
    total = seen[0] - _STEADY * _distance(seen.shape[1:], middle) / 2
    back = []
    for number, gap in enumerate(gaps, start=1):
        reach = 1 if gap < 8 else 2
        best, chosen = total.copy(), np.zeros((*total.shape, 2), np.int64)
        padded = np.pad(total, reach, constant_values=-np.inf)
        for down in range(-reach, reach + 1):
            for across in range(-reach, reach + 1):
                if not down and not across:
                    continue
                from_there = padded[
                    reach + down : reach + down + total.shape[0],
                    reach + across : reach + across + total.shape[1],
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


def _refined(seen: Any, path: Any) -> tuple[Any, Any]:
    """Return the steps of a path exactly, and how clear the rings are there."""
    padded = np.pad(seen, ((0, 0), (1, 1), (1, 1)), constant_values=-1)
    near = np.stack(
        [padded[n, down : down + 3, across : across + 3] for n, (down, across) in enumerate(path)]
    )
    moved, clear = np.empty((len(path), 2)), np.empty(len(path))
    for number in range(len(path)):
        part = slice(max(0, number - _TOGETHER), number + _TOGETHER + 1)
        mean = near[part].mean(axis=0)
        here = path[part].mean(axis=0) if len(path) > 1 else path[number]
        down = here[0] + _peak(mean[:, 1]) - _DOWN
        across = here[1] + _peak(mean[1]) - _ACROSS
        moved[number], clear[number] = (across, down), mean[1, 1]
    return moved, clear


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
    """Of each bubble: the mean ink in its middle, that of its darkest part, and how dark a stain
    is that passes below it."""

    mean: Array
    darkest: Array
    wide: Array
    stain: Array


_SIDES: Final = 24
_ROUND: Final = np.linspace(0, 2 * np.pi, _SIDES, endpoint=False)


def _measured(ink: Array, points: Array, radius: float) -> Measures:
    """Return how dark bubbles are above the paper below them.

    A stain is seen around a bubble's ring; below it, it is taken to pass smoothly.
    """
    around = _around(ink, points, radius)
    middle, weights = _disc(radius, 0.66)
    inside = np.maximum(_sampled(ink, points, middle) - around @ weights.T, 0)
    edge, weights = _disc(radius, 0.82)
    wide = np.maximum(_sampled(ink, points, edge) - around @ weights.T, 0)
    return Measures(
        floats(inside.mean(axis=1)),
        floats(np.quantile(inside, DARKEST, axis=1)),
        floats(np.quantile(wide, DARKEST, axis=1)),
        floats(_passing(around)),
    )


def _around(ink: Array, points: Array, radius: float) -> Any:
    """Return the ink around each ring above that which is usual there, side by side."""
    reach = radius * SCALE * np.array([1.14, 1.18, 1.22])
    sides = np.stack([np.cos(_ROUND), np.sin(_ROUND)], axis=1)
    places = (reach[:, None, None] * sides).reshape(-1, 2)
    ring = np.median(_sampled(ink, points, places).reshape(-1, len(reach), _SIDES), axis=1)
    ring = ring - np.median(ring, axis=0)
    turned = np.stack([np.roll(ring, shift, axis=1) for shift in range(-3, 4)])
    return np.maximum(np.median(turned, axis=0), 0)


def _passing(around: Any) -> Any:
    """Return how dark a stain is that lies on two sides of a bubble far from each other; a mark
    beside its bubble lies on one."""
    across = range(_SIDES // 3, 2 * _SIDES // 3 + 1)
    opposite = np.max([np.roll(around, -shift, axis=1) for shift in across], axis=0)
    return np.minimum(around, opposite).max(axis=1)


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


def _judged(rows: Any, measures: Measures, rings: Array) -> Judged:
    """Judge each bubble against the empty ones of its row and the usual marks of its sheet."""
    mean, darkest, wide = (_above(rows, part) for part in measures[:3])
    usual = _usual(mean, darkest, measures.stain)
    full = (mean >= max(MARKED, OWN_MEAN * usual[0])) & (darkest >= OWN * usual[1])
    speck = (mean < EMPTY) & (darkest > SPECK * mean)
    clean = (speck | (mean < _bound(mean))) & (wide < EMPTY_WIDE)
    stained = (measures.stain > np.maximum(STAIN * darkest, STAIN_LEAST)) & (
        darkest < STAINED * usual[1]
    )
    lost = (rings < FAINT * np.median(rings)) | (_level(rows, measures.mean) > BLURRED)
    lost |= not full.any() and (~clean).sum() >= FEW
    kinds = np.select([lost, full, clean | stained], [3, 2, 0], 1)
    order = (Mark.EMPTY, Mark.UNSURE, Mark.MARKED, Mark.UNSEEN)
    return Judged(mean, darkest, [order[kind] for kind in kinds.tolist()])


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
