"""A marked sheet to try reading with, and its photograph, as the demo club has them.

The code of a sheet is signed by the site that prints it, so both are drawn when somebody asks.
Needs what the reader needs.
"""

from typing import Final

import cv2
import numpy as np
import pypdfium2

from paper.documents.marking import PAPERS, MarkingSheet, marking_sheets
from paper.documents.sheets import placed_tables
from paper.scans.models import ExampleSheet
from paper.scans.planes import Image
from press.base import Paper, render

_DOTS: Final = 8
"""Pixels of the photograph to a millimetre of the sheet."""
_TABLE: Final = 96
"""The grey of the table below the sheet."""
_PENCIL: Final = 0.75
_PALE: Final = 0.1
"""What share of the light a mark swallows; `pale` among the marks of a row makes its marks so."""


def example_paper(example: ExampleSheet) -> bytes:
    """Return the sheet as it is printed, a PDF."""
    return render([_sheet(example)], paper=_size(example))


def example_photograph(example: ExampleSheet) -> bytes:
    """Return the sheet with its marks, photographed at an angle in uneven light, as JPEG."""
    return _photograph(example_paper(example), _marked(example))


Ink = tuple[tuple[float, float, float, float], ...]
"""Marks: across and down in millimetres, their radius, how dark."""


def _photograph(paper: bytes, ink: Ink) -> bytes:
    page = pypdfium2.PdfDocument(paper)[0].render(scale=_DOTS * 25.4 / 72, grayscale=True)
    sheet = page.to_numpy().reshape(page.height, -1).astype(np.float32)
    for across, down, radius, dark in ink:
        reach = round(radius * _DOTS)
        left, top = (max(0, round(middle * _DOTS) - reach - 2) for middle in (across, down))
        around = sheet[top : top + 2 * reach + 5, left : left + 2 * reach + 5]
        shade = np.zeros_like(around)
        at = (round(across * _DOTS) - left, round(down * _DOTS) - top)
        cv2.circle(shade, at, reach, dark, -1, cv2.LINE_AA)
        around *= 1 - shade
    photograph = _seen(sheet)
    _done, data = cv2.imencode(".jpg", photograph, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return data.tobytes()


def _seen(sheet: "np.ndarray[tuple[int, ...], np.dtype[np.float32]]") -> Image:
    """Return what a camera sees of a sheet that lies askew on a table, with light from one side."""
    height, width = sheet.shape
    flat = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    askew = np.array([(0.09, 0.06), (0.93, 0.03), (0.97, 0.95), (0.04, 0.97)], np.float32)
    plane = cv2.getPerspectiveTransform(flat, askew * np.array([width, height], np.float32))
    seen = cv2.warpPerspective(
        sheet, plane, (width, height), flags=cv2.INTER_AREA, borderValue=(_TABLE,)
    )
    light = np.linspace(0.98, 0.72, width, dtype=np.float32)
    blurred = cv2.GaussianBlur(seen * light, (0, 0), 0.8)
    grain = np.random.default_rng(42).standard_normal(seen.shape, dtype=np.float32)
    picture: Image = np.clip(blurred + 3 * grain, 0, 255).astype(np.uint8)
    return picture


def _size(example: ExampleSheet) -> Paper:
    return Paper[example.event.club.paper.upper()]


def _sheet(example: ExampleSheet) -> MarkingSheet:
    """Return the first page of the table. Raises `LookupError` if that is no longer in the draw."""
    size = PAPERS[_size(example)]
    for place, table in placed_tables(example.event, example.round):
        if place[1] == example.table:
            return next(marking_sheets(example.event, place, table, size))
    raise LookupError


def _marked(example: ExampleSheet) -> Ink:
    layout = _sheet(example).sheet
    return tuple(
        (place.x, place.y, layout.radius, _PALE if "pale" in marks else _PENCIL)
        for row, marks in enumerate(example.rows)
        for place in layout.places(row)
        if place.value in marks.get(place.group, ())
    )
