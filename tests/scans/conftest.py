"""The same club and events as for the tests of events, and sheets marked and photographed."""

from collections.abc import Callable, Mapping, Sequence

import cv2
import numpy as np
import pypdfium2
import pytest

from press.base import Paper, render
from prints.marking import MarkingSheet, marking_sheets
from prints.sheets import placed_tables
from tests.tournaments.conftest import (  # noqa: F401 fixtures
    bid,
    club,
    event,
    held,
    held_here,
    make_evening,
    make_event,
    owner,
    players,
    running,
)
from tournaments.models import Event

DOTS = 8
"""Pixels of a picture to a millimetre."""

Row = Mapping[str, Sequence[str]]


def sheet_of(night: Event, table: int, *, page: int = 1) -> MarkingSheet:
    """The sheet of a table of the event's first round."""
    for place, placed in placed_tables(night, 1):
        if place[1] == table:
            return list(marking_sheets(night, place, placed, "A"))[page - 1]
    raise LookupError(table)


def picture(sheet: MarkingSheet, rows: Mapping[int, Row], *, dark: float = 0.8) -> np.ndarray:
    """A sheet with these bubbles filled, by row, on a table seen from above."""
    page = pypdfium2.PdfDocument(render([sheet], paper=Paper.A4))[0]
    grey = cv2.cvtColor(page.render(scale=DOTS * 25.4 / 72).to_numpy(), cv2.COLOR_BGR2GRAY)
    ink = np.zeros(grey.shape, np.float32)
    for row, marks in rows.items():
        places = {(p.group, p.value): p for p in sheet.sheet.places(row)}
        for group, values in marks.items():
            for value in values:
                place = places[group, value]
                at = (round(place.x * DOTS), round(place.y * DOTS))
                cv2.circle(ink, at, round(sheet.sheet.radius * DOTS), dark, -1)
    marked = (grey * (1 - ink)).astype(np.uint8)
    return cv2.copyMakeBorder(marked, 50, 50, 50, 50, cv2.BORDER_CONSTANT, value=90)


def jpeg(image: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()


Marked = Callable[..., bytes]


@pytest.fixture
def marked(running: Event) -> Marked:  # noqa: F811
    """A photograph of the sheet of a table of the running event, with these rows."""

    def make(*rows: Row, table: int = 1, dark: float = 0.8) -> bytes:
        return jpeg(picture(sheet_of(running, table), dict(enumerate(rows)), dark=dark))

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
