"""From results of evenings to a season's totals and ranks.

All of it in whole numbers. Seasons that count fractions are added up in ``leagues.exact``, from the
same cells.
"""

from collections.abc import Sequence

from leagues.models import AbsenceRule, Ranks, Scoring, Season

# A contender's evenings: played, or missed and filled in by rule. Without a score: not counted.
# Who has none yet has one line without an evening. That results are of the season's own evenings is
# said once more for PostgreSQL, which would look each of them up among all of its evening.
_CELLS = """
    cells AS (
        SELECT contender.id AS contender_id, evening.id AS evening_id, evening.number,
            result.id IS NOT NULL AS attended, absence.noticed,
            CASE WHEN result.id IS NOT NULL THEN result.score
                WHEN evening.id IS NULL THEN NULL
                WHEN absence.noticed THEN {noticed} ELSE {unnoticed} END AS score,
            result.games, result.games_won, result.games_drawn, result.points, result.rated,
            result.hands
        FROM leagues_contender contender
        LEFT JOIN leagues_evening evening ON evening.season_id = contender.season_id
            AND (evening.division_id IS NULL OR evening.division_id = contender.division_id)
            AND evening.is_held AND evening.number >= contender.joined
        LEFT JOIN leagues_eveningresult result ON result.evening_id = evening.id
            AND result.player_id = contender.player_id AND {partner}
            AND NOT result.as_substitute {theirs}
            AND result.evening_id IN (SELECT id FROM leagues_evening WHERE season_id = %s)
        LEFT JOIN leagues_absence absence
            ON absence.evening_id = evening.id AND absence.contender_id = contender.id
        WHERE contender.season_id = %s {among}
    ),
    placed AS (SELECT cells.*, {place} AS place FROM cells)
"""
_PARTNER = {
    Ranks.PLAYERS: "result.partner_id IS NULL",
    Ranks.PAIRS: "result.partner_id IS NOT NULL AND result.partner_id = contender.partner_id",
}
# Said once more, so that few contenders' results are found by their index.
_THEIRS = "AND result.player_id IN (SELECT player_id FROM leagues_contender WHERE id IN ({}))"
_PLACE = "ROW_NUMBER() OVER (PARTITION BY contender_id ORDER BY score DESC NULLS LAST, number)"
_SHOWN = """
    SELECT contender_id, evening_id, attended, noticed, score, {counts} AS counts,
        games, games_won, games_drawn, points, rated, hands
    FROM placed WHERE evening_id IS NOT NULL ORDER BY contender_id, number
"""
_ADDED_UP = """
    added_up AS (
        SELECT contender_id, COUNT(CASE WHEN attended THEN 1 END) >= {least} AS qualified,
            {total} AS total, COUNT(CASE WHEN attended THEN 1 END) AS attended,
            COUNT(CASE WHEN {counts} THEN 1 END) AS counted, MAX(score) AS best,
            COALESCE(SUM(games), 0) AS games, COALESCE(SUM(games_won), 0) AS games_won,
            COALESCE(SUM(games_drawn), 0) AS games_drawn,
            COALESCE(SUM(points), 0) AS points,
            CASE WHEN COUNT(hands) > 0 OR COUNT(games) = 0 THEN COALESCE(SUM(hands), 0) END AS hands
        FROM placed GROUP BY contender_id
        {others}
    )
"""
_COLUMNS = (
    *("qualified", "total", "attended", "counted", "best"),
    *("games", "games_won", "games_drawn", "points", "hands"),
)
_MAY_BE_NULL = ("best", "hands")
# Whoever is not added up anew stands as before.
_OTHERS = """
        UNION ALL
        SELECT contender_id, {columns} FROM leagues_seasonstanding
        WHERE contender_id IN (
            SELECT id FROM leagues_contender WHERE season_id = %s AND id NOT IN ({among})
        )
"""
_RANKED = """
    INSERT INTO leagues_seasonstanding (contender_id, {columns})
    SELECT added_up.*, RANK() OVER standing,
        COUNT(*) OVER (standing RANGE BETWEEN CURRENT ROW AND CURRENT ROW) > 1
    FROM added_up
    JOIN leagues_contender contender ON contender.id = added_up.contender_id
    WHERE TRUE
    WINDOW standing AS (PARTITION BY division_id ORDER BY qualified DESC,
        counted > 0 DESC, total DESC,
        2 * games_won + games_drawn DESC, points DESC, best DESC NULLS LAST)
    ON CONFLICT (contender_id) DO UPDATE SET {updates}
    WHERE {differs}
"""


def cells_shown(season: Season, among: str = "") -> str:
    """The query for every evening of contenders as it counts.

    ``among`` are placeholders of contenders' keys; none for all. See ``cell_values``.
    """
    counts = _SHOWN.format(counts=_counts(season))
    return "WITH " + _cells(season, among) + counts


def totals_written(season: Season, among: str = "") -> str:
    """The statement that adds the evenings up, ranks everybody and writes what differs.

    ``among`` as above: who is not among them is ranked as last added up. See ``total_values``.
    """
    added_up = _ADDED_UP.format(
        least=max(1, season.minimum),
        total=_total(season),
        counts=_counts(season),
        others=_OTHERS.format(columns=", ".join(_COLUMNS), among=among) if among else "",
    )
    return f"WITH {_cells(season, among)}, {added_up} {_ranked()}"


def cell_values(season: Season, among: Sequence[int] = ()) -> list[int]:
    """The values of ``cells_shown``: the season, and whose evenings where not everybody's."""
    return [*among, season.pk, season.pk, *among]


def total_values(season: Season, among: Sequence[int] = ()) -> list[int]:
    """The values of ``totals_written``, likewise."""
    others = [season.pk, *among] if among else []
    return [*cell_values(season, among), *others]


def _ranked() -> str:
    columns = (*_COLUMNS, "rank", "tied")
    return _RANKED.format(
        columns=", ".join(columns),
        updates=", ".join(f"{column} = excluded.{column}" for column in columns),
        differs=" OR ".join(_differs(column) for column in columns),
    )


def _differs(column: str) -> str:
    differs = "IS DISTINCT FROM" if column in _MAY_BE_NULL else "<>"
    return f"leagues_seasonstanding.{column} {differs} excluded.{column}"


def _cells(season: Season, among: str) -> str:
    return _CELLS.format(
        noticed=_filled(season.noticed, season.noticed_score, season),
        unnoticed=_filled(season.unnoticed, season.unnoticed_score, season),
        partner=_PARTNER[Ranks(season.ranks)],
        theirs=_THEIRS.format(among) if among else "",
        among=_among(among),
        place=_PLACE if season.scoring == Scoring.BEST else "0",
    )


def _among(placeholders: str) -> str:
    return f"AND contender.id IN ({placeholders})" if placeholders else ""


def _filled(rule: str, score: int, season: Season) -> str:
    """What an evening missed counts."""
    match AbsenceRule(rule):
        case AbsenceRule.NOTHING:
            return "CAST(NULL AS integer)"
        case AbsenceRule.LOWEST:
            return "evening.lowest"
        case AbsenceRule.FIXED:
            return str(score * 10**season.evening_decimals)


def _counts(season: Season) -> str:
    """Whether an evening is among those added up."""
    kept = f" AND place <= {season.best}" if season.scoring == Scoring.BEST else ""
    return f"(score IS NOT NULL{kept})"


def _total(season: Season) -> str:
    return f"COALESCE(SUM(CASE WHEN {_counts(season)} THEN score END), 0)"
