"""The tricks of a record as all games draw them: plays, winners, problems.

A game supplies the order of play.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from games.base import DrawnPiece, DrawnTrick, Names
from rules.pack import Pack
from rules.problems import Problem
from rules.trick_play import TrickRules

Wrong = Mapping[str, Sequence[Problem]]
"""Problems by the place that they speak of."""


class Order(NamedTuple):
    """The hands of a trick in the order of play, and its winner if the trick is complete."""

    hands: Sequence[int] = ()
    winner: int | None = None


def orders_of(plays: Iterable[Sequence[str]], rules: TrickRules) -> list[Order]:
    """Return the order of each trick, up to one that is incomplete or has an unknown piece."""
    orders: list[Order] = []
    numbers, leader = rules.pack.numbers, rules.leader
    for t, trick in enumerate(plays):
        hands = rules.orders[leader]
        pieces = [numbers[piece] for piece in trick if piece in numbers]
        if not len(pieces) == len(trick) == len(hands):
            return [*orders, Order(hands)]
        leader = hands[rules.winning_place(pieces, t)]
        orders.append(Order(hands, leader))
    return orders


def tricks_drawn(
    plays: Iterable[Sequence[str]],
    orders: Sequence[Order],
    names: Names,
    problems: Collection[Problem],
    *,
    pack: Pack,
    cards: bool,
) -> tuple[DrawnTrick, ...]:
    """Return every trick of ``plays``; ``orders`` extend as far as they follow from the record.

    ``names`` are those of the hands. A word that is none of the ``pack``'s has no piece.
    """
    wrong: dict[str, list[Problem]] = {}
    for problem in problems:
        wrong.setdefault(problem.at, []).append(problem)
    return tuple(
        DrawnTrick(
            number=t + 1,
            pieces=tuple(_pieces(f"/plays/{t}", trick, order, names=names, wrong=wrong, pack=pack)),
            problems=tuple(_problems(f"/plays/{t}", len(trick), wrong)),
            following=_following(trick, order, names),
            cards=cards,
        )
        for t, trick in enumerate(plays)
        for order in [orders[t] if t < len(orders) else Order()]
    )


def _pieces(
    at: str,
    trick: Sequence[str],
    order: Order,
    *,
    names: Names,
    wrong: Wrong,
    pack: Pack,
) -> Iterable[DrawnPiece]:
    for i, piece in enumerate(trick):
        hand = order.hands[i] if i < len(order.hands) else None
        known = pack.canonical(piece) if piece in pack.numbers else ""
        won = hand is not None and hand == order.winner
        state = "problem" if f"{at}/{i}" in wrong else "winner" if won else ""
        yield DrawnPiece(known, piece, names[hand] if hand is not None else "", state)


def _problems(at: str, count: int, wrong: Wrong) -> Iterable[Problem]:
    """Those of the trick, then those of its pieces."""
    for place in (at, *(f"{at}/{i}" for i in range(count))):
        yield from wrong.get(place, ())


def _following(trick: Sequence[str], order: Order, names: Names) -> str:
    """Return who plays next in an incomplete trick."""
    return names[order.hands[len(trick)]] if len(trick) < len(order.hands) else ""
