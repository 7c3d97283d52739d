"""What each seat is taken to hold before the first trick.

What the deal says; else the rest of the pack, where the other three hands are given; else at
least every domino that the seat plays later in the record, so that a revoke is found without a
recorded deal.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rules.texas42.contracts import Contract
from rules.texas42.deal import Hands
from rules.texas42.pieces import BITS, COUNTS, PACK, TRICKS

UNKNOWN: Final = None
Trick = Sequence[int | None]
"""The dominoes of a trick in the order played; None for a word that is no domino."""


@dataclass(frozen=True, slots=True)
class Opening:
    """How the first lead is announced; `low` where it stands for its lower end."""

    suit: int | None
    low: bool


@dataclass(frozen=True, slots=True)
class Holdings:
    """`held[seat]` is what the seat holds for certain, `excluded[seat]` what it cannot hold."""

    held: tuple[int, ...]
    excluded: tuple[int, ...]


def trick_points(trick: Sequence[int]) -> int:
    """One for the trick and the count of its dominoes."""
    return 1 + sum(COUNTS[domino] for domino in trick)


def winner_of(trick: Sequence[int], contract: Contract, leader: int, *, low: bool) -> int:
    """The seat that wins a whole trick; `low` where the lead stands for its lower end."""
    suits = contract.suits
    strength = (suits.low_strength if low else suits.strength)[trick[0]]
    worth = [strength[domino] for domino in trick]
    return contract.orders[leader][worth.index(max(worth))]


def read_tricks(
    tricks: Sequence[Trick], contract: Contract, opening: Opening
) -> Iterator[tuple[int, int]]:
    """Who plays which domino, as written, up to where the writing proves nothing any more."""
    leader = contract.leader
    for t, trick in enumerate(tricks[:TRICKS]):
        order = contract.orders[leader]
        whole = len(trick) == len(order)
        if None in trick or len(trick) > len(order) or not (whole or t == len(tricks) - 1):
            return
        known = [domino for domino in trick if domino is not None]
        yield from zip(order, known, strict=False)
        if whole:
            leader = winner_of(known, contract, leader, low=opening.low and t == 0)


def holdings(
    hands: Hands, tricks: Sequence[Trick], contract: Contract, opening: Opening
) -> Holdings:
    """What each seat is taken to hold, and what it cannot, by the deal and the play."""
    given = [PACK if hand is UNKNOWN else hand for hand in with_the_rest(hands)]
    unknown = [hand is UNKNOWN for hand in with_the_rest(hands)]
    dealt = sum(hand for hand in hands if hand is not UNKNOWN)
    excluded = tuple(dealt if unknown[seat] else PACK & ~given[seat] for seat in range(4))
    held = [0 if unknown[seat] else given[seat] for seat in range(4)]
    first_played = 0
    for seat, domino in read_tricks(tricks, contract, opening):
        bit = BITS[domino]
        if unknown[seat] and not bit & (first_played | excluded[seat]):
            held[seat] |= bit
        first_played |= bit
    return Holdings(tuple(held), excluded)


def with_the_rest(hands: Hands) -> Sequence[int | None]:
    """The hands, the fourth being the rest of the pack where three are given."""
    if hands.count(UNKNOWN) != 1:
        return hands
    rest = PACK - sum(hand for hand in hands if hand is not UNKNOWN)
    return [rest if hand is UNKNOWN else hand for hand in hands]
