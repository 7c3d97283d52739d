"""A record of Dummy-Hand Spades as labelled facts: for its history, its preview, for two versions
side by side."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.base import Fact, Names, dealer_name
from games.card_names import card_name
from games.dummy_spades.course import auction_said, nils_ignored
from games.dummy_spades.words import DUMMY, SEAT_KEYS, bid_words, nil_ignored_words, seat_words
from rules.dummy_spades.cards import NUMBERS

Record = Mapping[str, Any]


def record_facts(record: Record, names: Names) -> tuple[Fact, ...]:
    """The facts that the record gives, in the order in which a hand is told."""
    return (*_bidding(record, names), *_result(record, names), *_cards(record, names))


def hand_names(names: Names) -> tuple[str, ...]:
    """Whose the four hands are; the last is the dummy's."""
    return (*names, seat_words(DUMMY, names))


def _bidding(record: Record, names: Names) -> Iterator[Fact]:
    calls = record["auction"]
    yield Fact(_("Dealer"), dealer_name(record, names))
    if calls:
        bids = [f"{seat_words(call['seat'], names)} {bid_words(call, names)}" for call in calls]
        yield Fact(_("Bids"), " · ".join(bids))
    auction = auction_said(record)
    if auction is None:
        return
    words = _("%(name)s, with the dummy") % {"name": names[auction.declarer]}
    yield Fact(_("Declarer"), words)
    yield Fact(_("First lead"), names[auction.leader])
    if ignored := nils_ignored(record, auction):
        said = [nil_ignored_words(nil.bidder, nil.hand, names) for nil in ignored]
        yield Fact(_("Nil ignored"), " · ".join(said))


def _result(record: Record, names: Names) -> Iterator[Fact]:
    tally = record.get("tally", {})
    if "tricks" in tally:
        by_hand = [f"{seat_words(hand, names)} {won}" for hand, won in enumerate(tally["tricks"])]
        yield Fact(_("Tricks"), " · ".join(by_hand))
    if "declarer_side" in tally:
        yield Fact(_("Declarer and dummy"), str(tally["declarer_side"]))
    if record.get("trick_results"):
        won = [SEAT_KEYS[trick["winner"]] for trick in record["trick_results"]]
        yield Fact(_("Tricks won by"), " ".join(won))
    if "claim" in record:
        yield Fact(_("The rest was given to"), side_words(record["claim"]))


def _cards(record: Record, names: Names) -> Iterator[Fact]:
    for name, hand in zip(hand_names(names), record.get("deal", ()), strict=False):
        if hand:
            yield Fact(_("Hand of %(name)s") % {"name": name}, " ".join(hand))
    if record.get("flipped"):
        yield Fact(_("Turned up"), ", ".join(map(_card, record["flipped"])))
    if record.get("plays"):
        yield Fact(_("Played"), " / ".join(" ".join(trick) for trick in record["plays"]))


def _card(card: str) -> str:
    """A card as it is said; any other word as it was written."""
    return card_name(card) if card in NUMBERS else card


def side_words(side: str) -> str:
    """A side as claims name it."""
    return _("declarer and dummy") if side == "declarer" else _("the defenders")
