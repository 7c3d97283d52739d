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
    what is only shown; ``needs_tie`` true for what means nothing outside a tie.
    """

    key: ClassVar[str]
    name: ClassVar["StrPromise"]
    abbreviation: ClassVar["StrPromise"]
    explanation: ClassVar["StrPromise"]
    higher_is_better: ClassVar[bool] = True
    ranks: ClassVar[bool] = True
    needs_tie: ClassVar[bool] = False

    @abstractmethod
    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, int | None]:
        """The number of each of the tied."""


class Total(Metric):
    """A metric that looks at an entry's own totals alone."""

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, int | None]:
        """Taken from the totals, whoever is tied."""
        return {entry: self.of(results.totals[entry]) for entry in tied}

    @abstractmethod
    def of(self, sums: Sums) -> int:
        """The number of one entry."""


class GamesWon(Total):
    """Games won."""

    key = "games_won"
    name = _("Games won")
    abbreviation = _("W")
    explanation = _("Finished games that the pair won.")

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
    explanation = _("Hands that the pair bid and did not make; fewer is better.")
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
    explanation = _("Finished games of the pair.")
    ranks = False

    def of(self, sums: Sums) -> int:
        """Games finished."""
        return sums.games_played


class GamesLost(Total):
    """Games lost; shown, never ranked by."""

    key = "games_lost"
    name = _("Games lost")
    abbreviation = _("L")
    explanation = _("Finished games that the pair lost.")
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
        HeadToHead(),
        TimesSet(),
        DrawnLot(),
    )
}
"""Every metric by its key, in the order in which tables show those not ranked by."""

TIE_BREAKS: tuple[str, ...] = tuple(key for key, metric in METRICS.items() if metric.ranks)
"""The keys an event may rank by."""

DEFAULT_TIE_BREAKS: tuple[str, ...] = (
    "games_won",
    "marks_for",
    "marks_against",
    "head_to_head",
    "times_set",
)
"""The usual order at 42 tournaments; a lot is drawn only where the organiser asks for it."""
