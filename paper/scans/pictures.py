"""The pictures in a file, read in a child process: a photograph, the pages of a PDF or a TIFF.

A page is drawn or decoded when it is looked at, one at a time, and no larger than the reader looks
at; how many pixels it has is known before.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

import cv2
import numpy as np
import pypdfium2
from PIL import Image as Pillow

from paper.documents.sheet_code import is_sheet_code
from paper.scans.child import (
    LONGEST_KEPT,
    MOST_PAGES,
    MOST_PIXELS,
    Corners,
    FileRefused,
    MarkedRow,
    MarkedSheet,
    SeenPage,
    SeenSheet,
)
from paper.scans.planes import (
    LONGEST,
    SCALE,
    Image,
    PicturedSheet,
    UnreadableImage,
    corners_whole,
    floats,
    picture_of,
    pictured_sheets,
    placed_sheet,
    reduced,
)
from paper.scans.reader import MeasuredRow, RowReading, dealer_of, reading_of, sheet_measured
from press.bubbles import SheetLayout

_DOTS: Final = 200 / 72
"""A page of a PDF is drawn with 200 dots an inch, but no longer than a picture is looked at."""
_FORMATS: Final = ("JPEG", "PNG", "WEBP", "TIFF", "BMP", "GIF", "AVIF")
Pillow.MAX_IMAGE_PIXELS = None  # Pillow only says how large they are, we refuse those too large


class Reading:
    """Answers the questions of `paper.scans.child.Sight`."""

    def __init__(self) -> None:
        self._file: _Photograph | _Leaves | _Pages | None = None
        self._image: Image | None = None
        self._sheets: list[PicturedSheet] = []

    def __call__(self, name: str, *parameters: Any) -> Any:
        """Answer a question by its name."""
        try:
            return getattr(self, name)(*parameters)
        except UnreadableImage:
            raise FileRefused("unreadable") from None
        except cv2.error as error:
            if error.code == cv2.Error.StsNoMem:
                raise MemoryError from None
            raise FileRefused("unreadable") from None

    def open(self, path: str) -> int:
        """See `Sight`."""
        with open(path, "rb") as file:
            data = file.read()
        if data[:5] == b"%PDF-":
            self._file = _Pages(data)
        else:
            self._file = (_Leaves if data[:4] in _TIFF else _Photograph)(data, path)
        if self._file.count > MOST_PAGES:
            raise FileRefused("pages")
        return self._file.count

    def see(self, number: int) -> SeenPage:
        """See `Sight`."""
        assert self._file is not None
        self._image = self._file.picture(number)
        if self._file.is_scanned and _is_blank(self._image):
            return SeenPage(is_blank=True)
        sheets = pictured_sheets(self._image, claims=is_sheet_code)
        self._sheets = [sheet for sheet in sheets if sheet.code]
        problem = "" if len(self._sheets) == len(sheets) else "one_no_code"
        if not sheets:
            problem = _WHY.get(corners_whole(self._image), "no_code")
        seen = (SeenSheet(sheet.code, sheet.plane is not None) for sheet in self._sheets)
        return SeenPage(tuple(seen), problem=problem)

    def see_placed(self, corners: Corners) -> SeenPage:
        """See `Sight`."""
        assert self._file is not None
        self._image = self._file.picture(0)
        height, width = self._image.shape
        points = np.asarray(corners, np.float32) * (width, height) - 0.5
        sheet = placed_sheet(self._image, floats(points), claims=is_sheet_code)
        if sheet is None or sheet.plane is None:
            return SeenPage(problem="corners")
        self._sheets = [sheet]
        return SeenPage((SeenSheet(sheet.code, has_plane=True),))

    def picture(self) -> bytes:
        """See `Sight`."""
        assert self._image is not None
        share = min(1.0, LONGEST_KEPT / max(self._image.shape))
        small = cv2.resize(self._image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()

    def measure(self, number: int, layout: SheetLayout) -> MarkedSheet:
        """See `Sight`."""
        sheet = self._sheets[number]
        assert self._image is not None
        assert sheet.plane is not None
        measured = sheet_measured(self._image, sheet.plane, layout, is_placed=sheet.is_placed)
        place, rows = measured.rows[: layout.place_rows], measured.rows[layout.place_rows :]
        read = [(number, row, reading_of(row, layout)) for number, row in enumerate(rows, start=1)]
        marked = [each for each in read if not each[2].is_blank]
        if place:
            marked.insert(0, (0, *_place_row(place, layout)))
        fold = _Fold(layout)
        return MarkedSheet(
            tuple(
                MarkedRow(number, row_read.marks, row_read.unsure, _jpeg_of(picture))
                for number, row, row_read in marked
                for picture in [fold.folded(row.picture) if number else row.picture]
            ),
            measured.has_lost_pale,
            *dealer_of(measured.dealers),
            fold.second_half,
        )


def _place_row(rows: Sequence[MeasuredRow], layout: SheetLayout) -> tuple[MeasuredRow, RowReading]:
    """Return the rows of a place as one, and what is marked in it."""
    bubbles = tuple(bubble for row in rows for bubble in row.bubbles)
    whole = MeasuredRow(bubbles, np.vstack([row.picture for row in rows]))
    return whole, reading_of(whole, replace(layout, heads=layout.place))


_WHY: Final = {0: "no_sheet", 1: "clipped"}
"""Why no sheet was found, by how many squares of corners were."""
_AROUND_CUT: Final = 2.5
"""Millimetres on either side of a cut that both halves show: paper may be bent there."""
_ROW_LEFT: Final = 12.0
"""Where the picture of a row begins: before its number."""


class _Fold:
    """Where the pictures of a sheet's rows are folded: line by line in the gap between two groups
    that is nearest to the middle. Both halves are as wide, whatever line they are of."""

    def __init__(self, layout: SheetLayout) -> None:
        self._layout = layout
        self._cuts = [self._cut(line) for line in range(layout.lines)]
        self._right = max(head.x + head.width for head in layout.heads)
        widths = [
            max(cut - _ROW_LEFT, self._right - cut) + _AROUND_CUT for cut in self._cuts if cut
        ]
        self._width = round(max(widths, default=self._right - _ROW_LEFT) * SCALE)
        self.second_half = tuple(
            head.group.key for head in layout.heads if head.x > (self._cuts[head.line] or head.x)
        )

    def _cut(self, line: int) -> float | None:
        """Return where a line is cut, as a share of its width; None if it has one group."""
        heads = [head for head in self._layout.heads if head.line == line]
        edge = self._layout.pitch / 2
        gaps = [
            (first.x - edge + first.width + second.x - edge) / 2
            for first, second in pairwise(heads)
        ]
        middle = (heads[-1].x + heads[-1].width + _ROW_LEFT) / 2
        return min(gaps, key=lambda gap: abs(gap - middle), default=None)

    def folded(self, picture: Image) -> Image:
        """Return the picture of a row with its two halves side by side, each in as much room."""
        edges = np.linspace(0, picture.shape[0], self._layout.lines + 1).round().astype(int)
        lines = []
        for cut, (top, bottom) in zip(self._cuts, pairwise(edges), strict=True):
            at = cut or self._right
            halves = [(_ROW_LEFT, at + _AROUND_CUT)]
            halves.append((at - _AROUND_CUT, at - _AROUND_CUT + self._width / SCALE))
            strip = picture[top:bottom]
            lines.append(np.hstack([self._half(strip, *half) for half in halves]))
        return np.vstack(lines)

    def _half(self, strip: Image, left: float, right: float) -> Image:
        first, last = (max(0, round(edge * SCALE)) for edge in (left, right))
        part = strip[:, first : min(last, first + self._width)]
        room = self._width - part.shape[1]
        return np.asarray(
            cv2.copyMakeBorder(part, 0, 0, 0, room, cv2.BORDER_CONSTANT, value=255.0), np.uint8
        )


class _Photograph:
    """A file with one picture."""

    count = 1
    is_scanned = False

    def __init__(self, data: bytes, path: str) -> None:
        self._data = data
        self._size_check(path)

    def picture(self, _number: int) -> Image:
        """Return the picture in levels of grey."""
        return picture_of(self._data)

    def _size_check(self, path: str) -> None:
        with _opened(path) as image:
            if image.width * image.height > MOST_PIXELS:
                raise FileRefused("pixels")


def _opened(path: str) -> Pillow.Image:
    """Return a picture of which only the head was read."""
    try:
        return Pillow.open(path, formats=_FORMATS)
    except Exception:  # a damaged file fails anywhere in the library
        raise UnreadableImage from None


_TIFF: Final = {b"II*\x00", b"MM\x00*"}


class _Leaves:
    """The leaves of a TIFF, decoded one by one."""

    is_scanned = True

    def __init__(self, data: bytes, path: str) -> None:
        self._data = np.frombuffer(data, np.uint8)
        with _opened(path) as image:
            self._sizes = [image.size]
            try:
                while len(self._sizes) <= MOST_PAGES:
                    image.seek(len(self._sizes))
                    self._sizes.append(image.size)
            except EOFError:
                pass
            except Exception:  # as above
                raise UnreadableImage from None
        self.count = len(self._sizes)

    def picture(self, number: int) -> Image:
        """Return a leaf in levels of grey."""
        width, height = self._sizes[number]
        if width * height > MOST_PIXELS:
            raise FileRefused("pixels")
        done, leaves = cv2.imdecodemulti(
            self._data, cv2.IMREAD_GRAYSCALE, range=(number, number + 1)
        )
        if not done:
            raise UnreadableImage
        return reduced(np.asarray(leaves[0], np.uint8))


class _Pages:
    """The pages of a PDF, drawn one by one."""

    is_scanned = True

    def __init__(self, data: bytes) -> None:
        try:
            self._document = pypdfium2.PdfDocument(data)
        except pypdfium2.PdfiumError:
            raise UnreadableImage from None
        self.count = len(self._document)

    def picture(self, number: int) -> Image:
        """Return a page in levels of grey."""
        try:
            page = self._document[number]
            scale = min(_DOTS, LONGEST / max(1, *page.get_size()))
            bitmap = page.render(scale=scale, grayscale=True)
        except pypdfium2.PdfiumError:
            raise UnreadableImage from None
        return reduced(np.ascontiguousarray(bitmap.to_numpy().reshape(bitmap.height, -1)))


_LOOKED_AT: Final = 500
"""How long a page is, in pixels, when it is looked at whether it is blank."""
_EDGE: Final = 0.04
"""The share of a page at each edge where a scanner leaves shadows."""
_INK: Final = 40
"""Levels by which ink is darker than the paper; what shows through from the front is less."""
_BLANK: Final = 0.004
"""The share of ink on a page that has nothing but the holes of a binder."""


def _is_blank(image: Image) -> bool:
    """Return whether a scanned page is the back of a sheet."""
    share = _LOOKED_AT / max(image.shape)
    small = cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    down, across = (round(side * _EDGE) for side in small.shape)
    paper = small[down : small.shape[0] - down, across : small.shape[1] - across]
    if not paper.size:
        return True
    dark = paper < float(np.median(paper)) - _INK
    return float(dark.mean()) < _BLANK


def _jpeg_of(image: Image) -> bytes:
    """Return the picture of a row as a small file."""
    half = cv2.resize(image, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
    _done, data = cv2.imencode(".jpg", half, [cv2.IMWRITE_JPEG_QUALITY, 70])
    return data.tobytes()
