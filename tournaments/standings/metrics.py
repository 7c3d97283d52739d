"""What entries are ranked by: one small class a metric, their order is the event's choice."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from tournaments.standings.base import Metric, Total
from tournaments.standings.players import (
    AtOneTable,
    Average,
    HandsPlayed,
    Points,
    TimesBid,
    TimesMade,
)
from tournaments.standings.results import Results, Sums


class GamesWon(Total):
    """Games won."""

    key = "games_won"
    name = _("Games won")
    abbreviation = _("W")
    explanation = _("Finished games that were won.")

    def of(self, sums: Sums) -> int:
        """Games won."""
        return sums.games_won


class MarksFor(Total):
    """Own marks or points."""

    key = "marks_for"
    name = _("Marks for")
    abbreviation = _("For")
    explanation = _("All marks (or points) of the pair, games under way included.")

    def of(self, sums: Sums) -> int:
        """Own marks."""
        return sums.marks_for


class MarksAgainst(Total):
    """The opponents' marks or points."""

    key = "marks_against"
    name = _("Marks against")
    abbreviation = _("Agst")
    explanation = _("All marks (or points) of the opponents; fewer is better.")
    higher_is_better = False

    def of(self, sums: Sums) -> int:
        """Opponents' marks."""
        return sums.marks_against


class Difference(Total):
    """Marks for less marks against."""

    key = "difference"
    name = _("Difference")
    abbreviation = _("+/−")
    explanation = _("Marks for less marks against.")

    def of(self, sums: Sums) -> int:
        """For less against."""
        return sums.marks_for - sums.marks_against


class HeadToHead(Metric):
    """Games won among the tied alone."""

    key = "head_to_head"
    name = _("Head to head")
    abbreviation = _("H2H")
    explanation = _(
        "Games won against those with whom the pair is tied; "
        "counts only where all of them have met each other."
    )
    needs_tie = True

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, int | None]:
        """Nothing for a single entry, or where two of the tied have not met."""
        if len(tied) < 2 or not results.all_have_met(tied):
            return dict.fromkeys(tied)
        return {entry: results.among(entry, tied).games_won for entry in tied}


class TimesSet(Total):
    """Bids lost."""

    key = "times_set"
    name = _("Times set")
    abbreviation = _("Set")
    explanation = _("Hands that were bid and not made; fewer is better.")
    higher_is_better = False

    def of(self, sums: Sums) -> int:
        """Bids lost."""
        return sums.times_set


class DrawnLot(Metric):
    """The place drawn."""

    key = "lot"
    name = _("Drawn lot")
    abbreviation = _("Lot")
    explanation = _(
        "Drawn when the event is finished, and only by those still tied; "
        "recorded with its seed, so that anybody can draw it again. The lowest comes first."
    )
    higher_is_better = False
    needs_tie = True

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, int | None]:
        """Nothing unless all of the tied have drawn."""
        drawn = {entry: results.lots.get(entry) for entry in tied}
        if len(tied) < 2 or None in drawn.values():
            return dict.fromkeys(tied)
        return drawn


class GamesPlayed(Total):
    """Games finished; shown, never ranked by."""

    key = "games_played"
    name = _("Games played")
    abbreviation = _("P")
    explanation = _("Games that are finished.")
    ranks = False

    def of(self, sums: Sums) -> int:
        """Games finished."""
        return sums.games_played


class GamesLost(Total):
    """Games lost; shown, never ranked by."""

    key = "games_lost"
    name = _("Games lost")
    abbreviation = _("L")
    explanation = _("Finished games that were lost.")
    higher_is_better = False
    ranks = False

    def of(self, sums: Sums) -> int:
        """Games lost."""
        return sums.games_lost


METRICS: dict[str, Metric] = {
    metric.key: metric
    for metric in (
        GamesPlayed(),
        GamesWon(),
        GamesLost(),
        MarksFor(),
        MarksAgainst(),
        Difference(),
        Points(),
        Average(),
        HandsPlayed(),
        HeadToHead(),
        AtOneTable(),
        TimesBid(),
        TimesMade(),
        TimesSet(),
        DrawnLot(),
    )
}
"""Every metric by its key."""

TIE_BREAKS: tuple[str, ...] = tuple(key for key, metric in METRICS.items() if metric.ranks)
"""The keys an event may rank by, of all games."""

_OF_PAIRS = (
    *("games_played", "games_won", "games_lost", "marks_for", "marks_against", "difference"),
    *("head_to_head", "times_set", "lot"),
)
_OF_PLAYERS = ("games_played", "games_won", "points", "average", "hands_played", "at_one_table")

METRICS_OF: dict[str, tuple[str, ...]] = {
    "texas42": _OF_PAIRS,
    "pandoeren": (*_OF_PLAYERS, "times_bid", "times_made", "times_set", "lot"),
    "dummy_spades": (*_OF_PLAYERS, "lot"),
}
"""What is shown of a game, in the order in which tables show those not ranked by."""

TIE_BREAKS_OF: dict[str, tuple[str, ...]] = {
    game: tuple(key for key in keys if METRICS[key].ranks) for game, keys in METRICS_OF.items()
}
"""The keys an event of a game may rank by."""

DEFAULT_TIE_BREAKS: dict[str, tuple[str, ...]] = {
    "texas42": ("games_won", "marks_for", "marks_against", "head_to_head", "times_set"),
    "pandoeren": ("points", "games_won", "at_one_table"),
    "dummy_spades": ("games_won", "points", "at_one_table"),
}
"""The usual order; a lot is drawn only where the organiser asks for it."""
