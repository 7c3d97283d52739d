"""A season's standings: summed and ranked in the database, written where they differ."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import F, Q
from django.utils import timezone

from leagues.models import EveningResult, Season
from leagues.selectors.awards import awards_of
from leagues.services.locking import season_locked
from leagues.sql.numbers import placeholders
from leagues.sql.results import (
    AWARDED,
    AWARDED_ALONE,
    CHANGED,
    COUNTED,
    COUNTED_ANEW,
    DELETE_GONE,
    DROPPED,
    FORFEITED,
    INDEXED,
    LOWEST,
    VERSIONS,
    results_summed,
    results_upserted,
    stints_found,
)
from leagues.sql.totals import RANKS, cell_values, totals_written

FEW = 20
"""Up to so many evenings behind, only those contenders are added up who were touched."""

MANY = 2_000
"""Of more rows written at once the database's planner is told."""


@dataclass(frozen=True, slots=True)
class Stale:
    """A season that is behind; ``evenings`` are the versions of the events that changed, by key."""

    season: Season
    evenings: Mapping[int, int]

    @property
    def whole(self) -> bool:
        """Whether every contender is to be added up anew."""
        season = self.season
        return season.version != season.standings_version or len(self.evenings) > FEW


def season_refresh(*, season_id: int, pause: float = 0) -> bool:
    """Bring a season's standings up to date; false where nothing newer had come.

    Only evenings whose event changed are summed, without a lock; the sums are written under the
    season's lock, and only those contenders added up whose evenings differ. Looks again until no
    change has come meanwhile. Versions are read before the sums: these may be newer than a version
    says, never older. ``pause`` is the seconds before computing again.
    """
    refreshed = False
    while (stale := stale_season(season_id)) is not None:
        if refreshed:
            time.sleep(pause)
        with _summed(stale):
            refreshed = _write(stale) or refreshed
    return refreshed


def stale_season(season_id: int) -> Stale | None:
    """What is behind in a season, if anything is. Two queries."""
    season = Season.objects.get(pk=season_id)
    behind = season.evenings.filter(event__isnull=False).exclude(
        results_version=F("event__version")
    )
    evenings = dict(behind.values_list("pk", "event__version"))
    if season.version == season.standings_version and not evenings:
        return None
    return Stale(season, evenings)


@contextmanager
def _summed(stale: Stale) -> Iterator[None]:
    """The stale evenings, summed into a temporary table."""
    with connection.cursor() as cursor:
        try:
            _sum(cursor, stale.season, list(stale.evenings))
            _award(cursor, stale.season, list(stale.evenings))
            yield
        finally:
            for statement in DROPPED:
                cursor.execute(statement)


def _sum(cursor: CursorWrapper, season: Season, keys: Sequence[int]) -> None:
    """Sum the evenings: first those on which nobody sat for another, then the others."""
    cursor.execute(CHANGED.format(evenings=placeholders(len(keys))), keys)
    changed = [evening for (evening,) in cursor.fetchall()]
    plain = [key for key in keys if key not in set(changed)]
    cursor.execute(results_summed(season, placeholders(len(plain)), stints=False), plain)
    if changed:
        marks = placeholders(len(changed))
        cursor.execute(stints_found(season, marks), changed)
        cursor.execute(INDEXED)
        cursor.execute(results_summed(season, marks, stints=True), changed)


def _award(cursor: CursorWrapper, season: Season, keys: Sequence[int]) -> None:
    """Add what was decided beside the hands: byes, forfeits, penalties and bonuses."""
    cursor.execute(FORFEITED)
    forfeited = [evening for (evening,) in cursor.fetchall()]
    for award in awards_of(season, keys, forfeited=forfeited):
        cursor.execute(AWARDED, [*award.sums, award.evening, award.player])
        if not cursor.rowcount:
            where = (award.evening, award.player, award.partner)
            cursor.execute(AWARDED_ALONE, [*award.sums, *where])


@transaction.atomic
def _write(stale: Stale) -> bool:
    """Write what differs, unless somebody wrote something as new meanwhile. Locks the season."""
    season = season_locked(stale.season.pk)
    if season.version != stale.season.version:
        return False
    known = dict(season.evenings.values_list("pk", "results_version"))
    evenings = {key: at for key, at in stale.evenings.items() if known.get(key, at) < at}
    players, lowered = _results_write(season, evenings)
    if stale.whole or players or lowered:
        _totals_write(season, _touched(season, players, lowered), whole=stale.whole)
    season.standings_version, season.standings_at = stale.season.version, timezone.now()
    season.save(update_fields=["standings_version", "standings_at"])
    return True


def _results_write(season: Season, evenings: Mapping[int, int]) -> tuple[set[int], set[int]]:
    """Write the sums of evenings, with their versions by key, where they differ.

    Gives the players whose rows changed, and the evenings whose lowest score did.
    """
    if not evenings:
        return set(), set()
    keys, marks = list(evenings), placeholders(len(evenings))
    pairs = ", ".join(["(%s, %s)"] * len(evenings))
    with connection.cursor() as cursor:
        cursor.execute(results_upserted(season, marks), keys)
        written = _keys(cursor)
        gone = _gone_delete(cursor, keys, marks)
        cursor.execute(LOWEST.format(evenings=marks), keys)
        lowered = _keys(cursor)
        cursor.execute(VERSIONS.format(pairs=pairs), list(chain.from_iterable(evenings.items())))
        if len(written) > MANY and connection.vendor == "postgresql":
            # Tables that were empty a moment ago would be read as if they were still.
            for statement in COUNTED_ANEW:
                cursor.execute(statement)
    return {*written, *gone}, set(lowered)


def _gone_delete(cursor: CursorWrapper, keys: Sequence[int], marks: str) -> list[int]:
    """Take out the rows of whoever did not play after all; whose they were."""
    cursor.execute(COUNTED.format(evenings=marks), [*keys, *keys])
    if cursor.fetchone() == (0,):
        return []
    cursor.execute(DELETE_GONE.format(evenings=marks), keys)
    return _keys(cursor)


def _keys(cursor: CursorWrapper) -> list[int]:
    """What a statement told of the rows it wrote."""
    return [key for (key,) in cursor.fetchall()]


def _touched(season: Season, players: set[int], lowered: set[int]) -> list[int]:
    """The contenders to add up anew: those who played, and those absent where the lowest moved."""
    changed = Q(player__in=players)
    if lowered:
        there = EveningResult.objects.filter(evening__in=lowered, as_substitute=False)
        changed |= ~Q(player__in=there.values("player"))
    return list(season.contenders.filter(changed).values_list("pk", flat=True))


def _totals_write(season: Season, contenders: Sequence[int], *, whole: bool) -> None:
    """Add the evenings up, of all contenders or of some, and rank everybody."""
    among = "" if whole else placeholders(len(contenders))
    keys = [] if whole else contenders
    with connection.cursor() as cursor:
        cursor.execute(totals_written(season, among), cell_values(season, keys))
        cursor.execute(RANKS, [season.pk])
