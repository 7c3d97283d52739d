"""What entries are ranked by that looks at whom they met, and how those did."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.utils.translation import gettext_lazy as _

from standings.base import Metric, Value
from standings.results import Results


class HeadToHead(Metric):
    """Games won among the tied alone."""

    key = "head_to_head"
    name = _("Head to head")
    abbreviation = _("H2H")
    explanation = _(
        "Games won against those one is tied with, a draw half a win; counts only where all of "
        "them have met each other. Those whom it leaves level are compared again among themselves."
    )
    parts = True
    needs_tie = True
    again = True

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, Value]:
        """Nothing for a single entry, or where two of the tied have not met."""
        if len(tied) < 2 or not results.all_have_met(tied):
            return dict.fromkeys(tied)
        return {entry: results.among(entry, tied).wins for entry in tied}


class AtOneTable(Metric):
    """Points among the tied, at the tables they shared."""

    key = "at_one_table"
    name = _("At one table")
    abbreviation = _("H2H")
    explanation = _(
        "Points more than those one is tied with, at the tables they shared; "
        "counts only where all of them have sat with each other. Those whom it leaves level are "
        "compared again among themselves."
    )
    needs_tie = True
    again = True

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, Value]:
        """Nothing for a single entry, or where two of the tied have not sat together."""
        if len(tied) < 2 or not results.all_have_met(tied):
            return dict.fromkeys(tied)
        return {entry: results.ahead(entry, tied) for entry in tied}


class Buchholz(Metric):
    """How well the opponents did."""

    key = "buchholz"
    name = _("Buchholz")
    abbreviation = _("Bhz")
    explanation = _(
        "Games won by all opponents together, each counted as often as they were met: who met the "
        "strong comes first. A draw counts as half a win. A bye adds one's own games won, as if "
        "one had met somebody who stands as one does oneself."
    )
    parts = True
    only_ranks = True

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, Value]:
        """Whoever is tied."""
        return {entry: self._of(entry, results) for entry in tied}

    def _of(self, entry: int, results: Results) -> Fraction:
        found = (sums.meetings * results.total(other).wins for other, sums in results.faced(entry))
        return sum(found, start=Fraction())


class SonnebornBerger(Metric):
    """How well those did who were beaten."""

    key = "sonneborn_berger"
    name = _("Sonneborn-Berger")
    abbreviation = _("SB")
    explanation = _(
        "For every game won, the games that its loser has won; for every game drawn, half of them. "
        "A bye counts as a game with somebody who stands as one does oneself."
    )
    parts = True
    only_ranks = True

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, Value]:
        """Whoever is tied."""
        return {entry: self._of(entry, results) for entry in tied}

    def _of(self, entry: int, results: Results) -> Fraction:
        found = (sums.wins * results.total(other).wins for other, sums in results.faced(entry))
        return sum(found, start=Fraction())
