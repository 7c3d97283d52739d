"""From the sums of evenings to the results that differ."""

from leagues.models import Measure, Ranks, Season
from leagues.sql.numbers import rounded

SUMS = ("games", "games_won", "games_drawn", "points", "rated", "hands", "score")
_MAY_BE_NULL = ("hands", "score")

SEASON_WRITTEN = """
    UPDATE leagues_season SET standings_version = version, standings_at = %s
    WHERE id = %s AND version = %s
"""
"""The season, unless it changed meanwhile. It is locked by this."""
# Both databases name the columns of bare values alike: evening, its version, the one before.
_EVENINGS = """
    UPDATE leagues_evening SET lowest = made.lowest, is_held = made.evening_id IS NOT NULL,
        results_version = CASE WHEN results_version = seen.column3 THEN seen.column2 ELSE 0 END
    FROM (VALUES {seen}) seen
    LEFT JOIN (
        SELECT evening_id, MIN({score}) AS lowest
        FROM leagues_fresh WHERE NOT as_substitute GROUP BY evening_id
    ) made ON made.evening_id = seen.column1
    WHERE leagues_evening.id = seen.column1
    RETURNING leagues_evening.id, leagues_evening.lowest, leagues_evening.results_version, (
        SELECT COUNT(*) FROM leagues_eveningresult WHERE evening_id = leagues_evening.id
    )
"""
# What is the same is left out before: PostgreSQL would lock, and so write, every row it looks at.
# Its planner, which knows nothing of the temporary table, is told the evenings.
_UPSERT = """
    INSERT INTO leagues_eveningresult
        (evening_id, player_id, partner_id, as_substitute, {columns})
    SELECT fresh.evening_id, fresh.player_id, fresh.partner_id, fresh.as_substitute, {fresh}
    FROM (
        SELECT evening_id, player_id, partner_id, as_substitute, {sums}, {score} AS score
        FROM leagues_fresh
    ) fresh
    WHERE NOT EXISTS (
        SELECT 1 FROM leagues_eveningresult stored
        WHERE stored.evening_id = fresh.evening_id AND stored.evening_id IN ({evenings})
            AND stored.player_id = fresh.player_id AND {partner}
            AND stored.as_substitute = fresh.as_substitute AND {same}
    )
    ON CONFLICT {key} DO UPDATE SET {updates}
    RETURNING player_id
"""
_PARTNER = {
    Ranks.PLAYERS: "stored.partner_id IS NULL",
    Ranks.PAIRS: "stored.partner_id IS NOT NULL AND stored.partner_id = fresh.partner_id",
}
_KEY = {
    Ranks.PLAYERS: "(evening_id, player_id, as_substitute) WHERE partner_id IS NULL",
    Ranks.PAIRS: (
        "(evening_id, player_id, partner_id, as_substitute) WHERE partner_id IS NOT NULL"
    ),
}
GONE = """
    DELETE FROM leagues_eveningresult
    WHERE evening_id IN ({evenings})
        AND (evening_id, player_id, COALESCE(partner_id, 0), as_substitute) NOT IN (
            SELECT evening_id, player_id, COALESCE(partner_id, 0), as_substitute
            FROM leagues_fresh
        )
    RETURNING player_id
"""
COUNTED_ANEW = ("ANALYZE leagues_eveningresult", "ANALYZE leagues_evening")


def evenings_written(season: Season, count: int) -> str:
    """The statement that writes so many evenings' versions and lowest scores.

    It tells both, and how many results there are. An evening that somebody else wrote meanwhile
    gets version 0: it is behind again.
    """
    return _EVENINGS.format(seen=", ".join(["(%s, %s, %s)"] * count), score=_score(season))


def results_upserted(season: Season, evenings: str) -> str:
    """The statement that writes what was summed where it differs, telling whose rows did.

    ``evenings`` are placeholders for those that were summed.
    """
    return _UPSERT.format(
        evenings=evenings,
        columns=", ".join(SUMS),
        sums=", ".join(SUMS[:-1]),
        score=_score(season),
        key=_KEY[Ranks(season.ranks)],
        updates=", ".join(f"{column} = excluded.{column}" for column in SUMS),
        same=" AND ".join(_same(column) for column in SUMS),
        fresh=", ".join(f"fresh.{column}" for column in SUMS),
        partner=_PARTNER[Ranks(season.ranks)],
    )


def _same(column: str) -> str:
    same = "IS NOT DISTINCT FROM" if column in _MAY_BE_NULL else "="
    return f"stored.{column} {same} fresh.{column}"


def _score(season: Season) -> str:
    match Measure(season.measure):
        case Measure.POINTS:
            return "points"
        case Measure.GAMES_WON:
            return "10 * games_won + 5 * games_drawn"
        case Measure.AVERAGE:
            return rounded("rated", "hands", scale=100)
