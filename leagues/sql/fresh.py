"""Sums of the score rows by evening and by who played: the one pass over everything played.

They go to a temporary table, ``leagues_fresh``, and from there to the results that differ.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from leagues.models import Ranks, Season, SubstituteRule


@dataclass(frozen=True, slots=True)
class Temporary:
    """How a database keeps the sums until they are written.

    ``into`` is what the first sum begins with; ``before`` and ``after`` go round all of them.
    ``stints`` make the table of who sat for whom.
    """

    before: tuple[str, ...]
    into: str
    stints: tuple[str, ...]
    after: tuple[str, ...] = ()


_COLUMNS = (
    *("evening_id bigint", "player_id bigint", "partner_id bigint", "as_substitute boolean"),
    *("games bigint", "games_won bigint", "games_drawn bigint", "points bigint", "rated bigint"),
    *("hands bigint", "forfeits bigint"),
)
INTO = f"INSERT INTO leagues_fresh ({', '.join(column.split()[0] for column in _COLUMNS)})"
# The tables stay for the next computation: to make them costs more than to sum an evening, and
# has SQLite read every statement anew.
_MADE = f"CREATE TEMPORARY TABLE IF NOT EXISTS leagues_fresh ({', '.join(_COLUMNS)})"
_CLEARED = "DELETE FROM leagues_fresh"
_STINTS_MADE = """
    CREATE TEMPORARY TABLE IF NOT EXISTS leagues_stint
        (id bigint PRIMARY KEY, since integer, until integer, substitute boolean)
"""
_STINTS_CLEARED = "DELETE FROM leagues_stint"
# A better order of the joins than the written one takes PostgreSQL longer to look for than an
# evening to sum.
_AS_WRITTEN, _AS_BEST = (f"SET LOCAL join_collapse_limit = {limit}" for limit in ("1", "DEFAULT"))

SQLITE = Temporary((_MADE, _CLEARED), INTO, (_STINTS_MADE, _STINTS_CLEARED))
POSTGRES = Temporary(
    (f"{_MADE} ON COMMIT DELETE ROWS", _CLEARED, _AS_WRITTEN),
    INTO,
    (f"{_STINTS_MADE} ON COMMIT DELETE ROWS", _STINTS_CLEARED),
    (_AS_BEST,),
)
POSTGRES_SHARED = replace(
    POSTGRES,
    before=("DROP TABLE IF EXISTS leagues_fresh", _AS_WRITTEN),
    into="CREATE TEMPORARY TABLE leagues_fresh ON COMMIT DROP AS",
)
"""PostgreSQL shares a sum out among its workers only where it makes the table by it."""

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
    INSERT INTO leagues_stint (id, since, until, substitute)
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
# Who joins with an entry that is there before its round is who it joins with.
_STINT = {
    SubstituteRule.APART: """
        CASE WHEN turn = 1 THEN 0 ELSE from_round END AS since, until,
        CASE WHEN turn > 1 THEN TRUE END AS substitute""",
    SubstituteRule.COUNT: """
        0 AS since, CASE WHEN turn = 1 THEN 99999 ELSE 0 END AS until,
        CASE WHEN FALSE THEN TRUE END AS substitute""",
}
_SUMMED = """
    {into}
    SELECT evening.id AS evening_id, {player} AS player_id, {partner} AS partner_id,
        {substitute} AS as_substitute,
        COUNT(CASE WHEN side.is_over THEN 1 END) AS games,
        COUNT(CASE WHEN side.won THEN 1 END) AS games_won,
        COUNT(CASE WHEN side.drawn THEN 1 END) AS games_drawn,
        SUM(side.total) AS points,
        COALESCE(SUM(CASE WHEN side.hands IS NOT NULL THEN side.total END), 0) AS rated,
        CASE WHEN SUM(side.hands) > 0 OR COUNT(side.hands) = COUNT(*) THEN SUM(side.hands) END
            AS hands,
        COUNT(CASE WHEN seat.forfeited THEN 1 END) AS forfeits
    FROM leagues_evening evening
    JOIN tournaments_round leg ON leg.event_id = evening.event_id
    JOIN tournaments_table spot ON spot.round_id = leg.id
    JOIN tournaments_game game ON game.table_id = spot.id
    JOIN tournaments_tableseat seat ON seat.table_id = spot.id
    JOIN scoring_side side ON side.match_id = game.match_id AND side.number = seat.side
    {seated}
    WHERE evening.id IN ({evenings}) {in_turn}
    GROUP BY {keys}
"""
_SEATED = """
    JOIN tournaments_entryplayer {who} ON {who}.entry_id = seat.entry_id {place}
"""
_STINT_OF = """
    LEFT JOIN leagues_stint {who}_stint ON {who}_stint.id = {who}.id
"""
_IN_TURN = """AND ({who}_stint.id IS NULL
        OR (leg.number >= {who}_stint.since AND leg.number < {who}_stint.until))"""
FORFEITED = "SELECT DISTINCT evening_id FROM leagues_fresh WHERE forfeits > 0"
AWARDED = """
    UPDATE leagues_fresh SET games = games + %s, games_won = games_won + %s,
        games_drawn = games_drawn + %s, points = points + %s, rated = rated + %s,
        hands = hands + %s
    WHERE evening_id = %s AND player_id = %s AND NOT as_substitute
"""
"""What was decided beside the hands, added to whom it was given."""
AWARDED_ALONE = """
    INSERT INTO leagues_fresh
        (games, games_won, games_drawn, points, rated, hands, evening_id, player_id, partner_id,
        as_substitute, forfeits)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, FALSE, 0)
"""

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


def results_summed(season: Season, evenings: str, *, into: str, stints: bool = False) -> str:
    """The statement that sums evenings of a season; ``evenings`` are as many placeholders.

    ``into`` is what it begins with: making the table, or adding to it.
    ``stints`` for evenings on which somebody sat for another: only these need a look at rounds.
    """
    whose = _WHOSE[Ranks(season.ranks)]
    seated = [_SEATED.format(who=who, place=place) for who, place in whose.seats.items()]
    if stints:
        seated += [_STINT_OF.format(who=who) for who in whose.seats]
    return _SUMMED.format(
        into=into,
        evenings=evenings,
        player=whose.player,
        partner=whose.partner,
        substitute=f"COALESCE({whose.substitute}, FALSE)" if stints else "FALSE",
        seated="".join(seated),
        in_turn=" ".join(_IN_TURN.format(who=who) for who in whose.seats) if stints else "",
        keys=", ".join(["evening.id", *whose.keys, *([whose.substitute] if stints else [])]),
    )
