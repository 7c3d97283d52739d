"""A record of Texas 42 as labelled facts: for its history, and for two versions side by side."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from core.text import by_side, comma_list
from games.base import DrawnTrick, Fact, Names, hand_keys
from games.facts import dealt_facts, played_facts, ruling_facts
from games.texas42.labels import SEAT_KEYS, auction_words, bid_words, canonical, contract_words
from games.tricks import Order, tricks_drawn
from games.wording import either
from rules.problems import Problem
from rules.texas42.auction import PASS, read_auction
from rules.texas42.contracts import Contract, contract_of, contract_problem, read_named
from rules.texas42.deal import deal_problems, read_deal, winner_of
from rules.texas42.dominoes import NUMBERS
from rules.texas42.options import Options
from rules.texas42.play import read_opening

Record = Mapping[str, Any]


def record_facts(record: Record, names: Names) -> tuple[Fact, ...]:
    """Return the facts of the record, in the order of a hand."""
    return (
        *_bidding(record, names),
        *_result(record, names),
        *dealt_facts(record, names),
        *played_facts(record),
        *ruling_facts(record, _side),
    )


def _bidding(record: Record, names: Names) -> Iterator[Fact]:
    bids = [call for call in record["auction"] if call["bid"] != "pass"]
    yield Fact(str(either(_("Shaker"), _("Dealer"))), names[record["dealer"]])
    if bids:
        yield Fact(_("Bid"), comma_list((names[bids[-1]["seat"]], bid_words(bids[-1]["bid"]))))
    else:
        yield Fact(_("Bid"), _("everybody passed"))
    if len(bids) > 1:
        yield Fact(_("Auction"), auction_words(record["auction"]))
    if record.get("contract"):
        yield Fact(_("Contract"), contract_words(record["contract"]).text)


def _result(record: Record, names: Names) -> Iterator[Fact]:
    tally = record.get("tally", {})
    if "made" in tally:
        yield Fact(_("Result"), _("made") if tally["made"] else _("set"))
    if "points" in tally:
        yield Fact(_("Points"), by_side(tally["points"], " – "))
    if record.get("trick_results"):
        yield Fact(_("Tricks"), " ".join(_tricks(record, names)))
    if "claim" in record:
        yield Fact(_("The rest was given to"), _side(record["claim"]))


def _tricks(record: Record, names: Names) -> Iterator[str]:
    keys = hand_keys(SEAT_KEYS, names)
    for trick in record["trick_results"]:
        yield f"{keys[trick['winner']]}{trick.get('points', '')}"


def _side(side: str) -> str:
    return _("the bidding side") if side == "declarer" else _("the other side")


# Tricks as they are drawn


def draw_tricks(
    record: Record, options: Options, names: Names, problems: Collection[Problem]
) -> tuple[DrawnTrick, ...]:
    """Return every trick of ``plays``; seats and winners as far as they follow from the record."""
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
    """Return the contract, if auction and contract are sound; an unsound deal proves nothing."""
    dealt = None if deal_problems(record.get("deal")) else record.get("deal")
    auction = read_auction(record["auction"], record["dealer"], options)
    if isinstance(auction, Problem) or auction.level == PASS or "contract" not in record:
        return None
    named = read_named(record["contract"])
    hands = read_deal(dealt)
    if contract_problem(named, auction, hands[auction.declarer], options) is not None:
        return None
    return contract_of(named, auction, options)


def _known(piece: str) -> str:
    return canonical(piece) if piece in NUMBERS else ""
