"""A season's standings: summed and ranked in the database, written where they differ."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from copy import copy
from fractions import Fraction
from itertools import chain

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import Q
from django.utils import timezone

from leagues.exact import Cell, Worth, added_up, needs_lowest, ranked, rounded, score_of
from leagues.models import EveningResult, Season, SeasonStanding
from leagues.selectors.stale import Stale, stale_season
from leagues.selectors.table import cells_of, lowest_of
from leagues.services.summing import evenings_sum
from leagues.sql.numbers import placeholders
from leagues.sql.results import (
    COUNTED_ANEW,
    GONE,
    SEASON_WRITTEN,
    evenings_written,
    results_upserted,
)
from leagues.sql.totals import total_values, totals_written

TURNS = 3
"""Computations in a row, where changes keep coming."""
MANY = 2_000
"""Of more rows written at once the database's planner is told."""


def season_refresh(*, season_id: int, turns: int = TURNS) -> bool:
    """Bring a season's standings up to date; false where nothing newer had come.

    Only evenings whose event changed are summed, without a lock; the sums are written under the
    season's lock, and only those contenders added up whose evenings differ. Looks again whether
    a change has come meanwhile, so many ``turns`` in all. Versions are read before the sums: these
    may be newer than a version says, never older.
    """
    refreshed = False
    for _turn in range(turns):
        if (stale := stale_season(season_id)) is None:
            break
        refreshed = season_compute(stale=stale) or refreshed
    return refreshed


def season_compute(*, stale: Stale) -> bool:
    """Sum what is behind and write it; false where the season itself changed meanwhile.

    An evening that somebody else computed meanwhile is behind again. Locks the season to write.
    """
    summing, writing = _transactions()
    with connection.cursor() as cursor, summing:
        count = evenings_sum(cursor, stale.season, stale.evenings) if stale.evenings else 0
        with writing:
            return _write(cursor, stale, count)


def _transactions() -> tuple[AbstractContextManager[None], AbstractContextManager[None]]:
    """What the sums are made in, and what they are written in.

    SQLite locks out every other writer as soon as a transaction begins; PostgreSQL nobody before
    the season is locked, and one transaction is the quicker.
    """
    if connection.vendor == "postgresql":
        return transaction.atomic(), nullcontext()
    return nullcontext(), transaction.atomic()


def _write(cursor: CursorWrapper, stale: Stale, count: int) -> bool:
    """Write so many sums where they differ; false where the season changed. Locks the season."""
    season = stale.season
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    cursor.execute(SEASON_WRITTEN, [now, season.pk, season.version])
    if not cursor.rowcount:
        return False
    players, lowered = _results_write(cursor, stale, count) if stale.evenings else (set(), set())
    touched = [] if stale.whole else _touched(season, players, lowered)
    if not (stale.whole or touched):
        return True
    if season.has_fractions:
        _fractions_write(season, touched)
    else:
        marks = placeholders(len(touched)) if touched else ""
        cursor.execute(totals_written(season, marks), total_values(season, touched))
    return True


def _fractions_write(season: Season, touched: Sequence[int]) -> None:
    """Add up the ``touched``, or everybody where none are named, and rank all. Five queries."""
    stored = {
        row.contender_id: row for row in SeasonStanding.objects.filter(contender__season=season)
    }
    if any(not row.exact_total for row in stored.values()):
        touched = []
    divisions = dict(season.contenders.values_list("pk", "division"))
    cells, lowest = cells_of(season, touched), lowest_of(season)
    rows = {key: row for key, row in stored.items() if key in divisions}
    for contender in touched or divisions:
        found = list(cells.get(contender, {}).values())
        rows[contender] = _added(season, contender, found, lowest)
    for division in set(divisions.values()):
        worths = {key: _worth(row) for key, row in rows.items() if divisions[key] == division}
        for key, rank, tied in ranked(worths):
            before = stored.get(key)
            if before is rows[key] and (before.rank, before.tied) != (rank, tied):
                rows[key] = copy(before)
            rows[key].rank, rows[key].tied = rank, tied
    changed = [row for key, row in rows.items() if _differs(row, stored.get(key))]
    SeasonStanding.objects.bulk_create(
        changed, update_conflicts=True, unique_fields=["contender"], update_fields=_WRITTEN
    )


def _added(
    season: Season, contender: int, cells: Sequence[Cell], lowest: Mapping[int, Fraction]
) -> SeasonStanding:
    """A contender's evenings added up, without a rank."""
    found = added_up(season, [score_of(season, cell, lowest) for cell in cells])
    there = [cell for cell in cells if cell.attended]
    counted = [cell.hands for cell in there if cell.hands is not None]
    return SeasonStanding(
        contender_id=contender,
        qualified=len(there) >= max(1, season.minimum),
        total=rounded(found.total, season.total_decimals),
        best=None if found.best is None else rounded(found.best, season.evening_decimals),
        exact_total=str(found.total),
        exact_best="" if found.best is None else str(found.best),
        attended=len(there),
        counted=found.counted,
        hands=sum(counted) if counted or not there else None,
        **{name: sum(getattr(cell, name) or 0 for cell in there) for name in _ADDED},
    )


def _worth(row: SeasonStanding) -> Worth:
    return Worth(
        row.qualified,
        row.counted > 0,
        Fraction(row.exact_total or 0),
        row.wins,
        row.points,
        Fraction(row.exact_best) if row.exact_best else None,
    )


def _differs(row: SeasonStanding, stored: SeasonStanding | None) -> bool:
    return stored is None or any(getattr(row, name) != getattr(stored, name) for name in _WRITTEN)


_ADDED = ("games", "games_won", "games_drawn", "points")
_WRITTEN = (
    *("rank", "tied", "qualified", "total", "exact_total", "attended", "counted"),
    *("best", "exact_best", *_ADDED, "hands"),
)


def _results_write(cursor: CursorWrapper, stale: Stale, count: int) -> tuple[set[int], set[int]]:
    """Write the sums where they differ.

    Gives the players whose rows changed, and the evenings whose lowest score may have.
    """
    season, evenings = stale.season, stale.evenings
    keys, marks = list(evenings), placeholders(len(evenings))
    cursor.execute(results_upserted(season, marks), keys)
    written = _keys(cursor)
    seen = [(key, evening.version, evening.stored) for key, evening in evenings.items()]
    cursor.execute(evenings_written(season, len(seen)), list(chain.from_iterable(seen)))
    lowered, stored = set(), 0
    for key, lowest, version, results in cursor.fetchall():
        stored += results
        if not version or lowest != evenings[key].lowest or needs_lowest(season):
            lowered.add(key)
    if stored > count:
        cursor.execute(GONE.format(evenings=marks), keys)
        written += _keys(cursor)
    if len(written) > MANY and connection.vendor == "postgresql":
        # Tables that were empty a moment ago would be read as if they were still.
        for statement in COUNTED_ANEW:
            cursor.execute(statement)
    return set(written), lowered


def _keys(cursor: CursorWrapper) -> list[int]:
    """What a statement told of the rows it wrote."""
    return [key for (key,) in cursor.fetchall()]


def _touched(season: Season, players: set[int], lowered: set[int]) -> list[int]:
    """The contenders to add up anew: those who played, and those absent where the lowest moved."""
    if not players and not lowered:
        return []
    changed = Q(player__in=players)
    if lowered:
        there = EveningResult.objects.filter(evening__in=lowered, as_substitute=False)
        changed |= ~Q(player__in=there.values("player"))
    return list(season.contenders.filter(changed).values_list("pk", flat=True))
