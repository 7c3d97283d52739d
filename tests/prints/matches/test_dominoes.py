"""Dominoes are shapes with the right pips, drawn once in a file."""

import io
import re

import pytest

from press.canvas import PressCanvas
from press.dominoes import PIPS, draw_end, draw_tile
from press.fonts import Script
from press.pen import Pen
from tests.prints.matches.reading import pictures, reader


def test_an_end_has_as_many_pips_as_its_number_says() -> None:
    assert [len(places) for places in PIPS] == [0, 1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("places", PIPS)
def test_pips_lie_apart_and_are_the_same_upside_down(
    places: tuple[tuple[int, int], ...],
) -> None:
    assert len(set(places)) == len(places)
    turned = {(4 - x, 4 - y) for x, y in places}
    assert turned == set(places)


def sheet_of_tiles(times: int) -> bytes:
    """All 28 dominoes and seven ends on each of so many pages."""
    out = io.BytesIO()
    canvas = PressCanvas(out, size=(420, 240), lang="en")
    pen = Pen(canvas, Script(), left=10, width=400, height=240)
    for _ in range(times):
        for high in range(7):
            draw_end(pen, high, 30.0 * high, 30, size=20)
            for low in range(high + 1):
                draw_tile(pen, high, low, 30.0 * high, 80 + 25.0 * low, size=10)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def test_each_shape_is_in_the_file_once_however_many_pages_show_it() -> None:
    single, three = sheet_of_tiles(1), sheet_of_tiles(3)
    assert len(re.findall(rb"/Subtype /Form", single)) == 35
    assert len(re.findall(rb"/Subtype /Form", three)) == 35
    assert len(reader(three).pages) == 3


def test_more_pips_are_more_ink() -> None:
    page = pictures(sheet_of_tiles(1), 144)[0]
    ends = [page.crop((20 + 60 * n, 20, 60 + 60 * n, 60)) for n in range(7)]
    ink = [sum(255 - value for value in end.tobytes()) for end in ends]
    assert ink == sorted(ink)
    assert len(set(ink)) == 7
