"""Reading the bubbles of a sheet that was found on a picture. NumPy and OpenCV.

A sheet in, measured bubbles out; no model, no names, no rules of a game. It says of each bubble
how dark it is and whether that is a mark, no mark, or unsure; it never decides what is unsure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Any, Final, NamedTuple

import cv2
import numpy as np

from paper.scans.places import (
    Bends,
    Located,
    bends_of,
    lens_of,
    located,
    straightened,
    without_squares,
)
from paper.scans.planes import SCALE, Array, Image, floats, laid_flat
from press.bubbles import CANCEL, MARGIN, BubblePlace, SheetLayout

EMPTY: Final = 0.04
EMPTY_LEAST: Final = 0.02
"""A bubble no darker than this above the empty ones of its row is empty, in the noisiest pictures
and in those without noise, ..."""
SPREAD: Final = 8.0
"""... between them, so many times the usual distance of empty bubbles from their middle."""
COPIED: Final = 0.7
"""On a copy that has lost pale ink, whose paper is even, this share of that where the ring is
darker than most by `DARKER`."""
EVEN: Final = 0.033
EVEN_PART: Final = 0.065
"""Where no ring is darker, a bubble no darker than this as a whole and in its darkest part is empty
too: a mark as pale as that has darker parts, or darkens the ring."""
EMPTY_WIDE: Final = 0.11
"""No part of an empty bubble that is larger than a speck is darker than this, ..."""
RING_WIDE: Final = 0.25
"""... or than this where its own ring runs into it, which then is paler than most by `COVERED`
where it was looked for."""
SPECK: Final = 3.0
"""A copier's speck is this many times darker than its bubble as a whole, and does not extend beyond
it."""
MARKED: Final = 0.06
"""A bubble at least this much darker may be marked, ..."""
THIN: Final = 0.045
THIN_SHARE: Final = 0.55
"""... and where the usual marks are thin, one with this share of their ink and at least so much:
more than a speck of a copier has."""
PALE: Final = 0.07
INK: Final = 0.27
"""How dark the darkest part of a mark usually is: what an eraser leaves, and coffee, is paler."""
DARKEST: Final = 0.93
"""The share of a bubble that is no darker than its darkest part."""
FEW: Final = 6
MOSTLY: Final = 0.3
"""Pale marks are the usual ones of a sheet that has at least `FEW`, less than this share dark. With
so many that are too pale to be marks, and none that is one, the whole sheet is too pale."""
OWN_DARKNESS: Final = 0.55
"""A bubble whose darkest part has less than this share of the ink of the usual marks is unsure."""
OWN_MEAN: Final = 0.3
"""So is one that has less than this share of their ink altogether; an empty one has no more."""
STAIN: Final = 0.3
"""What has so much of its ink on both sides of the bubble too may be a stain, no usual mark."""
STAINED: Final = 0.45
"""A stain leaves bubbles empty in which there is less than this share of usual ink, and nothing
else but what passes below."""
UNSTAINED: Final = 0.6
STAIN_LEFT: Final = 0.05
"""Nothing else is there if without the stain less than this share of the ink is left, and no more
than this, and the ring is no darker than that of an empty bubble."""
DARKER: Final = 1.0
COVERED: Final = 2.8
"""Where an empty bubble's ring is so much darker than those around it, in standard deviations, a
copier may have left no more of a pale mark ..."""
AROUND: Final = 0.5
"""... unless the paper beside it is darker too, as coffee darkens both: less this share of that, in
standard deviations, the ring is then still darker by `DARKER`. Of 328 pale marks of which 90 copies
for tuning left no more 287 are seen so, and of 50,135 empty bubbles 133."""
COVERED_BY_FAR: Final = 8.0
"""It may have done so too, where so much darker, on a sheet of which it left pale ink elsewhere."""
LEAST_SPREAD: Final = 0.0022
"""The standard deviation, in ink, of what surrounds empty bubbles, at least."""
STROKE: Final = 0.032
STROKE_SHARE: Final = 0.38
STROKE_LONG: Final = 0.3
"""A stroke that is at least so long, in radii as the standard deviation of its ink, is a mark where
it has this share of the ink of thin ones and at least so much: a speck is short."""
SOLID: Final = 0.5
SPILT: Final = 0.12
SPILT_SIDES: Final = 0.25
"""What is as dark as this all over, beyond its ring too, is a mark of a felt tip, and no stain, nor
a thing that lies on the sheet, where it ends before the next bubble: on most sides there is less
ink than that."""
GLARE: Final = 0.75
GLARE_EDGE: Final = 0.1
MOST_GAIN: Final = 2.5
"""Where rings have less than this share of the ink of the sheet's, as below a lamp that is mirrored
there, so do marks: what is measured there counts so many times more, at most. It does in full where
they have less by `GLARE_EDGE`."""
UNEVEN: Final = 2.0
"""If neighbouring rings differ by more than this many times the usual, as at the edge of a lamp's
light, a darker ring counts for less; not on a copy."""
BESIDE: Final = 0.4
"""Ink beside a bubble, with this share of a usual mark's and no mark on that side, may have been
meant for the bubble."""
AROUND_IT: Final = 0.16
"""So was what lies around half of it, or more, and is as dark as this: of 639 bubbles that somebody
drew a ring around 638 have at least 0.194, of 33,624 empty ones all but three less than 0.08."""
ARC: Final = 0.2
"""A ring of which an arc, a tenth of it, has less than this share of the ink of those near it is
covered there, as by a thumb that leaves the rest to be seen: of 36,499 bubbles of sheets that are
not covered four have so little."""
BLURRED: Final = 0.055
"""Where empty bubbles are as dark as this, their rings have run into them: too blurred."""
FAINT: Final = 0.4
"""Rings this much paler than those of the sheet are not where they are looked for."""
LEFTOVER: Final = 0.45
"""In a group with a mark, a bubble with less than this share of its ink was erased or stained."""


class Mark(StrEnum):
    """What a bubble is."""

    EMPTY = "empty"
    UNSURE = "unsure"
    MARKED = "marked"
    UNSEEN = "unseen"
    """The ring is not in its place, or the picture is too blurred or too pale."""


@dataclass(frozen=True, slots=True)
class MeasuredBubble:
    """A bubble with its darkness above that of the empty ones around it, 0 to 1, and that of its
    darkest part."""

    place: BubblePlace
    darkness: float
    darkest: float
    mark: Mark


@dataclass(frozen=True, slots=True)
class MeasuredRow:
    """A row of bubbles and its picture, in levels of grey."""

    bubbles: tuple[MeasuredBubble, ...]
    picture: Image


@dataclass(frozen=True, slots=True)
class MeasuredSheet:
    """The rows of a sheet from the top, whether pale ink is lost on it, as on a copy, and the
    bubbles of who deals first, if it asks."""

    rows: tuple[MeasuredRow, ...]
    has_lost_pale: bool
    dealers: tuple[MeasuredBubble, ...] = ()


def sheet_measured(
    image: Image, plane: Array, layout: SheetLayout, *, is_placed: bool = False
) -> MeasuredSheet:
    """Measure every bubble of a sheet; see `bends_of`."""
    flat = laid_flat(image, plane, (0, 0, layout.width, layout.height))
    rows = [list(layout.places(row)) for row in range(layout.rows)]
    dealers = list(layout.dealer_places())
    places = [place for row in (*rows, dealers) for place in row]
    ink, bends, middles = _found(flat, places, layout, is_placed=is_placed)
    if (lens := lens_of(places, middles, layout, bends)) is not None:
        flat = straightened(flat, lens)
        ink, bends, middles = _found(flat, places, layout, is_placed=is_placed)
    numbers = np.repeat([*range(len(rows)), 0], [len(row) for row in (*rows, dealers)])
    bubbles_alone = without_squares(ink, layout, bends)
    measures = _measured(bubbles_alone, middles.points, layout.radius)
    has_lost_pale = not _pale_is_seen(ink, layout, bends)
    compared = np.array([has_lost_pale and place.group != CANCEL for place in places])
    judged = _judged(numbers, measures, middles, layout.pitch * SCALE, compared)
    bubbles = iter(
        MeasuredBubble(place, float(mean), float(darkest), mark)
        for place, mean, darkest, mark in zip(places, *judged, strict=True)
    )
    measured = [
        MeasuredRow(tuple(islice(bubbles, len(row_places))), _picture(flat, layout, row))
        for row, row_places in enumerate(rows)
    ]
    return MeasuredSheet(tuple(measured), has_lost_pale, tuple(bubbles))


def _found(
    flat: Image, places: Sequence[BubblePlace], layout: SheetLayout, *, is_placed: bool
) -> tuple[Array, Bends, Located]:
    """Return the ink of a flat sheet, and where its lines and bubbles lie."""
    ink = _ink(flat)
    bends = bends_of(ink, layout, is_placed=is_placed)
    return ink, bends, located(ink, places, layout, bends)


def _ink(flat: Image) -> Array:
    """Return how much darker each point is than the paper around it, 0 to 1.

    Paper is whatever remains when everything smaller than a bubble's surroundings is removed, so
    shadows and stains count as paper, edges included.
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


