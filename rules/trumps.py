"""Trumps in a pack of suits: which card follows, which beats which, and what each counts.

A card's number is the size of a suit times its suit, plus its rank; so every suit has the same bits
of a hand. There is one `Trumps` for each suit, and one for hands without trumps.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final

from rules.pack import Pack

ABOVE_PLAIN: Final = 100
TRICK_SIZE: Final = 4


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranks of plain suits and of trumps, from low to high, the card points of those that have
    any, and what the last trick counts besides."""

    plain: str
    trumps: str
    plain_points: Mapping[str, int]
    trump_points: Mapping[str, int]
    last_trick: int


@dataclass(frozen=True, slots=True, eq=False)
class Trumps:
    """The tables under one suit of trumps, or under none.

    `cards` are the trumps; `jack` and `marriage` (king and queen) masks of those; `points` by
    card; `follow[lead]` the cards that follow a lead; `strength[lead]` what each card is worth
    in that trick; `lower` by trump the trumps that it beats; `total` all card points of the pack
    and those for the last trick.
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
        return sum(self.points[card] for card in numbers_in(cards))

    def winner(self, trick: Sequence[int]) -> int:
        """Return which card of a trick wins it, counted from the lead."""
        strength = self.strength[trick[0]]
        worth = [strength[card] for card in trick]
        return worth.index(max(worth))


def numbers_in(hand: int) -> Iterator[int]:
    """Yield the numbers of the cards in a hand, from the lowest."""
    while hand:
        lowest = hand & -hand
        yield lowest.bit_length() - 1
        hand ^= lowest


def trumps_by_suit(pack: Pack, suits: str, ranking: Ranking) -> dict[str | None, Trumps]:
    """Return the tables under each suit of trumps, and under None."""
    return {word: _Tables(pack, suits, ranking, word).trumps() for word in (*suits, None)}


@dataclass(frozen=True)
class _Tables:
    """What it takes to fill in one `Trumps`."""

    pack: Pack
    suits: str
    ranking: Ranking
    word: str | None

    def trumps(self) -> Trumps:
        every, word = range(len(self.pack.names)), self.word
        points = tuple(self._points(card) for card in every)
        return Trumps(
            word=word,
            cards=self._trumps(),
            jack=0 if word is None else self.pack.bit(word + "J"),
            marriage=0 if word is None else self.pack.bit(word + "K") | self.pack.bit(word + "Q"),
            points=points,
            total=self.ranking.last_trick + sum(points[card] for card in self._cards()),
            follow=tuple(self._suit(self.pack.names[card][0]) for card in every),
            strength=tuple(tuple(self._strength(lead, card) for card in every) for lead in every),
            lower=tuple(self._lower(card) for card in every),
        )

    def _cards(self) -> Iterator[int]:
        return numbers_in(self.pack.all_pieces)

    def _suit(self, word: str) -> int:
        return sum(1 << card for card in self._cards() if self.pack.names[card][0] == word)

    def _trumps(self) -> int:
        return 0 if self.word is None else self._suit(self.word)

    def _points(self, card: int) -> int:
        suit, rank = self.pack.names[card]
        table = self.ranking.trump_points if suit == self.word else self.ranking.plain_points
        return table.get(rank, 0)

    def _strength(self, lead: int, card: int) -> int:
        """Trumps above the suit led; any other card wins nothing."""
        suit, rank = self.pack.names[card]
        if suit == self.word:
            return ABOVE_PLAIN + self.ranking.trumps.index(rank)
        return 1 + self.ranking.plain.index(rank) if suit == self.pack.names[lead][0] else 0

    def _lower(self, card: int) -> int:
        suit, rank = self.pack.names[card]
        if suit != self.word:
            return 0
        beaten = self.ranking.trumps[: self.ranking.trumps.index(rank)]
        return sum(self.pack.bit(suit + other) for other in beaten)


# Tricks of which only the card points are known


Cards = tuple[int, ...]
"""How many cards there are of each value, in the order of `PointCards.values`."""


class PointCards:
    """The cards of a pack by what they count, for lists of tricks without the cards. The suit of
    trumps does not matter, as the points of the cards are the same under each."""

    def __init__(self, trumps: Trumps, pack: Pack) -> None:
        counts = Counter(trumps.points[card] for card in numbers_in(pack.all_pieces))
        self.values: Final = tuple(sorted(counts, reverse=True))
        self.cards: Final[Cards] = tuple(counts[value] for value in self.values)
        self._by_points: Final = self._tricks_by_points()
        self.dealt: Final = lru_cache(maxsize=65536)(self._dealt)

    def _tricks_by_points(self) -> dict[int, list[Cards]]:
        """Return every choice of a trick's card values in the pack, by their sum."""
        by_points: dict[int, list[Cards]] = {}
        for values in combinations_with_replacement(self.values, TRICK_SIZE):
            used = tuple(values.count(value) for value in self.values)
            if all(map(int.__le__, used, self.cards)):
                by_points.setdefault(sum(values), []).append(used)
        return by_points

    def _dealt(self, points: tuple[int, ...], cards: Cards) -> int:
        """Return how many of these tricks, from the first on, can be dealt together from these
        cards."""
        if not points:
            return 0
        best = 0
        for used in self._by_points.get(points[0], ()):
            if all(map(int.__le__, used, cards)):
                left = tuple(map(int.__sub__, cards, used))
                best = max(best, 1 + self.dealt(points[1:], left))
                if best == len(points):
                    break
        return best

    def first_impossible(
        self, tricks: Sequence[int | None], gone: Iterable[int] = ()
    ) -> int | None:
        """Return the first trick that cannot be dealt beside those before it; `gone` are the values
        of cards that are in no trick. A trick without points can always be dealt from what is
        left."""
        cards = list(self.cards)
        for value in gone:
            cards[self.values.index(value)] -= 1
        counted = [t for t, points in enumerate(tricks) if points is not None]
        wanted = tuple(points for points in tricks if points is not None)
        possible = self.dealt(wanted, tuple(cards))
        return None if possible == len(wanted) else counted[possible]

    def sums(self, count: int) -> frozenset[int]:
        """Return what so many cards may count together."""
        reached = {(0, 0)}
        for value, copies in zip(self.values, self.cards, strict=True):
            reached = {
                (used + n, total + n * value) for used, total in reached for n in range(copies + 1)
            }
        return frozenset(total for used, total in reached if used == count)
