"""What entries are ranked by: one small class a metric, their order is the event's choice."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from django.utils.translation import gettext_lazy as _

from tournaments.standings.results import Results, Sums

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Metric(ABC):
    """A number by which entries are compared.

    ``values`` is asked for the entries still tied (all of them, for the first metric) and gives
    each its number, or ``None`` where the metric says nothing about them. ``ranks`` is false for
    what is only shown; ``needs_tie`` true for what means nothing outside a tie. A number counts
    in the last of its ``decimals``: 125 with two of them is 1.25.
    """

    key: ClassVar[str]
    name: ClassVar["StrPromise"]
    abbreviation: ClassVar["StrPromise"]
    explanation: ClassVar["StrPromise"]
    higher_is_better: ClassVar[bool] = True
    ranks: ClassVar[bool] = True
    needs_tie: ClassVar[bool] = False
    decimals: ClassVar[int] = 0

    @abstractmethod
    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, int | None]:
        """The number of each of the tied."""


class Total(Metric):
    """A metric that looks at an entry's own totals alone."""

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, int | None]:
        """Taken from the totals, whoever is tied."""
        return {entry: self.of(results.total(entry)) for entry in tied}

    @abstractmethod
    def of(self, sums: Sums) -> int:
        """The number of one entry."""


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


class Points(Total):
    """A single player's points."""

    key = "points"
    name = _("Points")
    abbreviation = _("Pts")
    explanation = _("All points together, games under way included.")

    def of(self, sums: Sums) -> int:
        """Own points."""
        return sums.marks_for


class Average(Total):
    """Points a hand; just where not everybody has played as many."""

    key = "average"
    name = _("Points a hand")
    abbreviation = _("Avg")
    explanation = _(
        "All points divided by all hands played, rounded to hundredths; "
        "just to those who had to sit out."
    )
    decimals = 2

    def of(self, sums: Sums) -> int:
        """Hundredths of a point, halves rounded up; 0 before the first hand."""
        return (200 * sums.marks_for + sums.hands) // (2 * sums.hands) if sums.hands else 0


class HandsPlayed(Total):
    """Hands; shown, never ranked by."""

    key = "hands_played"
    name = _("Hands played")
    abbreviation = _("Hands")
    explanation = _("Hands that were played, thrown-in ones included.")
    ranks = False

    def of(self, sums: Sums) -> int:
        """Hands."""
        return sums.hands


class AtOneTable(Metric):
    """Points among the tied, at the tables they shared."""

    key = "at_one_table"
    name = _("At one table")
    abbreviation = _("H2H")
    explanation = _(
        "Points more than those one is tied with, at the tables they shared; "
        "counts only where all of them have sat with each other."
    )
    needs_tie = True

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, int | None]:
        """Nothing for a single entry, or where two of the tied have not sat together."""
        if len(tied) < 2 or not results.all_have_met(tied):
            return dict.fromkeys(tied)
        return {entry: results.ahead(entry, tied) for entry in tied}


class TimesBid(Total):
    """Hands declared; shown, never ranked by."""

    key = "times_bid"
    name = _("Times declarer")
    abbreviation = _("Bid")
    explanation = _("Hands in which this player's bid was the highest.")
    ranks = False

    def of(self, sums: Sums) -> int:
        """Hands declared."""
        return sums.times_bid


class TimesMade(Total):
    """Contracts made as declarer."""

    key = "times_made"
    name = _("Contracts made")
    abbreviation = _("Made")
    explanation = _("Hands that this player bid and made.")

    def of(self, sums: Sums) -> int:
        """Hands declared and made."""
        return sums.times_bid - sums.times_set


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
