"""The tricks of a record as they are drawn: who played which card, who won, what is wrong."""

from collections.abc import Collection

from games.base import DrawnTrick, Names, Record
from games.pandoeren.entry import SEATS, canonical
from games.tricks import Order, tricks_drawn
from rules.pandoeren.auction import Auction, read_auction
from rules.pandoeren.cards import NUMBERS, Trumps
from rules.pandoeren.options import Options
from rules.pandoeren.partnership import read_trumps
from rules.problems import Problem


def draw_tricks(
    record: Record, options: Options, names: Names, problems: Collection[Problem]
) -> tuple[DrawnTrick, ...]:
    """Every trick of ``plays``; seats and winners as far as they follow from what is written."""
    plays, orders = record.get("plays", ()), _orders(record, options)
    return tricks_drawn(plays, orders, names, problems, known=_known, cards=True)


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
            return [*orders, Order(seats)]
        leader = seats[trumps.winner(cards)]
        orders.append(Order(seats, leader))
    return orders


def _known(piece: str) -> str:
    return canonical(piece) if piece in NUMBERS else ""
