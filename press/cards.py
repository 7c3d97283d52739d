"""Playing cards and suits as vector shapes, each drawn once in a file and then referred to.

Two colours, and right without them: red prints as a grey lighter than ink, and every suit has
its own outline.
"""

from typing import Final

from reportlab.lib.colors import Color

from press.drawings.cards import HEIGHT, WIDTH, index_of, read_card
from press.drawings.suits import BOX, OUTLINES, RED
from press.fonts import Weight, set_line
from press.pen import Align, Pen
from press.stream import StreamedCanvas
from press.text import INK, PAPER, RULE, SUIT_RED, Type

_INDEX: Final = Type(size=31, leading=31, weight=Weight.BOLD)
_SHORT: Final = Type(size=18.5, leading=20, weight=Weight.BOLD)
_WIDEST: Final = 27.0
_NON_ZERO: Final = 1  # ReportLab fills by the even-odd rule unless told


def colour_of(suit: str) -> Color:
    """Red or ink."""
    return SUIT_RED if suit in RED else INK


def draw_suit(pen: Pen, suit: str, x: float, y: float, *, size: float) -> None:
    """The sign of a suit; `y` is its lower edge, `size` its side in points."""
    name = f"suit-{suit}"
    if not pen.canvas.hasForm(name):
        pen.canvas.beginForm(name, 0, 0, BOX, BOX)
        _trace(pen.canvas, suit, 0, 0, BOX)
        pen.canvas.endForm()
    pen.form(name, x, y, width=size, scale=size / BOX)


def draw_card(pen: Pen, card: str, x: float, y: float, *, size: float) -> None:
    """A card face up; `y` is its lower edge, `size` its width, its height 1.4 times that.

    Raises ValueError where it is no card.
    """
    suit, rank = read_card(card)
    name = f"card-{suit}{rank}"
    if not pen.canvas.hasForm(name):
        _define(pen.canvas, name, suit, rank)
    pen.form(name, x, y, width=size, scale=size / WIDTH)


def draw_short(pen: Pen, card: str, x: float, y: float, *, size: float) -> None:
    """A card as it is written: suit and rank; `y` is its lower edge, `size` its height, its
    width twice that. Raises ValueError where it is no card.
    """
    suit, rank = read_card(card)
    name = f"short-{suit}{rank}"
    if not pen.canvas.hasForm(name):
        _define_short(pen.canvas, name, suit, rank)
    pen.form(name, x, y, width=2 * size, scale=size / BOX)


def _define(canvas: StreamedCanvas, name: str, suit: str, rank: str) -> None:
    canvas.beginForm(name, 0, 0, WIDTH, HEIGHT)
    canvas.setFillColor(PAPER)
    canvas.setStrokeColor(RULE)
    canvas.setDash([])
    canvas.setLineWidth(1.2)
    canvas.roundRect(0.6, 0.6, WIDTH - 1.2, HEIGHT - 1.2, 5, stroke=1, fill=1)
    _write(canvas, index_of(rank), colour_of(suit))
    _trace(canvas, suit, 5, HEIGHT - 52, 20)
    _trace(canvas, suit, 28, HEIGHT - 65, 19)
    canvas.endForm()


def _define_short(canvas: StreamedCanvas, name: str, suit: str, rank: str) -> None:
    """The sign, then the rank, as high as each other."""
    canvas.beginForm(name, 0, 0, 2.5 * BOX, BOX)
    _trace(canvas, suit, 2, 2.4, BOX - 4.8)
    pen = Pen(canvas, left=0, width=0, height=0, rtl=False)
    pen.text(BOX + 1, -3.6, index_of(rank), _SHORT)
    canvas.endForm()


def _write(canvas: StreamedCanvas, index: str, colour: Color) -> None:
    """The rank above its suit; the two digits of a ten are drawn narrow, not small."""
    width = set_line(index, _INDEX.weight).width * _INDEX.size
    canvas.saveState()
    canvas.transform(min(1, _WIDEST / width), 0, 0, 1, 15, HEIGHT - 27)
    pen = Pen(canvas, left=0, width=0, height=0, rtl=False)
    pen.text(0, 0, index, _INDEX.tinted(colour), Align.CENTRE)
    canvas.restoreState()


def _trace(canvas: StreamedCanvas, suit: str, left: float, below: float, size: float) -> None:
    """Fill a suit's outline in a square; outlines count `y` downwards, paper upwards."""
    scale = size / BOX
    path = canvas.beginPath()
    for first, *others in OUTLINES[suit]:
        path.moveTo(left + scale * first[0], below + scale * (BOX - first[1]))
        for segment in others:
            places = [
                left + scale * number if axis % 2 == 0 else below + scale * (BOX - number)
                for axis, number in enumerate(segment)
            ]
            (path.curveTo if len(places) == 6 else path.lineTo)(*places)
        path.close()
    canvas.setFillColor(colour_of(suit))
    canvas.drawPath(path, stroke=0, fill=1, fillMode=_NON_ZERO)
