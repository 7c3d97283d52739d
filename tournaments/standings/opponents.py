"""What entries are ranked by that looks at whom they met, and how those did."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from tournaments.standings.base import Metric
from tournaments.standings.results import Results


class HeadToHead(Metric):
    """Games won among the tied alone."""

    key = "head_to_head"
    name = _("Head to head")
    abbreviation = _("H2H")
    explanation = _(
        "Games won against those one is tied with; "
        "counts only where all of them have met each other."
    )
    needs_tie = True

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, int | None]:
        """Nothing for a single entry, or where two of the tied have not met."""
        if len(tied) < 2 or not results.all_have_met(tied):
            return dict.fromkeys(tied)
        return {entry: results.among(entry, tied).games_won for entry in tied}


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


class Buchholz(Metric):
    """How well the opponents did."""

    key = "buchholz"
    name = _("Buchholz")
    abbreviation = _("Bhz")
    explanation = _(
        "Games won by all opponents together, each counted as often as they were met: "
        "who met the strong comes first. A bye adds nothing."
    )
    only_ranks = True

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, int | None]:
        """Whoever is tied."""
        return {entry: self._of(entry, results) for entry in tied}

    def _of(self, entry: int, results: Results) -> int:
        return sum(
            sums.meetings * results.total(other).games_won for other, sums in results.rivals(entry)
        )


class SonnebornBerger(Metric):
    """How well those did who were beaten."""

    key = "sonneborn_berger"
    name = _("Sonneborn-Berger")
    abbreviation = _("SB")
    explanation = _(
        "For every game won, the games that its loser has won; for every game drawn, half of them."
    )
    decimals = 1
    only_ranks = True

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, int | None]:
        """In tenths, so that a half is exact."""
        return {entry: self._of(entry, results) for entry in tied}

    def _of(self, entry: int, results: Results) -> int:
        return sum(
            (10 * sums.games_won + 5 * sums.games_drawn) * results.total(other).games_won
            for other, sums in results.rivals(entry)
        )
