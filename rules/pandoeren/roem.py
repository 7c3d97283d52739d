"""Roem: runs and fours of a kind in one hand, what they count and which is better.

From low to high: run of three, of four, of five, four queens, four kings, four aces, run of six,
of seven, of eight, four jacks. Runs are in the order ace to 6 in every suit, trumps too; equal
runs go by the top card, then by suit. Source: roem.
"""

from typing import Final

from rules.pandoeren.pieces import HAND_SIZE, RANKS, SUIT_BITS, SUIT_SIZE, SUITS, rank_mask

RUN_VALUES: Final = {3: 20, 4: 50, 5: 100, 6: 120, 7: 140, 8: 160}
FOUR_VALUES: Final = {"Q": 100, "K": 100, "A": 100, "J": 200}
LADDER: Final[tuple[int | str, ...]] = (3, 4, 5, "Q", "K", "A", 6, 7, 8, "J")
"""Lengths of runs and ranks of fours, from low to high."""

STEP: Final = 100
"""Between two rungs of the ladder there is room for every top card and suit."""


def runs(ranks: int) -> list[tuple[int, int]]:
    """The longest runs of a suit, each of three or more: (length, place of the top card)."""
    found, length = [], 0
    for place in range(SUIT_SIZE + 1):
        if ranks >> place & 1:
            length += 1
            continue
        if length >= min(RUN_VALUES):
            found.append((min(length, HAND_SIZE), place - 1))
        length = 0
    return found


def run_strength(length: int, top: int, suit: int) -> int:
    """A number by which runs and fours compare; spades above hearts, diamonds, clubs."""
    return STEP * (1 + LADDER.index(length)) + len(SUITS) * top + len(SUITS) - 1 - suit


def _suit_strength(ranks: int, suit: int) -> int:
    return max((run_strength(length, top, suit) for length, top in runs(ranks)), default=0)


SUIT_VALUE: Final = tuple(
    sum(RUN_VALUES[length] for length, _ in runs(ranks)) for ranks in range(SUIT_BITS + 1)
)
"""By the cards of one suit: what its runs count."""

SUIT_STRENGTH: Final = tuple(
    tuple(_suit_strength(ranks, suit) for ranks in range(SUIT_BITS + 1))
    for suit in range(len(SUITS))
)
"""By suit and its cards: the strength of the best run, 0 without one."""

FOURS: Final = tuple(
    (rank_mask(rank), value, STEP * (1 + LADDER.index(rank))) for rank, value in FOUR_VALUES.items()
)
"""The four cards, what they count, and their strength."""

assert set(FOUR_VALUES) < set(RANKS)


def roem_value(hand: int) -> int:
    """What all runs and fours of a hand count together."""
    value = (
        SUIT_VALUE[hand & SUIT_BITS]
        + SUIT_VALUE[hand >> SUIT_SIZE & SUIT_BITS]
        + SUIT_VALUE[hand >> 2 * SUIT_SIZE & SUIT_BITS]
        + SUIT_VALUE[hand >> 3 * SUIT_SIZE & SUIT_BITS]
    )
    for cards, worth, _ in FOURS:
        if hand & cards == cards:
            value += worth
    return value


def best_roem(hand: int) -> int:
    """The strength of the best run or four of a hand; 0 without any. No two hands are equal."""
    best = 0
    for suit, by_ranks in enumerate(SUIT_STRENGTH):
        best = max(best, by_ranks[hand >> suit * SUIT_SIZE & SUIT_BITS])
    for cards, _, strength in FOURS:
        if hand & cards == cards:
            best = max(best, strength)
    return best
