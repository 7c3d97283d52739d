"""Settle balances by transfers.

Pure functions over integers: a balance is in minor units, negative if its owner owes, and its owner
is a key. Nothing here knows a database, a player or a currency.

``n`` people whose balances sum to zero need ``n - 1`` transfers; with ``k`` groups that each sum to
zero they need ``n - k``. Every plan consists of such groups, so the most groups give the fewest
transfers. Two people whose balances cancel can always be a group. Among the others the most groups
are found exactly, up to ``EXACT`` people; more are one group.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import Final, Generic, NamedTuple, TypeVar

Key = TypeVar("Key", int, str)
"""The owner of a balance. Ties are broken by the order of keys."""

Group = tuple[int, ...]
"""Places in a sequence of amounts that sum to zero."""

Family = int
"""Sets of people: bit ``s`` is on if set ``s`` belongs; the bits of ``s`` are its members."""

EXACT: Final = 22
"""People, after pairs that cancel, up to whom the fewest transfers are found, in a second at most.

Time and memory double with each person more.
"""


class PlannedTransfer(NamedTuple, Generic[Key]):
    """``payer`` gives ``payee`` an amount above 0, in minor units."""

    payer: Key
    payee: Key
    amount: int


class Unbalanced(ValueError):
    """The balances do not sum to zero."""

    def __init__(self, excess: int) -> None:
        super().__init__(f"The balances sum to {excess}, not to zero.")
        self.excess = excess


def settle(balances: Mapping[Key, int]) -> list[PlannedTransfer[Key]]:
    """Return transfers that settle all balances: debtors only pay, creditors only receive.

    They are the fewest possible up to ``EXACT`` people. ``Unbalanced`` if the balances do not sum
    to zero. The order of the mapping does not matter.
    """
    if excess := sum(balances.values()):
        raise Unbalanced(excess)
    keys = sorted(key for key, amount in balances.items() if amount)
    return sorted(
        transfer
        for group in groups_of([balances[key] for key in keys])
        for transfer in _group_settle({keys[place]: balances[keys[place]] for place in group})
    )


def settle_by_box(balances: Mapping[Key, int], *, box: Key) -> list[PlannedTransfer[Key]]:
    """Settle everybody with a cash box by one transfer each: all payments in come before payments
    out. A balance of the box itself, such as a club's share, stays in it."""
    if excess := sum(balances.values()):
        raise Unbalanced(excess)
    people = [(key, amount) for key, amount in sorted(balances.items()) if amount and key != box]
    paid_in = [PlannedTransfer(key, box, -amount) for key, amount in people if amount < 0]
    return paid_in + [PlannedTransfer(box, key, amount) for key, amount in people if amount > 0]


def groups_of(amounts: Sequence[int]) -> list[Group]:
    """Return the people in groups whose balances sum to 0; no single balance is 0."""
    groups = _pairs(amounts)
    paired = {place for group in groups for place in group}
    rest = [place for place in range(len(amounts)) if place not in paired]
    if len(rest) > EXACT:
        return [*groups, tuple(rest)]
    balanced = _most_groups([amounts[place] for place in rest])
    return groups + [tuple(rest[member] for member in group) for group in balanced]


def _pairs(amounts: Sequence[int]) -> list[Group]:
    """Return as many pairs that cancel as there are."""
    waiting: defaultdict[int, list[int]] = defaultdict(list)
    pairs: list[Group] = []
    for place, amount in enumerate(amounts):
        if waiting[-amount]:
            pairs.append((waiting[-amount].pop(), place))
        else:
            waiting[amount].append(place)
    return pairs


# The exact method. A step of the search over all sets at once is a shift and an "and" of a long
# integer: twenty people, a million sets, take hundredths of a second.


def _most_groups(amounts: Sequence[int]) -> list[Group]:
    """Return the most disjoint groups that sum to zero.

    ``chains[k]`` holds the sets that end a chain of ``k`` sets growing from the empty one, each
    summing to zero; the groups are the steps of one longest chain.
    """
    people = len(amounts)
    zero_sum = _zero_sum_sets(amounts)
    without = [_sets_without(member, people) for member in range(people)]
    chains = [1]  # the empty set alone
    while longer := zero_sum & _supersets(chains[-1], without):
        chains.append(longer)
    chain = [_first(chains[-1])]
    for family in reversed(chains[:-1]):
        chain.append(_first(family & _subsets(chain[-1], people)))
    return [_members(larger ^ smaller, people) for larger, smaller in pairwise(chain)]


