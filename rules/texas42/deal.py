"""The dominoes that the record says were dealt."""

from collections.abc import Iterator, Sequence
from typing import Final

from rules.problems import Code, Problem, Problems, Seat, problem, shown
from rules.texas42.pieces import BIT_OF, BITS, HAND_SIZE, NUMBERS, PACK, PIECES

Hands = tuple[int | None, int | None, int | None, int | None]
"""By seat: a hand as a mask, or None where it was not written down."""

NOT_WRITTEN: Final[Hands] = (None, None, None, None)


def read_deal(deal: Sequence[Sequence[str] | None] | None) -> Hands:
    """The hands of a deal without problems, as masks."""
    if deal is None:
        return NOT_WRITTEN
    first, second, third, fourth = (
        None if hand is None else sum(BITS[NUMBERS[name]] for name in hand) for hand in deal
    )
    return first, second, third, fourth


def deal_problems(deal: Sequence[Sequence[str] | None] | None) -> Problems:
    """What is wrong with the hands, seat by seat."""
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
                seat=Seat(seat),
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
                "“{piece}” is no domino.",
                piece=shown(name),
            )


def _twice(name: str, seat: int, i: int) -> Problem:
    return problem(
        Code.DEAL_DUPLICATE,
        f"/deal/{seat}/{i}",
        "{piece} was dealt twice.",
        piece=PIECES[NUMBERS[name]],
    )


def full_hands(deal: object) -> tuple[int, ...] | None:
    """Four whole hands as masks, where all four stand there without a fault; else None.

    Raises KeyError or TypeError on pieces that are no dominoes. The short way for records in
    full detail; `read_deal` says what is wrong.
    """
    if type(deal) is not list or len(deal) != 4:
        return None
    hands = []
    dealt = 0
    for hand in deal:
        if type(hand) is not list or len(hand) != HAND_SIZE:
            return None
        a, b, c, d, e, f, g = hand
        mask = BIT_OF[a] | BIT_OF[b] | BIT_OF[c] | BIT_OF[d] | BIT_OF[e] | BIT_OF[f] | BIT_OF[g]
        dealt |= mask
        hands.append(mask)
    # Seven each and the whole pack between them: so none is there twice.
    return tuple(hands) if dealt == PACK else None
