"""Playing cards and suits: their outlines, as SVG for the screen and as forms for paper.

A suit fills a square of 20 units, `y` downwards. Each outline is a list of closed shapes, drawn
with the nonzero rule; a shape is its first point and then curves of six numbers (two handles and
an end) or lines of two. A card is 50 units wide and 70 high; rank and suit stand large at the
left, where they stay visible in a fan. There are no court pictures.

On paper red turns into a grey lighter than ink where there is no colour, and every suit has its
own outline. Each shape is drawn once in a file and then referred to.
"""

from functools import cache
from typing import Final

from reportlab.lib.colors import Color

from press.canvas import PressCanvas
from press.fonts import Script, Weight, set_line
from press.icons import State, badge
from press.pen import Align, Pen
from press.text import INK, PAPER, RULE, SUIT_RED, Type
from rules.pieces import index_of, read_card

Segment = tuple[float, ...]
Shape = tuple[Segment, ...]

BOX: Final = 20.0
RED: Final = frozenset("HD")

# A quarter of a circle as one curve: how far its handles reach, in radii.
_REACH: Final = 0.5523


def _disc(x: float, y: float, r: float) -> Shape:
    k = _REACH * r
    return (
        (x + r, y),
        (x + r, y + k, x + k, y + r, x, y + r),
        (x - k, y + r, x - r, y + k, x - r, y),
        (x - r, y - k, x - k, y - r, x, y - r),
        (x + k, y - r, x + r, y - k, x + r, y),
    )


_STEM: Final[Shape] = (
    (11.1, 10.5),
    (11.1, 15.3, 12, 17.6, 14, 19.2),
    (6, 19.2),
    (8, 17.6, 8.9, 15.3, 8.9, 10.5),
)

OUTLINES: Final[dict[str, tuple[Shape, ...]]] = {
    "S": (
        (
            (10, 0.6),
            (12.6, 4.8, 18.9, 7.4, 18.9, 11.8),
            (18.9, 14.3, 17.1, 16, 14.9, 16),
            (12.9, 16, 11.3, 14.8, 10, 12.6),
            (8.7, 14.8, 7.1, 16, 5.1, 16),
            (2.9, 16, 1.1, 14.3, 1.1, 11.8),
            (1.1, 7.4, 7.4, 4.8, 10, 0.6),
        ),
        _STEM,
    ),
    "H": (
        (
            (10, 19.3),
            (7.2, 14.6, 0.9, 12, 0.9, 6.6),
            (0.9, 3.4, 3.1, 1.2, 5.8, 1.2),
            (7.6, 1.2, 9.2, 2.3, 10, 4.4),
            (10.8, 2.3, 12.4, 1.2, 14.2, 1.2),
            (16.9, 1.2, 19.1, 3.4, 19.1, 6.6),
            (19.1, 12, 12.8, 14.6, 10, 19.3),
        ),
    ),
    "D": (
        (
            (10, 0.3),
            (12, 4, 14.4, 7.2, 17.4, 10),
            (14.4, 12.8, 12, 16, 10, 19.7),
            (8, 16, 5.6, 12.8, 2.6, 10),
            (5.6, 7.2, 8, 4, 10, 0.3),
        ),
    ),
    "C": (
        _disc(10, 4.9, 4.3),
        _disc(5.1, 11.7, 4.3),
        _disc(14.9, 11.7, 4.3),
        _disc(10, 9.6, 2.6),
        _STEM,
    ),
}


