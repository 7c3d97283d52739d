"""Facts that records of many games have: the auction, the hands, the tricks, a ruling."""

from collections.abc import Callable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.text import about, comma_list
from games.base import (
    Fact,
    Names,
    Record,
    auction_words,
    bid_of,
    dealer_name,
    declarer_of,
    hand_keys,
)
from games.wording import HandWords


def auction_facts(
    record: Record, names: Names, words: HandWords, bid_words: Callable[[str], str]
) -> Iterator[Fact]:
    """Yield the dealer, the last bid, and the auction if more than one player bid."""
    auction = record["auction"]
    declarer, bid = declarer_of(auction), bid_of(auction)
    yield Fact(str(words.dealer), dealer_name(record, names))
    if declarer is None:
        yield Fact(str(words.bid), _("everybody passed"))
    else:
        yield Fact(str(words.bid), comma_list((names[declarer], bid_words(bid))))
    if sum(call["bid"] != "pass" for call in auction) > 1:
        yield Fact(_("Auction"), auction_words(auction, bid_words))


def trick_facts(record: Record, names: Names, words: HandWords, label: str = "") -> Iterator[Fact]:
    """Yield who won each trick, with its points, and who was given the rest."""
    if record.get("trick_results"):
        keys = hand_keys(names)
        won = (
            f"{keys[trick['winner']]}{trick.get('points', '')}" for trick in record["trick_results"]
        )
        yield Fact(label or _("Tricks"), " ".join(won))
    if "claim" in record:
        yield Fact(_("The rest was given to"), words.side(record["claim"]))


def dealt_facts(record: Record, names: Names) -> Iterator[Fact]:
    """Yield each hand that was written down, of these names in the order of the deal."""
    for name, hand in zip(names, record.get("deal", ()), strict=False):
        if hand:
            yield Fact(_("Hand of %(name)s") % {"name": name}, " ".join(hand))


def played_facts(record: Record) -> Iterator[Fact]:
    """Yield the plays, trick by trick."""
    if record.get("plays"):
        tricks = " / ".join(" ".join(trick) for trick in record["plays"])
        yield Fact(pgettext("tricks of a hand", "Played"), tricks)


def ruling_facts(record: Record, words: HandWords) -> Iterator[Fact]:
    """Yield against whom and why a ruling was given."""
    if "ruling" in record:
        ruling = record["ruling"]
        yield Fact(_("Ruling against"), about(words.side(ruling["against"]), ruling["reason"]))
