"""Finding sheets on a picture: their codes, their corners, and the plane each lies in.

NumPy, OpenCV and zxing-cpp. A picture in, sheets laid flat out; nothing here knows of bubbles.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

import cv2
import numpy as np
import zxingcpp

from paper.scans.codes import blurred_texts
from press.bubbles import CODE, CORNER, CORNERS, SIZES, code_place, corner_places

Image = np.ndarray[Any, np.dtype[np.uint8]]
Array = np.ndarray[Any, np.dtype[np.float32]]

SCALE: Final = 8
"""Pixels of the flat sheet to a millimetre."""
LONGEST: Final = 4000
"""Pictures with a longer side are reduced: more tells nothing about a bubble."""
MOST_SHEETS: Final = 12
ASKEW: Final = 0.02
"""Maximum distortion of a corner's square on the plane, as a share of the sheet."""


class UnreadableImage(Exception):
    """The file is no picture that can be read."""


@dataclass(frozen=True, slots=True)
class PicturedSheet:
    """A sheet in a picture: its code, and the plane from millimetres to pixels.

    `code` is empty if it cannot be read and other sheets are in the picture. `plane` is None if not
    all four corners are in the picture. It `is_placed` where somebody said where they are: not as
    exactly as they would have been found.
    """

    code: str
    plane: Array | None
    is_placed: bool = False


def picture_of(data: bytes) -> Image:
    """Return a picture file in levels of grey, as its camera says it is turned.

    Raises `UnreadableImage`.
    """
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    except cv2.error as error:
        if error.code == cv2.Error.StsNoMem:
            raise
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
    if not codes and _is_single(corners):
        return _by_corners(image, corners, claims)
    sheets: dict[str, PicturedSheet] = {}
    for code in codes[:MOST_SHEETS]:
        sheet = PicturedSheet(code.text, _plane_of_code(image, code, corners))
        if sheets.get(code.text, sheet).plane is None or code.text not in sheets:
            sheets[code.text] = sheet
    if all(sheet.plane is not None for sheet in sheets.values()):
        for sheet in _without_codes(image, _left(corners, [*sheets.values()]), claims):
            sheets.setdefault(sheet.code, sheet)
    return list(sheets.values())


def placed_sheet(image: Image, points: Array, *, claims: Any) -> PicturedSheet | None:
    """Return the sheet whose squares have their inner corners at these four points, in any order.

    None if no code is found there; its `plane` is None if the corners fit it badly.
    """
    middle = points.mean(axis=0)
    points = points[np.argsort(np.arctan2(*(points - middle).T[::-1]))]
    rotations = [np.roll(points, shift, axis=0) for shift in range(4)]
    placed = _placed_code(image, rotations, claims) or _placed_blurred(image, rotations, claims)
    if placed is None:
        return None
    code, rotated, seen = placed
    size = size_in(code)
    assert size is not None
    plane = _placed_plane(image, rotated, seen, size)
    return PicturedSheet(code, plane, is_placed=True)


def _placed_code(
    image: Image, rotations: list[Array], claims: Any
) -> tuple[str, Array, Array | None] | None:
    """Return the code that lies best where the points say, in which order they have its sheet, and
    its own corners."""
    found: list[tuple[float, str, Array, Array]] = []
    for code in _codes(image):
        size = size_in(code.text) if claims(code.text) else None
        if size is None:
            continue
        seen = _seen_corners(code)
        wide = float(np.hypot(*(seen[0] - seen[2])))
        for rotated in rotations:
            off = moved(_inner_plane(rotated, size), floats(_square(*code_place(size[0]), CODE)))
            far = float(np.hypot(*(off - seen).T).mean()) / wide
            found.append((far, code.text, rotated, seen))
    best = min(found, default=None, key=lambda each: each[0])
    return best[1:] if best and best[0] < _CODE_OFF else None


def _placed_blurred(
    image: Image, rotations: list[Array], claims: Any
) -> tuple[str, Array, Array | None] | None:
    """Read a blurred code where the points say that it lies, as `_placed_code` does."""
    for rotated in rotations:
        for letter, across in ((letter, across) for letter in SIZES for across in (False, True)):
            size = _paper(letter, across=across)
            for text in _texts_at(image, _inner_plane(rotated, size), size):
                if claims(text) and size_in(text) == size:
                    return text, rotated, None
    return None


def _placed_plane(
    image: Image, rotated: Array, seen: Array | None, size: tuple[float, float]
) -> Array | None:
    """Return the plane through four placed points, and through what is seen exactly of the squares
    and the code; None where these do not fit each other."""
    expected, code = _expected(size), floats(_square(*code_place(size[0]), CODE))
    rough = _inner_plane(rotated, size)
    known, there = [_inner(size)], [rotated]
    if seen is not None:
        known, there = [*known, *[code] * _EXACT], [*there, *[seen] * _EXACT]
    for number, square in enumerate(expected):
        if (found := _near_square(image, rough, expected, number)) is not None:
            known, there = [*known, *[square] * _EXACT], [*there, *[found] * _EXACT]
    plane: Any = cv2.findHomography(np.concatenate(known), np.concatenate(there))[0]
    if plane is None:
        return None
    wide = float(np.hypot(*(moved(plane, code)[0] - moved(plane, code)[2])))
    pairs = [(a, b) for a, b in zip(known[1:], there[1:], strict=True)]
    off = [float(np.hypot(*(moved(plane, a) - b).T).max()) for a, b in pairs]
    return floats(plane) if max(off, default=0.0) < _PLACED_OFF * wide else None


