"""What is behind in a season."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db import connection

from leagues.models import Season
from leagues.sql.behind import RULES, evenings_behind

FEW = 20
"""Up to so many evenings behind, only those contenders are added up who were touched."""


class Behind(NamedTuple):
    """An evening whose event changed: the event's ``version``, and what is stored of it.

    ``stored`` is the version that the results were computed from. ``awarded`` where the event may
    have more to tell than its score rows.
    """

    version: int
    stored: int
    lowest: int | None
    awarded: bool


@dataclass(frozen=True, slots=True)
class Stale:
    """A season that is behind, with the rules it is computed by, and its evenings by key."""

    season: Season
    evenings: Mapping[int, Behind]

    @property
    def whole(self) -> bool:
        """Whether every contender is to be added up anew."""
        season = self.season
        return season.version != season.standings_version or len(self.evenings) > FEW


def stale_season(season_id: int) -> Stale | None:
    """What is behind in a season, if anything is. One query."""
    with connection.cursor() as cursor:
        cursor.execute(evenings_behind(), [season_id])
        rows = cursor.fetchall()
    if not rows:
        return None
    season = Season.from_db(connection.alias, RULES, rows[0][: len(RULES)])
    evenings = (row[len(RULES) :] for row in rows)
    return Stale(
        season,
        {key: Behind(version, *known) for key, version, *known in evenings if version is not None},
    )
