"""What entries are ranked by: one small class a metric; their order is the event's choice.

A metric has a key and exact numbers; its name for people is made where it is shown.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import ClassVar

from standings.results import Results, Sums

Value = int | Fraction | None
"""An exact number; None where it is not known, or says nothing."""
Kept = int | str | None
"""The same as it is stored, see ``Metric.kept``."""


class Metric(ABC):
    """A number by which entries are compared.

    ``values`` is asked for the entries still tied (all of them, for the first metric) and gives
    each its number, exactly, or ``None`` where the metric says nothing about them. Who has none
    among others who have is then left with them or, where ``unknown_last``, comes behind them.
    ``again`` where those whom it leaves tied are compared once more, among themselves alone.
    ``ranks`` is false for what is only shown; ``needs_tie`` true for what means nothing outside a
    tie; ``only_ranks`` for what is computed and shown only where an event ranks by it.

    ``decimals`` are those that are kept and shown; ``parts`` where numbers are whole, or halves and
    quarters.
    ``looks_at`` names the games of ``Sums`` that it is worked out from, where these may be fewer
    than were begun: those ``counted``, or those ``written``.
    """

    key: ClassVar[str]
    higher_is_better: ClassVar[bool] = True
    ranks: ClassVar[bool] = True
    needs_tie: ClassVar[bool] = False
    only_ranks: ClassVar[bool] = False
    unknown_last: ClassVar[bool] = False
    again: ClassVar[bool] = False
    decimals: ClassVar[int] = 0
    parts: ClassVar[bool] = False
    looks_at: ClassVar[str] = ""

    @property
    def is_shown_always(self) -> bool:
        """Whether it is noted beside what ranks, although the event does not rank by it."""
        return not (self.needs_tie or self.only_ranks)

    @abstractmethod
    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, Value]:
        """The number of each of the tied."""

    def may_part(self, tied: Sequence[int], results: Results) -> bool:
        """Whether enough is known of the tied to compare them."""
        return True

    def kept(self, value: Value) -> Kept:
        """The number as it is stored.

        In the last of ``decimals``, halves up: 1.25 is 125 with two. ``parts`` are exact: 1 is 1,
        one and a half is "1.5".
        """
        if value is None:
            return None
        if not self.parts:
            number: int = floor(value * 10**self.decimals + Fraction(1, 2))
            return number
        hundredths = 100 * Fraction(value)
        assert hundredths.denominator == 1, "only halves and quarters are parts"
        whole, part = divmod(abs(hundredths.numerator), 100)
        sign = "-" if value < 0 else ""
        return int(value) if not part else f"{sign}{whole}.{part:02d}".rstrip("0")


class Total(Metric):
    """A metric that looks at an entry's own totals alone."""

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, Value]:
        """Taken from the totals, whoever is tied."""
        return {entry: self.of(results.total(entry)) for entry in tied}

    @abstractmethod
    def of(self, sums: Sums) -> Value:
        """The number of one entry."""


class PlayOffWon(Metric):
    """The place in a play-off."""

    key = "play_off"
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
    higher_is_better = False
    needs_tie = True

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, Value]:
        """Nothing unless all of the tied have drawn."""
        drawn = {entry: results.lots.get(entry) for entry in tied}
        if len(tied) < 2 or None in drawn.values():
            return dict.fromkeys(tied)
        return drawn


class HeadToHead(Metric):
    """Games won among the tied alone."""

    key = "head_to_head"
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
    parts = True
    only_ranks = True

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, Value]:
        """Whoever is tied."""
        return {entry: self._of(entry, results) for entry in tied}

    def _of(self, entry: int, results: Results) -> Fraction:
        found = (sums.wins * results.total(other).wins for other, sums in results.faced(entry))
        return sum(found, start=Fraction())


class Points(Total):
    """A single player's points."""

    key = "points"

    def of(self, sums: Sums) -> int:
        """Own points."""
        return sums.marks_for


class Average(Total):
    """Points a hand; just where not everybody has played as many."""

    key = "average"
    looks_at = "counted"
    decimals = 2
    unknown_last = True

    def of(self, sums: Sums) -> Value:
        """Points a hand; None where no hand was counted."""
        return Fraction(sums.rated, sums.hands) if sums.hands else None


class MarksAHand(Average):
    """The same of pairs."""

    key = "marks_a_hand"
    only_ranks = True


class BestHand(Metric):
    """The best single hand."""

    key = "best_hand"
    looks_at = "written"
    only_ranks = True
    unknown_last = True

    def values(self, tied: Sequence[int], results: Results) -> Mapping[int, Value]:
        """Whoever is tied; None before the first hand that was written down."""
        return {entry: results.best_hands.get(entry) for entry in tied}