def _inner(size: tuple[float, float]) -> Array:
    """Return the inner corners of the four squares, in millimetres: each has that nearest to the
    middle of the sheet, which is the last that an edge cuts off."""
    return floats([square[(number + 2) % 4] for number, square in enumerate(_expected(size))])


def _inner_plane(points: Array, size: tuple[float, float]) -> Any:
    return cv2.getPerspectiveTransform(_inner(size), floats(points))


_CODE_OFF: Final = 0.35
"""By what share of its diagonal a code may lie off the place where the points have it."""
_EXACT: Final = 6
"""How many times more what was seen exactly counts than a point that somebody placed."""
_PLACED_OFF: Final = 0.05
"""By what share of a code's diagonal, 2 mm, what was seen exactly may lie off the plane."""


def corners_whole(image: Image) -> int:
    """Return how many squares of corners are whole in a picture in which no sheet was found."""
    squares = [(number, square) for number, some in _corners(image).items() for square in some]
    return sum(_fit(image, number, square) > _MISSING_FITS for number, square in squares)


def _fit(image: Image, number: int, square: Array) -> float:
    """Return how well a square of a picture fits the pattern of a corner."""
    pattern = _pattern(number)
    wide = pattern.shape[0]
    plane = cv2.getPerspectiveTransform(floats(_square(1.0, 1.0, CORNER)), square)
    part = laid_flat(image, plane, (0, 0, CORNER + 2, CORNER + 2), scale=wide / (CORNER + 2))
    return float(cv2.matchTemplate(part, pattern, cv2.TM_CCOEFF_NORMED).max())


def _pattern(number: int) -> Image:
    """Return the pattern of a corner with a millimetre of paper around it, somewhat blurred."""
    scale = _MISSING_SCALE
    cells = np.array([[c == "0" for c in line] for line in CORNERS[number]], np.uint8) * 255
    width = round(CORNER * scale)
    pattern = cv2.resize(cells, (width, width), interpolation=cv2.INTER_NEAREST)
    pattern = cv2.copyMakeBorder(
        pattern, scale, scale, scale, scale, cv2.BORDER_CONSTANT, value=255
    )
    return np.asarray(cv2.GaussianBlur(pattern, (0, 0), 0.5 * scale), np.uint8)


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
    known = _square(*code_place(size[0]), CODE)
    rough = cv2.getPerspectiveTransform(floats(known), _seen_corners(code))
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


