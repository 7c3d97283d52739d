"""The tricks of a record as they are drawn: who played which domino, who won, what is wrong."""

from collections.abc import Collection, Mapping
from typing import Any

from games.base import DrawnTrick, Names
from games.texas42.entry import canonical
from games.tricks import Order, tricks_drawn
from rules.problems import Problem
from rules.texas42.auction import PASS, read_auction
from rules.texas42.contracts import Contract, contract_of, contract_problem, read_named
from rules.texas42.deal import deal_problems, read_deal, winner_of
from rules.texas42.dominoes import NUMBERS
from rules.texas42.options import Options
from rules.texas42.play import read_opening

Record = Mapping[str, Any]


def draw_tricks(
    record: Record, options: Options, names: Names, problems: Collection[Problem]
) -> tuple[DrawnTrick, ...]:
    """Every trick of ``plays``; seats and winners as far as they follow from what is written."""
    plays, orders = record.get("plays", ()), _orders(record, options)
    return tricks_drawn(plays, orders, names, problems, known=_known, cards=False)


def _orders(record: Record, options: Options) -> list[Order]:
    contract = _contract(record, options)
    if contract is None:
        return []
    orders: list[Order] = []
    leader = contract.leader
    for t, trick in enumerate(record.get("plays", ())):
        numbers = [NUMBERS.get(piece) for piece in trick]
        known = [number for number in numbers if number is not None]
        order = contract.orders[leader]
        if len(known) != len(order) or len(known) != len(trick):
            return [*orders, Order(order)]
        opening = read_opening(record.get("opening_suit"), known[0], contract)
        leader = winner_of(known, contract, leader, low=opening.low and t == 0)
        orders.append(Order(order, leader))
    return orders


def _contract(record: Record, options: Options) -> Contract | None:
    """The contract, where auction and contract are sound; a deal that is not proves nothing."""
    dealt = None if deal_problems(record.get("deal")) else record.get("deal")
    auction = read_auction(record["auction"], record["dealer"], options)
    if isinstance(auction, Problem) or auction.level == PASS:
        return None
    named = record.get("contract")
    hands = read_deal(dealt)
    if contract_problem(named, auction, hands[auction.declarer], options) is not None:
        return None
    return contract_of(read_named(record["contract"]), auction, options)


def _known(piece: str) -> str:
    return canonical(piece) if piece in NUMBERS else ""
