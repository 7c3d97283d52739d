"""The short way through thirteen whole tricks by known hands.

It reads the same tables as `play` and gives None wherever a card may not be played; what is
wrong, and where, is for `play` to say. Nearly all the time of judging a full record is spent
here, so the four cards of a trick are written out one by one.

Cards are bits and hands sums of bits. A hand ends at 0 only if exactly its own thirteen cards
were played from it: so that is asked once, at the end.
"""

from typing import Any, Final

from rules.dummy_spades.pieces import (
    CAN_WIN,
    FOLLOW,
    HAND_SIZE,
    NUMBERS,
    PLAIN,
    SPADES,
    WHOLE_PACK,
)
from rules.dummy_spades.play import TABLES

BIT_OF: Final = {name: 1 << number for name, number in NUMBERS.items()}
bit_of: Final = BIT_OF.__getitem__
LEADS: Final = {
    name: (1 << number, FOLLOW[number], CAN_WIN[number]) for name, number in NUMBERS.items()
}
"""Of the card led: its bit, the cards that follow it, the cards that can win the trick."""
LOWEST_SPADE: Final = SPADES & -SPADES
PLAYED_OUT: Final = [0, 0, 0, 0]


def full_hands(deal: Any) -> list[int] | None:
    """Four whole hands as masks, where all four stand there without a fault; else None.

    Raises KeyError or TypeError on words that are no cards.
    """
    if type(deal) is not list or len(deal) != 4:
        return None
    hands = []
    for hand in deal:
        if type(hand) is not list or len(hand) != HAND_SIZE:
            return None
        hands.append(sum(map(bit_of, hand)))
    # Thirteen bits each that sum up to the whole pack: so none is there twice.
    return hands if sum(hands) == WHOLE_PACK else None


def replay(
    tricks: list[list[str]], left: list[int], declarer: int, leader: int, *, break_spades: bool
) -> list[int] | None:
    """Tricks by hand, or None if anything is wrong; `left` are the hands, which are played out.

    Raises KeyError or TypeError on words that are no cards, ValueError on a trick of the wrong
    size.
    """
    bits, leads = BIT_OF, LEADS
    orders, won, broken = TABLES[declarer].orders, [0, 0, 0, 0], not break_spades
    for a, b, c, d in tricks:
        seat_a, seat_b, seat_c, seat_d = orders[leader]
        bit_a, follow, can_win = leads[a]
        bit_b, bit_c, bit_d = bits[b], bits[c], bits[d]
        hand_a, hand_b, hand_c, hand_d = left[seat_a], left[seat_b], left[seat_c], left[seat_d]
        laid = bit_a | bit_b | bit_c | bit_d
        if laid & ~follow and (
            (not bit_b & follow and hand_b & follow)
            or (not bit_c & follow and hand_c & follow)
            or (not bit_d & follow and hand_d & follow)
        ):
            return None
        if not broken and laid >= LOWEST_SPADE:
            if bit_a >= LOWEST_SPADE and hand_a & PLAIN:
                return None
            broken = True
        best, leader = bit_a, seat_a
        if bit_b > best and bit_b & can_win:
            best, leader = bit_b, seat_b
        if bit_c > best and bit_c & can_win:
            best, leader = bit_c, seat_c
        if bit_d > best and bit_d & can_win:
            leader = seat_d
        won[leader] += 1
        left[seat_a], left[seat_b] = hand_a - bit_a, hand_b - bit_b
        left[seat_c], left[seat_d] = hand_c - bit_c, hand_d - bit_d
    return won if left == PLAYED_OUT else None
