"""The words of Dummy-Hand Spades: presets, options and stakes, then bids, nils and scores.

Names are those of the three players. They are put into sentences as they are given; callers
isolate them from the direction of the text.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from core.figures import MINUS, signed
from core.text import about
from games.base import Names
from games.wording import GameLabels, HandWords, OptionLabels, PresetLabels

PRESETS = {
    "standard": PresetLabels(
        _("To 500"),
        _("The dummy stays hidden until the first lead; bids and nils are free."),
    ),
    "short": PresetLabels(_("To 300"), _("As the game to 500, but shorter.")),
    "three_peeky": PresetLabels(
        _("Three peeky"),
        _("Before bidding each player looks at three of the dummy's cards."),
    ),
    "four_peeky": PresetLabels(
        _("Four peeky"),
        _("Before bidding each player looks at four of the dummy's cards."),
    ),
    "flip_1": PresetLabels(
        _("Flip one"),
        _("Each player turns up one of the dummy's cards: three for all to see."),
    ),
    "flip_2": PresetLabels(
        _("Flip two"),
        _("Each player turns up two of the dummy's cards: six for all to see."),
    ),
    "flip_3": PresetLabels(
        _("Flip three"),
        _("Each player turns up three of the dummy's cards: nine for all to see."),
    ),
    "flip_4": PresetLabels(
        _("Flip four"),
        _("Each player turns up four of the dummy's cards: twelve for all to see."),
    ),
    "mirror": PresetLabels(
        _("Mirror"),
        _("Everybody bids the number of spades they hold; with none, they bid 0 and nil."),
    ),
    "suicide": PresetLabels(_("Suicide"), _("Everybody must declare nil on at least one hand.")),
}

OPTIONS = {
    "target": OptionLabels(
        _("Game to"),
        _("The points at which the highest total wins, if only one player has it."),
    ),
    "bag_limit": OptionLabels(
        _("Bags to a penalty"),
        _("This many tricks over the bids cost the penalty. Empty: bags cost nothing."),
    ),
    "bag_penalty": OptionLabels(
        _("Bag penalty"),
        _("The points lost each time the bags are full; those bags are then cleared."),
    ),
    "nil_bonus": OptionLabels(
        _("Nil"),
        _("Won if the hand takes no trick, lost if it takes one."),
    ),
    "break_spades": OptionLabels(
        _("Spades must be broken"),
        _("No spade may be led before one has been played, unless the leader holds nothing else."),
    ),
    "peek": OptionLabels(
        _("Looking at the dummy"),
        _("What is seen of the dummy's hand before the bidding."),
        {
            "none": pgettext_lazy("cards of the dummy looked at", "nothing"),
            "three": _("three cards, each player alone"),
            "four": _("four cards, each player alone"),
            "flip1": _("each turns up one for all"),
            "flip2": _("each turns up two for all"),
            "flip3": _("each turns up three for all"),
            "flip4": _("each turns up four for all"),
        },
    ),
    "bidding": OptionLabels(
        _("Bidding"),
        _("Whether players may bid what they like."),
        {
            "open": _("free"),
            "mirror": _("mirror: as many as spades in hand"),
            "suicide": _("suicide: a nil from everybody"),
        },
    ),
}

STAKES = {
    "per_point": _("for each point of difference, between every two players"),
    "per_game": _("from each loser to the winner"),
}

LABELS: Final = GameLabels(PRESETS, OPTIONS, STAKES)


# Hands


class SpadesWords(HandWords):
    """See ``HandWords``."""

    declarer_side = _("declarer and dummy")
    defence_side = _("the defenders")


PLAYERS: Final = 3
DUMMY: Final = 3

OUTCOMES: Final = {"played": _("played")}


def seat_words(seat: int, names: Names) -> str:
    """Return a player's name, or "the dummy"."""
    return gettext("the dummy") if seat == DUMMY else names[seat]


def nil_hands(bidder: int, hands: Sequence[int], names: Names) -> str:
    """Return the hands that a bidder declares nil on: "own hand and the dummy"; empty for none."""
    words = [gettext("own hand") if hand == bidder else seat_words(hand, names) for hand in hands]
    return gettext(" and ").join(words)


def bid_words(call: Mapping[str, Any], names: Names) -> str:
    """Return a bid with its nils: "5", or "0, nil on own hand and the dummy"."""
    hands = nil_hands(call["seat"], call.get("nil", ()), names)
    if not hands:
        return str(call["bid"])
    return gettext("%(bid)s, nil on %(hands)s") % {"bid": call["bid"], "hands": hands}


def auction_words(auction: Sequence[Mapping[str, Any]], names: Names) -> str:
    """Return the bids in their order, from the dealer's left."""
    return " · ".join(bid_words(call, names) for call in auction)


def contract_words(declarer: int, bids: Sequence[int], names: Names) -> str:
    """Describe the sides: "Ada and the dummy: 7; Bob: 5, Cleo: 6"."""
    first, second = (player for player in range(PLAYERS) if player != declarer)
    return gettext(
        "%(name)s and the dummy: %(bid)d; %(first)s: %(first_bid)d, %(second)s: %(second_bid)d"
    ) % {
        "name": names[declarer],
        "bid": bids[declarer],
        "first": names[first],
        "first_bid": bids[first],
        "second": names[second],
        "second_bid": bids[second],
    }


def nil_words(nil: Mapping[str, Any], names: Names) -> str:
    """Return a nil that applied: "Ada, nil on the dummy: made"."""
    values = {"name": names[nil["bidder"]], "hand": seat_words(nil["hand"], names)}
    if nil["bidder"] == nil["hand"]:
        made, failed = (
            gettext("%(name)s, nil on own hand: made"),
            gettext("%(name)s, nil on own hand: failed"),
        )
    else:
        made, failed = (
            gettext("%(name)s, nil on %(hand)s: made"),
            gettext("%(name)s, nil on %(hand)s: failed"),
        )
    return (made if nil["made"] else failed) % values


def nil_ignored_words(bidder: int, hand: int, names: Names) -> str:
    """Return a nil that did not apply, and why."""
    if hand == DUMMY:
        why = gettext("%(name)s, nil on %(hand)s: does not count, %(name)s did not declare")
    else:
        why = gettext("%(name)s, nil on %(hand)s: does not count, they were opponents")
    return why % {"name": names[bidder], "hand": seat_words(hand, names)}


def bags_words(count: int) -> str:
    """Tricks over the bid."""
    return ngettext("%(count)d bag", "%(count)d bags", count) % {"count": count}


def bid_calculation(bid: int, tricks: int) -> str:
    """Return the score of a bid against its side's tricks as text: ten times the bid, bags, and the
    sum."""
    if tricks < bid:
        return f"{MINUS}{bid} × 10 = {signed(-10 * bid)}"
    over = tricks - bid
    parts = [f"{bid} × 10"] if bid else []
    if over:
        parts.append(bags_words(over))
    return f"{' + '.join(parts)} = {signed(10 * bid + over)}" if parts else signed(0)


def penalty_words(times: int, limit: int, penalty: int) -> str:
    """Describe full bags and their penalty; empty without one."""
    if not times:
        return ""
    return about(bags_words(times * limit), signed(-times * penalty))
