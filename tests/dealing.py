"""Hands dealt at random, of any pack: what scores a second time has one of its own."""

from collections.abc import Iterable
from random import Random
from typing import TypeVar

Piece = TypeVar("Piece")


def dealt(rng: Random, pack: Iterable[Piece], size: int) -> list[list[Piece]]:
    """Four hands of so many pieces; the rest stays on the table."""
    pieces = list(pack)
    rng.shuffle(pieces)
    return [pieces[size * seat : size * seat + size] for seat in range(4)]


def dealt_masks(rng: Random, pack: Iterable[int], size: int) -> list[int]:
    """The same as bit masks of numbers."""
    return [sum(1 << piece for piece in hand) for hand in dealt(rng, pack, size)]
