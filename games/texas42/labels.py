"""The words of Texas 42: presets, options and stakes, then bids, contracts and results."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.utils.translation import gettext, ngettext, ngettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from core.figures import read_whole
from core.text import comma_list
from games.base import ContractLabel
from games.wording import (
    DealerTerm,
    GameLabels,
    HandWords,
    MetricLabel,
    OptionLabels,
    PresetLabels,
)

WHEN = {
    "never": _("never"),
    "mark_bids": _("with a bid of 1 mark or more"),
    "any": _("always"),
}
DOUBLES = {
    "own": _("doubles a suit of their own, 6-6 high"),
    "own_low": _("doubles a suit of their own, 0-0 high"),
    "high": _("doubles high in their suits"),
    "low": _("doubles low in their suits"),
}


def presets(says: DealerTerm) -> Mapping[str, PresetLabels]:
    return {
        "marks": PresetLabels(
            _("Seven marks"),
            _("To seven marks, with nello, plunge and sevens. Four passes: redeal."),
        ),
        "points": PresetLabels(
            _("250 points"),
            says.either(
                _("Both sides count their points; the shaker must bid; low-no after three passes."),
                _("Both sides count their points; the dealer must bid; low-no after three passes."),
            ),
        ),
        "straight": PresetLabels(
            _("Straight 42"),
            says.either(
                _("Trump suits only: no nello, plunge, splash or sevens. The shaker is stuck."),
                _("Trump suits only: no nello, plunge, splash or sevens. The dealer is stuck."),
            ),
        ),
        "tournament": PresetLabels(
            _("Tournament 42"),
            _("Seven suits, doubles and follow me, no special contracts. Nobody is forced to bid."),
        ),
        "splash": PresetLabels(
            _("Plunge and splash"),
            _("Plunge for 3 marks, splash for 2; in both the partner names trumps and leads."),
        ),
        "everything": PresetLabels(
            _("Everything"),
            _("Every contract, every kind of nello, and the partner may name any of them."),
        ),
    }


def options(says: DealerTerm) -> Mapping[str, OptionLabels]:
    return {
        "scoring": OptionLabels(
            _("Scoring"),
            _(
                "Marks: a hand is worth the marks that were bid. Points: the points taken are "
                "counted."
            ),
            {"marks": _("marks"), "points": _("points")},
        ),
        "target": OptionLabels(_("Game to"), _("The marks or points at which a game is won.")),
        "all_pass": OptionLabels(
            _("All four pass"),
            says.either(
                _("Shake again with the next shaker, or the last player must bid."),
                _("Deal again with the next dealer, or the last player must bid."),
            ),
            {
                "redeal": says.either(_("reshake"), _("redeal")),
                "dealer_must_bid": says.either(_("the shaker must bid"), _("the dealer must bid")),
            },
        ),
        "max_opening_marks": OptionLabels(
            _("Highest first mark bid"),
            _(
                "A first mark bid may go up to this many; beyond that, bids rise one mark at a "
                "time."
            ),
        ),
        "no_trump": OptionLabels(
            _("Follow me"), _("When a hand may be played without trumps."), WHEN
        ),
        "no_trump_doubles": OptionLabels(
            _("Doubles in follow me"),
            _("How doubles may rank when there are no trumps."),
            {"high": DOUBLES["high"], "low": DOUBLES["low"]},
        ),
        "doubles_trump": OptionLabels(
            _("Doubles as trumps"),
            _("When the seven doubles may be named as trumps."),
            WHEN,
        ),
        "nello": OptionLabels(
            _("Nello"),
            _("The bidder plays alone to lose every trick; a bid of 1 mark or more."),
            {
                "never": _("never"),
                "dealer_forced": says.either(
                    _("only for a shaker who must bid"),
                    _("only for a dealer who must bid"),
                ),
                "any": _("always"),
            },
        ),
        "nello_doubles": OptionLabels(
            _("Doubles in nello"), _("How doubles may count in nello."), DOUBLES
        ),
        "low_no": OptionLabels(
            _("Low-no"),
            says.either(
                _("After three passes the shaker may bid to lose every trick."),
                _("After three passes the dealer may bid to lose every trick."),
            ),
        ),
        "plunge": OptionLabels(
            _("Plunge"),
            _("With four doubles: the partner names trumps, and every trick must be won."),
        ),
        "plunge_marks": OptionLabels(
            _("Plunge is bid as"), _("The least that a plunge is worth, in marks.")
        ),
        "plunge_leader": OptionLabels(
            _("Lead in plunge"),
            _("Who leads to the first trick of a plunge."),
            {"declarer": _("the bidder"), "partner": _("the partner")},
        ),
        "splash": OptionLabels(
            _("Splash"),
            _("As plunge, with three doubles; the partner names trumps and leads."),
        ),
        "splash_marks": OptionLabels(
            _("Splash is bid as"), _("The least that a splash is worth, in marks.")
        ),
        "sevens": OptionLabels(
            _("Sevens"),
            _(
                "Everybody plays the domino nearest to seven pips; the bidders must win every "
                "trick."
            ),
        ),
        "partner_may_choose": OptionLabels(
            _("Partner may also name"),
            _("What the partner may name in plunge and splash instead of a suit."),
            {
                "no_trump": _("follow me"),
                "doubles": _("doubles"),
                "sevens": _("sevens"),
                "nello": _("nello"),
            },
        ),
        "hand_limit": OptionLabels(
            _("Number of hands"),
            _(
                "After this many hands the higher marks (or points) win; level totals are a draw. "
                "Empty: the game is played to its target."
            ),
        ),
        "opening_lead": OptionLabels(
            _("First lead"),
            _("Whether the first lead must be a trump if there are trumps."),
            {"any": _("any domino"), "trump": _("a trump, if held")},
        ),
        "low_end_opening": OptionLabels(
            _("Low end may be led"),
            _("The first lead may be announced to stand for its lower end."),
        ),
    }


STAKES = {
    "per_mark": _("for each mark short"),
    "per_point": _("for each point of the difference"),
    "per_set": _("for each time set"),
}


def labels_saying(says: DealerTerm) -> GameLabels:
    return GameLabels(presets(says), options(says), STAKES)


# Hands


class Texas42Words(HandWords):
    """See ``HandWords``; the dealer is called so."""

    declarer_side = _("the bidding side")
    unit = _("marks")
    amount = ngettext_lazy("%(shown)s mark", "%(shown)s marks", "size")
    metrics: ClassVar = {
        "meetings_won": MetricLabel(
            _("Meetings won"),
            _("Mtg"),
            _(
                "Series or meetings won: by games; if these are level, by marks; otherwise as "
                "decided at the table. One that stays level counts as half a win."
            ),
        ),
        "points": MetricLabel(
            _("Marks for"),
            pgettext_lazy("marks", "For"),
            _("All marks (or points) won, including games in progress."),
        ),
        "points_against": MetricLabel(
            _("Marks against"),
            pgettext_lazy("marks", "Against"),
            _("All marks (or points) of the opponents; fewer is better."),
        ),
        "difference": MetricLabel(_("Difference"), _("+/−"), _("Marks for minus marks against.")),
        "capped_for": MetricLabel(
            _("Capped marks for"),
            _("For cap"),
            _("Marks (or points) of each game, counted up to the event's cap."),
        ),
        "points_a_hand": MetricLabel(
            _("Marks per hand"),
            _("Avg"),
            _(
                "All marks (or points) divided by all hands played, compared exactly and shown to "
                "two decimals; scores for byes and forfeits are left out, and so are games whose "
                "hands were not counted. A dash means that no hands were counted; it ranks last."
            ),
        ),
    }


class ShakerWords(Texas42Words):
    """The same where the dealer is called the shaker."""

    dealer = _("Shaker")
    first_dealer = _("First shaker")
    deals = _("shakes")
    name_deals = _("%(name)s shakes")
    name_dealt = _("%(name)s shook.")
    who_deals_first = _("Who shakes first")
    dealers_drawn = _("First shakers are drawn.")
    calls_help = _("From the shaker's left, as in: %(calls)s")


SUITS: Final = (
    _("blanks"),
    _("ones"),
    _("twos"),
    _("threes"),
    _("fours"),
    _("fives"),
    _("sixes"),
)

KINDS: Final = {
    "doubles": _("doubles"),
    "no_trump": _("follow me"),
    "nello": _("nello"),
    "sevens": _("sevens"),
    "plunge": _("plunge"),
    "splash": _("splash"),
}

RANKINGS: Final = {
    "high": _("doubles high"),
    "low": _("doubles low"),
    "own": _("doubles a suit of their own"),
    "own_low": _("doubles a suit of their own, low"),
}

OUTCOMES: Final = {
    "made": _("made"),
    "set": _("set"),
    "passed_out": _("passed out"),
}


def bid_words(bid: str) -> str:
    """Return the label of a bid: ``"2m"`` is "2 marks"; points are digits."""
    if bid == "pass":
        return gettext("pass")
    if bid == "low-no":
        return gettext("low-no")
    count = read_whole(bid[:-1]) if bid.endswith("m") else None
    if count is not None:
        return ngettext("%(count)d mark", "%(count)d marks", count) % {"count": count}
    return bid


def suit_words(suit: int) -> str:
    """Return a suit's name; the number itself if there is no such suit."""
    return str(SUITS[suit]) if suit in range(len(SUITS)) else str(suit)


def kind_words(kind: str) -> str:
    """Return a contract's name; the word itself if there is none."""
    return str(KINDS.get(kind, kind))


def contract_words(contract: Mapping[str, Any] | None) -> ContractLabel:
    """Return a contract, played here or not; empty for a hand that was passed out."""
    if contract is None:
        return ContractLabel("")
    kind = contract["kind"]
    if kind == "doubles":
        return ContractLabel(kind_words(kind), piece="6-6")
    if "trump" in contract:
        suit = contract["trump"]
        named = suit_words(suit)
        text = named if kind == "trump" else comma_list((kind_words(kind), named))
        return ContractLabel(text, end=suit)
    if "as" in contract:
        return ContractLabel(comma_list((kind_words(kind), _ranked(contract["as"]))))
    return ContractLabel(_ranked(contract))


def _ranked(contract: Mapping[str, Any]) -> str:
    kind, ranking = contract["kind"], contract.get("doubles")
    usual = {"no_trump": "high", "nello": "own"}.get(kind)
    if ranking is None or ranking == usual:
        return kind_words(kind)
    return comma_list((kind_words(kind), RANKINGS.get(ranking, ranking)))
