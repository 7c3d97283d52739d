"""Rank entries by metrics in order: each splits the groups that the earlier ones left tied.

Entries that played unequal numbers of games can be compared by their figures per game.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Any

from standings.metrics import METRICS, Kept, Metric, Value
from standings.results import UNKNOWN, Known, Results, Sums

Group = tuple[int, ...]
Values = dict[str, Value]


@dataclass(frozen=True, slots=True)
class Row:
    """An entry's place. ``tied`` if others share the rank; ``values`` by metric key; ``known`` are
    the numbers of games with known hands, and with recorded hands; ``line`` is 0 in one ranking.

    Values are exact; ``None`` if unknown, or if the metric does not apply, such as head to head
    without a tie.
    """

    entry: int
    rank: int
    tied: bool
    values: Values
    known: Known = UNKNOWN
    line: int = 0

    @property
    def kept(self) -> dict[str, Kept]:
        """The values for storage, and the numbers of known games."""
        kept = {key: METRICS[key].kept(value) for key, value in self.values.items()}
        return kept | self.known._asdict()


def ranked(
    results: Results, order: Sequence[str], *, shown: Iterable[str] = tuple(METRICS)
) -> list[Row]:
    """Return every entry by rank; equal ranks by entry number.

    ``order`` and ``shown`` are metric keys: those that rank, and those shown beside them. Shared
    ranks leave a gap: 1, 2, 2, 4.
    """
    values: dict[int, Values] = {entry: {} for entry in results.entries}
    groups = _split(results, order, values)
    for key in shown:
        if key not in order and METRICS[key].is_shown_always:
            _note(METRICS[key], results.entries, results, values)
    rows: list[Row] = []
    for group in groups:
        rank = len(rows) + 1
        rows.extend(
            Row(entry, rank, len(group) > 1, values[entry], results.total(entry).known)
            for entry in group
        )
    return rows


def tied_before_lot(results: Results, order: Sequence[str]) -> list[Group]:
    """Return the groups that only a lot can separate: still tied when ``order`` reaches the lot."""
    if "lot" not in order:
        return []
    before = order[: list(order).index("lot")]
    groups = _split(results, before, {entry: {} for entry in results.entries})
    return [group for group in groups if len(group) > 1]


def _split(results: Results, order: Iterable[str], values: dict[int, Values]) -> list[Group]:
    """Return the groups that stay tied under all of ``order``, best first; store used values."""
    groups: list[Group] = [tuple(sorted(results.entries))] if results.entries else []
    for key in order:
        metric = METRICS[key]
        groups = [
            part
            for group in groups
            for part in _parts(group, metric, results, _note(metric, group, results, values))
        ]
    return groups


def _note(
    metric: Metric, group: Sequence[int], results: Results, values: dict[int, Values]
) -> Mapping[int, Value]:
    """Note the metric's values for a group, and return them."""
    found = metric.values(group, results)
    for entry in group:
        values[entry][metric.key] = found[entry]
    return found


def _parts(
    group: Group, metric: Metric, results: Results, found: Mapping[int, Value]
) -> list[Group]:
    """Return the group split by its values, best first; whole if the metric cannot split it."""
    unknown = tuple(entry for entry in group if found[entry] is None)
    if (unknown and not metric.unknown_last) or not metric.may_part(group, results):
        return [group]
    sign = -1 if metric.higher_is_better else 1

    def worth(entry: int) -> int | Fraction:
        number = found[entry]
        assert number is not None
        return sign * number

    known = sorted((entry for entry in group if found[entry] is not None), key=worth)
    parts = [tuple(same) for _, same in groupby(known, key=worth)]
    if metric.again and len(parts) > 1:
        parts = [
            smaller
            for part in parts
            for smaller in _parts(part, metric, results, metric.values(part, results))
        ]
    return [*parts, unknown] if unknown else parts


def by_line(results: Results, lines: Mapping[int, int]) -> dict[int, Results]:
    """Return the results of each line, to be ranked apart; without lines all of them as 0."""
    if not lines:
        return {0: results}
    return {
        line: replace(
            results, entries=tuple(entry for entry in results.entries if lines[entry] == line)
        )
        for line in sorted({lines[entry] for entry in results.entries})
    }


def with_lots(results: Results, lots: dict[int, int]) -> Results:
    """Return the same results with the places drawn."""
    return replace(results, lots=lots)


SHARED = frozenset(
    {"games_won", "games_lost", "games_drawn", "marks_for", "marks_against", "times_set"}
    | {"capped_for", "capped", "meetings_won", "meetings_drawn"}
) & set(Sums._fields)
"""Metrics that grow with the number of games."""


def by_the_game(results: Results) -> Results:
    """Return the results with every sum from games divided by the games played, exactly."""
    totals = {entry: _shared(sums) for entry, sums in results.totals.items()}
    return replace(results, totals=totals)


def ranked_by_the_game(
    results: Results, order: Sequence[str], *, shown: Iterable[str] = tuple(METRICS)
) -> list[Row]:
    """Return every entry by rank, compared per game; the totals shown are not divided."""
    whole = {row.entry: row for row in ranked(results, order, shown=shown)}
    return [
        replace(whole[row.entry], rank=row.rank, tied=row.tied, values=_values(row, whole))
        for row in ranked(by_the_game(results), order, shown=shown)
    ]


def _values(row: Row, whole: Mapping[int, Row]) -> dict[str, Any]:
    """Return totals; for metrics of ties the values that separated them."""
    plain = whole[row.entry].values
    return {
        key: plain[key] if METRICS[key].is_total and key in plain else value
        for key, value in row.values.items()
    }


def _shared(sums: Sums) -> Sums:
    games = sums.games_played
    if not games:
        return sums
    shares: dict[str, Any] = {name: Fraction(getattr(sums, name), games) for name in SHARED}
    return sums._replace(**shares)