def _zero_sum_sets(amounts: Sequence[int]) -> Family:
    """Return every set that sums to zero, by the sums of the two halves of the people."""
    half = len(amounts) // 2
    by_sum: defaultdict[int, Family] = defaultdict(int)
    for members, total in enumerate(_sums(amounts[:half])):
        by_sum[total] |= 1 << members
    rows = (by_sum.get(-total, 0) for total in reversed(_sums(amounts[half:])))
    return int("".join(f"{row:0{1 << half}b}" for row in rows), 2)


def _sums(amounts: Sequence[int]) -> list[int]:
    """Return the sum of every set, in the order of the sets."""
    sums = [0]
    for amount in amounts:
        sums += [total + amount for total in sums]
    return sums


def _sets_without(member: int, people: int) -> Family:
    width = 1 << member
    family = (1 << width) - 1
    while width < 1 << people - 1:
        width *= 2
        family |= family << width
    return family


def _supersets(family: Family, without: Sequence[Family]) -> Family:
    """Return every set that consists of one of the family and another person."""
    larger = 0
    for member, sets in enumerate(without):
        larger |= (family & sets) << 2**member
    for member, sets in enumerate(without):
        larger |= (larger & sets) << 2**member
    return larger


def _subsets(members: int, people: int) -> Family:
    family = 1
    for member in _members(members, people):
        family |= family << 2**member
    return family


def _first(family: Family) -> int:
    return (family & -family).bit_length() - 1


def _members(members: int, people: int) -> Group:
    return tuple(member for member in range(people) if members >> member & 1)


def _group_settle(balances: Mapping[Key, int]) -> Iterator[PlannedTransfer[Key]]:
    """Let the largest debtor pay the largest creditor repeatedly: each transfer settles one of
    them."""
    debts = [(amount, key) for key, amount in balances.items() if amount < 0]
    claims = [(-amount, key) for key, amount in balances.items() if amount > 0]
    heapify(debts)
    heapify(claims)
    while debts:
        debt, payer = heappop(debts)
        claim, payee = heappop(claims)
        amount = min(-debt, -claim)
        yield PlannedTransfer(payer, payee, amount)
        if debt + amount:
            heappush(debts, (debt + amount, payer))
        if claim + amount:
            heappush(claims, (claim + amount, payee))


# At most two payees.


def with_two_payees(transfers: Sequence[PlannedTransfer[Key]]) -> list[PlannedTransfer[Key]]:
    """Change the result of ``settle`` so that nobody pays more than two people, with as many
    transfers.

    A payer with more payees pays the two who get most, with the shares of the others; these pass
    that on to two each, and so on. That always works: direct payments have no cycles, so payers can
    be taken in an order in which each shares at most one payee with those before. The shared payee
    passes nothing on, the others pay nobody yet.
    """
    return sorted(
        transfer
        for payer, shares in _payers_in_order(transfers)
        for transfer in _passed_on(payer, shares)
    )


def _payers_in_order(
    transfers: Sequence[PlannedTransfer[Key]],
) -> Iterator[tuple[Key, list[tuple[int, Key]]]]:
    """Yield each payer with amounts and payees, the largest first and the shared payee last.

    Goes from payer to payer over the payees they share.
    """
    paid: defaultdict[Key, list[tuple[int, Key]]] = defaultdict(list)
    payers_of: defaultdict[Key, list[Key]] = defaultdict(list)
    for payer, payee, amount in transfers:
        paid[payer].append((-amount, payee))
        payers_of[payee].append(payer)
    seen: set[Key] = set()
    reached: set[Key] = set()
    for first in paid:
        queue = [first]
        while queue:
            payer = queue.pop()
            if payer in seen:
                continue
            seen.add(payer)
            shares = sorted(paid[payer], key=lambda share: (share[1] in reached, share))
            yield payer, [(-amount, payee) for amount, payee in shares]
            for _amount, payee in shares:
                reached.add(payee)
                queue += payers_of[payee]


def _passed_on(payer: Key, shares: Sequence[tuple[int, Key]]) -> Iterator[PlannedTransfer[Key]]:
    """Yield the payments of a tree: the payer has place 1, place ``p`` pays ``2p`` and ``2p+1``.

    From the last place upwards, each is paid their own share and what they pass on.
    """
    people = [payer, payer]
    people += [payee for _amount, payee in shares]
    due = [0, 0, *(amount for amount, _payee in shares)]
    for place in range(len(people) - 1, 1, -1):
        yield PlannedTransfer(people[place // 2], people[place], due[place])
        due[place // 2] += due[place]
