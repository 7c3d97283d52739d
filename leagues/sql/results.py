"""Sums of the score rows by evening and by who played: the one pass over everything played.

The sums go to a temporary table, ``leagues_fresh``, and from there to the results that differ.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from leagues.models import Measure, Ranks, Season, SubstituteRule
from leagues.sql.numbers import rounded

SUMS = ("games", "games_won", "points", "hands", "score")

CHANGED = """
    SELECT DISTINCT evening.id
    FROM leagues_evening evening
    JOIN tournaments_entry entry ON entry.event_id = evening.event_id
    JOIN tournaments_entryplayer line ON line.entry_id = entry.id
    WHERE evening.id IN ({evenings}) AND line.from_round <> entry.joined_round
"""
"""The evenings on which somebody sits for another."""

# From which round up to before which somebody sits, only in entries in which people change.
_STINTS = """
    CREATE TEMPORARY TABLE leagues_stint AS
    WITH changed AS (
        SELECT DISTINCT line.entry_id
        FROM leagues_evening evening
        JOIN tournaments_entry entry ON entry.event_id = evening.event_id
        JOIN tournaments_entryplayer line ON line.entry_id = entry.id
        WHERE evening.id IN ({evenings}) AND line.from_round <> entry.joined_round
    ),
    turns AS (
        SELECT line.id, line.from_round,
            ROW_NUMBER() OVER seat AS turn, LEAD(line.from_round, 1, 99999) OVER seat AS until
        FROM changed
        JOIN tournaments_entryplayer line ON line.entry_id = changed.entry_id
        WINDOW seat AS (PARTITION BY line.entry_id, line.place ORDER BY line.from_round)
    )
    SELECT id, {stint} FROM turns
"""
_SUMMED = """
    {into}
    WITH wanted AS (SELECT id, event_id FROM leagues_evening WHERE id IN ({evenings}))
    SELECT wanted.id AS evening_id, {player} AS player_id, {partner} AS partner_id,
        {substitute} AS as_substitute,
        COUNT(CASE WHEN side.is_over THEN 1 END) AS games,
        COUNT(CASE WHEN side.won THEN 1 END) AS games_won,
        SUM(side.total) AS points, SUM(side.hands) AS hands,
        COUNT(CASE WHEN seat.forfeited THEN 1 END) AS forfeits
    FROM wanted
    JOIN tournaments_round leg ON leg.event_id = wanted.event_id
    JOIN tournaments_table spot ON spot.round_id = leg.id
    JOIN tournaments_game game ON game.table_id = spot.id
    JOIN tournaments_tableseat seat ON seat.table_id = spot.id
    JOIN scoring_side side ON side.match_id = game.match_id AND side.number = seat.side
    {seated}
    GROUP BY {keys}
"""
_SEATED = """
    JOIN tournaments_entryplayer {who} ON {who}.entry_id = seat.entry_id {place}
"""
_STINT_OF = """
    LEFT JOIN leagues_stint {who}_stint ON {who}_stint.id = {who}.id
"""
_IN_TURN = """({who}_stint.id IS NULL
        OR (leg.number >= {who}_stint.since AND leg.number < {who}_stint.until))"""
# Who joins with an entry that is there before its round is who it joins with.
_STINT = {
    SubstituteRule.APART: """
        CASE WHEN turn = 1 THEN 0 ELSE from_round END AS since, until,
        CASE WHEN turn > 1 THEN TRUE END AS substitute""",
    SubstituteRule.COUNT: """
        0 AS since, CASE WHEN turn = 1 THEN 99999 ELSE 0 END AS until,
        CASE WHEN FALSE THEN TRUE END AS substitute""",
}
AWARDED = """
    UPDATE leagues_fresh SET games = games + %s, games_won = games_won + %s,
        points = points + %s, hands = hands + %s
    WHERE evening_id = %s AND player_id = %s AND NOT as_substitute
"""
"""What was decided beside the hands, added to whom it was given."""
AWARDED_ALONE = """
    INSERT INTO leagues_fresh
        (games, games_won, points, hands, evening_id, player_id, partner_id, as_substitute,
        forfeits)
    VALUES (%s, %s, %s, %s, %s, %s, %s, FALSE, 0)
