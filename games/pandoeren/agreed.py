"""What the table agreed on, and what may be typed under it."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base import KeyHelp
from games.pandoeren.command import SHORT
from games.pandoeren.words import bid_words


def agreed_words(options: Any) -> tuple[str, ...]:
    """The rules of a table in a few words each."""
    some = [
        (_("piccolo with any one trick"), options.any_one),
        (_("a pass is final"), options.pass_is_final),
    ]
    return (_length(options.hands), *(words for words, agreed in some if agreed))


def command_help() -> tuple[KeyHelp, ...]:
    """The words of the command line."""
    named = tuple(KeyHelp((key,), bid_words(bid)) for key, bid in SHORT.items())
    return (
        KeyHelp(("a", "b", "c", "d"), _("who bid; after the call: who has the called card")),
        KeyHelp(("150", "15"), _("a bid of points; the last 0 may be left out")),
        *named,
        KeyHelp(("pd40",), _("pandoer, and 40 in roem and stuk")),
        KeyHelp(("s", "h", "d", "c"), _("trumps: spades, hearts, diamonds, clubs")),
        KeyHelp(("sa", "hk"), _("the called card: ace of spades, king of hearts")),
        KeyHelp(("m", "+"), _("made")),
        KeyHelp(("f", "x", "-"), _("failed")),
        KeyHelp(("112",), _("card points of the declaring side")),
        KeyHelp(("r50",), _("roem that stands")),
        KeyHelp(("st",), _("stuk: king and queen of trumps, 20")),
        KeyHelp(("p",), _("everybody passed")),
        KeyHelp(("p 120 p 150 / h sa d m",), _("the auction from the dealer's left, who bid")),
    )


def _length(hands: int | None) -> str:
    if hands is None:
        return _("no fixed number of hands")
    return ngettext("%(count)d hand", "%(count)d hands", hands) % {"count": hands}
