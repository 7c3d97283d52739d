"""Cards laid out on a page of their own."""

import io
from collections.abc import Callable

from press.canvas import PressCanvas
from press.cards import draw_card, draw_suit
from press.fonts import Script
from press.pen import Pen

SUITS = "SHDC"
RANKS = "AKQJT98765432"


def page_of(draw: Callable[[Pen], None], *, times: int = 1) -> bytes:
    out = io.BytesIO()
    canvas = PressCanvas(out, size=(420, 300), lang="en")
    pen = Pen(canvas, Script(), left=10, width=400, height=300)
    for _ in range(times):
        draw(pen)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def whole_pack(pen: Pen) -> None:
    """All 52 cards and the four suits."""
    for row, suit in enumerate(SUITS):
        draw_suit(pen, suit, 380, 50 + 55 * row, size=20)
        for column, rank in enumerate(RANKS):
            draw_card(pen, suit + rank, 28 * column, 50 + 55 * row, size=26)
