"""The words of Pandoeren: presets, options and stakes, then bids, contracts, roem and results.

The game's own words stay Dutch. Names are put into sentences as they are given; callers isolate
them from the direction of the text.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.figures import read_whole
from games.cards import SUIT_NAMES, card_name, card_words
from games.wording import GameLabels, HandWords, OptionLabels, PresetLabels

PRESETS = {
    "standard": PresetLabels(
        _("Standard"),
        _("Piccolo wins the first trick and no other; a player who passed may bid again later."),
    ),
    "easy_piccolo": PresetLabels(
        _("Easy piccolo"),
        _("Piccolo is made with exactly one trick, whichever it is."),
    ),
    "pass_out": PresetLabels(
        _("Out after a pass"),
        _("A player who has passed is out of that hand's auction."),
    ),
}

OPTIONS = {
    "piccolo": OptionLabels(
        _("Piccolo"),
        _("Which trick must be won in piccolo and piccolo ouvert; all others must be lost."),
        {"first": _("the first trick"), "any_one": _("any one trick")},
    ),
    "pass_is_final": OptionLabels(
        _("A pass is final"),
        _(
            "A player who has passed is skipped for the rest of the auction; otherwise a "
            "later bid is allowed."
        ),
    ),
    "hands": OptionLabels(
        _("Hands in a match"),
        _("After this many hands the highest total wins. Empty: the match stays open."),
    ),
}

STAKES = {"per_point": _("for each point of difference, between every two players")}

LABELS: Final = GameLabels(PRESETS, OPTIONS, STAKES)


class PandoerenWords(HandWords):
    """See ``HandWords``."""

    calls_help = _("From the dealer's left, as in: %(calls)s. Only players who bid may deny roem.")


# Hands

SEATS: Final = 4

KINDS: Final = {
    "piccolo": _("piccolo"),
    "misere": _("misère"),
    "kereltje": _("kereltje"),
    "zwabber": _("zwabber"),
    "solo_zwabber": _("solo zwabber"),
    "piccolo_ouvert": _("piccolo ouvert"),
    "misere_ouvert": _("misère ouvert"),
    "stil_praatje": _("stil praatje"),
    "pandoer": _("pandoer"),
    "praatje": _("praatje"),
    "prive": _("privé"),
}

NUMBER_MEANING: Final = _(
    "Needs that many points in cards, roem and stuk, together with the holder of the called ace."
)
PLUS_MEANING: Final = _("As pandoer, and that much in roem and stuk.")
MEANINGS: Final = {
    "piccolo": _("Alone: win the first trick, lose the rest."),
    "misere": _("Alone: lose every trick."),
    "kereltje": _("Win every trick, with the holder of the jass (jack of trumps)."),
    "zwabber": _(
        "No trumps: win the first four yourself, and all with the holder of the called ace."
    ),
    "solo_zwabber": _("Alone, no trumps: win every trick."),
    "piccolo_ouvert": _("As piccolo; the hand is shown at the second trick."),
    "misere_ouvert": _("As misère; the hand is shown at the second trick."),
    "stil_praatje": _("Alone: lose every trick, all hands shown, no talking."),
    "pandoer": _("Win every trick, with the holder of the called ace."),
    "praatje": _("Alone: lose every trick, all hands shown, the others may talk."),
    "prive": _("Alone: win every trick."),
}
ANY_PICCOLO: Final = _("Alone: win exactly one trick, whichever it is.")

OUTCOMES: Final = {
    "made": _("made"),
    "set": _("failed"),
    "passed_out": _("thrown in"),
}

FOURS: Final = {
    "Q": _("four queens"),
    "K": _("four kings"),
    "A": _("four aces"),
    "J": _("four jacks"),
}
RUNS: Final = {
    3: _("a run of three"),
    4: _("a run of four"),
    5: _("a run of five"),
    6: _("a run of six"),
    7: _("a run of seven"),
    8: _("a run of eight"),
}


def bid_words(bid: str) -> str:
    """Return the label of a bid: digits, "pandoer + 40"; an invalid one is unchanged."""
    if bid == "pass":
        return gettext("pass")
    kind, plus, roem = bid.partition("+")
    if plus and kind == "pandoer":
        return f"{KINDS[kind]} + {roem}"
    return str(KINDS.get(bid, bid))


def bids_words(bids: Sequence[str]) -> str:
    """Return the bids of a contract: the only one, or the first and the last."""
    first, last = bids[0], bids[-1]
    if "+" in first:
        return f"{bid_words('pandoer')} + …"
    return bid_words(first) if first == last else f"{first}–{last}"


def bid_meaning(bid: str, *, any_trick: bool = False) -> str:
    """Describe the bidder's task; `any_trick` if piccolo is won by any one trick."""
    if read_whole(bid) is not None:
        return str(NUMBER_MEANING)
    if "+" in bid:
        return str(PLUS_MEANING)
    return str(ANY_PICCOLO if any_trick and bid == "piccolo" else MEANINGS[bid])


def contract_words(bid: str, contract: Mapping[str, Any] | None, *, alone: bool = False) -> str:
    """Return the bid with trumps and call: "150 in spades, calls the ace of hearts".

    Empty without a contract. `alone` if a declarer who could call plays alone. An invalid suit or
    card is unchanged.
    """
    if contract is None:
        return ""
    trump, call = contract.get("trump"), contract.get("call")
    words = bid_words(bid)
    if trump is not None:
        words = gettext("%(bid)s in %(suit)s") % {
            "bid": words,
            "suit": SUIT_NAMES.get(trump, trump),
        }
    if call is not None:
        return gettext("%(contract)s, calls the %(card)s") % {
            "contract": words,
            "card": card_words(call),
        }
    if alone:
        return gettext("%(contract)s, alone") % {"contract": words}
    if bid == "kereltje":
        return gettext("%(contract)s, calls the jass") % {"contract": words}
    return words


def run_words(length: int, top: str) -> str:
    """Return a run by its length and its highest card: "a run of four to the king of hearts"."""
    return gettext("%(run)s to the %(card)s") % {"run": RUNS[length], "card": card_name(top)}


def announcement_words(name: str, value: int | None) -> str:
    """Describe an announcement of roem, with its value if recorded."""
    if value is None:
        return gettext("%(name)s announces roem") % {"name": name}
    return gettext("%(name)s announces %(value)d roem") % {"name": name, "value": value}


def denial_words(by: str, against: str) -> str:
    """Describe an attempt to deny roem."""
    return gettext("%(by)s denies the roem of %(against)s") % {"by": by, "against": against}


def stuk_words(name: str) -> str:
    """Describe the showing of king and queen of trumps."""
    return gettext("%(name)s announces stuk (king and queen of trumps), 20") % {"name": name}


def points_words(points: Mapping[str, int] | None) -> str:
    """Return the declaring side's points as they add up: "112 cards + 50 roem + 20 stuk = 182"."""
    if points is None:
        return ""
    parts = [gettext("%(count)d cards") % {"count": points["cards"]}]
    if points["roem"]:
        parts.append(gettext("%(count)d roem") % {"count": points["roem"]})
    if points["stuk"]:
        parts.append(gettext("%(count)d stuk") % {"count": points["stuk"]})
    if len(parts) == 1:
        return parts[0]
    return f"{' + '.join(parts)} = {points['total']}"
