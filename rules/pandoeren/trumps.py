"""What naming trumps does to the cards: their order, their points, and who must play what.

One `Trumps` for each suit and one for contracts without, where trumps are simply no cards at
all, so that nothing else has to ask. Source: play of the cards, card points.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.pandoeren.pieces import (
    BIT_OF,
    NAMES,
    NUMBERS_USED,
    RANKS,
    SUIT_SIZE,
    SUITS,
    WHOLE_PACK,
    cards_in,
    suit_mask,
)

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
        """The card points of some cards."""
        return sum(self.points[card] for card in cards_in(cards))

    def winner(self, trick: Sequence[int]) -> int:
        """Which card of a trick wins it, counted from the lead."""
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
    """The tables for a suit, or for no trumps."""
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
