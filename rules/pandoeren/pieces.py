"""The 33 cards: ace to 7 in four suits and the 6 of hearts.

A card is a number, 9 times suit plus rank, so that every suit has the same nine bits; the sixes
of the other suits are numbers without a card. A hand is a bit mask. Source: the pack.
"""

from typing import Final

from rules.pack import Pack, card_numbers
from rules.problems import Piece

SUITS: Final = "SHDC"
RANKS: Final = "6789TJQKA"
SUIT_SIZE: Final = len(RANKS)
SUIT_BITS: Final = (1 << SUIT_SIZE) - 1
NUMBERS_USED: Final = len(SUITS) * SUIT_SIZE
HAND_SIZE: Final = 8
TRICKS: Final = 8

NAMES: Final = tuple(Piece(suit + rank) for suit in SUITS for rank in RANKS)
NUMBERS: Final = {
    name: number for name, number in card_numbers(NAMES).items() if name[1] != "6" or name == "H6"
}
"""From every accepted spelling of a card to its number."""

BIT_OF: Final = {name: 1 << number for name, number in NUMBERS.items()}
WHOLE_PACK: Final = sum(set(BIT_OF.values()))
PACK: Final = Pack(NUMBERS, NAMES, HAND_SIZE)


def suit_mask(suit: int) -> int:
    """All cards of a suit."""
    return WHOLE_PACK & SUIT_BITS << SUIT_SIZE * suit


def rank_mask(rank: str) -> int:
    """The cards of one rank in every suit."""
    return sum(BIT_OF[suit + rank] for suit in SUITS if suit + rank in BIT_OF)


def cards_in(hand: int) -> list[int]:
    """The numbers of the cards in a hand."""
    return [number for number in range(NUMBERS_USED) if hand >> number & 1]


ACES: Final = rank_mask("A")
KINGS: Final = rank_mask("K")
JACKS: Final = rank_mask("J")
