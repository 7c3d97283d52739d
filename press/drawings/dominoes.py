"""Dominoes as SVG: a whole one, one end of one, or its back.

An end is a square of 40 units. Pips are laid out for a domino that stands upright;
one that lies down is the same picture turned a quarter.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from press.drawings.states import State, badge

END = 40
PIP = 4
HIGHEST_END = 6

NEAR, MID, FAR = 10, 20, 30

# Columns run along the piece, as on real ones: two rails of three make a six.
PIPS: tuple[tuple[tuple[int, int], ...], ...] = (
    (),
    ((MID, MID),),
    ((NEAR, NEAR), (FAR, FAR)),
    ((NEAR, NEAR), (MID, MID), (FAR, FAR)),
    ((NEAR, NEAR), (FAR, NEAR), (NEAR, FAR), (FAR, FAR)),
    ((NEAR, NEAR), (FAR, NEAR), (MID, MID), (NEAR, FAR), (FAR, FAR)),
    ((NEAR, NEAR), (FAR, NEAR), (NEAR, MID), (FAR, MID), (NEAR, FAR), (FAR, FAR)),
)


def ends(piece: str) -> tuple[int, int]:
    """The two ends of a piece written "6-4", in the order written.

    Raises ValueError where it is no domino of a double-six set.
    """
    first, dash, second = piece.partition("-")
    known = {str(n) for n in range(HIGHEST_END + 1)}
    if not dash or first not in known or second not in known:
        message = f"no domino: {piece!r}"
        raise ValueError(message)
    return int(first), int(second)


def triangle() -> Iterator[Iterator[str]]:
    """The 28 pieces in rows, from the seven sixes down to the lone double blank."""
    for high in range(HIGHEST_END, -1, -1):
        yield (f"{high}-{low}" for low in range(high, -1, -1))


def _pips(value: int, offset: int, *, lying: bool) -> Iterator[str]:
    for across, along in PIPS[value]:
        x, y = (along + offset, END - across) if lying else (across, along + offset)
        yield f'<circle class="domino__pip" cx="{x}" cy="{y}" r="{PIP}"/>'


def _face(width: int, height: int) -> str:
    return (
        f'<rect class="domino__side" y="2.5" width="{width}" height="{height}" rx="6"/>'
        f'<rect class="domino__face piece__face" width="{width}" height="{height}" rx="6"/>'
    )


@cache
def piece_shapes(piece: str, *, lying: bool, state: State | None) -> str:
    """The shapes of a piece lying face up, its first end on top or at the left."""
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
    """The back of a piece: seven strokes engraved, and no pip."""
    width, height = (2 * END, END) if lying else (END, 2 * END)
    x, y = width // 2, height // 2
    engraving = f"M{x - 11} {y + 6}l5-13 5 13m-8-4h6M{x + 3} {y - 7}v13h4M{x + 9} {y - 7}v13h4"
    return f'{_face(width, height)}<path class="domino__engraving" d="{engraving}"/>'


@cache
def end_shapes(value: int) -> str:
    """One end alone, the sign of a suit."""
    return "".join(
        (
            _face(END, END),
            f'<g class="domino__end" data-pips="{value}">',
            *_pips(value, 0, lying=False),
            "</g>",
        )
    )
