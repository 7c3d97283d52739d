"""Finding sheets on a picture: their codes, their corners, and the plane each lies in.

NumPy, OpenCV and zxing-cpp. A picture in, sheets laid flat out; nothing here knows of bubbles.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import zxingcpp

from press.bubbles import CODE, CORNER, CORNERS, SIZES, code_place, corner_places
from scans.codes import blurred_texts

Image = np.ndarray[Any, np.dtype[np.uint8]]
Array = np.ndarray[Any, np.dtype[np.float32]]

SCALE: Final = 8
"""Pixels of the flat sheet to a millimetre."""
LONGEST: Final = 4000
"""Pictures with a longer side are reduced: more tells nothing about a bubble."""
MOST_SHEETS: Final = 12
ASKEW: Final = 0.02
"""By what share of the sheet a corner's square may lie askew on the plane."""


class UnreadableImage(Exception):
    """The file is no picture that can be read."""


@dataclass(frozen=True, slots=True)
class PicturedSheet:
    """A sheet in a picture: its code, and the plane from millimetres to pixels.

    `plane` is None if not all four corners are in the picture.
    """

    code: str
    plane: Array | None


def picture_of(data: bytes) -> Image:
    """Return a picture file in levels of grey, as its camera says it is turned.

    Raises `UnreadableImage`.
    """
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    except cv2.error:
        image = None
    if image is None:
        raise UnreadableImage
    return reduced(np.asarray(image, np.uint8))


def reduced(image: Image) -> Image:
    """Return a picture no longer than is useful."""
    longest = max(image.shape)
    if longest <= LONGEST:
        return image
    share = LONGEST / longest
    size = (round(image.shape[1] * share), round(image.shape[0] * share))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def pictured_sheets(image: Image, *, claims: Any) -> list[PicturedSheet]:
    """Return the sheets in a picture, in any position; `claims` says which codes are of sheets."""
    corners = _corners(image)
    codes = [code for code in _codes(image) if claims(code.text)]
    if not codes and corners:
        return _by_corners(image, corners, claims)
    sheets: dict[str, PicturedSheet] = {}
    for code in codes[:MOST_SHEETS]:
        sheet = PicturedSheet(code.text, _plane_of_code(image, code, corners))
        if sheets.get(code.text, sheet).plane is None or code.text not in sheets:
            sheets[code.text] = sheet
    return list(sheets.values())


_QR: Final = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)


def _codes(image: Image) -> list[Any]:
    return list(zxingcpp.read_barcodes(image, formats=_QR))


_SEARCHED: Final = ((1800, 0.0), (1100, 0.0), (LONGEST, 0.0), (1800, 1.5), (1100, 1.5))
"""Corners are looked for in pictures of these lengths, sharpened so much, and then found exactly in
the whole."""
_SHARPENED: Final = 3.0
"""Pixels: what is blurred more widely than this is not sharpened."""

Squares = dict[int, list[Array]]
"""The squares of corners by their numbers: each with its corners clockwise from the upper left."""


def _corners(image: Image) -> Squares:
    """Return the squares of corners in a picture; smaller, larger and sharpened copies of it are
    searched only where some are missing."""
    squares: Squares = {}
    for length, sharper in _SEARCHED:
        for number, square in _corners_at(image, length, sharper):
            known = squares.setdefault(number, [])
            middle, side = square.mean(axis=0), float(np.hypot(*(square[0] - square[1])))
            if all(np.hypot(*(other.mean(axis=0) - middle)) > side for other in known):
                known.append(square)
        if len(squares) == len(CORNERS) and len({len(known) for known in squares.values()}) == 1:
            break
    return squares


def _corners_at(image: Image, length: int, sharper: float) -> Iterator[tuple[int, Array]]:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.minMarkerPerimeterRate = 0.02
    parameters.adaptiveThreshWinSizeMax = 53
    share = min(1.0, length / max(image.shape))
    size = (round(image.shape[1] * share), round(image.shape[0] * share))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA) if share < 1 else image
    if sharper:
        soft = cv2.GaussianBlur(small, (0, 0), _SHARPENED)
        small = cv2.addWeighted(small, 1 + sharper, soft, -sharper, 0)
    detector = cv2.aruco.ArucoDetector(dictionary, parameters)
    squares, numbers, _rejected = detector.detectMarkers(small)
    if not squares:
        return
    for number, square in zip(np.ravel(numbers).astype(int).tolist(), squares, strict=True):
        if number < len(CORNERS):
            whole = (floats(square).reshape(4, 2) + 0.5) / share - 0.5
            yield number, _exact(image, whole)


def _exact(image: Image, square: Any) -> Array:
    """Return the corners of a square found in the reduced picture, exactly."""
    side = float(np.hypot(*(square[0] - square[1])))
    reach = max(2, int(side / 14))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.05)
    points = np.ascontiguousarray(square, np.float32).reshape(-1, 1, 2)
    return floats(cv2.cornerSubPix(image, points, (reach, reach), (-1, -1), stop)).reshape(4, 2)


def size_in(code: str) -> tuple[float, float] | None:
    """Return the paper that a code names, in millimetres; None if it names none."""
    parts = code.split("-")
    if len(parts) < 7 or parts[6][:1] not in SIZES:
        return None
    short, long = SIZES[parts[6][0]]
    return (long, short) if parts[6].endswith("X") else (short, long)


