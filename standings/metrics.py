"""Ranking metrics; their order is the event's choice.

A metric has a key and exact numbers; its label is made for display.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from standings.duplicate import DealTotals
from standings.results import Results, Sums
from standings.rounding import rounded

Value = int | Fraction | None
"""An exact number; None if unknown, or not applicable."""
Kept = int | str | None
"""A value as it is stored, see ``Metric.kept``."""
Values = Callable[[Sequence[int], Results], Mapping[int, Value]]


@dataclass(frozen=True, slots=True)
class Metric:
    """A number by which entries are compared.

    ``values`` takes the entries still tied (for the first metric all of them) and returns each
    one's number, or None if the metric does not apply. Entries without a number among others with
    one stay with them or, if ``unknown_last``, rank behind them. ``again`` if those left tied are
    compared once more among themselves. ``is_total`` if it depends only on an entry's own totals.
    ``ranks`` is false for metrics that are only shown; ``needs_tie`` true for those without a
    meaning outside a tie; ``only_ranks`` for those computed and shown only if an event ranks by
    them.

    ``decimals`` are those stored and shown; ``parts`` if numbers are whole, or halves and quarters.
    ``looks_at`` names the games of ``Sums`` on which it is based, if these may be fewer than were
    begun: those ``counted``, or those ``written``. ``needs_all_written`` if it separates only
    entries whose games were all recorded.
    """

    key: str
    values: Values
    higher_is_better: bool = True
    ranks: bool = True
    needs_tie: bool = False
    only_ranks: bool = False
    unknown_last: bool = False
    again: bool = False
    is_total: bool = False
    decimals: int = 0
    parts: bool = False
    looks_at: str = ""
    needs_all_written: bool = False

    @property
    def is_shown_always(self) -> bool:
        """Whether it is shown even if the event does not rank by it."""
        return not (self.needs_tie or self.only_ranks)

    def may_part(self, tied: Sequence[int], results: Results) -> bool:
        """Return whether enough is known of the tied to compare them."""
        totals = map(results.total, tied)
        return not self.needs_all_written or all(sums.written == sums.begun for sums in totals)

    def kept(self, value: Value) -> Kept:
        """Return the number as it is stored.

        Rounded to the last of ``decimals``: 1.25 is 125 with two. ``parts`` are exact: 1 is 1,
        one and a half is "1.5".
        """
        if value is None:
            return None
        if not self.parts:
            return rounded(value, self.decimals)
        hundredths = 100 * Fraction(value)
        assert hundredths.denominator == 1, "only halves and quarters are parts"
        whole, part = divmod(abs(hundredths.numerator), 100)
        sign = "-" if value < 0 else ""
        return int(value) if not part else f"{sign}{whole}.{part:02d}".rstrip("0")


def _total(key: str, of: Callable[[Sums], Value], **more: Any) -> Metric:
    """Return a metric of an entry's own totals."""

    def values(tied: Sequence[int], results: Results) -> Mapping[int, Value]:
        return {entry: of(results.total(entry)) for entry in tied}

    return Metric(key, values, is_total=True, **more)


def _of_written(of: Callable[[Sums], int]) -> Callable[[Sums], Value]:
    """Return the metric, but None if games were begun and no hand was recorded."""
    return lambda sums: of(sums) if sums.written or not sums.begun else None


def _of_counted(of: Callable[[Sums], int]) -> Callable[[Sums], Value]:
    """Return the metric, but None if games were begun and their hands were not counted."""
    return lambda sums: of(sums) if sums.counted or not sums.begun else None


def _of_games(of: Callable[[Sums], Value]) -> Callable[[Sums], Value]:
    """Return the metric, but None if only totals of rounds are known."""
    return lambda sums: None if sums.bare else of(sums)


def _a_hand(sums: Sums) -> Value:
    return Fraction(sums.rated, sums.hands) if sums.hands else None


def _play_off(tied: Sequence[int], results: Results) -> Mapping[int, Value]:
    """Return the places in the newest play-off that all of the tied took part in."""
    if len(tied) > 1:
        for order in reversed(results.play_offs):
            if set(tied) <= set(order):
                within = [entry for entry in order if entry in tied]
                return {entry: place for place, entry in enumerate(within, start=1)}
    return dict.fromkeys(tied)


def _bracket_place(tied: Sequence[int], results: Results) -> Mapping[int, Value]:
    """Return the places in the bracket, once it has placed anybody; others come last."""
    if not results.places:
        return dict.fromkeys(tied)
    last = len(results.entries)
    return {entry: results.places.get(entry, last) for entry in tied}


def _lot(tied: Sequence[int], results: Results) -> Mapping[int, Value]:
    """Return the drawn places, if all of the tied entries have drawn."""
    drawn = {entry: results.lots.get(entry) for entry in tied}
    return dict.fromkeys(tied) if len(tied) < 2 or None in drawn.values() else drawn


def _among_tied(of: Callable[[Results, int, Sequence[int]], Value]) -> Values:
    """Return a measure of the tied entries against each other, if all of them have met."""

    def values(tied: Sequence[int], results: Results) -> Mapping[int, Value]:
        if len(tied) < 2 or not results.all_have_met(tied):
            return dict.fromkeys(tied)
        return {entry: of(results, entry, tied) for entry in tied}

    return values


