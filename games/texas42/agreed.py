"""What the table agreed on, and what may be typed under it."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.base import KeyHelp
from games.words.dealing import either
from rules.texas42.options import When

LEFT = either(
    gettext_lazy("the whole auction from the shaker's left"),
    gettext_lazy("the whole auction from the dealer's left"),
)


def agreed_words(options: Any) -> tuple[str, ...]:
    """The rules of a table in a few words each."""
    unit = _length(options)
    must_bid = either(_("the shaker must bid"), _("the dealer must bid"))
    again = either(_("all pass: next shaker"), _("all pass: next dealer"))
    forced = str(must_bid if options.dealer_must_bid else again)
    stuck = either(
        _("nello only by a shaker who must bid"), _("nello only by a dealer who must bid")
    )
    contracts = [
        (_("follow me"), options.no_trump == When.ANY),
        (_("follow me with a bid of 1 mark or more"), options.no_trump == When.MARK_BIDS),
        (_("doubles as trumps"), options.doubles_trump == When.ANY),
        (
            _("doubles as trumps with a bid of 1 mark or more"),
            options.doubles_trump == When.MARK_BIDS,
        ),
        (_("nello"), options.nello == When.ANY),
        (str(stuck), options.nello == When.DEALER_FORCED),
        (_("low-no"), options.low_no),
        (_("plunge"), options.plunge),
        (_("splash"), options.splash),
        (_("sevens"), options.sevens),
    ]
    special = options.low_no or options.plunge or options.splash or options.sevens
    named = () if special or options.nello != When.NEVER else (_("straight 42"),)
    return (*named, unit, forced, *(name for name, allowed in contracts if allowed))


def command_help(options: Any) -> tuple[KeyHelp, ...]:
    """The words of the command line, those of contracts that the table does not play left out."""
    bids = ("30", "42", "84", "168") if options.by_points else ("30", "41", "1m", "2m", "84")
    rows = [
        (("a", "b", "c", "d"), _("who bid"), True),
        (bids, _("the bid; 84 is 2 marks") if not options.by_points else _("the bid"), True),
        (("ln",), _("low-no"), options.low_no),
        (("0", "6"), _("the suit of trumps, 0 to 6"), True),
        (("d",), _("doubles are trumps"), options.doubles_trump != When.NEVER),
        (("f", "fl"), _("follow me; with doubles low"), options.no_trump != When.NEVER),
        (("n",), _("nello"), options.nello != When.NEVER),
        (("nd", "nh", "nl"), _("nello with doubles apart, high, low"), _ranks_nello(options)),
        (("s",), _("sevens"), options.sevens),
        (("pl5",), _("plunge, the partner names fives"), options.plunge),
        (("sp5",), _("splash, the partner names fives"), options.splash),
        (("m", "+"), _("made"), True),
        (("s", "-"), _("set"), True),
        (("31",), _("points of the bidding side"), True),
        (("p",), _("everybody passed"), not options.dealer_must_bid),
        (("p 30 p 1m / 5 m",), str(LEFT), True),
    ]
    return tuple(KeyHelp(keys, meaning) for keys, meaning, shown in rows if shown)


def _ranks_nello(options: Any) -> bool:
    return options.nello != When.NEVER and len(options.nello_doubles) > 1


def _length(options: Any) -> str:
    if options.hands is not None:
        return ngettext("%(count)d hand", "%(count)d hands", options.hands) % {
            "count": options.hands
        }
    return _points_to(options.target) if options.by_points else _marks_to(options.target)


def _marks_to(target: int) -> str:
    return ngettext("to %(count)d mark", "to %(count)d marks", target) % {"count": target}


def _points_to(target: int) -> str:
    return ngettext("to %(count)d point", "to %(count)d points", target) % {"count": target}