class Judged(NamedTuple):
    """Of each bubble: how dark it and its darkest part are above the empty ones of its row, and
    what it is."""

    mean: Array
    darkest: Array
    marks: list[Mark]


class Measures(NamedTuple):
    """Of each bubble: the mean ink in its middle, that of its darkest part, how dark a stain is
    that passes below it, what is left without the stain, how dark the ring is, how dark its palest
    arc is as a share of those near it, the ink beside it on each side and around half of it, all
    that is in its middle, how long its darkest part is, on how many sides ink goes on to the next
    bubble, how many times more counts what is measured there, and how many times as much as usual
    the rings near it differ."""

    mean: Array
    darkest: Array
    wide: Array
    stain: Array
    mean_unstained: Array
    wide_unstained: Array
    ring: Array
    arc: Array
    beside: Array
    around: Array
    solid: Array
    long: Array
    spilt: Array
    gain: Array
    uneven: Array


_SIDES: Final = 48
_ROUND: Final = np.linspace(0, 2 * np.pi, _SIDES, endpoint=False)


def _measured(ink: Array, points: Array, radius: float) -> Measures:
    """Return how dark bubbles are above the paper below them.

    A stain is seen around a bubble's ring; below it, it is taken to pass smoothly.
    """
    near = _nearest(points, _NEAR)
    around = _around(ink, points, radius)
    smooth = np.median(_rotated(around, _SIDES // 8), axis=0)
    middle, weights = _disc(radius, 0.66)
    inked = _sampled(ink, points, middle)
    inside = np.maximum(inked - smooth @ weights.T, 0)
    edge, edge_weights = _disc(radius, 0.82)
    inked_wide = _sampled(ink, points, edge)
    wide = np.maximum(inked_wide - smooth @ edge_weights.T, 0)
    bands = _rotated(_rotated(around, 1).min(axis=0), 1).max(axis=0)
    below = np.maximum(_below(bands, middle, radius), smooth @ weights.T)
    below_wide = np.maximum(_below(bands, edge, radius), smooth @ edge_weights.T)
    palest, gain, uneven = _palest_arcs(ink, points, radius, near)
    beside, half, spilt = _beside(ink, points, radius, near)
    return Measures(
        floats(inside.mean(axis=1)) * gain,
        floats(np.quantile(inside, DARKEST, axis=1)) * gain,
        floats(np.quantile(wide, DARKEST, axis=1)) * gain,
        floats(_passing(smooth)),
        floats(np.maximum(inked - below, 0).mean(axis=1)) * gain,
        floats(np.quantile(np.maximum(inked_wide - below_wide, 0), DARKEST, axis=1)) * gain,
        _rings(ink, points, radius, near),
        palest,
        beside * gain[:, None],
        half * gain,
        floats(inked.mean(axis=1)),
        _lengths(inside, middle, radius),
        spilt,
        gain,
        uneven,
    )


def _lengths(inside: Any, middle: Any, radius: float) -> Array:
    """Return how long what is darkest in each bubble is, in radii."""
    weights = inside * (inside > inside.max(axis=1, keepdims=True) / 2)
    total = np.maximum(weights.sum(axis=1), 1e-6)
    mean = weights @ middle / total[:, None]
    spread = weights @ (middle**2) / total[:, None] - mean**2
    mixed = weights @ middle.prod(axis=1) / total - mean.prod(axis=1)
    half, off = spread.sum(axis=1) / 2, (spread[:, 0] - spread[:, 1]) / 2
    return floats(np.sqrt(np.maximum(half + np.hypot(off, mixed), 0)) / (radius * SCALE))


def _around(ink: Array, points: Array, radius: float) -> Any:
    """Return the ink around each ring beyond the usual, side by side."""
    reach = radius * SCALE * np.array([1.14, 1.18, 1.22])
    sides = np.stack([np.cos(_ROUND), np.sin(_ROUND)], axis=1)
    places = (reach[:, None, None] * sides).reshape(-1, 2)
    ring = np.median(_sampled(ink, points, places).reshape(-1, len(reach), _SIDES), axis=1)
    return np.maximum(ring - np.median(ring, axis=0), 0)


def _rotated(around: Any, most: int) -> Any:
    """Return what lies around each ring, rotated by up to so many sides either way."""
    return np.stack([np.roll(around, shift, axis=1) for shift in range(-most, most + 1)])


def _below(around: Any, points: Any, radius: float) -> Any:
    """Return the darkness of a stain that runs straight through a bubble, at points of the bubble:
    the stain is at both ends of a line through the point."""
    x, y = (points / (1.18 * radius * SCALE)).T
    by_side = np.ascontiguousarray(around.T)
    darkest = np.zeros((len(points), len(around)), around.dtype)
    for way in _ROUND[: _SIDES // 2]:
        off = y * np.cos(way) - x * np.sin(way)
        half = np.sqrt(1 - off**2)
        ends = [np.arctan2(off, sign * half) + way for sign in (1, -1)]
        first, last = (np.rint(end / (2 * np.pi) * _SIDES).astype(int) % _SIDES for end in ends)
        np.maximum(darkest, np.minimum(by_side[first], by_side[last]), out=darkest)
    return np.ascontiguousarray(darkest.T)


def _passing(around: Any) -> Any:
    """Return the darkness of a stain on two opposite sides of a bubble; a mark beside its bubble is
    on one side only."""
    across = range(_SIDES // 3, 2 * _SIDES // 3 + 1)
    opposite = np.max([np.roll(around, -shift, axis=1) for shift in across], axis=0)
    return np.minimum(around, opposite).max(axis=1)


_RING: Final = (0.85, 0.9, 0.95, 1.0, 1.05, 1.1, 1.15)
"""The whole width of the printed ring, in radii: a pale mark darkens it where the copier has left
nothing of what is inside, and all of it weighs the same though the ring lies a little off."""
_ROUND_RING: Final = (1.2, 1.25, 1.3, 1.35)
_RING_ARCS: Final = 32
_RING_TAKEN: Final = slice(20, 28)
"""Of the arcs of a ring, from the palest: a mark covers a part of it. The darkest are left out, so
that specks do not count."""


def _rings(ink: Array, points: Array, radius: float, near: Any) -> Array:
    """Return how much darker a part of each ring is than the rings near it; darkness that continues
    outside is a stain and left out."""
    seen = _arcs(ink, points, radius * SCALE * np.array([*_RING, *_ROUND_RING]), _RING_ARCS)
    ring, out = (
        _rotated(part - np.median(part[near], axis=1), 1).mean(axis=0)
        for part in (seen[:, : len(_RING)].mean(axis=1), seen[:, len(_RING) :].mean(axis=1))
    )
    darker = ring - _rotated(np.maximum(out, 0), 2).max(axis=0)
    return floats(np.sort(darker, axis=1)[:, _RING_TAKEN].mean(axis=1))


_LINE: Final = (0.88, 0.94, 1.0, 1.06, 1.12)
_LINE_ARCS: Final = 48


def _palest_arcs(ink: Array, points: Array, radius: float, near: Any) -> tuple[Array, Array, Array]:
    """Return how dark the palest arc of each ring is, as a share of what rings near it are; how
    many times more counts what is measured where these are paler than those of the sheet; and how
    many times as much as usual they differ."""
    line = _arcs(ink, points, radius * SCALE * np.array(_LINE), _LINE_ARCS).max(axis=1)
    whole = np.median(line, axis=1)
    usual = np.maximum(np.median(whole[near], axis=1), 1e-3)
    there = np.clip(whole, usual / 2, usual) / np.median(whole)
    share = np.clip((GLARE - there) / GLARE_EDGE, 0, 1)
    gain = np.clip(1 + (1 / there - 1) * share, 1, MOST_GAIN)
    apart = np.median(np.abs(whole[near] - usual[:, None]), axis=1)
    uneven = apart / max(float(np.median(apart)), 1e-3)
    return floats(_rotated(line, 2).mean(axis=0).min(axis=1) / usual), floats(gain), floats(uneven)


_OUT: Final = (1.115, 1.24, 1.37)
_OUT_ARCS: Final = 16
_FURTHER_OUT: Final = (1.2, 1.3, 1.4, 1.5, 1.6)
_FAR_OUT: Final = (1.75, 1.85, 1.95)


def _beside(ink: Array, points: Array, radius: float, near: Any) -> tuple[Array, Array, Array]:
    """Return how much more ink there is beside each ring than beside those near it, on each side,
    and around half of it; and the share of sides on which it goes on to the next."""
    soft = floats(cv2.GaussianBlur(ink, (0, 0), 0.12 * SCALE))
    by_side, around, far = (
        seen - np.median(seen[near], axis=1)
        for seen in (
            _arcs(soft, points, radius * SCALE * np.array(out), _OUT_ARCS)
            for out in (_OUT, _FURTHER_OUT, _FAR_OUT)
        )
    )
    rotated = np.concatenate([np.roll(by_side, shift, axis=2) for shift in (-1, 0, 1)], axis=1)
    half = np.median(around.max(axis=1), axis=1)
    goes_on = (np.median(far, axis=1) > SPILT).mean(axis=1)
    return floats(np.median(rotated, axis=1)), floats(half), floats(goes_on)


def _arcs(ink: Array, points: Array, reach: Any, count: int) -> Any:
    """Return the ink around points, at so far from them, on so many sides."""
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False)
    sides = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    seen = _sampled(ink, points, (reach[:, None, None] * sides).reshape(-1, 2))
    return seen.reshape(len(points), len(reach), count)


_PALE_SEEN: Final = 0.008
"""Where the line printed above each row, as pale as a pale pencil, has so much ink, in millimetres
of black, the picture shows pale marks."""


def _pale_is_seen(ink: Array, layout: SheetLayout, bends: Bends) -> bool:
    """Return whether the pale line above rows is seen: a copier takes it away, as it does pale
    marks, of which it leaves only darker rings.

    It is looked at in the margin, where nothing is near it. A picture out of focus spreads its ink,
    so that all of it counts, as far as it may lie.
    """
    rows = range(layout.rows)
    lines = [row * layout.lines for row in rows]
    at = np.array([(MARGIN[0], layout.row_top(row)) for row in rows]) + bends.offsets[lines, 0]
    across = np.arange(0.6, MARGIN[1] - MARGIN[0] - 0.6, 0.1)
    down = np.linspace(-1.5, 1.5, 31)
    around = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2) * SCALE
    seen = _sampled(ink, floats(at * SCALE), around).reshape(len(at), len(down), len(across))
    profile = np.median(np.median(seen, axis=2), axis=0)
    is_near = np.abs(down) < 0.85
    line = profile[is_near] - np.median(profile[~is_near])
    return bool(line.sum() * (down[1] - down[0]) > _PALE_SEEN)


_NEAR: Final = 24
"""Neighbours that show what an empty bubble looks like there; most bubbles are empty."""


def _nearest(points: Array, count: int) -> Any:
    far = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1))
    return np.argpartition(far, min(count, len(points) - 1), axis=1)[:, :count]


