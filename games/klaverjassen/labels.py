"""The words of Klaverjassen: presets, options and stakes, then a hand. Roem, stuk, nat and pit stay
Dutch."""

from typing import ClassVar, Final

from django.utils.translation import gettext, ngettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.wording import GameLabels, HandWords, MetricLabel, OptionLabels, PresetLabels

PRESETS = {
    "amsterdam": PresetLabels(
        _("Amsterdam"),
        _(
            "16 hands; each plays or passes in turn, and if all pass the first must play. Whoever "
            "cannot follow need not trump the partner's trick."
        ),
    ),
    "rotterdam": PresetLabels(
        _("Rotterdam"),
        _("As Amsterdam, but whoever cannot follow always trumps, and higher if possible."),
    ),
    "union": PresetLabels(
        _("Union rules"),
        _("As Amsterdam, but the dealer speaks first."),
    ),
    "obliged": PresetLabels(
        _("Obliged to play"),
        _("As Amsterdam, but the dealer's left always plays and names trumps."),
    ),
    "redeal": PresetLabels(
        _("All pass: redeal"),
        _("As Amsterdam; if all pass the next player deals. Four jacks count 200."),
    ),
    "bidding": PresetLabels(
        _("Bidding points"),
        _("As Rotterdam, but players bid points; the highest bidder names trumps."),
    ),
}

OPTIONS = {
    "following": OptionLabels(
        _("Following suit"),
        _(
            "A hand that cannot follow has to trump: in Amsterdam only if the others are winning "
            "the trick, in Rotterdam always."
        ),
        {"amsterdam": _("Amsterdam"), "rotterdam": _("Rotterdam")},
    ),
    "naming": OptionLabels(
        _("Naming trumps"),
        _("Who plays and names trumps."),
        {
            "obliged": _("the first to speak always plays"),
            "in_turn": _("each plays or passes in turn"),
            "points": _("whoever bids the most points"),
        },
    ),
    "speaks_first": OptionLabels(
        _("Who speaks first"),
        _("The dealer's left leads to the first trick in either case."),
        {"forehand": _("the dealer's left"), "dealer": _("the dealer")},
    ),
    "all_pass": OptionLabels(
        _("All four pass"),
        _("The first to speak must play, or the next player deals."),
        {"first_must": _("the first to speak must play"), "redeal": _("redeal")},
    ),
    "lowest_bid": OptionLabels(_("Lowest bid"), _("Bids go up in tens from here.")),
    "jacks_count_double": OptionLabels(
        _("Four jacks count 200"), _("Otherwise 100, as any other four of a kind.")
    ),
    "defence_pit": OptionLabels(
        _("Pit counts for the others too"),
        _("Whether every trick brings 100 to a side that did not play."),
    ),
    "hands": OptionLabels(
        _("Hands in a match"),
        _("A boom is 16. After this many hands the higher total wins. Empty: play to a total."),
    ),
    "target": OptionLabels(
        _("Game to"), _("The total at which a match without a number of hands is won.")
    ),
}

STAKES = {
    "per_point": _("for each point of the difference"),
    "per_game": _("for a match won"),
}

LABELS: Final = GameLabels(PRESETS, OPTIONS, STAKES)

OUTCOMES: Final = {
    "made": _("made"),
    "set": _("nat"),
    "passed_out": _("thrown in"),
}
PIT: Final = _("pit")


class KlaverjasWords(HandWords):
    """See ``HandWords``."""

    bids = pgettext_lazy("Klaverjassen", "Played")
    own_bids = _("Played by them")
    their_bids = _("Played by the others")
    bid = pgettext_lazy("auction", "Call")
    bidder = _("Declarer")
    bid_by = _("Declarer")
    bids_first = _("speaks first")
    who_bid = pgettext_lazy("Klaverjassen", "Who plays")
    ask_bidder = _("Who plays?")
    calls_help = _("From who speaks first; x is who plays, as in: %(calls)s")
    line_begins = _("Start with the player who plays: %(letters)s.")
    set = OUTCOMES["set"]
    set_head = _("Nat")
    declarer_side = pgettext_lazy("Klaverjassen", "the declaring side")
    defence_side = pgettext_lazy("Klaverjassen", "the other side")
    made_or_set = _("Made or nat")
    bids_made = _("Hands made")
    bids_set = _("Nat")
    most_sets = _("Most hands nat in a match")
    most_sets_meaning = _("The match in which most hands were nat, those of both sides together.")
    times_set = ngettext_lazy("nat once", "nat %(count)s times", "count")
    metrics: ClassVar = {
        "points": MetricLabel(
            _("Points for"),
            pgettext_lazy("marks", "For"),
            _("All points won, including games in progress."),
        ),
        "times_set": MetricLabel(
            _("Times nat"),
            _("Nat"),
            _(
                "Hands that were played and not made; fewer is better. Decides only if all the "
                "hands of those who are level were recorded; a dash if none were."
            ),
        ),
    }


def bid_words(bid: str) -> str:
    """Return the label of a call: "pass", "plays", or the points that were bid."""
    return {"pass": gettext("pass"), "play": gettext("plays")}.get(bid, bid)
