"""The 32 cards, ace to 7 in four suits, and what trumps make of them.

A card is a number, 8 times suit plus rank; a hand is a bit mask. Source: the pack, card points.
"""

from typing import Final

from rules.pack import Pack, card_numbers
from rules.problems import PieceInText
from rules.trumps import PointCards, Ranking, trumps_by_suit

SUITS: Final = "SHDC"
RANKS: Final = "789TJQKA"
"""In the order in which runs are counted, whatever is trumps."""

SUIT_SIZE: Final = len(RANKS)
SUIT_BITS: Final = (1 << SUIT_SIZE) - 1
TRICKS: Final = 8
NAMES: Final = tuple(PieceInText(suit + rank) for suit in SUITS for rank in RANKS)
NUMBERS: Final = card_numbers(NAMES)
PACK: Final = Pack(NUMBERS, NAMES, TRICKS)

LAST_TRICK: Final = 10
RANKING: Final = Ranking(
    plain="789JQKTA",
    trumps="78QKTA9J",
    plain_points={"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2},
    trump_points={"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3},
    last_trick=LAST_TRICK,
)
TRUMPS: Final = trumps_by_suit(PACK, SUITS, RANKING)
POINT_CARDS: Final = PointCards(TRUMPS["S"], PACK)
ALL_POINTS: Final = TRUMPS["S"].total
"""162: the cards and the last trick."""