_TOWARDS: Final = np.cos(np.radians(65))
"""Ink this near the way to a mark may be that of the mark."""


def _towards_any(points: Array, chosen: Any, reach: float) -> Any:
    """Return the sides of each point on which a chosen point is within reach."""
    way = points[None, chosen] - points[:, None]
    far = np.hypot(way[..., 0], way[..., 1])
    angles = np.linspace(0, 2 * np.pi, _OUT_ARCS, endpoint=False)
    sides = np.stack([np.cos(angles), np.sin(angles)])
    is_near = (far > 0) & (far < reach)
    towards = (way @ sides) > _TOWARDS * far[..., None]
    return (towards & is_near[..., None]).any(axis=1)


def _disc(radius: float, share: float) -> tuple[Any, Any]:
    """Return the points of a disc around a bubble's middle, and by which weights what passes below
    each follows from what lies around: Poisson's integral."""
    reach = share * radius * SCALE
    span = np.arange(-int(reach), int(reach) + 1)
    points = np.stack(np.meshgrid(span, span), axis=-1).reshape(-1, 2)
    points = points[np.hypot(*points.T) <= reach]
    far = (np.hypot(*points.T) / (1.18 * radius * SCALE))[:, None]
    angle = np.arctan2(points[:, 1], points[:, 0])[:, None] - _ROUND
    weights = (1 - far**2) / (1 - 2 * far * np.cos(angle) + far**2)
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


