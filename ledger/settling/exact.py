"""The most groups that settle among themselves, found exactly.

``n`` people whose balances sum to zero need one transfer less than they are. Where they fall into
``k`` groups that each sum to zero they need ``n - k``, and no fewer is possible: every plan falls
into such groups. So the fewest transfers are found by the most groups.

A set of people is a number whose bits say who is in it. A *family* of such sets is again one
number, whose bit ``s`` says that the set ``s`` belongs. Then one step of the search over all sets
at once is a shift and an "and" of a long integer, and twenty people, a million sets, take
hundredths of a second.
"""

from collections.abc import Sequence
from itertools import pairwise

from ledger.settling.base import Group

Family = int


def most_groups(amounts: Sequence[int]) -> tuple[Group, ...]:
    """As many disjoint groups that sum to zero as there can be, each of places in ``amounts``.

    Amounts that do not sum to zero may leave people over who are in no group. Time and memory grow
    with two to the power of the number of amounts. The same amounts give the same groups.
    """
    zero_sum = _zero_sum_sets(amounts)
    without = [_sets_without(member, len(amounts)) for member in range(len(amounts))]
    chains = [1]  # the empty set alone
    while longer := zero_sum & _larger(chains[-1], without):
        chains.append(longer)
    return _groups(chains, len(amounts))


def _zero_sum_sets(amounts: Sequence[int]) -> Family:
    """Every set that sums to zero, by the sums of the two halves of the people."""
    half = len(amounts) // 2
    by_sum: dict[int, Family] = {}
    for members, total in enumerate(_sums(amounts[:half])):
        by_sum[total] = by_sum.get(total, 0) | 1 << members
    # Halves of at least three people fill whole bytes, which are put together fastest.
    if half < 3:
        return sum(
            by_sum.get(-total, 0) << (members << half)
            for members, total in enumerate(_sums(amounts[half:]))
        )
    width = (1 << half) // 8
    return int.from_bytes(
        b"".join(
            by_sum.get(-total, 0).to_bytes(width, "little") for total in _sums(amounts[half:])
        ),
        "little",
    )


def _sums(amounts: Sequence[int]) -> list[int]:
    """The sum of every set, in the order of the sets."""
    sums = [0]
    for amount in amounts:
        sums += [total + amount for total in sums]
    return sums


def _sets_without(member: int, people: int) -> Family:
    """All sets that this member is not in."""
    width = 1 << member
    family = (1 << width) - 1
    while width < 1 << people - 1:
        width *= 2
        family |= family << width
    return family


def _larger(family: Family, without: Sequence[Family]) -> Family:
    """Every set that has one of the family and somebody more."""
    larger = 0
    for member, sets in enumerate(without):
        larger |= (family & sets) << 2**member
    for member, sets in enumerate(without):
        larger |= (larger & sets) << 2**member
    return larger


def _groups(chains: Sequence[Family], people: int) -> tuple[Group, ...]:
    """The groups by which the sets of one longest chain grow.

    ``chains[k]`` are the sets that end a chain of ``k`` sets growing from the empty one.
    """
    chain = [_first(chains[-1])]
    for family in reversed(chains[:-1]):
        chain.append(_first(family & _subsets(chain[-1], people)))
    return tuple(_members(larger ^ smaller, people) for larger, smaller in pairwise(chain))


def _first(family: Family) -> int:
    return (family & -family).bit_length() - 1


def _subsets(members: int, people: int) -> Family:
    family = 1
    for member in _members(members, people):
        family |= family << 2**member
    return family


def _members(members: int, people: int) -> Group:
    return tuple(member for member in range(people) if members >> member & 1)
