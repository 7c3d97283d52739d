"""Playing cards as SVG: face, back, and the sign of a suit.

A card is 50 units wide and 70 high. Rank and suit stand big at the left, where they stay in sight
in a fan and can be read on a card no wider than a finger's breadth; there are no court pictures.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from press.drawings.states import State, badge
from press.drawings.suits import BOX, RED, SUITS, path_of

WIDTH: Final = 50
HEIGHT: Final = 70
RANKS: Final = "AKQJT98765432"


def read_card(card: str) -> tuple[str, str]:
    """Suit and rank of a card written "SA", "HT" or "H10".

    Raises ValueError where it is no card.
    """
    suit, rank = card[:1], card[1:].replace("10", "T")
    if suit not in SUITS or rank not in RANKS or len(suit) + len(rank) != 2:
        message = f"no card: {card!r}"
        raise ValueError(message)
    return suit, rank


def place_in_hand(card: str) -> tuple[int, int]:
    """Where a card stands in a sorted hand: by suit, in each from the ace down."""
    suit, rank = read_card(card)
    return SUITS.index(suit), RANKS.index(rank)


def index_of(rank: str) -> str:
    """The rank as it stands on the card."""
    return "10" if rank == "T" else rank


def colour_of(suit: str) -> str:
    """The name of a suit's colour: "red" or "black"."""
    return "red" if suit in RED else "black"


def _pip(suit: str, x: float, y: float, size: float) -> str:
    """A suit around a point."""
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
    """The shapes of a card that lies face up; a small one has one suit, and both signs larger."""
    suit, rank = read_card(card)
    signs = (
        (_index(rank, 31), _pip(suit, 15.5, 51, 25))
        if small
        else (_index(rank, 26), _pip(suit, 15, 42, 20), _pip(suit, 37.5, 55.5, 19))
    )
    return "".join((_face(), *signs, badge(state, 6, HEIGHT - 5) if state else ""))


@cache
def back_shapes() -> str:
    """The back of a card: a frame, and the strokes of ALL."""
    x, y = WIDTH // 2, HEIGHT // 2
    engraving = f"M{x - 12} {y + 6}l5-13 5 13m-8-4h6M{x + 2} {y - 7}v13h4M{x + 8} {y - 7}v13h4"
    return (
        f'{_face()}<rect class="playing-card__frame" x="5" y="5" width="{WIDTH - 10}" '
        f'height="{HEIGHT - 10}" rx="2"/><path class="playing-card__engraving" d="{engraving}"/>'
    )


def sign_shapes(suit: str) -> str:
    """The sign of a suit alone."""
    return f'<path class="card-pip" d="{path_of(suit)}"/>'


def spellings(card: str) -> tuple[str, ...]:
    """What may be typed for a card: "sa"; "ht" and "h10"."""
    suit, rank = read_card(card)
    typed = f"{suit}{rank}".lower()
    return (typed, f"{suit.lower()}10") if rank == "T" else (typed,)
