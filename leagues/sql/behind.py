"""What is behind in a season: the one look before a computation, and the one after it."""

from tournaments.models import ByeRule

RULES = (
    *("id", "ranks", "measure", "scoring", "best", "minimum"),
    *("noticed", "noticed_score", "unnoticed", "unnoticed_score", "substitutes"),
    *("version", "standings_version"),
)
"""What of a season its standings are computed by, in the order of the model's fields."""

# ``awarded``: what its account may hold beside the games as played, but for meetings given up.
_BEHIND = """
    SELECT {rules}, evening.id, event.version, evening.results_version, evening.lowest,
        event.games_per_meeting > 1 OR event.best_of <> '[]' OR event.bye_rule <> '{no_bye}'
        OR (
            SELECT COUNT(*) FROM tournaments_adjustment given
            WHERE given.event_id = event.id AND given.revoked_at IS NULL
        ) > 0
        OR (
            SELECT COUNT(*) FROM tournaments_round leg
            JOIN tournaments_table spot ON spot.round_id = leg.id
            WHERE leg.event_id = event.id AND spot.decided_side IS NOT NULL
        ) > 0 AS awarded
    FROM leagues_season season
    LEFT JOIN leagues_evening evening ON evening.season_id = season.id
    LEFT JOIN tournaments_event event
        ON event.id = evening.event_id AND event.version <> evening.results_version
    WHERE season.id = %s
        AND (season.version <> season.standings_version OR event.id IS NOT NULL)
"""


def evenings_behind() -> str:
    """The query for a season's rules and, beside them, each evening that is behind.

    No row where all is fresh. Without an event's version where an evening is not behind.
    """
    rules = ", ".join(f"season.{column}" for column in RULES)
    return _BEHIND.format(rules=rules, no_bye=ByeRule.NONE)
