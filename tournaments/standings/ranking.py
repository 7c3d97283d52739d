"""Ranking by metrics in order: each splits the groups that the earlier ones left tied."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tournaments.standings.base import Metric
from tournaments.standings.metrics import METRICS
from tournaments.standings.results import Results

Group = tuple[int, ...]
Values = dict[str, int | None]


@dataclass(frozen=True, slots=True)
class Row:
    """An entry's place. ``tied`` where others share the rank; ``values`` by metric key.

    A value is ``None`` where the metric had nothing to say about the entry, as a head to head
    for somebody who is not tied.
    """

    entry: int
    rank: int
    tied: bool
    values: Values


def ranked(
    results: Results, order: Sequence[str], *, shown: Iterable[str] = tuple(METRICS)
) -> list[Row]:
    """Every entry by rank; those that share one by their numbers.

    ``order`` and ``shown`` are metric keys: what ranks, and what is noted beside it. Shared ranks
    leave a gap: 1, 2, 2, 4.
    """
    values: dict[int, Values] = {entry: {} for entry in results.entries}
    groups = _split(results, order, values)
    for key in shown:
        if key not in order and METRICS[key].is_shown_always:
            _note(METRICS[key], results.entries, results, values)
    rows: list[Row] = []
    for group in groups:
        rank = len(rows) + 1
        rows.extend(Row(entry, rank, len(group) > 1, values[entry]) for entry in group)
    return rows


def tied_before_lot(results: Results, order: Sequence[str]) -> list[Group]:
    """The groups that only a lot can part: still tied when ``order`` comes to the lot."""
    if "lot" not in order:
        return []
    before = order[: list(order).index("lot")]
    groups = _split(results, before, {entry: {} for entry in results.entries})
    return [group for group in groups if len(group) > 1]


def _split(results: Results, order: Iterable[str], values: dict[int, Values]) -> list[Group]:
    """The groups that stay tied under all of ``order``, best first; notes what was looked at."""
    groups: list[Group] = [tuple(sorted(results.entries))] if results.entries else []
    for key in order:
        metric = METRICS[key]
        groups = [
            part
            for group in groups
            for part in _parts(group, _note(metric, group, results, values), metric)
        ]
    return groups


def _note(
    metric: Metric, group: Sequence[int], results: Results, values: dict[int, Values]
) -> dict[int, int]:
    """Write down the metric's values for a group; gives back what it can be sorted by."""
    found = metric.values(group, results)
    for entry in group:
        values[entry][metric.key] = found[entry]
    return {entry: number for entry, number in found.items() if number is not None}


def _parts(group: Group, numbers: dict[int, int], metric: Metric) -> list[Group]:
    """The group parted by the numbers, best first; whole where not everybody has one."""
    if len(numbers) < len(group):
        return [group]
    sign = -1 if metric.higher_is_better else 1

    def worth(entry: int) -> int:
        return sign * numbers[entry]

    return [tuple(same) for _, same in groupby(sorted(group, key=worth), key=worth)]


def with_lots(results: Results, lots: dict[int, int]) -> Results:
    """The same results with the places drawn."""
    return replace(results, lots=lots)
