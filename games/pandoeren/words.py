"""Bids, contracts, roem and results of Pandoeren in words; the game's own words stay Dutch.

Names are put into sentences as they are given; who prints or shows a sentence isolates them.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.card_names import SUIT_NAMES, card_name
from games.numbers import read_whole

SEAT_KEYS: Final = ("A", "B", "C", "D")

KINDS: Final = {
    "piccolo": gettext_lazy("piccolo"),
    "misere": gettext_lazy("misère"),
    "kereltje": gettext_lazy("kereltje"),
    "zwabber": gettext_lazy("zwabber"),
    "solo_zwabber": gettext_lazy("solo zwabber"),
    "piccolo_ouvert": gettext_lazy("piccolo ouvert"),
    "misere_ouvert": gettext_lazy("misère ouvert"),
    "stil_praatje": gettext_lazy("stil praatje"),
    "pandoer": gettext_lazy("pandoer"),
    "praatje": gettext_lazy("praatje"),
    "prive": gettext_lazy("privé"),
}

NUMBER_MEANING: Final = gettext_lazy(
    "So many points in cards, roem and stuk, with the holder of the called ace."
)
PLUS_MEANING: Final = gettext_lazy("As pandoer, and that much in roem and stuk.")
MEANINGS: Final = {
    "piccolo": gettext_lazy("Alone: win the first trick, lose the rest."),
    "misere": gettext_lazy("Alone: lose every trick."),
    "kereltje": gettext_lazy("Win every trick, with the holder of the jass (jack of trumps)."),
    "zwabber": gettext_lazy(
        "No trumps: win the first four yourself, and all with the holder of the called ace."
    ),
    "solo_zwabber": gettext_lazy("Alone, no trumps: win every trick."),
    "piccolo_ouvert": gettext_lazy("As piccolo; the hand is shown at the second trick."),
    "misere_ouvert": gettext_lazy("As misère; the hand is shown at the second trick."),
    "stil_praatje": gettext_lazy("Alone: lose every trick, all hands shown, no talking."),
    "pandoer": gettext_lazy("Win every trick, with the holder of the called ace."),
    "praatje": gettext_lazy("Alone: lose every trick, all hands shown, the others may talk."),
    "prive": gettext_lazy("Alone: win every trick."),
}
ANY_PICCOLO: Final = gettext_lazy("Alone: win exactly one trick, whichever it is.")

OUTCOMES: Final = {
    "made": gettext_lazy("made"),
    "set": gettext_lazy("failed"),
    "passed_out": gettext_lazy("thrown in"),
}

FOURS: Final = {
    "Q": gettext_lazy("four queens"),
    "K": gettext_lazy("four kings"),
    "A": gettext_lazy("four aces"),
    "J": gettext_lazy("four jacks"),
}
RUNS: Final = {
    3: gettext_lazy("a run of three"),
    4: gettext_lazy("a run of four"),
    5: gettext_lazy("a run of five"),
    6: gettext_lazy("a run of six"),
    7: gettext_lazy("a run of seven"),
    8: gettext_lazy("a run of eight"),
}


def bid_words(bid: str) -> str:
    """Numbers are digits, "pandoer+40" is "pandoer + 40"; what is no bid stays as written."""
    if bid == "pass":
        return _("pass")
    kind, plus, roem = bid.partition("+")
    if plus and kind == "pandoer":
        return f"{KINDS[kind]} + {roem}"
    return str(KINDS.get(bid, bid))


def bids_words(bids: Sequence[str]) -> str:
    """The bids of a contract: the only one, or the first and the last."""
    first, last = bids[0], bids[-1]
    if "+" in first:
        return f"{bid_words('pandoer')} + …"
    return bid_words(first) if first == last else f"{first}–{last}"


def bid_meaning(bid: str, *, any_one: bool = False) -> str:
    """What the bidder undertakes; `any_one` where piccolo is won by any one trick."""
    if read_whole(bid) is not None:
        return str(NUMBER_MEANING)
    if "+" in bid:
        return str(PLUS_MEANING)
    return str(ANY_PICCOLO if any_one and bid == "piccolo" else MEANINGS[bid])


def contract_words(bid: str, contract: Mapping[str, Any] | None, *, alone: bool = False) -> str:
    """The bid with trumps and call: "150 in spades, calls the ace of hearts".

    Empty without a contract. `alone` says that one who might have called plays by himself. A suit
    or a card that is none stands as it is written.
    """
    if contract is None:
        return ""
    trump, call = contract.get("trump"), contract.get("call")
    words = bid_words(bid)
    if trump is not None:
        words = _("%(bid)s in %(suit)s") % {"bid": words, "suit": SUIT_NAMES.get(trump, trump)}
    if call is not None:
        return _("%(contract)s, calls the %(card)s") % {
            "contract": words,
            "card": card_words(call),
        }
    if alone:
        return _("%(contract)s, alone") % {"contract": words}
    if bid == "kereltje":
        return _("%(contract)s, calls the jass") % {"contract": words}
    return words


def auction_words(auction: Sequence[Mapping[str, Any]]) -> str:
    """The calls in their order, from the dealer's left."""
    return " · ".join(bid_words(call["bid"]) for call in auction)


def run_words(length: int, top: str) -> str:
    """A run by its length and its highest card: "a run of four to the king of hearts"."""
    return _("%(run)s to the %(card)s") % {"run": RUNS[length], "card": card_name(top)}


def announcement_words(name: str, value: int | None) -> str:
    """Who announced roem, and how much where that was said."""
    if value is None:
        return _("%(name)s announces roem") % {"name": name}
    return _("%(name)s announces %(value)d roem") % {"name": name, "value": value}


def denial_words(by: str, against: str) -> str:
    """Who tried to deny whose roem."""
    return _("%(by)s denies the roem of %(against)s") % {"by": by, "against": against}


def stuk_words(name: str) -> str:
    """Who showed king and queen of trumps."""
    return _("%(name)s announces stuk (king and queen of trumps), 20") % {"name": name}


def points_words(points: Mapping[str, int] | None) -> str:
    """The declaring side's points as they add up: "112 cards + 50 roem + 20 stuk = 182"."""
    if points is None:
        return ""
    parts = [_("%(count)d cards") % {"count": points["cards"]}]
    if points["roem"]:
        parts.append(_("%(count)d roem") % {"count": points["roem"]})
    if points["stuk"]:
        parts.append(_("%(count)d stuk") % {"count": points["stuk"]})
    if len(parts) == 1:
        return parts[0]
    return f"{' + '.join(parts)} = {points['total']}"


def card_words(card: str) -> str:
    """A card's name; the word itself where it is none."""
    try:
        return card_name(card)
    except ValueError:
        return card
