"""The tricks of a record as they are drawn: who played which card, who won, what is wrong."""

from collections.abc import Collection, Mapping, Sequence

from rules.pandoeren.auction import Auction, read_auction
from rules.pandoeren.options import Options
from rules.pandoeren.partnership import read_trumps
from rules.pandoeren.pieces import NUMBERS
from rules.pandoeren.trumps import Trumps
from rules.problems import Problem
from scoring.games.base import DrawnPiece, DrawnTrick, Names, Record
from scoring.games.pandoeren.entry import SEATS, canonical

Order = tuple[Sequence[int], int | None]
"""The seats of a trick in the order of play, and its winner where the trick is whole."""


def draw_tricks(
    record: Record, options: Options, names: Names, problems: Collection[Problem]
) -> tuple[DrawnTrick, ...]:
    """Every trick of ``plays``; seats and winners as far as they follow from what is written."""
    wrong: dict[str, list[Problem]] = {}
    for problem in problems:
        wrong.setdefault(problem.at, []).append(problem)
    orders = _orders(record, options)
    return tuple(
        _trick(t, trick, orders[t] if t < len(orders) else ((), None), names, wrong)
        for t, trick in enumerate(record.get("plays", ()))
    )


def _orders(record: Record, options: Options) -> list[Order]:
    auction = read_auction(record["auction"], record["dealer"], options)
    if not isinstance(auction, Auction):
        return []
    trumps = read_trumps(record.get("contract", {}), auction.bid)
    orders: list[Order] = []
    leader = auction.declarer
    for trick in record.get("plays", ()):
        seats = [(leader + place) % SEATS for place in range(SEATS)]
        cards = [NUMBERS[card] for card in trick if card in NUMBERS]
        if not isinstance(trumps, Trumps) or not len(cards) == len(trick) == SEATS:
            return [*orders, (seats, None)]
        leader = seats[trumps.winner(cards)]
        orders.append((seats, leader))
    return orders


def _trick(
    t: int, pieces: Sequence[str], order: Order, names: Names, wrong: Mapping[str, list[Problem]]
) -> DrawnTrick:
    seats, winner = order
    found = [*wrong.get(f"/plays/{t}", ())]
    drawn = []
    for i, piece in enumerate(pieces):
        here = wrong.get(f"/plays/{t}/{i}", ())
        found += here
        seat = seats[i] if i < len(seats) else None
        state = "problem" if here else "winner" if seat is not None and seat == winner else ""
        name = names[seat] if seat is not None else ""
        drawn.append(DrawnPiece(_known(piece), piece, name, state))
    following = seats[len(pieces)] if len(pieces) < len(seats) else None
    return DrawnTrick(
        number=t + 1,
        pieces=tuple(drawn),
        problems=tuple(found),
        following=names[following] if following is not None else "",
        cards=True,
    )


def _known(piece: str) -> str:
    return canonical(piece) if piece in NUMBERS else ""
