"""What the table agreed on, and what may be typed under it."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base import KeyHelp
from rules.dummy_spades.options import Bidding, Options


def agreed_words(options: Options) -> tuple[str, ...]:
    """The rules of a table in a few words each."""
    said = [
        (_points_to(options.target), True),
        (_bag_words(options), True),
        (_("nil %(bonus)d") % {"bonus": options.nil_bonus}, True),
        (_("mirror: the bid is the spades in hand"), options.bidding is Bidding.MIRROR),
        (_("suicide: everybody declares a nil"), options.bidding is Bidding.SUICIDE),
        (_("spades may be led at any time"), not options.break_spades),
        (_flipped_words(options.flipped), options.flipped > 0),
        (_peeked_words(options.peeked), options.peeked > 0),
    ]
    return tuple(words for words, shown in said if shown)


def command_help(options: Any) -> tuple[KeyHelp, ...]:
    """The words of the command line."""
    return (
        KeyHelp(("4 5 3",), _("the three bids in the order of bidding")),
        KeyHelp(("5n",), _("5 and nil on the own hand")),
        KeyHelp(("5nd",), _("5 and nil on the dummy")),
        KeyHelp(("5nb",), _("5 and nil on the hand of B")),
        KeyHelp(("5nod",), _("5 and nil on the own hand and the dummy")),
        KeyHelp(("/ 5 2 3 1",), _("tricks of the same three, then of the dummy")),
        KeyHelp(("/ 5 2 3",), _("the dummy took what is left of thirteen")),
        KeyHelp(("/ 8",), _("tricks of declarer and dummy together")),
        KeyHelp(("453 5233",), _("single digits may stand together; 10 to 13 stand alone")),
    )


def _points_to(target: int) -> str:
    return ngettext("to %(count)d point", "to %(count)d points", target) % {"count": target}


def _bag_words(options: Options) -> str:
    if options.bag_limit is None or not options.bag_penalty:
        return _("bags cost nothing")
    return _("%(limit)d bags cost %(penalty)d") % {
        "limit": options.bag_limit,
        "penalty": options.bag_penalty,
    }


def _flipped_words(count: int) -> str:
    return ngettext(
        "%(count)d card of the dummy turned up", "%(count)d cards of the dummy turned up", count
    ) % {"count": count}


def _peeked_words(count: int) -> str:
    return ngettext(
        "each looks at %(count)d card of the dummy",
        "each looks at %(count)d cards of the dummy",
        count,
    ) % {"count": count}
