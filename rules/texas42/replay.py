"""The short way through seven whole tricks by known hands.

It reads the same tables as `play` and gives None wherever a domino may not be played; what is
wrong, and where, is for `play` to say. The commonest hand, four players with suits, is written
out domino by domino, as nearly all the time of judging a full record is spent here.
"""

from collections.abc import Sequence
from typing import Final

from rules.texas42.contracts import Contract
from rules.texas42.pieces import ALL_POINTS, BIT_OF, BITS, COUNTS, NUMBERS
from rules.texas42.play import may_lead_first
from rules.texas42.suits import nearest


def counters_and_counts() -> dict[int, int]:
    """Each set of dominoes that count, as a mask, and what it is worth."""
    sets = {0: 0}
    for bit, count in zip(BITS, COUNTS, strict=True):
        if count:
            sets |= {mask | bit: worth + count for mask, worth in sets.items()}
    return sets


COUNTS_OF: Final = counters_and_counts()
COUNTERS: Final = max(COUNTS_OF)
"""The mask of all five counters."""

Taken = tuple[list[int], list[int]]
"""Tricks by seat, points by team."""


def replay(tricks: Sequence[list[str]], hands: Sequence[int], contract: Contract) -> Taken | None:
    """Tricks and points of seven tricks, or None if anything is wrong with them.

    Raises KeyError or TypeError on pieces that are no dominoes, ValueError on a trick that is
    not of the right size.
    """
    if contract.lead_trump:
        lead = NUMBERS[tricks[0][0]]
        if not may_lead_first(lead, hands[contract.leader], contract):
            return None
    if contract.suits.nearest or not contract.four_handed:
        return _replay_special(tricks, list(hands), contract)
    return _replay_suits(tricks, list(hands), contract)


def _replay_suits(tricks: Sequence[list[str]], left: list[int], contract: Contract) -> Taken | None:
    """Four hands and suits, a line or two for each of the four in the order played.

    Whether a seat holds what it plays is asked once, at the end: seven dominoes take away a hand
    of seven only if they are just those.
    """
    follow, strengths = contract.suits.follow_bit, contract.suits.strength_bit
    orders, leader = contract.orders, contract.leader
    won, taken = [0, 0, 0, 0], [0, 0]
    for trick in tricks:
        if type(trick) is not list:
            return None
        first, second, third, fourth = trick
        seat, seat_b, seat_c, seat_d = orders[leader]
        a, b, c, d = BIT_OF[first], BIT_OF[second], BIT_OF[third], BIT_OF[fourth]
        answers, strength = follow[a], strengths[a]
        best, leader = strength[a], seat
        left[seat] ^= a
        hand = left[seat_b]
        if not b & answers and hand & answers:
            return None
        left[seat_b] = hand ^ b
        if strength[b] > best:
            best, leader = strength[b], seat_b
        hand = left[seat_c]
        if not c & answers and hand & answers:
            return None
        left[seat_c] = hand ^ c
        if strength[c] > best:
            best, leader = strength[c], seat_c
        hand = left[seat_d]
        if not d & answers and hand & answers:
            return None
        left[seat_d] = hand ^ d
        if strength[d] > best:
            leader = seat_d
        won[leader] += 1
        taken[leader & 1] |= a | b | c | d
    if any(left):
        return None
    return won, [
        won[0] + won[2] + COUNTS_OF[taken[0] & COUNTERS],
        won[1] + won[3] + COUNTS_OF[taken[1] & COUNTERS],
    ]


def _replay_special(
    tricks: Sequence[list[str]], left: list[int], contract: Contract
) -> Taken | None:
    """Sevens, where the hand says what may be played, and nello, three-handed."""
    suits, leader = contract.suits, contract.leader
    won, points = [0, 0, 0, 0], [0, 0]
    for trick in tricks:
        if type(trick) is not list:
            return None
        dominoes = [NUMBERS[name] for name in trick]
        order = contract.orders[leader]
        strength, answers = suits.strength[dominoes[0]], suits.follow[dominoes[0]]
        for seat, domino in zip(order, dominoes, strict=True):
            hand, bit = left[seat], BITS[domino]
            if suits.nearest:
                answers = nearest(hand)
            if not hand & bit or (hand & answers and not bit & answers):
                return None
            left[seat] = hand ^ bit
        worth = [strength[domino] for domino in dominoes]
        leader = order[worth.index(max(worth))]
        won[leader] += 1
        points[leader & 1] += 1 + sum(COUNTS[domino] for domino in dominoes)
    return won, points


assert COUNTS_OF[COUNTERS] == ALL_POINTS - 7
