"""Those who are to be paired, in score groups, and what is the matter with each pair of them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pairings.swiss.cards import Card, Float, floats


class Spot(NamedTuple):
    """Where an entry stands: its score group from 0 for the best, its place there from 0.

    ``half`` is -1 in the upper half of the group, 1 in the lower, 0 for the middle one of an odd.
    """

    group: int
    place: int
    size: int
    half: int

    @property
    def from_below(self) -> int:
        """Its place counted from the last of the group."""
        return self.size - 1 - self.place


class Cost(NamedTuple):
    """What speaks against a pair, weightiest first; all else of a round is compared by sums.

    ``bye_above``: score groups below one who sits out; ``crossed``: the square of the score groups
    between the two, so that two small steps are better than a big one; ``floats``: whether there
    are any; ``again``: how many of the two leave their group the same way as in their last round;
    ``same_half``: whether both are of the same half of their group; ``fold``: the square of the
    places by which they miss each other where first meets first of the other half.
    """

    bye_above: int = 0
    crossed: int = 0
    floats: int = 0
    again: int = 0
    same_half: int = 0
    fold: int = 0


@dataclass(frozen=True, slots=True)
class Field:
    """The cards by points, then in the order of the entries, with the spot of each."""

    cards: tuple[Card, ...]
    spots: tuple[Spot, ...]

    def may_meet(self, one: int, other: int) -> bool:
        """Whether these two, by their numbers in the field, have not met."""
        return self.cards[other].entry not in self.cards[one].met

    def may_rest(self, one: int) -> bool:
        """Whether this one has not sat out."""
        return not self.cards[one].had_bye

    def pair_cost(self, one: int, other: int) -> Cost:
        """Of a meeting; ``one`` stands higher in the field."""
        high, low = self.spots[one], self.spots[other]
        if high.group == low.group:
            return Cost(
                same_half=int(high.half == low.half != 0),
                fold=(low.place - high.place - high.size // 2) ** 2,
            )
        crossed = low.group - high.group
        ways = floats(self.cards[one].points, self.cards[other].points)
        again = sum(
            self.cards[number].floated is way
            for number, way in zip((one, other), ways, strict=True)
        )
        return Cost(
            crossed=crossed * crossed,
            floats=1,
            again=again,
            fold=(high.from_below + low.place) ** 2,
        )

    def bye_cost(self, one: int) -> Cost:
        """Of sitting out, which is a way down from the lowest group."""
        spot = self.spots[one]
        return Cost(
            bye_above=self.spots[-1].group - spot.group,
            again=int(self.cards[one].floated is Float.DOWN),
            fold=spot.from_below**2,
        )


def field_of(cards: Sequence[Card]) -> Field:
    """The field that these make; they come in the order of the entries."""
    ordered = sorted(cards, key=lambda card: -card.points)
    sizes = Counter(card.points for card in ordered)
    spots = [
        Spot(group, place, size, _half(place, size))
        for group, size in enumerate(sizes.values())
        for place in range(size)
    ]
    return Field(tuple(ordered), tuple(spots))


def _half(place: int, size: int) -> int:
    return (2 * place + 1 > size) - (2 * place + 1 < size)
