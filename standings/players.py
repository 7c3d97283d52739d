"""What single players are ranked by, besides what pairs are too."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.utils.translation import gettext_lazy as _

from standings.base import Metric, Total, Value
from standings.results import Results, Sums


class Points(Total):
    """A single player's points."""

    key = "points"
    name = _("Points")
    abbreviation = _("Pts")
    explanation = _("All points together, including games in progress.")

    def of(self, sums: Sums) -> int:
        """Own points."""
        return sums.marks_for


class Average(Total):
    """Points a hand; just where not everybody has played as many."""

    key = "average"
    name = _("Points a hand")
    abbreviation = _("Avg")
    explanation = _(
        "All points divided by all hands played, compared exactly and shown in hundredths; what a "
        "bye scored is left out, and so are games of which nobody counted the hands. A dash where "
        "no hands were counted: that comes last. Just to those who had to sit out."
    )
    looks_at = "counted"
    decimals = 2
    unknown_last = True

    def of(self, sums: Sums) -> Value:
        """Points a hand; None where no hand was counted."""
        return Fraction(sums.rated, sums.hands) if sums.hands else None


class MarksAHand(Average):
    """The same of pairs."""

    key = "marks_a_hand"
    name = _("Marks a hand")
    explanation = _(
        "All marks (or points) divided by all hands played, compared exactly and shown in "
        "hundredths; what a bye or a forfeit scored is left out, and so are games of which nobody "
        "counted the hands. A dash where no hands were counted: that comes last."
    )
    only_ranks = True


class BestHand(Metric):
    """The best single hand."""

    key = "best_hand"
    name = _("Best hand")
    abbreviation = _("Best")
    explanation = _(
        "The most points (or marks) made in one hand. A dash where no hand was written down: that "
        "comes last."
    )
    looks_at = "written"
    only_ranks = True
    unknown_last = True

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, Value]:
        """Whoever is tied; None before the first hand that was written down."""
        return {entry: results.best_hands.get(entry) for entry in tied}


class HandsPlayed(Total):
    """Hands; shown, never ranked by."""

    key = "hands_played"
    name = _("Hands played")
    abbreviation = _("Hands")
    explanation = _(
        "Hands that were played, thrown-in ones included; a dash where nobody counted them."
    )
    looks_at = "counted"
    ranks = False

    def of(self, sums: Sums) -> Value:
        """Hands; None where they were counted of no game."""
        return sums.hands if sums.counted or not sums.begun else None


class TimesBid(Total):
    """Hands declared; shown, never ranked by."""

    key = "times_bid"
    name = _("Times declarer")
    abbreviation = _("Bid")
    explanation = _(
        "Hands in which this player's bid was the highest; a dash where no hands were written down."
    )
    looks_at = "written"
    ranks = False

    def of(self, sums: Sums) -> Value:
        """Hands declared; None where no hand was written down."""
        return sums.times_bid if sums.written or not sums.begun else None


class TimesMade(Total):
    """Contracts made as declarer."""

    key = "times_made"
    name = _("Contracts made")
    abbreviation = _("Made")
    explanation = _(
        "Hands that this player bid and made. A dash where no hands were written down: that comes "
        "last."
    )
    looks_at = "written"
    unknown_last = True

    def of(self, sums: Sums) -> Value:
        """Hands declared and made; None where no hand was written down."""
        known = sums.written or not sums.begun
        return sums.times_bid - sums.times_set if known else None
