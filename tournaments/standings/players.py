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
        "All points divided by all hands played, rounded to hundredths; what a bye scored is left "
        "out. Just to those who had to sit out."
    )
    decimals = 2

    def of(self, sums: Sums) -> int:
        """Hundredths of a point, halves rounded up; 0 before the first hand."""
        played = sums.marks_for - sums.awarded
        return (200 * played + sums.hands) // (2 * sums.hands) if sums.hands else 0


class MarksAHand(Average):
    """The same of pairs."""

    key = "marks_a_hand"
    name = _("Marks a hand")
    explanation = _(
        "All marks (or points) divided by all hands played, rounded to hundredths; what a bye or a "
        "forfeit scored is left out."
    )
    only_ranks = True


class BestHand(Metric):
    """The best single hand."""

    key = "best_hand"
    name = _("Best hand")
    abbreviation = _("Best")
    explanation = _("The most points (or marks) made in one hand; 0 before the first.")
    only_ranks = True

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, int | None]:
        """Whoever is tied."""
        return {entry: results.best_hands.get(entry, 0) for entry in tied}


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
