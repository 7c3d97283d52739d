"""Comparing entries that played unequal numbers of games: all that they made, by the game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from standings.base import Total
from standings.metrics import METRICS
from standings.ranking import Row, ranked
from standings.results import Results, Sums

SHARED = frozenset(
    {"games_won", "games_lost", "games_drawn", "marks_for", "marks_against", "times_set"}
    | {"capped_for", "capped", "meetings_won", "meetings_drawn"}
) & set(Sums._fields)
"""What more games bring more of."""


def by_the_game(results: Results) -> Results:
    """The same results with everything that games bring divided by the games played, exactly."""
    totals = {entry: _shared(sums) for entry, sums in results.totals.items()}
    return replace(results, totals=totals)


def ranked_by_the_game(
    results: Results, order: Sequence[str], *, shown: Iterable[str] = tuple(METRICS)
) -> list[Row]:
    """Every entry by rank, compared by the game; what is noted of its totals is the whole."""
    whole = {row.entry: row for row in ranked(results, order, shown=shown)}
    return [
        replace(whole[row.entry], rank=row.rank, tied=row.tied, values=_values(row, whole))
        for row in ranked(by_the_game(results), order, shown=shown)
    ]


def _values(row: Row, whole: Mapping[int, Row]) -> dict[str, Any]:
    """Totals as they are; what looks at who is tied, as it parted them."""
    plain = whole[row.entry].values
    return {
        key: plain[key] if isinstance(METRICS[key], Total) and key in plain else value
        for key, value in row.values.items()
    }


def _shared(sums: Sums) -> Sums:
    games = sums.games_played
    if not games:
        return sums
    shares: dict[str, Any] = {name: Fraction(getattr(sums, name), games) for name in SHARED}
    return sums._replace(**shares)
