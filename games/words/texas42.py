"""The words of Texas 42's presets, options and stakes."""

from django.utils.translation import gettext_lazy as _

from games.words.base import GameWords, OptionWords, PresetWords
from games.words.dealing import either

WHEN = {"never": _("never"), "mark_bids": _("with a bid of 1 mark or more"), "any": _("always")}
DOUBLES = {
    "own": _("doubles a suit of their own, 6-6 high"),
    "own_low": _("doubles a suit of their own, 0-0 high"),
    "high": _("doubles high in their suits"),
    "low": _("doubles low in their suits"),
}

PRESETS = {
    "marks": PresetWords(
        _("Seven marks"), _("To seven marks, with nello, plunge and sevens. Four passes: redeal.")
    ),
    "points": PresetWords(
        _("250 points"),
        either(
            _("Both sides count their points; the shaker must bid; low-no after three passes."),
            _("Both sides count their points; the dealer must bid; low-no after three passes."),
        ),
    ),
    "straight": PresetWords(
        _("Straight 42"),
        either(
            _("Trump suits only: no nello, plunge, splash or sevens. The shaker is stuck."),
            _("Trump suits only: no nello, plunge, splash or sevens. The dealer is stuck."),
        ),
    ),
    "tournament": PresetWords(
        _("Tournament 42"),
        _("Seven suits, doubles and follow me, no special contracts. Nobody is forced to bid."),
    ),
    "splash": PresetWords(
        _("Plunge and splash"),
        _("Plunge for 3 marks, splash for 2; in both the partner names trumps and leads."),
    ),
    "everything": PresetWords(
        _("Everything"),
        _("Every contract, every kind of nello, and the partner may name any of them."),
    ),
}

OPTIONS = {
    "scoring": OptionWords(
        _("Scoring"),
        _("Marks: a hand is worth the marks that were bid. Points: the points taken are counted."),
        {"marks": _("marks"), "points": _("points")},
    ),
    "target": OptionWords(_("Game to"), _("The marks or points at which a game is won.")),
    "all_pass": OptionWords(
        _("All four pass"),
        either(
            _("Shake again with the next shaker, or the last player must bid."),
            _("Deal again with the next dealer, or the last player must bid."),
        ),
        {
            "redeal": either(_("shake again"), _("deal again")),
            "dealer_must_bid": either(_("the shaker must bid"), _("the dealer must bid")),
        },
    ),
    "max_opening_marks": OptionWords(
        _("Highest first mark bid"),
        _("A first mark bid may go up to this many; beyond that, bids rise one mark at a time."),
    ),
    "no_trump": OptionWords(_("Follow me"), _("No trumps: when a hand may be played so."), WHEN),
    "no_trump_doubles": OptionWords(
        _("Doubles in follow me"),
        _("How doubles may rank when there are no trumps."),
        {"high": DOUBLES["high"], "low": DOUBLES["low"]},
    ),
    "doubles_trump": OptionWords(
        _("Doubles as trumps"), _("The seven doubles are trumps: when that may be named."), WHEN
    ),
    "nello": OptionWords(
        _("Nello"),
        _("The bidder plays alone to lose every trick; a bid of 1 mark or more."),
        {
            "never": _("never"),
            "dealer_forced": either(
                _("only for a shaker who must bid"), _("only for a dealer who must bid")
            ),
            "any": _("always"),
        },
    ),
    "nello_doubles": OptionWords(
        _("Doubles in nello"), _("How doubles may count in nello."), DOUBLES
    ),
    "low_no": OptionWords(
        _("Low-no"),
        either(
            _("After three passes the shaker may bid to lose every trick."),
            _("After three passes the dealer may bid to lose every trick."),
        ),
    ),
    "plunge": OptionWords(
        _("Plunge"), _("With four doubles: the partner names trumps, and every trick must be won.")
    ),
    "plunge_marks": OptionWords(
        _("Plunge is bid as"), _("The marks that a plunge is worth at least.")
    ),
    "plunge_leader": OptionWords(
        _("Lead in plunge"),
        _("Who leads to the first trick of a plunge."),
        {"declarer": _("the bidder"), "partner": _("the partner")},
    ),
    "splash": OptionWords(
        _("Splash"), _("As plunge, with three doubles; the partner names trumps and leads.")
    ),
    "splash_marks": OptionWords(
        _("Splash is bid as"), _("The marks that a splash is worth at least.")
    ),
    "sevens": OptionWords(
        _("Sevens"),
        _("Everybody plays the domino nearest to seven pips; the bidders must win every trick."),
    ),
    "partner_may_choose": OptionWords(
        _("Partner may also name"),
        _("What the partner may name in plunge and splash instead of a suit."),
        {
            "no_trump": _("follow me"),
            "doubles": _("doubles"),
            "sevens": _("sevens"),
            "nello": _("nello"),
        },
    ),
    "hand_limit": OptionWords(
        _("Number of hands"),
        _(
            "After so many hands the higher marks (or points) win, and level ones are a draw. "
            "Empty: the game is played to its target."
        ),
    ),
    "opening_lead": OptionWords(
        _("First lead"),
        _("Whether the first lead must be a trump where there are trumps."),
        {"any": _("any domino"), "trump": _("a trump, if held")},
    ),
    "low_end_opening": OptionWords(
        _("Low end may be led"),
        _("The first lead may be announced to stand for its lower end."),
    ),
}

STAKES = {
    "per_mark": _("for each mark short"),
    "per_point": _("for each point of the difference"),
    "per_set": _("for each time set"),
}

TEXAS42 = GameWords(PRESETS, OPTIONS, STAKES)