class HandsPlayed(Total):
    """Hands; shown, never ranked by."""

    key = "hands_played"
    looks_at = "counted"
    ranks = False

    def of(self, sums: Sums) -> Value:
        """Hands; None where they were counted of no game."""
        return sums.hands if sums.counted or not sums.begun else None


class TimesBid(Total):
    """Hands declared; shown, never ranked by."""

    key = "times_bid"
    looks_at = "written"
    ranks = False

    def of(self, sums: Sums) -> Value:
        """Hands declared; None where no hand was written down."""
        return sums.times_bid if sums.written or not sums.begun else None


class TimesMade(Total):
    """Contracts made as declarer."""

    key = "times_made"
    looks_at = "written"
    unknown_last = True

    def of(self, sums: Sums) -> Value:
        """Hands declared and made; None where no hand was written down."""
        known = sums.written or not sums.begun
        return sums.times_bid - sums.times_set if known else None


class GamesWon(Total):
    """Games won."""

    key = "games_won"
    parts = True

    def of(self, sums: Sums) -> Value:
        """Games won."""
        return sums.wins


class MarksFor(Total):
    """Own marks or points."""

    key = "marks_for"

    def of(self, sums: Sums) -> int:
        """Own marks."""
        return sums.marks_for


class MarksAgainst(Total):
    """The opponents' marks or points."""

    key = "marks_against"
    higher_is_better = False

    def of(self, sums: Sums) -> int:
        """Opponents' marks."""
        return sums.marks_against


class Difference(Total):
    """Marks for less marks against."""

    key = "difference"

    def of(self, sums: Sums) -> int:
        """For less against."""
        return sums.marks_for - sums.marks_against


class CappedDifference(Total):
    """Differences of games, none counted for more than the cap."""

    key = "capped_difference"
    only_ranks = True

    def of(self, sums: Sums) -> int:
        """Capped differences."""
        return sums.capped


class CappedFor(Total):
    """Own marks, no game counted for more than the cap."""

    key = "capped_for"
    only_ranks = True

    def of(self, sums: Sums) -> int:
        """Capped marks."""
        return sums.capped_for


class MeetingsWon(Total):
    """Series or meetings won."""

    key = "meetings_won"
    parts = True
    only_ranks = True

    def of(self, sums: Sums) -> Value:
        """Meetings won."""
        return sums.meeting_wins


class TimesSet(Total):
    """Bids lost."""

    key = "times_set"
    looks_at = "written"
    higher_is_better = False

    def of(self, sums: Sums) -> Value:
        """Bids lost; None where no hand was written down."""
        return sums.times_set if sums.written or not sums.begun else None

    def may_part(self, tied: Sequence[int], results: Results) -> bool:
        """Only where nobody gains by games that were not written down."""
        return all(sums.written == sums.begun for sums in map(results.total, tied))


class GamesPlayed(Total):
    """Games finished; shown, never ranked by."""

    key = "games_played"
    ranks = False

    def of(self, sums: Sums) -> int:
        """Games finished."""
        return sums.games_played


class GamesLost(Total):
    """Games lost; shown, never ranked by."""

    key = "games_lost"
    higher_is_better = False
    ranks = False

    def of(self, sums: Sums) -> int:
        """Games lost."""
        return sums.games_lost


METRICS: dict[str, Metric] = {
    metric.key: metric
    for metric in (
        BracketPlace(),
        GamesPlayed(),
        GamesWon(),
        GamesLost(),
        MeetingsWon(),
        MarksFor(),
        MarksAgainst(),
        Difference(),
        CappedFor(),
        CappedDifference(),
        Points(),
        Average(),
        MarksAHand(),
        HandsPlayed(),
        HeadToHead(),
        AtOneTable(),
        Buchholz(),
        SonnebornBerger(),
        TimesBid(),
        TimesMade(),
        TimesSet(),
        BestHand(),
        PlayOffWon(),
        DrawnLot(),
    )
}
"""Every metric by its key."""

TIE_BREAKS: tuple[str, ...] = tuple(key for key, metric in METRICS.items() if metric.ranks)
"""The keys an event may rank by, of all games."""


def ranking(keys: Sequence[str], *, has_places: bool) -> tuple[str, ...]:
    """Those of ``keys`` that may rank; ``has_places`` where the format decides places itself."""
    return tuple(
        key for key in keys if METRICS[key].ranks and (has_places or key != BracketPlace.key)
    )


def usual_order(keys: Sequence[str], *, has_places: bool) -> tuple[str, ...]:
    """``keys``, after the places of a bracket where the format decides these."""
    return (BracketPlace.key, *keys) if has_places else tuple(keys)
