"""Reading a picture of sheets for marking: codes, planes, bubbles. NumPy, OpenCV and zxing-cpp.

A picture in, measured bubbles out; no model, no names, no rules of a game. It says of each bubble
how dark it is and whether that is a mark, no mark, or unsure; it never decides what is unsure.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import cv2
import numpy as np
import zxingcpp

from press.bubbles import (
    CODE,
    CORNER,
    GUIDE,
    SIZES,
    Place,
    SheetLayout,
    code_place,
    corner_places,
)
from press.tiles import QUIET

Image = np.ndarray[Any, np.dtype[np.uint8]]
Array = np.ndarray[Any, np.dtype[np.float32]]

SCALE: Final = 8
"""Pixels of the flat sheet to a millimetre."""
LONGEST: Final = 4000
"""Pictures with a longer side are reduced: more tells nothing about a bubble."""
MOST_SHEETS: Final = 12

EMPTY: Final = 0.035
"""A bubble no darker than this above the empty ones of its row is empty."""
MARKED: Final = 0.09
"""A bubble at least this much darker is marked, if there is ink in it."""
INK: Final = 0.27
"""How dark the darkest part of a mark is: what an eraser leaves, and coffee, is paler."""
DARKEST: Final = 0.93
"""The share of a bubble that is no darker than its darkest part."""
OWN: Final = 0.4
"""A bubble with less than this share of the ink of the sheet's usual marks is unsure."""
EMPTY_SPREAD: Final = 2.0
MARKED_SPREAD: Final = 5.0
"""By how many deviations of the empty bubbles either bound rises."""
BLURRED: Final = 0.055
"""Where empty bubbles are as dark as this, their rings have run into them: too blurred."""
FAINT: Final = 0.45
"""Rings this much paler than those of the sheet are not where they are looked for."""
ASKEW: Final = 0.02
"""By what share of the sheet a corner's square may lie askew on the plane."""
STAIN: Final = 0.5
"""A bubble is unsure where the paper below it is as dark as this share of its inside."""
ASTRAY: Final = 1.6
"""Millimetres by which the last bubbles of a line may lie off the square at its end."""


class Mark(StrEnum):
    """What a bubble is."""

    EMPTY = "empty"
    UNSURE = "unsure"
    MARKED = "marked"


class Unreadable(Exception):
    """The file is no picture that can be read."""


@dataclass(frozen=True, slots=True)
class FoundSheet:
    """A sheet in a picture: its code, and the plane from millimetres to pixels.

    `plane` is None if not all four corners are in the picture.
    """

    code: str
    plane: Array | None


@dataclass(frozen=True, slots=True)
class MeasuredBubble:
    """A bubble with its darkness above that of the empty ones around it, 0 to 1."""

    place: Place
    darkness: float
    mark: Mark


@dataclass(frozen=True, slots=True)
class MeasuredRow:
    """A row of bubbles and its picture, in levels of grey."""

    bubbles: tuple[MeasuredBubble, ...]
    picture: Image


def picture_of(data: bytes) -> Image:
    """Return a picture file in levels of grey, as its camera says it is turned.

    Raises `Unreadable`.
    """
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    except cv2.error:
        image = None
    if image is None:
        raise Unreadable
    return reduced(np.asarray(image, np.uint8))


def reduced(image: Image) -> Image:
    """Return a picture no longer than is useful."""
    longest = max(image.shape)
    if longest <= LONGEST:
        return image
    share = LONGEST / longest
    size = (round(image.shape[1] * share), round(image.shape[0] * share))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


# --- finding sheets


def sheets_found(image: Image, *, claims: Any) -> list[FoundSheet]:
    """Return the sheets in a picture, in any position; `claims` says which codes are of sheets."""
    corners = _corners(image)
    codes = [code for code in _codes(image) if claims(code.text)]
    if not codes and corners:
        return _by_corners(image, corners, claims)
    sheets: dict[str, FoundSheet] = {}
    for code in codes[:MOST_SHEETS]:
        sheet = FoundSheet(code.text, _plane_of_code(code, corners))
        if sheets.get(code.text, sheet).plane is None or code.text not in sheets:
            sheets[code.text] = sheet
    return list(sheets.values())


_QR: Final = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)


def _codes(image: Image) -> list[Any]:
    return list(zxingcpp.read_barcodes(image, formats=_QR))


