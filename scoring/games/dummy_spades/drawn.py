"""The tricks of a record as they are drawn: whose card it is, who won, what is wrong."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rules.dummy_spades.pieces import NUMBERS
from rules.problems import Problem
from scoring.games.base import DrawnPiece, DrawnTrick, Names
from scoring.games.dummy_spades.course import Order, orders_of
from scoring.games.dummy_spades.entry import canonical


def draw_tricks(
    record: Mapping[str, Any], hands: Names, problems: Collection[Problem]
) -> tuple[DrawnTrick, ...]:
    """Every trick of ``plays``; ``hands`` are the names by hand, the dummy's among them."""
    wrong: dict[str, list[Problem]] = {}
    for problem in problems:
        wrong.setdefault(problem.at, []).append(problem)
    orders = orders_of(record)
    return tuple(
        _trick(t, cards, orders[t] if t < len(orders) else Order((), None), hands, wrong)
        for t, cards in enumerate(record.get("plays", ()))
    )


def _trick(
    t: int, cards: Sequence[str], order: Order, names: Names, wrong: Mapping[str, list[Problem]]
) -> DrawnTrick:
    found = [*wrong.get(f"/plays/{t}", ())]
    drawn = []
    for i, card in enumerate(cards):
        here = wrong.get(f"/plays/{t}/{i}", ())
        found += here
        hand = order.hands[i] if i < len(order.hands) else None
        state = "problem" if here else "winner" if hand is not None and hand == order.winner else ""
        name = names[hand] if hand is not None else ""
        drawn.append(DrawnPiece(canonical(card) if card in NUMBERS else "", card, name, state))
    following = order.hands[len(cards)] if len(cards) < len(order.hands) else None
    return DrawnTrick(
        number=t + 1,
        pieces=tuple(drawn),
        problems=tuple(found),
        following=names[following] if following is not None else "",
        cards=True,
    )