def _of_opponents(times: Callable[[Sums], int | Fraction]) -> Values:
    """Return the games won by all opponents, each counted as often as it was met."""

    def values(tied: Sequence[int], results: Results) -> Mapping[int, Value]:
        return {
            entry: sum(
                (times(sums) * results.total(other).wins for other, sums in results.faced(entry)),
                start=Fraction(),
            )
            for entry in tied
        }

    return values


def _best_hand(tied: Sequence[int], results: Results) -> Mapping[int, Value]:
    return {entry: results.best_hands.get(entry) for entry in tied}


def _compared(of: Callable[[DealTotals], Value]) -> Values:
    """Return a measure of the compared deals; None if an entry has none."""

    def values(tied: Sequence[int], results: Results) -> Mapping[int, Value]:
        known = results.compared
        return {entry: of(known[entry]) if entry in known else None for entry in tied}

    return values


BRACKET_PLACE: Final = "bracket_place"
MATCHPOINTS: Final = "matchpoints"
CROSS_SCORE: Final = "cross_score"
COMPARED: Final = (MATCHPOINTS, CROSS_SCORE)
"""Metrics of events with a deal set, besides those of the game."""

METRICS: dict[str, Metric] = {
    metric.key: metric
    for metric in (
        Metric(
            MATCHPOINTS,
            _compared(lambda totals: totals.percent),
            only_ranks=True,
            unknown_last=True,
            decimals=2,
        ),
        Metric(
            CROSS_SCORE,
            _compared(lambda totals: totals.cross),
            only_ranks=True,
            unknown_last=True,
            decimals=2,
        ),
        Metric(BRACKET_PLACE, _bracket_place, higher_is_better=False, only_ranks=True),
        _total("games_played", _of_games(lambda sums: sums.games_played), ranks=False),
        _total("games_won", _of_games(lambda sums: sums.wins), parts=True),
        _total(
            "games_lost",
            _of_games(lambda sums: sums.games_lost),
            higher_is_better=False,
            ranks=False,
        ),
        _total(
            "meetings_won", _of_games(lambda sums: sums.meeting_wins), parts=True, only_ranks=True
        ),
        _total("marks_for", lambda sums: sums.marks_for),
        _total("marks_against", _of_games(lambda sums: sums.marks_against), higher_is_better=False),
        _total("difference", _of_games(lambda sums: sums.marks_for - sums.marks_against)),
        _total("capped_for", _of_games(lambda sums: sums.capped_for), only_ranks=True),
        _total("capped_difference", _of_games(lambda sums: sums.capped), only_ranks=True),
        _total("points", lambda sums: sums.marks_for),
        _total("average", _a_hand, looks_at="counted", decimals=2, unknown_last=True),
        _total(
            "marks_a_hand",
            _a_hand,
            looks_at="counted",
            decimals=2,
            unknown_last=True,
            only_ranks=True,
        ),
        _total(
            "hands_played", _of_counted(lambda sums: sums.hands), looks_at="counted", ranks=False
        ),
        Metric(
            "head_to_head",
            _among_tied(lambda results, entry, tied: results.among(entry, tied).wins),
            parts=True,
            needs_tie=True,
            again=True,
        ),
        Metric("at_one_table", _among_tied(Results.ahead), needs_tie=True, again=True),
        Metric("buchholz", _of_opponents(lambda sums: sums.meetings), parts=True, only_ranks=True),
        Metric(
            "sonneborn_berger", _of_opponents(lambda sums: sums.wins), parts=True, only_ranks=True
        ),
        _total(
            "times_bid", _of_written(lambda sums: sums.times_bid), looks_at="written", ranks=False
        ),
        _total(
            "times_made",
            _of_written(lambda sums: sums.times_bid - sums.times_set),
            looks_at="written",
            unknown_last=True,
        ),
        _total(
            "times_set",
            _of_written(lambda sums: sums.times_set),
            looks_at="written",
            higher_is_better=False,
            needs_all_written=True,
        ),
        Metric("best_hand", _best_hand, looks_at="written", only_ranks=True, unknown_last=True),
        Metric("play_off", _play_off, higher_is_better=False, needs_tie=True),
        Metric("lot", _lot, higher_is_better=False, needs_tie=True),
    )
}
"""Every metric by its key."""

TIE_BREAKS: tuple[str, ...] = tuple(key for key, metric in METRICS.items() if metric.ranks)
"""The keys an event may rank by, of all games."""


def ranking(keys: Sequence[str], *, has_places: bool) -> tuple[str, ...]:
    """Return those of ``keys`` that may rank; ``has_places`` if the format decides places."""
    return tuple(key for key in keys if METRICS[key].ranks and (has_places or key != BRACKET_PLACE))


def usual_order(keys: Sequence[str], *, has_places: bool) -> tuple[str, ...]:
    """Return the default order of ``keys``: after the places of a bracket if the format decides
    these."""
    return (BRACKET_PLACE, *keys) if has_places else tuple(keys)
