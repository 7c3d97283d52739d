"""What entries are ranked by that was decided beside the games: at a table, by the bracket, by lot.

All of them are places: the lowest comes first.
"""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from standings.base import Metric, Value
from standings.results import Results


class PlayOffWon(Metric):
    """The place in a play-off."""

    key = "play_off"
    name = _("One-hand play-off")
    abbreviation = _("PO")
    explanation = _(
        "One more hand between those still tied, or a domino or card drawn, as it was recorded. "
        "Counts only where all of the tied took part; the newest holds."
    )
    higher_is_better = False
    needs_tie = True

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, Value]:
        """The place in the newest play-off that all of the tied took part in."""
        if len(tied) > 1:
            for order in reversed(results.play_offs):
                if set(tied) <= set(order):
                    within = [entry for entry in order if entry in tied]
                    return {entry: place for place, entry in enumerate(within, start=1)}
        return dict.fromkeys(tied)


class BracketPlace(Metric):
    """The place that the bracket gives."""

    key = "bracket_place"
    name = _("Place in the bracket")
    abbreviation = _("Place")
    explanation = _("How far an entry got in the bracket. Entries that were never in it come last.")
    higher_is_better = False
    only_ranks = True

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, Value]:
        """Nothing before the bracket has placed anybody; behind all places for who has none."""
        if not results.places:
            return dict.fromkeys(tied)
        last = len(results.entries)
        return {entry: results.places.get(entry, last) for entry in tied}


class DrawnLot(Metric):
    """The place drawn."""

    key = "lot"
    name = _("Drawn lot")
    abbreviation = _("Lot")
    explanation = _(
        "Drawn when the event is finished, only for those still tied, and kept with its "
        "seed so that anyone can repeat the draw. The lowest comes first."
    )
    higher_is_better = False
    needs_tie = True

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, Value]:
        """Nothing unless all of the tied have drawn."""
        drawn = {entry: results.lots.get(entry) for entry in tied}
        if len(tied) < 2 or None in drawn.values():
            return dict.fromkeys(tied)
        return drawn
