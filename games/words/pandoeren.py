"""The words of Pandoeren's presets, options and stakes; the game's own words stay Dutch."""

from django.utils.translation import gettext_lazy as _

from games.words.base import GameWords, OptionWords, PresetWords

PRESETS = {
    "standard": PresetWords(
        _("Standard"),
        _("Piccolo is the first trick and no other; who passed may bid again later."),
    ),
    "easy_piccolo": PresetWords(
        _("Easy piccolo"), _("Piccolo is made with exactly one trick, whichever it is.")
    ),
    "pass_out": PresetWords(
        _("Out after a pass"), _("A player who has passed is out of that hand's auction.")
    ),
}

OPTIONS = {
    "piccolo": OptionWords(
        _("Piccolo"),
        _("Which trick wins piccolo and piccolo ouvert; every other must be lost."),
        {"first": _("the first trick"), "any_one": _("any one trick")},
    ),
    "pass_is_final": OptionWords(
        _("A pass is final"),
        _(
            "A player who has passed is skipped for the rest of the auction; otherwise a "
            "later bid is allowed."
        ),
    ),
    "hands": OptionWords(
        _("Hands in a match"),
        _("After so many hands the highest total has won. Empty: the match stays open."),
    ),
}

STAKES = {"per_point": _("for each point of difference, between every two players")}

PANDOEREN = GameWords(PRESETS, OPTIONS, STAKES)
