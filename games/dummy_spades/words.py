"""Bids, nils, contracts and scores of Dummy-Hand Spades in words.

Names are those of the three players; they are put into sentences as they are given, and who
prints or shows a sentence isolates them.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.base import Names

PLAYERS: Final = 3
DUMMY: Final = 3
SEAT_KEYS: Final = ("A", "B", "C", "D")
"""D is the dummy."""

OUTCOMES: Final = {"played": gettext_lazy("played")}

MINUS: Final = "\N{MINUS SIGN}"


def seat_words(seat: int, names: Names) -> str:
    """A player's name, or "the dummy"."""
    return _("the dummy") if seat == DUMMY else names[seat]


def nil_hands(bidder: int, hands: Sequence[int], names: Names) -> str:
    """The hands that a bidder declares nil on: "own hand and the dummy"; empty for none."""
    words = [_("own hand") if hand == bidder else seat_words(hand, names) for hand in hands]
    return _(" and ").join(words)


def bid_words(call: Mapping[str, Any], names: Names) -> str:
    """A bid with its nils: "5", or "0, nil on own hand and the dummy"."""
    hands = nil_hands(call["seat"], call.get("nil", ()), names)
    if not hands:
        return str(call["bid"])
    return _("%(bid)s, nil on %(hands)s") % {"bid": call["bid"], "hands": hands}


def auction_words(auction: Sequence[Mapping[str, Any]], names: Names) -> str:
    """The bids in their order, from the dealer's left."""
    return " · ".join(bid_words(call, names) for call in auction)


def contract_words(declarer: int, bids: Sequence[int], names: Names) -> str:
    """Who declares and against whom: "Ada and the dummy: 7; Bob: 5, Cleo: 6"."""
    first, second = (player for player in range(PLAYERS) if player != declarer)
    return _("%(name)s and the dummy: %(bid)d; %(first)s: %(one)d, %(second)s: %(other)d") % {
        "name": names[declarer],
        "bid": bids[declarer],
        "first": names[first],
        "one": bids[first],
        "second": names[second],
        "other": bids[second],
    }


def nil_words(nil: Mapping[str, Any], names: Names) -> str:
    """A nil that applied: "Ada, nil on the dummy: made"."""
    values = {"name": names[nil["bidder"]], "hand": seat_words(nil["hand"], names)}
    if nil["bidder"] == nil["hand"]:
        made, failed = _("%(name)s, nil on own hand: made"), _("%(name)s, nil on own hand: failed")
    else:
        made, failed = _("%(name)s, nil on %(hand)s: made"), _("%(name)s, nil on %(hand)s: failed")
    return (made if nil["made"] else failed) % values


def nil_ignored_words(bidder: int, hand: int, names: Names) -> str:
    """A nil that did not apply, and why."""
    if hand == DUMMY:
        why = _("%(name)s, nil on %(hand)s: does not count, %(name)s did not declare")
    else:
        why = _("%(name)s, nil on %(hand)s: does not count, they were opponents")
    return why % {"name": names[bidder], "hand": seat_words(hand, names)}


def signed(number: int) -> str:
    """A number with its sign, a true minus; none before a zero."""
    return f"{MINUS}{-number}" if number < 0 else f"+{number}" if number else "0"


def bags_words(count: int) -> str:
    """Tricks over the bid."""
    return ngettext("%(count)d bag", "%(count)d bags", count) % {"count": count}


def bid_reckoning(bid: int, tricks: int) -> str:
    """How a bid scores against its side's tricks: ten times the bid, bags, and the sum."""
    if tricks < bid:
        return f"{MINUS}{bid} × 10 = {signed(-10 * bid)}"
    over = tricks - bid
    parts = [f"{bid} × 10"] if bid else []
    if over:
        parts.append(bags_words(over))
    return f"{' + '.join(parts)} = {signed(10 * bid + over)}" if parts else signed(0)


def penalty_words(times: int, limit: int, penalty: int) -> str:
    """The bags that were full and what they cost; empty where they were not."""
    if not times:
        return ""
    return f"{bags_words(times * limit)}: {signed(-times * penalty)}"