def _judged(rows: Any, measures: Measures, at: Located, pitch: float, compared: Any) -> Judged:
    """Judge each bubble against the empty ones of its row and the usual marks of its sheet.

    Those are `compared` by their rings too, and held to less ink, that are on sheets where pale ink
    is lost.
    """
    mean, darkest, wide = (_above(rows, part) for part in measures[:3])
    usual = _usual(mean, darkest, measures.stain)
    least = np.full_like(mean, _least_mark(usual[0]))
    is_stroke = (measures.long > STROKE_LONG) & (measures.stain < STAIN * darkest)
    stroke = float(np.clip(STROKE_SHARE * usual[0], STROKE, MARKED)) if usual[0] else MARKED
    least[is_stroke] = np.minimum(least[is_stroke], stroke)
    full = (mean >= least) & (darkest >= OWN_DARKNESS * usual[1])
    full |= (measures.solid > SOLID) & (measures.spilt < SPILT_SIDES)
    most_beside = measures.beside.max(axis=1)
    ring, beside = (_in_spreads(part) for part in (measures.ring, most_beside))
    ring /= np.where(compared, 1, np.maximum(measures.uneven / UNEVEN, 1))
    darker = ring - AROUND * np.maximum(beside, 0) > DARKER
    paler = OWN_MEAN * usual[0] or THIN
    empty = min(_bound(mean), paler)
    strict = empty * np.where(compared, COPIED, 1)
    bound = np.where(ring > DARKER, strict, empty)
    is_alone = most_beside < BESIDE * usual[1]
    speck = (mean < min(THIN, paler)) & (darkest > SPECK * mean) & is_alone
    even = (ring < DARKER) & (mean < EVEN) & (np.maximum(darkest, wide) < EVEN_PART)
    is_ring = (ring < -COVERED) & (np.maximum(mean, darkest) < EMPTY_LEAST)
    widest = np.where(is_ring, RING_WIDE, EMPTY_WIDE)
    clean = (speck | even | (mean < bound)) & (wide < widest)
    stained = (
        (_above(rows, measures.mean_unstained) < np.clip(UNSTAINED * mean, bound, STAIN_LEFT))
        & (_above(rows, measures.wide_unstained) < EMPTY_WIDE)
        & (darkest < STAINED * usual[1])
        & ~(darker & (ring > COVERED))
    )
    covered = darker & (ring > np.where(compared, COVERED, COVERED_BY_FAR))
    explained = _towards_any(at.points, full, 1.2 * pitch)
    unexplained = np.where(explained, 0, measures.beside).max(axis=1)
    missed = unexplained >= BESIDE * usual[1]
    lost = (at.rings * measures.gain < FAINT * np.median(at.rings)) | (
        _level(rows, measures.mean) > BLURRED
    )
    lost |= at.rings <= 0  # no line's place is known, so that no ring is fainter than most
    lost |= (measures.arc < ARC) | (~full & (measures.around > AROUND_IT))
    doubtful = ~clean | covered | (~speck & (mean >= strict))
    lost |= not full.any() and doubtful.sum() >= FEW
    kinds = np.select([lost, full, (clean | stained) & ~covered & ~missed], [3, 2, 0], 1)
    order = (Mark.EMPTY, Mark.UNSURE, Mark.MARKED, Mark.UNSEEN)
    return Judged(mean, darkest, [order[kind] for kind in kinds.tolist()])


