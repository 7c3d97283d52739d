"""Small groups among many people, found fast, one after the other and not always the most."""

from collections import defaultdict
from collections.abc import Sequence

from ledger.settling.base import Group

POOL = 400
"""People whose pairs are looked through at once: some 80,000 sums."""


class Purse:
    """Who is still there, by what they have."""

    def __init__(self, amounts: Sequence[int], places: Sequence[int]) -> None:
        self._places: defaultdict[int, list[int]] = defaultdict(list)
        for place in reversed(places):
            self._places[amounts[place]].append(place)

    def has(self, *wanted: int) -> bool:
        """Whether there are people with these amounts, each a person of his own."""
        return all(len(self._places.get(one, ())) >= wanted.count(one) for one in wanted)

    def take(self, *wanted: int) -> Group:
        """Take people with these amounts out."""
        return tuple(self._places[one].pop() for one in wanted)


def threes(amounts: Sequence[int], places: Sequence[int]) -> list[Group]:
    """Two against one. Who has most is looked after first: for him there are fewest ways."""
    purse = Purse(amounts, places)
    by_side = {
        sign: sorted({sign * amounts[place] for place in places if sign * amounts[place] > 0})
        for sign in (1, -1)
    }
    sets = {sign: set(side) for sign, side in by_side.items()}
    found: list[Group] = []
    for alone in sorted({amounts[place] for place in places}, key=abs, reverse=True):
        sign = 1 if alone < 0 else -1
        there = sets[sign]
        for one in by_side[sign]:
            other = abs(alone) - one
            if other < one:
                break
            while other in there and purse.has(alone, sign * one, sign * other):
                found.append(purse.take(alone, sign * one, sign * other))
    return found


def fours(amounts: Sequence[int], places: Sequence[int]) -> list[Group]:
    """Two pairs that cancel, in pool after pool of people."""
    found: list[Group] = []
    for first in range(0, len(places), POOL):
        found += _fours(amounts, places[first : first + POOL])
    return found


def _fours(amounts: Sequence[int], places: Sequence[int]) -> list[Group]:
    by_sum: dict[int, tuple[int, int]] = {}
    free = set(places)
    found: list[Group] = []
    for index, one in enumerate(places):
        for other in places[:index]:
            if one not in free:
                break
            if other not in free:
                continue
            total = amounts[one] + amounts[other]
            four = {*by_sum.get(-total, ()), one, other}
            if len(four) == 4 and free.issuperset(four):
                found.append(tuple(sorted(four)))
                free -= four
            else:
                by_sum[total] = (other, one)
    return found