def _written(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def path_of(suit: str) -> str:
    """Return the outline as the data of an SVG path."""
    parts: list[str] = []
    for first, *others in OUTLINES[suit]:
        parts.append("M" + " ".join(map(_written, first)))
        for segment in others:
            letter = "C" if len(segment) == 6 else "L"
            parts.append(letter + " ".join(map(_written, segment)))
        parts.append("Z")
    return "".join(parts)


# --- on the screen

WIDTH: Final = 50
HEIGHT: Final = 70


def colour_of(suit: str) -> str:
    """Return the name of a suit's colour: "red" or "black"."""
    return "red" if suit in RED else "black"


def _pip(suit: str, x: float, y: float, size: float) -> str:
    scale = size / BOX
    return (
        f'<path class="card-pip" transform="translate({x - size / 2:g} {y - size / 2:g}) '
        f'scale({scale:g})" d="{path_of(suit)}"/>'
    )


def _face() -> str:
    css = "playing-card__face piece__face"
    return f'<rect class="{css}" width="{WIDTH}" height="{HEIGHT}" rx="5"/>'


def _index(rank: str, y: int) -> str:
    squeezed = ' textLength="25" lengthAdjust="spacingAndGlyphs"' if rank == "T" else ""
    return f'<text class="playing-card__index" x="15" y="{y}"{squeezed}>{index_of(rank)}</text>'


@cache
def card_shapes(card: str, *, state: State | None, small: bool) -> str:
    """Return the shapes of a card that lies face up; a small one has one suit, and both signs
    larger."""
    suit, rank = read_card(card)
    signs = (
        (_index(rank, 31), _pip(suit, 15.5, 51, 25))
        if small
        else (_index(rank, 26), _pip(suit, 15, 42, 20), _pip(suit, 37.5, 55.5, 19))
    )
    return "".join((_face(), *signs, badge(state, 6, HEIGHT - 5) if state else ""))


@cache
def back_shapes() -> str:
    """Return the back of a card: a frame, and the strokes of ALL."""
    x, y = WIDTH // 2, HEIGHT // 2
    engraving = f"M{x - 12} {y + 6}l5-13 5 13m-8-4h6M{x + 2} {y - 7}v13h4M{x + 8} {y - 7}v13h4"
    return (
        f'{_face()}<rect class="playing-card__frame" x="5" y="5" width="{WIDTH - 10}" '
        f'height="{HEIGHT - 10}" rx="2"/><path class="playing-card__engraving" d="{engraving}"/>'
    )


def sign_shapes(suit: str) -> str:
    return f'<path class="card-pip" d="{path_of(suit)}"/>'


def spellings(card: str) -> tuple[str, ...]:
    """Return the accepted spellings of a card: "sa"; "ht" and "h10"."""
    suit, rank = read_card(card)
    typed = f"{suit}{rank}".lower()
    return (typed, f"{suit.lower()}10") if rank == "T" else (typed,)


# --- on paper

LATIN: Final = "\N{LEFT-TO-RIGHT MARK}"
"""In front of an index: cards have Latin digits wherever they are printed."""
_INDEX: Final = Type(size=31, leading=31, weight=Weight.BOLD)
_SHORT: Final = Type(size=18.5, leading=20, weight=Weight.BOLD)
_WIDEST: Final = 27.0
_NON_ZERO: Final = 1  # ReportLab's default is the even-odd rule


def ink_of(suit: str) -> Color:
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
    """Draw a card face up; `y` is its lower edge, `size` its width, its height 1.4 times that.

    Raises ValueError for an invalid card.
    """
    suit, rank = read_card(card)
    name = f"card-{suit}{rank}"
    if not pen.canvas.hasForm(name):
        _define(pen.canvas, name, suit, rank)
    pen.form(name, x, y, width=size, scale=size / WIDTH)


def draw_short(pen: Pen, card: str, x: float, y: float, *, size: float) -> None:
    """Draw a card as suit and rank; `y` is its lower edge, `size` its height, its width twice that.

    Raises ValueError for an invalid card.
    """
    suit, rank = read_card(card)
    name = f"short-{suit}{rank}"
    if not pen.canvas.hasForm(name):
        _define_short(pen.canvas, name, suit, rank)
    pen.form(name, x, y, width=2 * size, scale=size / BOX)


def _define(canvas: PressCanvas, name: str, suit: str, rank: str) -> None:
    canvas.beginForm(name, 0, 0, WIDTH, HEIGHT)
    canvas.setFillColor(PAPER)
    canvas.setStrokeColor(RULE)
    canvas.setDash([])
    canvas.setLineWidth(1.2)
    canvas.roundRect(0.6, 0.6, WIDTH - 1.2, HEIGHT - 1.2, 5, stroke=1, fill=1)
    _write(canvas, LATIN + index_of(rank), ink_of(suit))
    _trace(canvas, suit, 5, HEIGHT - 52, 20)
    _trace(canvas, suit, 28, HEIGHT - 65, 19)
    canvas.endForm()


def _define_short(canvas: PressCanvas, name: str, suit: str, rank: str) -> None:
    """The sign, then the rank, as high as each other."""
    canvas.beginForm(name, 0, 0, 2.5 * BOX, BOX)
    _trace(canvas, suit, 2, 2.4, BOX - 4.8)
    pen = Pen(canvas, Script(), left=0, width=0, height=0)
    pen.text(BOX + 1, -3.6, LATIN + index_of(rank), _SHORT)
    canvas.endForm()


def _write(canvas: PressCanvas, index: str, colour: Color) -> None:
    """The rank above its suit; the two digits of a ten are drawn narrow, not small."""
    width = set_line(index, Script(), _INDEX.weight).width * _INDEX.size
    canvas.saveState()
    canvas.transform(min(1, _WIDEST / width), 0, 0, 1, 15, HEIGHT - 27)
    pen = Pen(canvas, Script(), left=0, width=0, height=0)
    pen.text(0, 0, index, _INDEX.tinted(colour), Align.CENTRE)
    canvas.restoreState()


def _trace(canvas: PressCanvas, suit: str, left: float, below: float, size: float) -> None:
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
    canvas.setFillColor(ink_of(suit))
    canvas.drawPath(path, stroke=0, fill=1, fillMode=_NON_ZERO)
