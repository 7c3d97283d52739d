"""The 52 cards as numbers 0 to 51, and hands of them as bit masks.

Clubs, diamonds, hearts, spades, from the two to the ace: so of two cards that can win a trick
the higher number wins it, and of two such bits the higher bit. Source: the deal, play.
"""

from collections.abc import Sequence
from typing import Final

from rules.pack import Pack, card_numbers
from rules.problems import Piece

SUITS: Final = "CDHS"
RANKS: Final = "23456789TJQKA"
HAND_SIZE: Final = 13
TRICKS: Final = 13

NAMES: Final = tuple(Piece(suit + rank) for suit in SUITS for rank in RANKS)
NUMBERS: Final = card_numbers(NAMES)
"""From every accepted spelling of a card to its number."""

PACK: Final = Pack(NUMBERS, NAMES, HAND_SIZE)
WHOLE_PACK: Final = (1 << len(NAMES)) - 1
SUIT_MASKS: Final = tuple((1 << len(RANKS)) - 1 << len(RANKS) * suit for suit in range(4))
SPADES: Final = SUIT_MASKS[SUITS.index("S")]
PLAIN: Final = WHOLE_PACK & ~SPADES
"""Every card that is no trump."""

FOLLOW: Final = tuple(SUIT_MASKS[number // len(RANKS)] for number in range(len(NAMES)))
"""By the card led: the cards that follow it."""

CAN_WIN: Final = tuple(follow | SPADES for follow in FOLLOW)
"""By the card led: the cards that can win the trick."""


def winning_place(trick: Sequence[int]) -> int:
    """Where in the trick the winning card lies: the highest trump, or of the suit led."""
    can_win = CAN_WIN[trick[0]]
    best = max(card for card in trick if can_win >> card & 1)
    return trick.index(best)