_SEARCHED: Final = 1800
"""Corners are looked for in a picture of this length, and then found exactly in the whole."""


def _corners(image: Image) -> list[tuple[int, Array]]:
    """Return the squares of corners in a picture: number, and corners clockwise from its upper
    left."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.minMarkerPerimeterRate = 0.02
    parameters.adaptiveThreshWinSizeMax = 53
    share = min(1.0, _SEARCHED / max(image.shape))
    size = (round(image.shape[1] * share), round(image.shape[0] * share))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA) if share < 1 else image
    detector = cv2.aruco.ArucoDetector(dictionary, parameters)
    found, numbers, _rejected = detector.detectMarkers(small)
    if not found:
        return []
    pairs = zip(np.ravel(numbers).astype(int).tolist(), found, strict=True)
    squares = [(number, _floats(square).reshape(4, 2)) for number, square in pairs if number < 4]
    return [(number, _exact(image, (square + 0.5) / share - 0.5)) for number, square in squares]


def _exact(image: Image, square: Any) -> Array:
    """Return the corners of a square found in the reduced picture, exactly."""
    side = float(np.hypot(*(square[0] - square[1])))
    reach = max(2, int(side / 14))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.05)
    points = np.ascontiguousarray(square, np.float32).reshape(-1, 1, 2)
    return _floats(cv2.cornerSubPix(image, points, (reach, reach), (-1, -1), stop)).reshape(4, 2)


def size_in(code: str) -> tuple[float, float] | None:
    """Return the paper that a code names, in millimetres; None if it names none."""
    parts = code.split("-")
    if len(parts) < 7 or parts[6][:1] not in SIZES:
        return None
    short, long = SIZES[parts[6][0]]
    return (long, short) if parts[6].endswith("X") else (short, long)


def _square(x: float, y: float, width: float) -> list[tuple[float, float]]:
    return [(x, y), (x + width, y), (x + width, y + width), (x, y + width)]


def _plane_of_code(code: Any, corners: Sequence[tuple[int, Array]]) -> Array | None:
    """Return the plane of the sheet that a code lies on, by the corners where the code says that
    they should be."""
    size = size_in(code.text)
    if size is None:
        return None
    at = code.position
    seen = [(p.x, p.y) for p in (at.top_left, at.top_right, at.bottom_right, at.bottom_left)]
    modules = 25 if len(code.text) <= 38 else 29
    quiet = QUIET * CODE / (modules + 2 * QUIET)
    x, y = code_place(size[0])
    known = _square(x + quiet, y + quiet, CODE - 2 * quiet)
    rough = cv2.getPerspectiveTransform(_floats(known), _floats(seen))
    expected = [_square(*corner, CORNER) for corner in corner_places(*size)]
    chosen: list[Array] = []
    for number, square in enumerate(expected):
        middle = _moved(rough, _floats(square)).mean(axis=0)
        near = [found for other, found in corners if other == number]
        near.sort(key=lambda found: float(np.hypot(*(found.mean(axis=0) - middle))))
        if not near:
            return None
        chosen.append(near[0])
    return _plane(expected, chosen, size)


def _by_corners(
    image: Image, corners: Sequence[tuple[int, Array]], claims: Any
) -> list[FoundSheet]:
    """Read the code of a single sheet where its corners say that it lies, enlarged."""
    squares = dict(corners)
    if len(squares) < 4 or len(corners) > 4:
        return []
    chosen = [squares[number] for number in range(4)]
    for letter, turned in ((letter, turned) for letter in SIZES for turned in (False, True)):
        short, long = SIZES[letter]
        size = (long, short) if turned else (short, long)
        expected = [_square(*corner, CORNER) for corner in corner_places(*size)]
        plane = _plane(expected, chosen, size)
        if plane is None:
            continue
        x, y = code_place(size[0])
        part = _flat(image, plane, (x - 2, y - 2, CODE + 4, CODE + 4), scale=16)
        for code in _codes(part):
            if claims(code.text) and size_in(code.text) == size:
                return [FoundSheet(code.text, plane)]
    return []


def _plane(
    expected: Sequence[Sequence[tuple[float, float]]],
    seen: Sequence[Array],
    size: tuple[float, float],
) -> Array | None:
    """Return the plane through the middles of four squares; None if the squares lie askew on it."""
    known, there = _floats(expected), np.stack(seen).astype(np.float32)
    plane = cv2.getPerspectiveTransform(known.mean(axis=1), there.mean(axis=1))
    off = np.hypot(*(_moved(plane, known) - there.reshape(-1, 2)).T)
    across = float(np.hypot(*(there[0, 0] - there[2, 0])))
    return _floats(plane) if float(off.max()) < ASKEW * across else None


def _floats(points: Any) -> Array:
    return np.asarray(points, np.float32)


def _moved(plane: Any, points: Any) -> Array:
    return np.asarray(cv2.perspectiveTransform(points.reshape(-1, 1, 2), plane)).reshape(-1, 2)


def _flat(
    image: Image, plane: Any, box: tuple[float, float, float, float], *, scale: float = SCALE
) -> Image:
    """Return a part of the sheet, in millimetres, as if the camera had stood over it."""
    x, y, width, height = box
    to_part = np.array([[1 / scale, 0, x], [0, 1 / scale, y], [0, 0, 1]], np.float64)
    size = (round(width * scale), round(height * scale))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(
        image,
        np.asarray(plane, np.float64) @ to_part,
        size,
        flags=flags,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(flat, np.uint8)


# --- measuring


def rows_measured(image: Image, plane: Array, layout: SheetLayout) -> Iterator[MeasuredRow]:
    """Yield the rows of a sheet with every bubble measured, from the top."""
    flat = _flat(image, plane, (0, 0, layout.width, layout.height))
    ink = _ink(flat)
    bends = _bends(ink, layout)
    rows = [list(layout.places(row)) for row in range(layout.rows)]
    found = [_points(ink, places, layout, bends) for places in rows]
    faint = FAINT * float(np.median(np.concatenate([rings for _points, rings in found])))
    inside = [_darkness(ink, points, layout.radius) for points, _rings in found]
    usual = _usual(inside)
    for row, (places, (points, rings), (measures, darkest)) in enumerate(
        zip(rows, found, inside, strict=True)
    ):
        stained = _below(ink, points, layout.radius) > STAIN * np.maximum(measures, EMPTY)
        lost = (rings < faint) | (stained & (measures > EMPTY))
        pale = (darkest < INK) | (measures - _level(measures) < OWN * usual)
        bubbles = _marked(places, measures, lost=lost, pale=pale)
        yield MeasuredRow(bubbles, _picture(flat, layout, row))


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
    return _floats(found)


_AROUND: Final = np.linspace(0, 2 * np.pi, 24, endpoint=False)
_STEPS: Final = np.arange(-1.05, 1.06, 0.15)
_TOGETHER: Final = 5
"""Bubbles whose rings are looked for together."""


def _points(
    ink: Array, places: Sequence[Place], layout: SheetLayout, bends: Array
) -> tuple[Array, Array]:
    """Return the middles of bubbles in pixels, and how dark the ring of each is.

    They are expected where the squares at the ends of their line say; from there the rings are
    followed along the line, a few at a time, as a crease bends it. A line whose rings do not come
    back to the square at its end has lost its way: its rings count as not there.
    """
    across = np.array([p.x for p in places]) / layout.width
    ends = bends[[p.line for p in places]]
    offsets = ends[:, 0] * (1 - across[:, None]) + ends[:, 1] * across[:, None]
    points = (np.array([(p.x, p.y) for p in places]) + offsets) * SCALE
    rings = np.zeros(len(places), np.float32)
    for line in dict.fromkeys(place.line for place in places):
        own = [number for number, place in enumerate(places) if place.line == line]
        moved = np.zeros(2)
        for part in _parts(own, places):
            step, dark = _shift(ink, points[part] + moved, layout.radius)
            moved = moved + step
            points[part] += moved
            rings[part] = dark
        if float(np.hypot(*moved)) > ASTRAY * SCALE:
            rings[own] = 0
    return np.asarray(points, np.float32), rings


def _parts(own: Sequence[int], places: Sequence[Place]) -> Iterator[list[int]]:
    """Yield bubbles that lie next to each other, a few at a time."""
    part: list[int] = []
    for number in own:
        if part and (len(part) == _TOGETHER or places[number].group != places[part[0]].group):
            yield part
            part = []
        part.append(number)
    yield part


def _shift(ink: Array, points: Any, radius: float) -> tuple[Any, float]:
    """Return how far the printed rings lie from where they are expected, in pixels, and how dark
    they are there."""
    ring = radius * SCALE * np.stack([np.cos(_AROUND), np.sin(_AROUND)], axis=1)
    steps = np.stack(np.meshgrid(_STEPS, _STEPS), axis=-1).reshape(-1, 2) * SCALE
    at = points[None, :, None] + ring[None, None] + steps[:, None, None]
    x = np.clip((at[..., 0] + 0.5).astype(np.int32), 0, ink.shape[1] - 1)
    y = np.clip((at[..., 1] + 0.5).astype(np.int32), 0, ink.shape[0] - 1)
    dark = np.minimum(ink[y, x], 0.5).mean(axis=(1, 2))
    near = 0.03 * np.hypot(*steps.T) / SCALE
    best = int(np.argmax(dark - near))
    return steps[best], float(dark[best])


def _level(measures: Array) -> float:
    """Return how dark the empty bubbles of a row are; they are by far the most."""
    return float(np.quantile(measures, 0.4))


def _usual(inside: Sequence[tuple[Array, Array]]) -> float:
    """Return how much darker the marks of a sheet usually are; 0 if it has none."""
    above = np.concatenate([measures - _level(measures) for measures, _darkest in inside])
    ink = np.concatenate([darkest for _measures, darkest in inside])
    marks = above[(above >= MARKED) & (ink >= INK)]
    return float(np.median(marks)) if marks.size else 0.0


def _darkness(ink: Array, points: Array, radius: float) -> tuple[Array, Array]:
    """Return the mean ink inside each ring, and that of its darkest part."""
    inside = 0.66 * radius * SCALE
    reach = int(inside) + 1
    span = np.arange(-reach, reach + 1)
    dx, dy = np.meshgrid(span, span)
    disc = np.hypot(dx, dy) <= inside
    x = np.clip(np.rint(points[:, 0]).astype(int)[:, None] + dx[disc], 0, ink.shape[1] - 1)
    y = np.clip(np.rint(points[:, 1]).astype(int)[:, None] + dy[disc], 0, ink.shape[0] - 1)
    part = ink[y, x]
    darkest = np.quantile(part, DARKEST, axis=1)
    return np.asarray(part.mean(axis=1), np.float32), np.asarray(darkest, np.float32)


_DOWN: Final = np.radians(np.linspace(25, 155, 14))


def _below(ink: Array, points: Array, radius: float) -> Array:
    """Return the mean ink below each ring, where nothing is printed and a mark seldom reaches."""
    reach = radius * SCALE * np.linspace(1.2, 1.5, 4)
    dx, dy = (np.outer(reach, part(_DOWN)).ravel() for part in (np.cos, np.sin))
    x = np.clip((points[:, :1] + dx + 0.5).astype(np.int32), 0, ink.shape[1] - 1)
    y = np.clip((points[:, 1:] + dy + 0.5).astype(np.int32), 0, ink.shape[0] - 1)
    below = ink[y, x].mean(axis=1)
    return np.asarray(below - np.median(below), np.float32)


def _marked(
    places: Sequence[Place], measures: Array, *, lost: Any, pale: Any
) -> tuple[MeasuredBubble, ...]:
    """Judge each bubble against the empty ones of its row.

    A bubble is unsure where its ring was `lost`, and where it is too `pale` for a mark; all are
    where the picture is too blurred.
    """
    level = _level(measures)
    low = measures[measures <= level]
    spread = 1.5 * float(np.median(np.abs(low - np.median(low))))
    empty, marked = EMPTY + EMPTY_SPREAD * spread, MARKED + MARKED_SPREAD * spread
    bubbles = []
    for place, measure, gone, weak in zip(
        places, measures.tolist(), lost.tolist(), pale.tolist(), strict=True
    ):
        above = measure - level
        mark = Mark.UNSURE if above < marked or weak else Mark.MARKED
        if above < empty:
            mark = Mark.EMPTY
        if gone or level > BLURRED:
            mark = Mark.UNSURE
        bubbles.append(MeasuredBubble(place, above, mark))
    return tuple(bubbles)


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
        values = tuple(b.place.value for b in own if b.mark is Mark.MARKED)
        if any(b.mark is Mark.UNSURE for b in own) or (len(values) > 1 and not group.several):
            unsure.add(group.key)
        elif values:
            marks[group.key] = values
    return RowReading(marks, frozenset(unsure))
