"""The same club and events as for the tests of events, and sheets marked and photographed."""

from collections.abc import Callable, Mapping, Sequence

import cv2
import numpy as np
import pypdfium2
import pytest

from paper.documents.marking import MarkingSheet, marking_sheets
from paper.documents.sheets import placed_tables
from press.base import Paper, render
from press.bubbles import SheetLayout
from tests.tournaments.conftest import (  # noqa: F401 fixtures
    bid,
    club,
    event,
    held,
    make_evening,
    make_event,
    owner,
    players,
    running,
    start,
    win,
)
from tournaments.events.models import Event

DOTS = 5
"""Pixels of a picture to a millimetre: as few as show every bubble clearly."""

Row = Mapping[str, Sequence[str]]


def sheet_of(night: Event, table: int, *, page: int = 1, large: bool = False) -> MarkingSheet:
    """The sheet of a table of the event's first round."""
    for place, placed in placed_tables(night, 1):
        if place[1] == table:
            return list(marking_sheets(night, place, placed, "A", large=large))[page - 1]
    raise LookupError(table)


def picture(sheet: MarkingSheet, rows: Mapping[int, Row], *, dark: float = 0.8) -> np.ndarray:
    """A sheet with these bubbles filled, by row, on a table seen from above."""
    grey = _in_greys(render([sheet], paper=Paper.A4))
    _fill(grey, sheet.sheet, rows, dark=dark)
    return cv2.copyMakeBorder(grey, 50, 50, 50, 50, cv2.BORDER_CONSTANT, value=90)


def _in_greys(pdf: bytes) -> np.ndarray:
    """The first page of a document."""
    page = pypdfium2.PdfDocument(pdf)[0]
    grey = page.render(scale=DOTS * 25.4 / 72, grayscale=True).to_numpy()
    return np.array(grey).reshape(grey.shape[:2])


def _fill(
    grey: np.ndarray,
    layout: SheetLayout,
    rows: Mapping[int, Row],
    *,
    dark: float = 0.8,
) -> None:
    """Fill bubbles of a sheet; those of who deals first as row -1."""
    ink = np.zeros(grey.shape, np.float32)
    for row, marks in rows.items():
        there = layout.dealer_places() if row < 0 else layout.places(row)
        places = {(p.group, p.value): p for p in there}
        for group, values in marks.items():
            for value in values:
                place = places[group, value]
                at = (round(place.x * DOTS), round(place.y * DOTS))
                cv2.circle(ink, at, round(layout.radius * DOTS), dark, -1)
    grey[:] = (grey * (1 - ink)).astype(np.uint8)


def jpeg(image: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()


Marked = Callable[..., bytes]


@pytest.fixture
def marked(running: Event) -> Marked:  # noqa: F811
    """A photograph of the sheet of a table of the running event, with these rows."""

    def make(*rows: Row, table: int = 1, dark: float = 0.8, large: bool = False) -> bytes:
        sheet = sheet_of(running, table, large=large)
        return jpeg(picture(sheet, dict(enumerate(rows)), dark=dark))

    return make


def hand(
    *,
    bidder: int = 1,
    bid: str = "31",  # noqa: F811 not the fixture
    trump: str = "5",
    result: str = "made",
) -> Row:
    """A row of Texas 42."""
    return {"bidder": [str(bidder)], "bid": [bid], "contract": [trump], "result": [result]}
