"""Names of metrics and awards for people: gettext's messages, by key."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from standings.duplicate import Award

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


@dataclass(frozen=True, slots=True)
class MetricLabel:
    """The name, column heading and definition of a metric."""

    name: "StrPromise"
    abbreviation: "StrPromise"
    explanation: "StrPromise"


AWARD_LABELS: "dict[str, StrPromise]" = {
    Award.PLUS: _("average plus, at least 60 %"),
    Award.AVERAGE: _("average, 50 %"),
    Award.MINUS: _("average minus, at most 40 %"),
}
AWARD_SHORT: "dict[str, StrPromise]" = {
    Award.PLUS: pgettext_lazy("award", "A+"),
    Award.AVERAGE: pgettext_lazy("award", "A"),
    Award.MINUS: pgettext_lazy("award", "A−"),
}

METRIC_LABELS: dict[str, MetricLabel] = {
    "play_off": MetricLabel(
        _("One-hand play-off"),
        _("PO"),
        _(
            "One more hand between those still tied, or a domino or card drawn, as it was "
            "recorded. Counts only where all of the tied took part; the newest holds."
        ),
    ),
    "matchpoints": MetricLabel(
        _("Matchpoints in per cent"),
        _("MP %"),
        _(
            "Each deal is compared with all others who held the same hands: a point for each lower "
            "result, half a point for each equal one, in per cent of the most that could be had. "
            "The average of all deals played, compared exactly and rounded once. Deals count when "
            "their round is over at every table."
        ),
    ),
    "cross_score": MetricLabel(
        _("Cross score"),
        _("Cross"),
        _(
            "The average difference from each other result of those who held the same hands, added "
            "up over all deals, compared exactly and rounded once. Deals count when their round is "
            "over at every table."
        ),
    ),
    "bracket_place": MetricLabel(
        _("Place in the bracket"),
        _("Bracket"),
        _(
            "How far an entry got in the bracket: those who went out in the same round share the "
            "best of their places. Entries that were never in it come last."
        ),
    ),
    "lot": MetricLabel(
        _("Drawn lot"),
        _("Lot"),
        _(
            "Drawn when the event is finished, only for those still tied, and kept with its seed "
            "so that anyone can repeat the draw. The lowest comes first."
        ),
    ),
    "head_to_head": MetricLabel(
        _("Head to head"),
        _("H2H"),
        _(
            "Games won against those one is tied with, a draw half a win; counts only where all of "
            "them have met each other. Those whom it leaves level are compared again among "
            "themselves."
        ),
    ),
    "at_one_table": MetricLabel(
        _("At one table"),
        _("H2H"),
        _(
            "Points more than those one is tied with, at the tables they shared; counts only where "
            "all of them have sat with each other. Those whom it leaves level are compared again "
            "among themselves."
        ),
    ),
    "buchholz": MetricLabel(
        _("Buchholz"),
        _("Bhz"),
        _(
            "Games won by all opponents together, each counted as often as they were met: whoever "
            "met stronger opponents comes first. A draw counts as half a win. A bye adds one's own "
            "games won, as if one had met an opponent with the same record."
        ),
    ),
    "sonneborn_berger": MetricLabel(
        _("Sonneborn-Berger"),
        _("SB"),
        _(
            "For every game won, the games that its loser has won; for every game drawn, half of "
            "them. A bye counts as a game with an opponent of the same record."
        ),
    ),
    "points": MetricLabel(
        _("Points"), _("Pts"), _("All points together, including games in progress.")
    ),
    "average": MetricLabel(
        _("Points a hand"),
        _("Avg"),
        _(
            "All points divided by all hands played, compared exactly and shown in hundredths; "
            "what a bye scored is left out, and so are games whose hands nobody counted. A dash "
            "where no hands were counted: that comes last. Fair to those who had to sit out."
        ),
    ),
    "marks_a_hand": MetricLabel(
        _("Marks a hand"),
        _("Avg"),
        _(
            "All marks (or points) divided by all hands played, compared exactly and shown in "
            "hundredths; what a bye or a forfeit scored is left out, and so are games of which "
            "nobody counted the hands. A dash where no hands were counted: that comes last."
        ),
    ),
    "best_hand": MetricLabel(
        _("Best hand"),
        _("Best"),
        _(
            "The most points (or marks) made in one hand. A dash where no hand was written down: "
            "that comes last."
        ),
    ),
    "hands_played": MetricLabel(
        _("Hands played"),
        _("Hands"),
        _("Hands that were played, thrown-in ones included; a dash where nobody counted them."),
    ),
    "times_bid": MetricLabel(
        _("Times declarer"),
        _("Bid"),
        _(
            "Hands in which this player's bid was the highest; a dash where no hands were written "
            "down."
        ),
    ),
    "times_made": MetricLabel(
        _("Contracts made"),
        _("Made"),
        _(
            "Hands that this player bid and made. A dash where no hands were written down: that "
            "comes last."
        ),
    ),
    "games_won": MetricLabel(
        _("Games won"), _("W"), _("Finished games that were won; a draw counts as half a win.")
    ),
    "marks_for": MetricLabel(
        _("Marks for"),
        pgettext_lazy("marks", "For"),
        _("All marks (or points) won, including games in progress."),
    ),
    "marks_against": MetricLabel(
        _("Marks against"),
        pgettext_lazy("marks", "Against"),
        _("All marks (or points) of the opponents; fewer is better."),
    ),
    "difference": MetricLabel(_("Difference"), _("+/−"), _("Marks for minus marks against.")),
    "capped_difference": MetricLabel(
        _("Capped difference"),
        _("+/− cap"),
        _("The difference of each game, but none for more than the event's cap, either way."),
    ),
    "capped_for": MetricLabel(
        _("Capped marks for"),
        _("For cap"),
        _("Marks (or points) of each game, but of none more than the event's cap."),
    ),
    "meetings_won": MetricLabel(
        _("Meetings won"),
        _("Mtg"),
        _(
            "Series or meetings that were won: by games, where these are level by marks, else by "
            "what was decided at the table. One that stays level counts as half a win."
        ),
    ),
    "times_set": MetricLabel(
        _("Times set"),
        _("Set"),
        _(
            "Hands that were bid and not made; fewer is better. Decides only where all the hands "
            "of those who are level were written down; a dash where none were."
        ),
    ),
    "games_played": MetricLabel(_("Games played"), _("P"), _("Games that are finished.")),
    "games_lost": MetricLabel(_("Games lost"), _("L"), _("Finished games that were lost.")),
}


def tie_break_names(keys: Iterable[str]) -> list[str]:
    """Return the names of metrics in order; unknown keys are left out."""
    return [str(METRIC_LABELS[key].name) for key in keys if key in METRIC_LABELS]
