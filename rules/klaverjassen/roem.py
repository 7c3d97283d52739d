"""Roem: what lies together in one trick counts for the side that wins it.

Source: roem.
"""

from collections.abc import Sequence
from typing import Final

from rules.klaverjassen.cards import NUMBERS, SUIT_BITS, SUIT_SIZE
from rules.trumps import Trumps

RUN_OF_THREE: Final = 20
RUN_OF_FOUR: Final = 50
STUK: Final = 20
FOUR_OF_A_KIND: Final = 100
JACKS: Final = frozenset(NUMBERS[suit + "J"] for suit in "SHDC")
MOST_ROEM: Final = 9 * FOUR_OF_A_KIND
"""No hand holds more: eight tricks of four of a kind, one of them jacks that count double."""


def trick_roem(trick: Sequence[int], trumps: Trumps, four_jacks: int) -> int:
    """Return the roem of a complete trick."""
    if len({card % SUIT_SIZE for card in trick}) == 1:
        return four_jacks if JACKS.issuperset(trick) else FOUR_OF_A_KIND
    mask = sum(1 << card for card in trick)
    stuk = STUK if mask & trumps.marriage == trumps.marriage else 0
    return _run(mask) + stuk


def _run(mask: int) -> int:
    """Return the longest run of a trick in one suit; there is room for one only."""
    for suit in range(4):
        cards = mask >> suit * SUIT_SIZE & SUIT_BITS
        three = cards & cards >> 1 & cards >> 2
        if three:
            return RUN_OF_FOUR if three & cards >> 3 else RUN_OF_THREE
    return 0


def values(four_jacks: int) -> frozenset[int]:
    """Return what the roem of one trick may come to."""
    runs = {RUN_OF_THREE, RUN_OF_FOUR}
    return frozenset({0, STUK, FOUR_OF_A_KIND, four_jacks, *runs, *(run + STUK for run in runs)})


def is_sum(points: int) -> bool:
    """Return whether the tricks of a hand may have roem that comes to this: sums of twenties and
    fifties."""
    return points <= MOST_ROEM and points % 10 == 0 and points not in (10, 30)
