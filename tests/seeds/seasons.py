"""A season around an evening of the demo club, for those who look at every page."""

import datetime

from clubs.models import User
from leagues.models import Season
from leagues.services.evenings import evening_event_attach
from leagues.services.ratings import ratings_refresh
from leagues.services.seasons import contenders_add, season_create
from leagues.services.standings import season_refresh
from tournaments.events.models import Event
from tournaments.events.selectors.events import lineups_at


def sample_season(event: Event, owner: User) -> Season:
    """A season of three evenings, of which this one was played by all who are ranked."""
    dates = [event.date + datetime.timedelta(weeks=week) for week in range(3)]
    season = season_create(
        club=event.club,
        name="The whole year",
        game=event.game,
        created_by=owner,
        dates=dates,
        divisions=["First", "Second"],
    )
    lineups = list(lineups_at(event, 1).values())
    for division, start in zip(season.divisions.all(), (0, 1), strict=True):
        contenders_add(division=division, lineups=lineups[start::2])
    evening_event_attach(evening=season.evenings.get(number=1), event=event)
    season_refresh(season_id=season.pk)
    ratings_refresh(season_id=season.pk)
    return season
