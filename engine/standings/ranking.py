"""Rank an event's entries by its metrics.

Entries that played unequal numbers of games can be compared by their figures per game.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.standings.criteria import Group, Value, parted, places, together
from engine.standings.metric import StoredValue
from engine.standings.metrics import METRICS
from engine.standings.results import UNKNOWN, GamesKnown, Results

Values = dict[str, Value]


@dataclass(frozen=True, slots=True)
class RankedEntry:
    """An entry's place. ``tied`` if others share the rank; ``values`` by metric key; ``known`` are
    the numbers of games with known hands, and with recorded hands; ``line`` is 0 in one ranking.

    Values are exact; ``None`` if unknown, or if the metric does not apply, such as head to head
    without a tie.
    """

    entry: int
    rank: int
    tied: bool
    values: Values
    known: GamesKnown = UNKNOWN
    line: int = 0

    @property
    def stored_values(self) -> dict[str, StoredValue]:
        """The values for storage, and the numbers of known games."""
        stored = {key: METRICS[key].stored(value) for key, value in self.values.items()}
        return stored | self.known._asdict()


def ranked(
    results: Results, order: Sequence[str], *, shown: Iterable[str] | None = None
) -> list[RankedEntry]:
    """Return every entry by rank; equal ranks by entry number.

    ``order`` and ``shown`` are metric keys: those that rank, and those shown beside them, by
    default all. Shared ranks leave a gap: 1, 2, 2, 4.
    """
    values: dict[int, Values] = {entry: {} for entry in results.entries}
    groups = _levels(results, order, values)
    for key in METRICS if shown is None else shown:
        if key not in order and METRICS[key].is_shown_always:
            _note(values, key, METRICS[key].values(results.entries, results))
    return [
        RankedEntry(entry, rank, tied, values[entry], results.total(entry).known)
        for entry, rank, tied in places(groups)
    ]


def tied_before_lot(results: Results, order: Sequence[str]) -> list[Group]:
    """Return the groups that only a lot can separate: still tied when ``order`` reaches the lot."""
    if "lot" not in order:
        return []
    before = order[: list(order).index("lot")]
    groups = _levels(results, before, {entry: {} for entry in results.entries})
    return [group for group in groups if len(group) > 1]


def _levels(results: Results, order: Iterable[str], values: dict[int, Values]) -> list[Group]:
    """Return the groups that stay tied under all of ``order``, best first; note used values."""
    groups = together(results.entries)
    for key in order:
        groups, of_metric = parted(groups, METRICS[key], results)
        _note(values, key, of_metric)
    return groups


def _note(values: dict[int, Values], key: str, of_metric: Mapping[int, Value]) -> None:
    for entry, value in of_metric.items():
        values[entry][key] = value


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


def by_the_game(results: Results) -> Results:
    """Return the results with every sum from games divided by the games played, exactly."""
    totals = {entry: sums.by_the_game() for entry, sums in results.totals.items()}
    return replace(results, totals=totals)


def ranked_by_the_game(
    results: Results, order: Sequence[str], *, shown: Iterable[str] | None = None
) -> list[RankedEntry]:
    """Return every entry by rank, compared per game; the totals shown are not divided."""
    whole = {row.entry: row for row in ranked(results, order, shown=shown)}
    return [
        replace(whole[row.entry], rank=row.rank, tied=row.tied, values=_values(row, whole))
        for row in ranked(by_the_game(results), order, shown=shown)
    ]


def _values(row: RankedEntry, whole: Mapping[int, RankedEntry]) -> Values:
    """Return totals; for metrics of ties the values that separated them."""
    plain = whole[row.entry].values
    return {
        key: plain[key] if METRICS[key].is_total and key in plain else value
        for key, value in row.values.items()
    }
