"""The dominoes that the record says were dealt."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rules.pack import Holdings
from rules.problems import Code, Problem, Problems, SeatInText, problem, shown
from rules.texas42.contracts import Contract
from rules.texas42.dominoes import BITS, COUNTS, HAND_SIZE, NUMBERS, PACK, PIECES, TRICKS

Hands = tuple[int | None, int | None, int | None, int | None]
"""By seat: a hand as a mask, or None where it was not written down."""

NOT_WRITTEN: Final[Hands] = (None, None, None, None)


def read_deal(deal: Sequence[Sequence[str] | None] | None) -> Hands:
    """Return the hands of a deal without problems, as masks."""
    if deal is None:
        return NOT_WRITTEN
    first, second, third, fourth = (
        None if hand is None else sum(BITS[NUMBERS[name]] for name in hand) for hand in deal
    )
    return first, second, third, fourth


def deal_problems(deal: Sequence[Sequence[str] | None] | None) -> Problems:
    """Return what is wrong with the hands, seat by seat."""
    return () if deal is None else tuple(_problems(deal))


def _problems(deal: Sequence[Sequence[str] | None]) -> Iterator[Problem]:
    dealt = 0
    for seat, hand in enumerate(deal):
        if hand is None:
            continue
        yield from _unknown(hand, seat)
        if len(hand) != HAND_SIZE:
            yield problem(
                Code.DEAL_WRONG_SIZE,
                f"/deal/{seat}",
                "{seat} was dealt {count} dominoes, not seven.",
                seat=SeatInText(seat),
                count=len(hand),
            )
        for i, name in enumerate(hand):
            bit = BITS[NUMBERS[name]] if name in NUMBERS else 0
            if dealt & bit:
                yield _twice(name, seat, i)
            dealt |= bit


def _unknown(hand: Sequence[str], seat: int) -> Iterator[Problem]:
    for i, name in enumerate(hand):
        if name not in NUMBERS:
            yield problem(
                Code.DEAL_UNKNOWN_PIECE,
                f"/deal/{seat}/{i}",
                "“{piece}” is not a domino.",
                piece=shown(name),
            )


def _twice(name: str, seat: int, i: int) -> Problem:
    return problem(
        Code.DEAL_DUPLICATE,
        f"/deal/{seat}/{i}",
        "{piece} was dealt twice.",
        piece=PIECES[NUMBERS[name]],
    )


# What each seat is taken to hold before the first trick. What the deal says; else the rest of the
# pack, where the other three hands are given; else at least every domino that the seat plays later
# in the record, so that a revoke is found without a recorded deal.


UNKNOWN: Final = None
Trick = Sequence[int | None]
"""The dominoes of a trick in the order played; None for a word that is no domino."""


@dataclass(frozen=True, slots=True)
class Opening:
    """How the first lead is announced; `low` if it counts for its lower end."""

    suit: int | None
    low: bool


def trick_points(trick: Sequence[int]) -> int:
    """Return one point for the trick plus its count."""
    return 1 + sum(COUNTS[domino] for domino in trick)


def winner_of(trick: Sequence[int], contract: Contract, leader: int, *, low: bool) -> int:
    """Return the seat that wins a complete trick; `low` if the lead counts for its lower end."""
    suits = contract.suits
    strength = (suits.low_strength if low else suits.strength)[trick[0]]
    worth = [strength[domino] for domino in trick]
    return contract.orders[leader][worth.index(max(worth))]


def read_tricks(
    tricks: Sequence[Trick], contract: Contract, opening: Opening
) -> Iterator[tuple[int, int]]:
    """Yield seat and domino of each play, up to a fault that makes the rest unreadable."""
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
    """Return what each seat holds and what it cannot hold, by the deal and the play."""
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
    """Return the hands; the fourth is the rest of the pack if three are given."""
    if hands.count(UNKNOWN) != 1:
        return hands
    rest = PACK - sum(hand for hand in hands if hand is not UNKNOWN)
    return [rest if hand is UNKNOWN else hand for hand in hands]