def _seen_corners(code: Any) -> Array:
    """Return the corners of a code in the picture, clockwise from its upper left."""
    at = code.position
    ends = (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
    return floats([(point.x, point.y) for point in ends])


def _expected(size: tuple[float, float]) -> Array:
    """Return the corners of the four squares, in millimetres."""
    return floats([_square(*corner, CORNER) for corner in corner_places(*size)])


def _is_single(corners: Squares) -> bool:
    return all(len(squares) == 1 for squares in corners.values())


def _by_corners(image: Image, corners: Squares, claims: Any) -> list[PicturedSheet]:
    """Read the code of a single sheet at the position that its corners give; blurred pictures need
    that."""
    if len(corners) < _FEWEST:
        return []
    chosen = {number: squares[0] for number, squares in corners.items()}
    for letter, across in ((letter, across) for letter in SIZES for across in (False, True)):
        size = _paper(letter, across=across)
        plane = _plane(image, chosen, size)
        if plane is None:
            continue
        for text in _texts_at(image, plane, size):
            if claims(text) and size_in(text) == size:
                return [PicturedSheet(text, plane)]
    return []


def _left(corners: Squares, sheets: Sequence[PicturedSheet]) -> Squares:
    """Return the squares that belong to none of some sheets."""
    left = {number: list(squares) for number, squares in corners.items()}
    for sheet in sheets:
        size = size_in(sheet.code)
        if sheet.plane is None or size is None:
            continue
        for number, square in enumerate(_expected(size)):
            there = moved(sheet.plane, square)
            middle, side = there.mean(axis=0), float(np.hypot(*(there[0] - there[1])))
            left[number] = [
                other
                for other in left.get(number, [])
                if np.hypot(*(other.mean(axis=0) - middle)) > side
            ]
    return left


def _without_codes(image: Image, corners: Squares, claims: Any) -> Iterator[PicturedSheet]:
    """Yield the sheets whose codes are not seen in a picture of several, each once: of all corner
    squares, those that fit one plane best belong together, and the rest to other sheets."""
    squares = [corners.get(number, [])[:MOST_SHEETS] for number in range(len(CORNERS))]
    fits: list[tuple[float, tuple[int, ...], tuple[float, float]]] = []
    for letter, across in product(SIZES, (False, True)):
        size = _paper(letter, across=across)
        for chosen in _together(squares, size):
            four = np.stack([squares[number][n] for number, n in enumerate(chosen)])
            fits.append((_off_plane(four, size)[1], chosen, size))
    taken: set[tuple[int, int]] = set()
    for off, chosen, _size in sorted(fits):
        if off > ASKEW or taken & set(enumerate(chosen)):
            continue
        taken |= set(enumerate(chosen))
        own = {number: [squares[number][n]] for number, n in enumerate(chosen)}
        yield from _by_corners(image, own, claims) or [PicturedSheet("", None)]
    if sum(map(len, squares)) - len(taken) > _FEWEST:
        yield PicturedSheet("", None)


def _together(
    squares: Sequence[Sequence[Array]], size: tuple[float, float]
) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of four squares near the positions that the first and third predict."""
    middles = [[square.mean(axis=0) for square in some] for some in squares]
    expected = _expected(size).mean(axis=1)
    for first, third in product(range(len(squares[0])), range(len(squares[2]))):
        a, b = middles[0][first], middles[2][third]
        side = float(np.hypot(*(squares[0][first][0] - squares[0][first][1])))
        rotation = complex(*(b - a)) / complex(*(expected[2] - expected[0]))
        if not 0.5 < abs(rotation) * CORNER / side < 2:
            continue
        pair = []
        for number in (1, 3):
            way = rotation * complex(*(expected[number] - expected[0]))
            there = a + np.array([way.real, way.imag])
            far = [float(np.hypot(*(middle - there))) for middle in middles[number]]
            pair.append(int(np.argmin(far)) if far else None)
        if None not in pair:
            yield first, pair[0], third, pair[1]  # type: ignore[misc]


def _off_plane(there: Array, size: tuple[float, float]) -> tuple[Any, float]:
    """Return the plane through the middles of four squares, and how far their corners lie off it,
    as a share of the sheet."""
    expected = _expected(size)
    plane = cv2.getPerspectiveTransform(expected.mean(axis=1), there.mean(axis=1))
    off = np.hypot(*(moved(plane, expected) - there.reshape(-1, 2)).T)
    return plane, float(off.max()) / float(np.hypot(*(there[0, 0] - there[2, 0])))


def _paper(letter: str, *, across: bool) -> tuple[float, float]:
    short, long = SIZES[letter]
    return (long, short) if across else (short, long)


def _texts_at(image: Image, plane: Any, size: tuple[float, float]) -> Iterator[str]:
    """Yield what a blurred code may say where a plane has it."""
    x, y = code_place(size[0])
    wide = CODE + 2 * _CODE_MARGIN
    box = (x - _CODE_MARGIN, y - _CODE_MARGIN, wide, wide)
    part = laid_flat(image, plane, box, scale=_CODE_SCALE)
    yield from blurred_texts(part, scale=_CODE_SCALE, margin=_CODE_MARGIN)


_CODE_SCALE: Final = 12
_CODE_MARGIN: Final = 4.0


def _plane(image: Image, chosen: Mapping[int, Array], size: tuple[float, float]) -> Array | None:
    """Return the plane through four squares; None if one is not there, or if they lie askew on it.

    Squares that were not found are searched where the others predict them.
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
    plane, off = _off_plane(there, size)
    return floats(plane) if off < ASKEW else None


def _missing(
    image: Image, chosen: Mapping[int, Array], expected: Array, missing: int
) -> Array | None:
    """Return a square whose pattern was too blurred to be recognised, if it is there."""
    others = sorted(chosen)
    known = expected[others].reshape(-1, 2)
    there = np.concatenate([chosen[number] for number in others])
    rough: Any = cv2.findHomography(known, there)[0]
    return None if rough is None else _near_square(image, rough, expected, missing)


def _near_square(image: Image, rough: Any, expected: Array, missing: int) -> Array | None:
    """Return a square whose pattern fits near the place where a plane has it."""
    reach, scale = _MISSING_REACH, _MISSING_SCALE
    x, y = (float(value) for value in expected[missing, 0])
    part = laid_flat(
        image, rough, (x - reach, y - reach, CORNER + 2 * reach, CORNER + 2 * reach), scale=scale
    )
    fits = cv2.matchTemplate(part, _pattern(missing), cv2.TM_CCOEFF_NORMED)
    _low, best, _at, at = cv2.minMaxLoc(fits)
    if best < _MISSING_FITS:
        return None
    corner = np.array(at) / scale + 1 + (x - reach, y - reach)
    return moved(rough, floats(expected[missing] - expected[missing, 0] + corner))


_FEWEST: Final = 2
"""Minimum squares that locate the others."""
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
