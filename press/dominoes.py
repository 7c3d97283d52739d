"""Dominoes, as SVG for the screen and as form XObjects for paper: whole, one end, or the back.

Pips are laid out for an upright domino; a lying one is rotated. Colours on the screen come from the
style sheet by class. On paper each shape is drawn once per file and then referenced.
"""

from collections.abc import Iterator
from functools import cache

from press.canvas import PressCanvas
from press.icons import State, badge
from press.pen import Pen
from press.text import GUIDE, INK, PAPER
from rules.pieces import ends

_TWO = ((1, 1), (3, 3))
_FOUR = ((1, 1), (3, 1), (1, 3), (3, 3))
PIPS: tuple[tuple[tuple[int, int], ...], ...] = (
    (),
    ((2, 2),),
    _TWO,
    (*_TWO, (2, 2)),
    _FOUR,
    (*_FOUR, (2, 2)),
    (*_FOUR, (1, 2), (3, 2)),
)
"""Where the pips of 0 to 6 lie on an end, in quarters of its side: across, and from its top.

Columns run along the domino, as on real ones: two rails of three make a six.
"""


# --- on the screen

END = 40
"""The side of an end in units of the drawing."""


def _pips(value: int, offset: int, *, lying: bool) -> Iterator[str]:
    quarter = END // 4
    for place, down in PIPS[value]:
        across, along = place * quarter, down * quarter
        x, y = (along + offset, END - across) if lying else (across, along + offset)
        yield f'<circle class="domino__pip" cx="{x}" cy="{y}" r="4"/>'


def _face(width: int, height: int) -> str:
    return (
        f'<rect class="domino__side" y="2.5" width="{width}" height="{height}" rx="6"/>'
        f'<rect class="domino__face piece__face" width="{width}" height="{height}" rx="6"/>'
    )


@cache
def piece_shapes(piece: str, *, lying: bool, state: State | None) -> str:
    """Return the shapes of a piece lying face up, its first end on top or at the left."""
    first, second = ends(piece)
    width, height = (2 * END, END) if lying else (END, 2 * END)
    bar = f"M{END} 7V{END - 7}" if lying else f"M7 {END}H{END - 7}"
    return "".join(
        (
            _face(width, height),
            f'<path class="domino__bar" d="{bar}"/>',
            f'<circle class="domino__pin" cx="{width // 2}" cy="{height // 2}" r="2.6"/>',
            f'<g class="domino__end" data-pips="{first}">',
            *_pips(first, 0, lying=lying),
            f'</g><g class="domino__end" data-pips="{second}">',
            *_pips(second, END, lying=lying),
            "</g>",
            badge(state, width - 3, 3) if state else "",
        )
    )


@cache
def back_shapes(*, lying: bool) -> str:
    """Return the back of a piece: seven strokes engraved, and no pip."""
    width, height = (2 * END, END) if lying else (END, 2 * END)
    x, y = width // 2, height // 2
    engraving = f"M{x - 11} {y + 6}l5-13 5 13m-8-4h6M{x + 3} {y - 7}v13h4M{x + 9} {y - 7}v13h4"
    return f'{_face(width, height)}<path class="domino__engraving" d="{engraving}"/>'


@cache
def end_shapes(value: int) -> str:
    """One end alone, the sign of a suit."""
    pips = "".join(_pips(value, 0, lying=False))
    return f'{_face(END, END)}<g class="domino__end" data-pips="{value}">{pips}</g>'


# --- on paper

_END = 24.0
"""The side of an end in units of its form."""


def draw_end(pen: Pen, pips: int, x: float, y: float, *, size: float) -> None:
    """One end of a domino as a square; `y` is its lower edge, `size` its side in points."""
    _draw(pen, f"end-{pips}", (pips,), x, y, size=size)


def draw_tile(pen: Pen, high: int, low: int, x: float, y: float, *, size: float) -> None:
    """An upright domino, the higher end above; `size` is its width, its height twice that."""
    _draw(pen, f"tile-{high}-{low}", (low, high), x, y, size=size)


def draw_lying(pen: Pen, high: int, low: int, x: float, y: float, *, size: float) -> None:
    """A domino on its long side, the higher end first; `size` is its height, its width twice."""
    _draw(pen, f"lying-{high}-{low}", (high, low), x, y, size=size, lying=True)


def _draw(
    pen: Pen,
    name: str,
    values: tuple[int, ...],
    x: float,
    y: float,
    *,
    size: float,
    lying: bool = False,
) -> None:
    if not pen.canvas.hasForm(name):
        _define(pen.canvas, name, values, lying=lying)
    pen.form(name, x, y, width=len(values) * size if lying else size, scale=size / _END)


def _define(canvas: PressCanvas, name: str, values: tuple[int, ...], *, lying: bool) -> None:
    """Define the form of ends from the bottom up or, lying, from the left."""
    length = _END * len(values)
    width, height = (length, _END) if lying else (_END, length)
    canvas.beginForm(name, 0, 0, width, height)
    canvas.setFillColor(PAPER)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(1.3)
    canvas.roundRect(0.8, 0.8, width - 1.6, height - 1.6, 3.4, stroke=1, fill=1)
    if len(values) == 2:
        canvas.setStrokeColor(GUIDE)
        canvas.setLineWidth(1.0)
        canvas.line(*((_END, 4, _END, _END - 4) if lying else (4, _END, _END - 4, _END)))
    canvas.setFillColor(INK)
    for place, value in enumerate(values):
        for x, down in PIPS[value]:
            across, up = x * _END / 4, _END - down * _END / 4
            if lying:
                canvas.circle(up + place * _END, across, 2.45, stroke=0, fill=1)
            else:
                canvas.circle(across, up + place * _END, 2.45, stroke=0, fill=1)
    canvas.endForm()
