"""The 33 cards: ace to 7 in four suits and the 6 of hearts.

A card is a number, 9 times suit plus rank, so that every suit has the same nine bits; the sixes
of the other suits are numbers without a card. A hand is a bit mask. Source: the pack.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rules.game import Record
from rules.pack import Hands, Pack, card_numbers, unknown_piece
from rules.problems import PieceInText, Problem

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


def suit_mask(suit: int) -> int:
    """Return all cards of a suit."""
    return WHOLE_PACK & SUIT_BITS << SUIT_SIZE * suit


def rank_mask(rank: str) -> int:
    """Return the cards of one rank in every suit."""
    return sum(BIT_OF[suit + rank] for suit in SUITS if suit + rank in BIT_OF)


def cards_in(hand: int) -> list[int]:
    """Return the numbers of the cards in a hand."""
    return [number for number in range(NUMBERS_USED) if hand >> number & 1]


ACES: Final = rank_mask("A")
KINGS: Final = rank_mask("K")
JACKS: Final = rank_mask("J")


# The effect of naming trumps: the order of the cards, their points, and who must play what. There
# is one `Trumps` for each suit and one for contracts without trumps, where no card is a trump.
# Source: play of the cards, card points.


TRUMP_ORDER: Final = "678TQKA9J"
PLAIN_POINTS: Final = {"A": 11, "T": 10, "K": 3, "Q": 2, "J": 1}
TRUMP_POINTS: Final = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 3, "Q": 2}
LAST_TRICK: Final = 5
ABOVE_PLAIN: Final = 100


@dataclass(frozen=True, slots=True, eq=False)
class Trumps:
    """The tables under one suit of trumps, or under none.

    `cards` are the trumps; `jack` and `marriage` (king and queen) masks of those; `points` by
    card; `follow[lead]` the cards that follow a lead; `strength[lead]` what each card is worth
    in that trick; `lower` by trump the trumps that it beats; `total` all card points of the pack
    and the 5 for the last trick.
    """

    word: str | None
    cards: int
    jack: int
    marriage: int
    points: Sequence[int]
    total: int
    follow: Sequence[int]
    strength: Sequence[Sequence[int]]
    lower: Sequence[int]

    def worth(self, cards: int) -> int:
        """Return the card points of some cards."""
        return sum(self.points[card] for card in cards_in(cards))

    def winner(self, trick: Sequence[int]) -> int:
        """Return which card of a trick wins it, counted from the lead."""
        strength = self.strength[trick[0]]
        worth = [strength[card] for card in trick]
        return worth.index(max(worth))


def _points(card: int, trumps: int) -> int:
    table = TRUMP_POINTS if trumps >> card & 1 else PLAIN_POINTS
    return table.get(NAMES[card][1], 0)


def _strength(lead: int, card: int, trumps: int) -> int:
    """Trumps above the suit led; any other card wins nothing."""
    if trumps >> card & 1:
        return ABOVE_PLAIN + TRUMP_ORDER.index(NAMES[card][1])
    return 1 + RANKS.index(NAMES[card][1]) if card // SUIT_SIZE == lead // SUIT_SIZE else 0


def _lower(card: int, trumps: int) -> int:
    if not trumps >> card & 1:
        return 0
    place = TRUMP_ORDER.index(NAMES[card][1])
    beaten = (other for other in cards_in(trumps) if NAMES[other][1] in TRUMP_ORDER[:place])
    return sum(1 << other for other in beaten)


def trumps_of(word: str | None) -> Trumps:
    """Return the tables for a suit, or for no trumps."""
    trumps = 0 if word is None else suit_mask(SUITS.index(word))
    every = range(NUMBERS_USED)
    points = tuple(_points(card, trumps) for card in every)
    return Trumps(
        word=word,
        cards=trumps,
        jack=0 if word is None else BIT_OF[word + "J"],
        marriage=0 if word is None else BIT_OF[word + "K"] | BIT_OF[word + "Q"],
        points=points,
        total=LAST_TRICK + sum(points[card] for card in cards_in(WHOLE_PACK)),
        follow=tuple(suit_mask(card // SUIT_SIZE) for card in every),
        strength=tuple(tuple(_strength(lead, card, trumps) for card in every) for lead in every),
        lower=tuple(_lower(card, trumps) for card in every),
    )


TRUMPS: Final = {word: trumps_of(word) for word in (*SUITS, None)}


# The deal: eight cards each, one face up in the middle, and the card that was thrown out.


@dataclass(frozen=True, slots=True)
class Dealt:
    """What was recorded of the deal: hands before the exchange by seat (None if missing), and the
    centre card and the discard as masks, empty if missing."""

    hands: Hands
    centre: int
    discard: int

    def elsewhere(self, seat: int) -> int:
        """Return the cards dealt to the other seats."""
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
        yield unknown_piece(record["discard"], "/discard")


def _centre_problems(centre: str, deal: list[list[str] | None] | None) -> Iterator[Problem]:
    if centre not in NUMBERS:
        yield unknown_piece(centre, "/centre")
    elif any(PACK.bit(name) == PACK.bit(centre) for hand in deal or () for name in hand or ()):
        yield PACK.dealt_twice(centre, "/centre")
