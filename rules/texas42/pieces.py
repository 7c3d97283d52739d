"""The 28 dominoes as numbers 0 to 27, and hands of them as bit masks.

A domino is written higher end first: `"6-4"`. The other way round is read as the same domino.
"""

from functools import cache
from typing import Final

from rules.problems import Piece

ENDS: Final = tuple((high, low) for high in range(7) for low in range(high + 1))
"""The two ends of each domino, higher first, by number."""

NAMES: Final = tuple(f"{high}-{low}" for high, low in ENDS)
PIECES: Final = tuple(Piece(name) for name in NAMES)
NUMBERS: Final = {
    **{name: number for number, name in enumerate(NAMES)},
    **{f"{low}-{high}": number for number, (high, low) in enumerate(ENDS)},
}
"""Every accepted spelling and the domino it means."""

BITS: Final = tuple(1 << number for number in range(len(ENDS)))
BIT_OF: Final = {name: BITS[number] for name, number in NUMBERS.items()}
PACK: Final = sum(BITS)
HAND_SIZE: Final = 7
TRICKS: Final = 7
ALL_POINTS: Final = 42


def count_points(high: int, low: int) -> int:
    """What a domino counts for the side that wins it: its pips where they are 5 or 10."""
    return high + low if high + low in {5, 10} else 0


COUNTS: Final = tuple(count_points(high, low) for high, low in ENDS)
DOUBLES: Final = sum(bit for bit, (high, low) in zip(BITS, ENDS, strict=True) if high == low)


@cache
def holding(number: int) -> int:
    """The mask of the seven dominoes that bear a number."""
    return sum(bit for bit, ends in zip(BITS, ENDS, strict=True) if number in ends)
