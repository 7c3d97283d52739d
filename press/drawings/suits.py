"""The four suits as outlines, for the screen and for print.

A suit fills a square of 20 units, `y` downwards. Each outline is a list of closed shapes, drawn
with the nonzero rule; a shape is its first point and then curves of six numbers (two handles and
an end) or lines of two.
"""

from __future__ import annotations

from typing import Final

Segment = tuple[float, ...]
Shape = tuple[Segment, ...]

BOX: Final = 20.0
SUITS: Final = "SHDC"
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
    """The outline as the data of an SVG path."""
    parts: list[str] = []
    for first, *others in OUTLINES[suit]:
        parts.append("M" + " ".join(map(_written, first)))
        for segment in others:
            letter = "C" if len(segment) == 6 else "L"
            parts.append(letter + " ".join(map(_written, segment)))
        parts.append("Z")
    return "".join(parts)
