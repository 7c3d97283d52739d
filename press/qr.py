"""QR codes as vectors: the dark modules of a row that touch are one rectangle, all are one path.

Error correction is M, as a card on a table is stained and folded; the quiet zone is the caller's.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

import segno

from press.pen import Pen
from press.text import INK

QUIET = 4
"""Modules that stay empty around a code, by ISO/IEC 18004."""

Matrix = tuple[tuple[bool, ...], ...]


@lru_cache(maxsize=256)
def matrix(text: str) -> Matrix:
    """The modules of a code, row by row from the top, without its quiet zone; true is dark."""
    code = segno.make(text, error="m", micro=False, boost_error=False)
    return tuple(tuple(bool(module) for module in row) for row in code.matrix)


def bars(modules: Matrix) -> Iterator[tuple[int, int, int]]:
    """Runs of dark modules: column, row and length."""
    for row, line in enumerate(modules):
        column = 0
        for dark, run in groupby(line):
            length = len(list(run))
            if dark:
                yield column, row, length
            column += length


def draw_qr(pen: Pen, text: str, x: float, y: float, size: float) -> None:
    """A code `size` points wide, quiet zone included, its upper edge at `y`; never mirrored."""
    modules = matrix(text)
    still = pen.still(x, y, size)
    step = size / (len(modules) + 2 * QUIET)
    canvas = still.canvas
    path = canvas.beginPath()
    for column, row, length in bars(modules):
        left, up = still.place((column + QUIET) * step, (row + QUIET + 1) * step)
        path.rect(left, up, length * step, step)
    canvas.setFillColor(INK)
    canvas.drawPath(path, stroke=0, fill=1)
