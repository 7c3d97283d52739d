"""The 33 cards: ace to 7 in four suits and the 6 of hearts.

A card is a number, 9 times suit plus rank, so that every suit has the same nine bits; the sixes
of the other suits are numbers without a card. A hand is a bit mask. Source: the pack.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rules.game import Record
from rules.pack import Hands, Pack, card_numbers
from rules.problems import Code, PieceInText, Problem
from rules.trumps import PointCards, Ranking, numbers_in, trumps_by_suit

SUITS: Final = "SHDC"
RANKS: Final = "6789TJQKA"
SUIT_SIZE: Final = len(RANKS)
SUIT_BITS: Final = (1 << SUIT_SIZE) - 1
NUMBERS_USED: Final = len(SUITS) * SUIT_SIZE
HAND_SIZE: Final = 8
TRICKS: Final = 8

NAMES: Final = tuple(PieceInText(suit + rank) for suit in SUITS for rank in RANKS)
NUMBERS: Final = {
    name: number for name, number in card_numbers(NAMES).items() if name[1] != "6" or name == "H6"
}
"""From every accepted spelling of a card to its number."""

BIT_OF: Final = {name: 1 << number for name, number in NUMBERS.items()}
WHOLE_PACK: Final = sum(set(BIT_OF.values()))
PACK: Final = Pack(NUMBERS, NAMES, HAND_SIZE)


def rank_mask(rank: str) -> int:
    return sum(BIT_OF[suit + rank] for suit in SUITS if suit + rank in BIT_OF)


def cards_in(hand: int) -> list[int]:
    return list(numbers_in(hand))


ACES: Final = rank_mask("A")
KINGS: Final = rank_mask("K")
JACKS: Final = rank_mask("J")


# Source: play of the cards, card points.


LAST_TRICK: Final = 5
RANKING: Final = Ranking(
    plain=RANKS,
    trumps="678TQKA9J",
    plain_points={"A": 11, "T": 10, "K": 3, "Q": 2, "J": 1},
    trump_points={"J": 20, "9": 14, "A": 11, "T": 10, "K": 3, "Q": 2},
    last_trick=LAST_TRICK,
)
TRUMPS: Final = trumps_by_suit(PACK, SUITS, RANKING)
POINT_CARDS: Final = PointCards(TRUMPS["S"], PACK)


# The deal: eight cards each, one face up in the middle, and the card that was thrown out.


@dataclass(frozen=True, slots=True)
class Dealt:
    """What was recorded of the deal: hands before the exchange by seat (None if missing), and the
    centre card and the discard as masks, empty if missing."""

    hands: Hands
    centre: int
    discard: int

    def elsewhere(self, seat: int) -> int:
        return sum(hand for other, hand in enumerate(self.hands) if other != seat and hand)


def read_deal(record: Record) -> Dealt:
    """Return the deal of a record without problems in it."""
    return Dealt(
        PACK.read_hands(record.get("deal")),
        PACK.bit(record.get("centre", "")),
        PACK.bit(record.get("discard", "")),
    )


def deal_problems(record: Record) -> Iterator[Problem]:
    """Yield problems of the hands, then of the centre card, then of a discard that is no card.

    Whether the declarer can have discarded it is checked with the contract, once that is known.
    """
    deal = record.get("deal")
    yield from PACK.deal_problems(deal)
    if "centre" in record:
        yield from _centre_problems(record["centre"], deal)
    if "discard" in record and record["discard"] not in NUMBERS:
        yield PACK.unknown(Code.DEAL_UNKNOWN_PIECE, record["discard"], "/discard")


def _centre_problems(centre: str, deal: list[list[str] | None] | None) -> Iterator[Problem]:
    if centre not in NUMBERS:
        yield PACK.unknown(Code.DEAL_UNKNOWN_PIECE, centre, "/centre")
    elif any(PACK.bit(name) == PACK.bit(centre) for hand in deal or () for name in hand or ()):
        yield PACK.dealt_twice(centre, "/centre")
