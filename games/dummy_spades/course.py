"""What follows from a record: who declares, who plays when, what each side took."""

from collections.abc import Mapping
from typing import Any, Final

from games.tricks import Order
from rules.dummy_spades.auction import BIDS, Auction, Nil, applies, auction_of
from rules.dummy_spades.cards import NUMBERS, TRICKS
from rules.dummy_spades.play import HANDS, TABLES
from rules.dummy_spades.scoring import tricks_of_declarer_side

Record = Mapping[str, Any]
CALLS: Final = 3


def auction_said(record: Record) -> Auction | None:
    """The auction with its declarer, once all three have bid something that is a bid."""
    calls = record["auction"]
    if len(calls) != CALLS or any(call["bid"] not in BIDS for call in calls):
        return None
    first, second, third = (BIDS[call["bid"]] for call in calls)
    return auction_of(record["dealer"], (first, second, third), nils_said(record))


def nils_said(record: Record) -> list[Nil]:
    """Every nil that was named, whether it counts or not."""
    return [Nil(call["seat"], hand) for call in record["auction"] for hand in call.get("nil", ())]


def nils_ignored(record: Record, auction: Auction) -> list[Nil]:
    """The nils on hands that did not end up on their bidder's side."""
    return [nil for nil in nils_said(record) if not applies(nil, auction.declarer)]


def orders_of(record: Record) -> list[Order]:
    """The order of each recorded trick, as far as it follows from what is written."""
    auction = auction_said(record)
    if auction is None:
        return []
    table, leader = TABLES[auction.declarer], auction.leader
    orders: list[Order] = []
    for trick in record.get("plays", ()):
        known = [NUMBERS[card] for card in trick if card in NUMBERS]
        hands = table.orders[leader]
        if len(known) != HANDS or len(trick) != HANDS:
            return [*orders, Order(hands, None)]
        leader = hands[table.winning_place(known)]
        orders.append(Order(hands, leader))
    return orders


def declarer_tricks(record: Record, verdict: Record) -> int:
    """The tricks of declarer and dummy in a legal hand."""
    declarer = verdict["declarer"]
    if verdict["tricks"] is not None:
        return tricks_of_declarer_side(verdict["tricks"], declarer)
    if "claim" not in record:
        return int(record["tally"]["declarer_side"])
    winners = _winners(record)
    won = tricks_of_declarer_side([winners.count(hand) for hand in range(HANDS)], declarer)
    return won + (TRICKS - len(winners) if record["claim"] == "declarer" else 0)


def _winners(record: Record) -> list[int]:
    if "trick_results" in record:
        return [trick["winner"] for trick in record["trick_results"]]
    return [order.winner for order in orders_of(record) if order.winner is not None]
