"""The codes on cards are those that segno makes, module by module."""

import io
from typing import cast

import pytest
import segno

from press.canvas import PressCanvas
from press.fonts import Script
from press.pen import Pen
from press.tiles import QUIET, bars, draw_qr, matrix
from tests.prints.boards.documents import ADDRESS
from tests.prints.matches.reading import pictures, streams

TEXTS = ["1", ADDRESS, "https://example.org/" + "x" * 200, "باشگاه نارون", "花札クラブ"]
SCALE = 4


def page(text: str, *, rtl: bool = False) -> bytes:
    """A page that is one code, a point for each module."""
    size = len(matrix(text)) + 2 * QUIET
    out = io.BytesIO()
    canvas = PressCanvas(out, size=(size, size), lang="en")
    draw_qr(Pen(canvas, Script(), left=0, width=size, height=size, rtl=rtl), text, 0, 0, size)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("rtl", [False, True])
def test_the_drawn_modules_are_those_of_the_code(text: str, rtl: bool) -> None:
    wanted = segno.make(text, error="m", micro=False, boost_error=False).matrix_iter(border=QUIET)
    [picture] = pictures(page(text, rtl=rtl), 72 * SCALE)
    for row, line in enumerate(wanted):
        for column, dark in enumerate(line):
            middle = (column * SCALE + SCALE // 2, row * SCALE + SCALE // 2)
            grey = cast("int", picture.getpixel(middle))
            assert (grey < 128) is bool(dark), (row, column)


def test_a_code_is_one_path_of_rectangles() -> None:
    drawn = next(streams(page(ADDRESS)))
    assert drawn.count(b" re") == len(list(bars(matrix(ADDRESS))))
    assert drawn.count(b" f\n") + drawn.count(b" f*\n") <= 1


def test_bars_cover_every_dark_module_once() -> None:
    modules = matrix(ADDRESS)
    covered = [
        (row, column + step) for column, row, length in bars(modules) for step in range(length)
    ]
    dark = {(y, x) for y, line in enumerate(modules) for x, is_dark in enumerate(line) if is_dark}
    assert len(covered) == len(dark)
    assert set(covered) == dark
