"""What single players are ranked by, besides what pairs are too."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from tournaments.standings.base import Metric, Total
from tournaments.standings.results import Results, Sums


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
