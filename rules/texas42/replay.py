"""The short way through seven whole tricks by known hands.

It reads the same tables as `play` and gives None wherever a domino may not be played; what is
wrong, and where, is for `play` to say. The commonest hand, four players with suits, is written
out domino by domino, as nearly all the time of judging a full record is spent here.
"""

from collections.abc import Sequence
from typing import Final

from rules.texas42.contracts import Contract
from rules.texas42.pieces import ALL_POINTS, BITS, COUNTS, NUMBERS
from rules.texas42.play import may_lead_first
from rules.texas42.suits import nearest

COUNTERS: Final = sum(bit for bit, count in zip(BITS, COUNTS, strict=True) if count)
COUNTS_OF: Final = {
    mask: sum(count for bit, count in zip(BITS, COUNTS, strict=True) if bit & mask)
    for mask in range(COUNTERS + 1)
    if not mask & ~COUNTERS
}
"""What each of the 32 sets of counters is worth, by its mask."""

Taken = tuple[list[int], list[int]]
"""Tricks by seat, points by team."""


def replay(tricks: Sequence[list[str]], hands: Sequence[int], contract: Contract) -> Taken | None:
    """Tricks and points of seven tricks, or None if anything is wrong with them.

    Raises KeyError or TypeError on pieces that are no dominoes, ValueError on a trick that is
    not of the right size.
    """
    if set(map(type, tricks)) != {list}:
        return None
    lead = NUMBERS[tricks[0][0]]
    if not may_lead_first(lead, hands[contract.leader], contract):
        return None
    if contract.suits.nearest or not contract.four_handed:
        return _replay_special(tricks, list(hands), contract)
    return _replay_suits(tricks, list(hands), contract)


def _replay_suits(tricks: Sequence[list[str]], left: list[int], contract: Contract) -> Taken | None:
    """Four hands and suits. Every line stands for one of the four, in the order played."""
    numbers, bits, counts = NUMBERS, BITS, COUNTS_OF
    follow, strengths = contract.suits.follow, contract.suits.strength
    orders, leader = contract.orders, contract.leader
    won, points = [0, 0, 0, 0], [0, 0]
    for first, second, third, fourth in tricks:
        seats = orders[leader]
        a, b, c, d = numbers[first], numbers[second], numbers[third], numbers[fourth]
        bit_a, bit_b, bit_c, bit_d = bits[a], bits[b], bits[c], bits[d]
        seat_a, seat_b, seat_c, seat_d = seats
        hand_a, hand_b, hand_c, hand_d = left[seat_a], left[seat_b], left[seat_c], left[seat_d]
        if not (hand_a & bit_a and hand_b & bit_b and hand_c & bit_c and hand_d & bit_d):
            return None
        answers = follow[a]
        if (
            (hand_b & answers and not bit_b & answers)
            or (hand_c & answers and not bit_c & answers)
            or (hand_d & answers and not bit_d & answers)
        ):
            return None
        left[seat_a], left[seat_b] = hand_a ^ bit_a, hand_b ^ bit_b
        left[seat_c], left[seat_d] = hand_c ^ bit_c, hand_d ^ bit_d
        strength = strengths[a]
        worth = (strength[a], strength[b], strength[c], strength[d])
        leader = seats[worth.index(max(worth))]
        won[leader] += 1
        points[leader & 1] += 1 + counts[(bit_a | bit_b | bit_c | bit_d) & COUNTERS]
    return won, points


def _replay_special(
    tricks: Sequence[list[str]], left: list[int], contract: Contract
) -> Taken | None:
    """Sevens, where the hand says what may be played, and nello, three-handed."""
    suits, leader = contract.suits, contract.leader
    won, points = [0, 0, 0, 0], [0, 0]
    for trick in tricks:
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
