"""A record of Pandoeren as labelled facts: for its history, and for two versions side by side."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base import Fact, Names, dealer_name
from games.pandoeren.entry import bid_of, declarer_of
from games.pandoeren.words import SEAT_KEYS, auction_words, bid_words, card_words, contract_words

Record = Mapping[str, Any]

YES_NO: Final = {True: gettext_lazy("yes"), False: gettext_lazy("no")}


def record_facts(record: Record, names: Names) -> tuple[Fact, ...]:
    """The facts that the record gives, in the order in which a hand is told."""
    return (
        *_bidding(record, names),
        *_announcements(record, names),
        *_result(record),
        *_cards(record, names),
        *_decision(record),
    )


def _bidding(record: Record, names: Names) -> Iterator[Fact]:
    auction = record["auction"]
    declarer, bid = declarer_of(auction), bid_of(auction)
    yield Fact(_("Dealer"), dealer_name(record, names))
    if declarer is None:
        yield Fact(_("Bid"), _("everybody passed"))
    else:
        yield Fact(_("Bid"), f"{names[declarer]}, {bid_words(bid)}")
    if sum(call["bid"] != "pass" for call in auction) > 1:
        yield Fact(_("Auction"), auction_words(auction))
    if record.get("contract"):
        yield Fact(_("Contract"), contract_words(bid, record["contract"]))
    if "partner" in record:
        yield Fact(_("Partner"), names[record["partner"]])


def _announcements(record: Record, names: Names) -> Iterator[Fact]:
    if record.get("roem"):
        told = (f"{names[o['seat']]} {o.get('value', '')}".strip() for o in record["roem"])
        yield Fact(_("Roem announced"), ", ".join(told))
    if record.get("denials"):
        told = (f"{names[d['by']]} → {names[d['against']]}" for d in record["denials"])
        yield Fact(_("Roem denied"), ", ".join(told))
    if record.get("stuk") is not None:
        yield Fact(_("Stuk announced"), names[record["stuk"]])


def _result(record: Record) -> Iterator[Fact]:
    tally = record.get("tally", {})
    labels = {"cards": _("Card points"), "roem": _("Roem"), "stuk": _("Stuk"), "tricks": _("Taken")}
    if "made" in tally:
        yield Fact(_("Result"), _("made") if tally["made"] else _("failed"))
    for key, label in labels.items():
        if key in tally:
            yield Fact(label, str(tally[key]))
    if "first" in tally:
        yield Fact(_("First trick won"), str(YES_NO[tally["first"]]))
    if "first_four" in tally:
        yield Fact(_("First four won"), str(YES_NO[tally["first_four"]]))
    if record.get("trick_results"):
        yield Fact(_("Tricks"), " ".join(map(_trick, record["trick_results"])))
    if "claim" in record:
        yield Fact(_("The rest was given to"), side_words(record["claim"]))


def _cards(record: Record, names: Names) -> Iterator[Fact]:
    for name, hand in zip(names, record.get("deal", ()), strict=False):
        if hand:
            yield Fact(_("Hand of %(name)s") % {"name": name}, " ".join(hand))
    if "centre" in record:
        yield Fact(_("Card in the middle"), card_words(record["centre"]))
    if "discard" in record:
        yield Fact(_("Thrown out"), card_words(record["discard"]))
    if record.get("plays"):
        yield Fact(_("Played"), " / ".join(" ".join(trick) for trick in record["plays"]))


def _decision(record: Record) -> Iterator[Fact]:
    if "ruling" in record:
        ruling = record["ruling"]
        yield Fact(_("Ruling against"), f"{side_words(ruling['against'])}: {ruling['reason']}")


def side_words(side: str) -> str:
    """The side that claims, or that was ruled against."""
    return _("the declaring side") if side == "declarer" else _("the other side")


def _trick(trick: Record) -> str:
    return f"{SEAT_KEYS[trick['winner']]}{trick.get('points', '')}"
