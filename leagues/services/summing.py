"""Summing a season's evenings into the temporary table, before anything is locked."""

from collections.abc import Iterable, Mapping, Sequence

from django.db import connection
from django.db.backends.utils import CursorWrapper

from leagues.models import Season
from leagues.selectors.awards import awards_of
from leagues.selectors.stale import Behind
from leagues.sql.fresh import (
    AWARDED,
    AWARDED_ALONE,
    CHANGED,
    FORFEITED,
    INTO,
    POSTGRES,
    POSTGRES_SHARED,
    SQLITE,
    Temporary,
    results_summed,
    stints_found,
)
from leagues.sql.numbers import placeholders

SHARED = 50
"""From so many evenings on PostgreSQL may share the sum out among its workers."""


def evenings_sum(cursor: CursorWrapper, season: Season, evenings: Mapping[int, Behind]) -> int:
    """Sum evenings into ``leagues_fresh``; how many sums there are.

    The score rows, and what was decided beside them. Half a dozen statements, and more for
    evenings with substitutes or awards. What an earlier computation left is gone.
    """
    count = _sum(cursor, season, list(evenings))
    cursor.execute(FORFEITED)
    awarded = {evening for (evening,) in cursor.fetchall()}
    awarded |= {key for key, evening in evenings.items() if evening.awarded}
    return count + (_award(cursor, season, sorted(awarded)) if awarded else 0)


def _sum(cursor: CursorWrapper, season: Season, keys: Sequence[int]) -> int:
    """First the evenings on which nobody sat for another, then the others."""
    temporary = _temporary(len(keys))
    _all(cursor, temporary.before)
    cursor.execute(CHANGED.format(evenings=placeholders(len(keys))), keys)
    changed = [evening for (evening,) in cursor.fetchall()]
    plain = [key for key in keys if key not in set(changed)]
    marks = placeholders(len(plain))
    cursor.execute(results_summed(season, marks, into=temporary.into), plain)
    count: int = cursor.rowcount
    if changed:
        marks = placeholders(len(changed))
        _all(cursor, temporary.stints)
        cursor.execute(stints_found(season, marks), changed)
        cursor.execute(results_summed(season, marks, into=INTO, stints=True), changed)
        count += cursor.rowcount
    _all(cursor, temporary.after)
    return count


def _temporary(evenings: int) -> Temporary:
    if connection.vendor == "postgresql":
        return POSTGRES if evenings < SHARED else POSTGRES_SHARED
    return SQLITE


def _award(cursor: CursorWrapper, season: Season, evenings: Sequence[int]) -> int:
    """Add byes, forfeits, penalties and bonuses; for how many who did not play at all."""
    alone = 0
    for award in awards_of(season, evenings):
        cursor.execute(AWARDED, [*award.sums, award.evening, award.player])
        if not cursor.rowcount:
            where = (award.evening, award.player, award.partner)
            cursor.execute(AWARDED_ALONE, [*award.sums, *where])
            alone += 1
    return alone


def _all(cursor: CursorWrapper, statements: Iterable[str]) -> None:
    for statement in statements:
        cursor.execute(statement)
