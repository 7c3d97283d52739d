"""A record of Texas 42 as labelled facts: for its history, and for two versions side by side."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from core.text import by_side
from games.base import Fact, Names
from games.facts import auction_facts, dealt_facts, played_facts, ruling_facts, trick_facts
from games.texas42.labels import bid_words, contract_words
from games.tricks import Order, orders_of
from games.wording import HandWords
from rules.problems import Problem
from rules.texas42.auction import PASS, read_auction
from rules.texas42.contracts import Contract, contract_of, contract_problem, read_named
from rules.texas42.dominoes import DOMINOES
from rules.texas42.options import Options
from rules.texas42.play import play_rules

Record = Mapping[str, Any]


def record_facts(record: Record, names: Names, words: HandWords) -> tuple[Fact, ...]:
    """Return the facts of the record, in the order of a hand."""
    return (
        *_bidding(record, names, words),
        *_result(record, names, words),
        *dealt_facts(record, names),
        *played_facts(record),
        *ruling_facts(record, words),
    )


def _bidding(record: Record, names: Names, words: HandWords) -> Iterator[Fact]:
    yield from auction_facts(record, names, words, bid_words)
    if record.get("contract"):
        yield Fact(_("Contract"), contract_words(record["contract"]).text)


def _result(record: Record, names: Names, words: HandWords) -> Iterator[Fact]:
    tally = record.get("tally", {})
    if "made" in tally:
        yield Fact(_("Result"), _("made") if tally["made"] else _("set"))
    if "points" in tally:
        yield Fact(_("Points"), by_side(tally["points"], " – "))
    yield from trick_facts(record, names, words)


def trick_orders(record: Record, options: Options) -> list[Order]:
    """Return the order of each recorded trick, as far as it follows from the record."""
    contract, plays = _contract(record, options), record.get("plays", ())
    if contract is None:
        return []
    return orders_of(plays, play_rules(plays, contract, record.get("opening_suit")))


def _contract(record: Record, options: Options) -> Contract | None:
    """Return the contract, if auction and contract are sound; an unsound deal proves nothing."""
    dealt = None if any(DOMINOES.deal_problems(record.get("deal"))) else record.get("deal")
    auction = read_auction(record["auction"], record["dealer"], options)
    if isinstance(auction, Problem) or auction.level == PASS or "contract" not in record:
        return None
    named = read_named(record["contract"])
    hands = DOMINOES.read_hands(dealt)
    if contract_problem(named, auction, hands[auction.declarer], options) is not None:
        return None
    return contract_of(named, auction, options)
