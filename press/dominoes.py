"""Dominoes as vector shapes, each drawn once in a file and then only referred to."""

from press.pen import Pen
from press.stream import StreamedCanvas
from press.text import GUIDE, INK, PAPER

END = 24.0  # the side of a domino's end in its own units

_NEAR, _MIDDLE, _FAR = 6.0, 12.0, 18.0
_DOWN = ((_NEAR, _FAR), (_FAR, _NEAR))
_UP = ((_NEAR, _NEAR), (_FAR, _FAR))
_SIDES = ((_NEAR, _MIDDLE), (_FAR, _MIDDLE))
_CENTRE = ((_MIDDLE, _MIDDLE),)
PIPS: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    _CENTRE,
    _DOWN,
    (*_DOWN, *_CENTRE),
    (*_DOWN, *_UP),
    (*_DOWN, *_UP, *_CENTRE),
    (*_DOWN, *_UP, *_SIDES),
)
"""Where the pips of 0 to 6 lie on an end, seen with the end above the bar of an upright tile."""


def draw_end(pen: Pen, pips: int, x: float, y: float, *, size: float) -> None:
    """One end of a domino as a square; `y` is its lower edge, `size` its side in points."""
    name = f"end-{pips}"
    if not pen.canvas.hasForm(name):
        _define(pen.canvas, name, (pips,))
    pen.form(name, x, y, width=size, scale=size / END)


def draw_tile(pen: Pen, high: int, low: int, x: float, y: float, *, size: float) -> None:
    """An upright domino, the higher end above; `size` is its width, its height twice that."""
    name = f"tile-{high}-{low}"
    if not pen.canvas.hasForm(name):
        _define(pen.canvas, name, (low, high))
    pen.form(name, x, y, width=size, scale=size / END)


def draw_lying(pen: Pen, high: int, low: int, x: float, y: float, *, size: float) -> None:
    """A domino on its long side, the higher end first; `size` is its height, its width twice."""
    name = f"lying-{high}-{low}"
    if not pen.canvas.hasForm(name):
        _define_lying(pen.canvas, name, (high, low))
    pen.form(name, x, y, width=2 * size, scale=size / END)


def _define_lying(canvas: StreamedCanvas, name: str, ends: tuple[int, int]) -> None:
    """Define the form of two ends beside each other, each turned by a quarter."""
    canvas.beginForm(name, 0, 0, 2 * END, END)
    canvas.setFillColor(PAPER)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(1.3)
    canvas.roundRect(0.8, 0.8, 2 * END - 1.6, END - 1.6, 3.4, stroke=1, fill=1)
    canvas.setStrokeColor(GUIDE)
    canvas.setLineWidth(1.0)
    canvas.line(END, 4, END, END - 4)
    canvas.setFillColor(INK)
    for place, pips in enumerate(ends):
        for x, y in PIPS[pips]:
            canvas.circle(y + place * END, x, 2.45, stroke=0, fill=1)
    canvas.endForm()


def _define(canvas: StreamedCanvas, name: str, ends: tuple[int, ...]) -> None:
    """Define the form of a stack of ends, the first of them at the bottom."""
    height = END * len(ends)
    canvas.beginForm(name, 0, 0, END, height)
    canvas.setFillColor(PAPER)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(1.3)
    canvas.roundRect(0.8, 0.8, END - 1.6, height - 1.6, 3.4, stroke=1, fill=1)
    if len(ends) == 2:
        canvas.setStrokeColor(GUIDE)
        canvas.setLineWidth(1.0)
        canvas.line(4, END, END - 4, END)
    canvas.setFillColor(INK)
    for level, pips in enumerate(ends):
        for x, y in PIPS[pips]:
            canvas.circle(x, y + level * END, 2.45, stroke=0, fill=1)
    canvas.endForm()