"""
# What is the same is left out before: PostgreSQL would lock, and so write, every row it looks at.
_UPSERT = """
    INSERT INTO leagues_eveningresult
        (evening_id, player_id, partner_id, as_substitute, {columns})
    SELECT fresh.evening_id, fresh.player_id, fresh.partner_id, fresh.as_substitute, {fresh}
    FROM (
        SELECT evening_id, player_id, partner_id, as_substitute, {sums}, {score} AS score
        FROM leagues_fresh WHERE evening_id IN ({evenings})
    ) fresh
    LEFT JOIN leagues_eveningresult stored ON stored.evening_id = fresh.evening_id
        AND stored.player_id = fresh.player_id AND {partner}
        AND stored.as_substitute = fresh.as_substitute
    WHERE stored.id IS NULL OR ({stored}) <> ({fresh})
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
COUNTED = """
    SELECT (SELECT COUNT(*) FROM leagues_eveningresult WHERE evening_id IN ({evenings}))
        - (SELECT COUNT(*) FROM leagues_fresh WHERE evening_id IN ({evenings}))
"""
DELETE_GONE = """
    DELETE FROM leagues_eveningresult
    WHERE evening_id IN ({evenings})
        AND (evening_id, player_id, COALESCE(partner_id, 0), as_substitute) NOT IN (
            SELECT evening_id, player_id, COALESCE(partner_id, 0), as_substitute
            FROM leagues_fresh
        )
    RETURNING player_id
"""
LOWEST = """
    UPDATE leagues_evening SET lowest = found.lowest
    FROM (
        SELECT evening.id, (
            SELECT MIN(result.score) FROM leagues_eveningresult result
            WHERE result.evening_id = evening.id AND NOT result.as_substitute
        ) AS lowest
        FROM leagues_evening evening
        WHERE evening.id IN ({evenings})
    ) found
    WHERE found.id = leagues_evening.id AND leagues_evening.lowest IS DISTINCT FROM found.lowest
    RETURNING leagues_evening.id
"""
COUNTED_ANEW = ("ANALYZE leagues_eveningresult", "ANALYZE leagues_evening")
# Both databases name the columns of bare values alike.
VERSIONS = """
    UPDATE leagues_evening SET results_version = seen.column2
    FROM (VALUES {pairs}) seen WHERE seen.column1 = leagues_evening.id
"""
_CREATE = "CREATE TEMPORARY TABLE leagues_fresh AS"
_INTO = """INSERT INTO leagues_fresh (evening_id, player_id, partner_id, as_substitute,
    games, games_won, points, hands, forfeits)"""
INDEXED = "CREATE UNIQUE INDEX leagues_stint_id ON leagues_stint (id)"
FORFEITED = "SELECT DISTINCT evening_id FROM leagues_fresh WHERE forfeits > 0"
DROPPED = ("DROP TABLE IF EXISTS leagues_fresh", "DROP TABLE IF EXISTS leagues_stint")


_ONE, _TWO = "one.player_id", "two.player_id"
_LOWER = f"CASE WHEN {_ONE} < {_TWO} THEN {_ONE} ELSE {_TWO} END"
_HIGHER = f"CASE WHEN {_ONE} < {_TWO} THEN {_TWO} ELSE {_ONE} END"
_EITHER = "COALESCE(one_stint.substitute, two_stint.substitute)"


@dataclass(frozen=True, slots=True)
class Whose:
    """Under whose name a side counts; ``seats`` are the places that are looked at."""

    player: str
    partner: str
    seats: Mapping[str, str]
    substitute: str
    keys: tuple[str, ...]


_WHOSE = {
    Ranks.PLAYERS: Whose(
        _ONE, "CAST(NULL AS bigint)", {"one": ""}, "one_stint.substitute", (_ONE,)
    ),
    Ranks.PAIRS: Whose(
        _LOWER,
        _HIGHER,
        {"one": "AND one.place = 0", "two": "AND two.place = 1"},
        _EITHER,
        (_LOWER, _HIGHER),
    ),
}


def stints_found(season: Season, evenings: str) -> str:
    """The statement that finds who sat for whom; ``evenings`` are as many placeholders."""
    return _STINTS.format(evenings=evenings, stint=_STINT[SubstituteRule(season.substitutes)])


def results_summed(season: Season, evenings: str, *, stints: bool) -> str:
    """The statement that sums evenings of a season.

    ``stints`` for evenings on which somebody sat for another, once the others are summed. These
    have no need to look: without the temporary table PostgreSQL shares the work out.
    """
    whose = _WHOSE[Ranks(season.ranks)]
    seated = [_SEATED.format(who=who, place=place) for who, place in whose.seats.items()]
    if stints:
        seated += [_STINT_OF.format(who=who) for who in whose.seats]
        seated += ["WHERE " + " AND ".join(_IN_TURN.format(who=who) for who in whose.seats)]
    return _SUMMED.format(
        into=_INTO if stints else _CREATE,
        evenings=evenings,
        player=whose.player,
        partner=whose.partner,
        substitute=f"COALESCE({whose.substitute}, FALSE)" if stints else "FALSE",
        seated="".join(seated),
        keys=", ".join(["wanted.id", *whose.keys, *([whose.substitute] if stints else [])]),
    )


def results_upserted(season: Season, evenings: str) -> str:
    """The statement that writes what was summed where it differs, telling whose rows did."""
    return _UPSERT.format(
        evenings=evenings,
        columns=", ".join(SUMS),
        sums=", ".join(SUMS[:-1]),
        score=_score(season),
        key=_KEY[Ranks(season.ranks)],
        updates=", ".join(f"{column} = excluded.{column}" for column in SUMS),
        stored=", ".join(f"stored.{column}" for column in SUMS),
        fresh=", ".join(f"fresh.{column}" for column in SUMS),
        partner=_PARTNER[Ranks(season.ranks)],
    )


def _score(season: Season) -> str:
    match Measure(season.measure):
        case Measure.POINTS:
            return "points"
        case Measure.GAMES_WON:
            return "games_won"
        case Measure.AVERAGE:
            return rounded("points", "hands", scale=100)
