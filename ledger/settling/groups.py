"""People into groups that settle among themselves: exactly the most, or near it for many people.

Two people whose balances cancel may always be taken out first: any plan can be changed into one
that has them together, without losing a group. Of what is then left nothing cancels, so groups
are of three at least.
"""

from collections import defaultdict
from collections.abc import Sequence

from ledger.settling.base import Group, taken_out
from ledger.settling.exact import most_groups
from ledger.settling.search import fours, threes

EXACT = 22
"""People, after pairs that cancel, up to whom the most groups are found for certain."""
WINDOW = 18
"""People looked at together where there are more: each look takes a few thousandths of a second."""
LOOKS = 60
PASSES = 3


def groups_of(amounts: Sequence[int]) -> tuple[Group, ...]:
    """Everybody in groups that sum to zero. Amounts are not zero and sum to zero together.

    The most groups there can be up to ``EXACT`` people, pairs that cancel not counted.
    """
    found = pairs(amounts)
    left = taken_out(range(len(amounts)), found)
    if len(left) > EXACT:
        found += _small_groups(amounts, left)
        left = taken_out(left, found)
    looks = 0
    while len(left) > EXACT and looks < LOOKS:
        window = left[:WINDOW]
        groups = _found_in(amounts, window)
        found += groups
        # Who is left of a window comes again, among others.
        left = left[WINDOW:] + taken_out(window, groups)
        looks += 1
    if len(left) <= EXACT:
        return (*found, *_found_in(amounts, left))
    return (*found, tuple(left))


def pairs(amounts: Sequence[int]) -> list[Group]:
    """As many pairs that cancel as there are."""
    waiting: defaultdict[int, list[int]] = defaultdict(list)
    found: list[Group] = []
    for place, amount in enumerate(amounts):
        if waiting[-amount]:
            found.append((waiting[-amount].pop(), place))
        else:
            waiting[amount].append(place)
    return found


def _small_groups(amounts: Sequence[int], places: Sequence[int]) -> list[Group]:
    """Threes, then fours; who is left of one pass meets others in the next."""
    found = threes(amounts, places)
    for _ in range(PASSES):
        found += fours(amounts, taken_out(places, found))
    return found


def _found_in(amounts: Sequence[int], places: Sequence[int]) -> list[Group]:
    groups = most_groups([amounts[place] for place in places])
    return [tuple(places[member] for member in group) for group in groups]