def _least_mark(usual: float) -> float:
    """Return how dark a mark is at least where the usual ones have so much ink; 0 if none has."""
    thin = float(np.clip(THIN_SHARE * usual, THIN, MARKED)) if usual else MARKED
    return max(thin, OWN_MEAN * usual)


def _in_spreads(measures: Array) -> Any:
    """Return by how many standard deviations each measure exceeds the median."""
    above = measures - np.median(measures)
    usual = 1.4826 * float(np.median(np.abs(above)))
    return above / max(usual, LEAST_SPREAD)


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
        return 0.0, INK / OWN_DARKNESS
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
    bottom = layout.row_top(row + 1) + 1
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
    """Return the content of a row; a group with an unsure bubble, or with two marks instead of one,
    has none."""
    marks: dict[str, tuple[str, ...]] = {}
    unsure: set[str] = set()
    for group in layout.groups:
        bubbles = [bubble for bubble in row.bubbles if bubble.place.group == group.key]
        values, is_unsure = _answer(bubbles, several=group.several)
        if is_unsure:
            unsure.add(group.key)
        elif values:
            marks[group.key] = values
    return RowReading(marks, frozenset(unsure))


def _answer(bubbles: Sequence[MeasuredBubble], *, several: bool) -> tuple[tuple[str, ...], bool]:
    """Return what the bubbles of a group say, and whether that is unsure."""
    full = [bubble for bubble in bubbles if bubble.mark is Mark.MARKED]
    open_ = [b for b in bubbles if b.mark in {Mark.UNSURE, Mark.UNSEEN}]
    if len(full) == 1 and not several:
        open_ = [bubble for bubble in open_ if not _is_leftover(bubble, full[0])]
    if open_ or (len(full) > 1 and not several):
        return (), True
    return tuple(bubble.place.value for bubble in full), False


def _is_leftover(bubble: MeasuredBubble, mark: MeasuredBubble) -> bool:
    """Return whether a bubble is too pale, compared with the mark of its group, to be a mark
    itself."""
    return bubble.mark is Mark.UNSURE and bubble.darkest < LEFTOVER * mark.darkest


def dealer_of(bubbles: Sequence[MeasuredBubble]) -> tuple[int | None, bool]:
    """Return who is marked as dealing first, by number, and whether that is unsure."""
    values, is_unsure = _answer(bubbles, several=False)
    return (int(values[0]) if values else None), is_unsure