def _square(x: float, y: float, width: float) -> list[tuple[float, float]]:
    return [(x, y), (x + width, y), (x + width, y + width), (x, y + width)]


def _plane_of_code(image: Image, code: Any, corners: Squares) -> Array | None:
    """Return the plane of the sheet that a code lies on, by the corners where the code says that
    they should be."""
    size = size_in(code.text)
    if size is None:
        return None
    at = code.position
    seen = [(p.x, p.y) for p in (at.top_left, at.top_right, at.bottom_right, at.bottom_left)]
    known = _square(*code_place(size[0]), CODE)
    rough = cv2.getPerspectiveTransform(floats(known), floats(seen))
    chosen: dict[int, Array] = {}
    for number, square in enumerate(_expected(size)):
        middle = moved(rough, square).mean(axis=0)
        near = sorted(
            corners.get(number, ()),
            key=lambda candidate: float(np.hypot(*(candidate.mean(axis=0) - middle))),
        )
        if near:
            chosen[number] = near[0]
    return _plane(image, chosen, size)


def _expected(size: tuple[float, float]) -> Array:
    """Return the corners of the four squares, in millimetres."""
    return floats([_square(*corner, CORNER) for corner in corner_places(*size)])


def _by_corners(image: Image, corners: Squares, claims: Any) -> list[PicturedSheet]:
    """Read the code of a single sheet where its corners say that it lies; blurred pictures need
    that."""
    if len(corners) < _FEWEST or any(len(squares) > 1 for squares in corners.values()):
        return []
    chosen = {number: squares[0] for number, squares in corners.items()}
    for letter, turned in ((letter, turned) for letter in SIZES for turned in (False, True)):
        short, long = SIZES[letter]
        size = (long, short) if turned else (short, long)
        plane = _plane(image, chosen, size)
        if plane is None:
            continue
        x, y = code_place(size[0])
        wide = CODE + 2 * _CODE_MARGIN
        part = laid_flat(
            image, plane, (x - _CODE_MARGIN, y - _CODE_MARGIN, wide, wide), scale=_CODE_SCALE
        )
        for text in blurred_texts(part, scale=_CODE_SCALE, margin=_CODE_MARGIN):
            if claims(text) and size_in(text) == size:
                return [PicturedSheet(text, plane)]
    return []


_CODE_SCALE: Final = 12
_CODE_MARGIN: Final = 4.0


def _plane(image: Image, chosen: Mapping[int, Array], size: tuple[float, float]) -> Array | None:
    """Return the plane through four squares; None if one is not there, or if they lie askew on it.

    Squares that were not found are looked for where the others say that they lie.
    """
    expected = _expected(size)
    while _FEWEST <= len(chosen) < len(expected):
        missing = set(range(len(expected))) - set(chosen)
        squares = {number: _missing(image, chosen, expected, number) for number in missing}
        seen = {number: square for number, square in squares.items() if square is not None}
        if not seen:
            break
        chosen = {**chosen, **seen}
    if len(chosen) < len(expected):
        return None
    there = np.stack([chosen[number] for number in range(len(expected))])
    plane = cv2.getPerspectiveTransform(expected.mean(axis=1), there.mean(axis=1))
    off = np.hypot(*(moved(plane, expected) - there.reshape(-1, 2)).T)
    across = float(np.hypot(*(there[0, 0] - there[2, 0])))
    return floats(plane) if float(off.max()) < ASKEW * across else None


def _missing(
    image: Image, chosen: Mapping[int, Array], expected: Array, missing: int
) -> Array | None:
    """Return a square whose pattern was too blurred to be told, if it is there."""
    others = sorted(chosen)
    known = expected[others].reshape(-1, 2)
    there = np.concatenate([chosen[number] for number in others])
    rough: Any = cv2.findHomography(known, there)[0]
    if rough is None:
        return None
    reach, scale = _MISSING_REACH, _MISSING_SCALE
    x, y = (float(value) for value in expected[missing, 0])
    part = laid_flat(
        image, rough, (x - reach, y - reach, CORNER + 2 * reach, CORNER + 2 * reach), scale=scale
    )
    cells = np.array([[c == "0" for c in line] for line in CORNERS[missing]], np.uint8) * 255
    width = round(CORNER * scale)
    pattern = cv2.resize(cells, (width, width), interpolation=cv2.INTER_NEAREST)
    pattern = cv2.copyMakeBorder(
        pattern, scale, scale, scale, scale, cv2.BORDER_CONSTANT, value=255
    )
    pattern = cv2.GaussianBlur(pattern, (0, 0), 0.5 * scale)
    fits = cv2.matchTemplate(part, pattern, cv2.TM_CCOEFF_NORMED)
    _low, best, _at, at = cv2.minMaxLoc(fits)
    if best < _MISSING_FITS:
        return None
    corner = np.array(at) / scale + 1 + (x - reach, y - reach)
    return moved(rough, floats(expected[missing] - expected[missing, 0] + corner))


_FEWEST: Final = 2
"""So many squares tell where the others lie."""
_MISSING_REACH: Final = 12.0
"""Millimetres around its place within which a missing square is looked for."""
_MISSING_SCALE: Final = 4
_MISSING_FITS: Final = 0.75


def floats(points: Any) -> Array:
    return np.asarray(points, np.float32)


def moved(plane: Any, points: Any) -> Array:
    return np.asarray(cv2.perspectiveTransform(points.reshape(-1, 1, 2), plane)).reshape(-1, 2)


def laid_flat(
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
