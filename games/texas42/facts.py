"""A record of Texas 42 as labelled facts: for its history, and for two versions side by side."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.base import Fact, Names
from games.texas42.words import SEAT_KEYS, auction_words, bid_words, contract_words
from games.words.dealing import either

Record = Mapping[str, Any]


def record_facts(record: Record, names: Names) -> tuple[Fact, ...]:
    """The facts that the record gives, in the order in which a hand is told."""
    return (
        *_bidding(record, names),
        *_result(record, names),
        *_cards(record, names),
        *_decision(record),
    )


def _bidding(record: Record, names: Names) -> Iterator[Fact]:
    bids = [call for call in record["auction"] if call["bid"] != "pass"]
    yield Fact(str(either(_("Shaker"), _("Dealer"))), names[record["dealer"]])
    if bids:
        yield Fact(_("Bid"), f"{names[bids[-1]['seat']]}, {bid_words(bids[-1]['bid'])}")
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
        yield Fact(_("Points"), " – ".join(map(str, tally["points"])))
    if record.get("trick_results"):
        yield Fact(_("Tricks"), " ".join(map(_trick, record["trick_results"])))
    if "claim" in record:
        yield Fact(_("The rest was given to"), _side(record["claim"]))


def _cards(record: Record, names: Names) -> Iterator[Fact]:
    for name, hand in zip(names, record.get("deal", ()), strict=False):
        if hand:
            yield Fact(_("Hand of %(name)s") % {"name": name}, " ".join(hand))
    if record.get("plays"):
        yield Fact(_("Played"), " / ".join(" ".join(trick) for trick in record["plays"]))


def _decision(record: Record) -> Iterator[Fact]:
    if "ruling" in record:
        ruling = record["ruling"]
        yield Fact(_("Ruling against"), f"{_side(ruling['against'])}: {ruling['reason']}")


def _trick(trick: Record) -> str:
    return f"{SEAT_KEYS[trick['winner']]}{trick.get('points', '')}"


def _side(side: str) -> str:
    return _("the bidding side") if side == "declarer" else _("the other side")
