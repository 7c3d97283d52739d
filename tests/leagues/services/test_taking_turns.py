"""A table of five in a season: averages over the hands that each played, ratings of all five."""

import pytest

from clubs.models import User
from leagues.models import EveningResult
from leagues.selectors.matches import finished_matches
from leagues.services.evenings import evening_event_create
from leagues.services.standings import season_refresh
from tests.leagues.conftest import SeasonMaker, evening_of
from tests.tournaments.conftest import begin_next, match_of
from tests.tournaments.single import misere
from tests.tournaments.taking_turns import LARGER, names_at, playing, record
from tournaments.services.events import event_update
from tournaments.services.rounds import rounds_plan

pytestmark = pytest.mark.django_db


def test_who_sat_out_is_not_charged_with_the_hand(make_season: SeasonMaker, owner: User) -> None:
    season = make_season(count=5, measure="average")
    evening = evening_of(season, 1)
    event = evening_event_create(evening=evening, created_by=owner)
    event_update(event=event, rules={"hands": 5}, format_options={"rounds": 1, **LARGER})
    rounds_plan(event=event)
    begin_next(event)
    match = match_of(event, 1, 1)
    assert match.rules["hands"] == 7
    names = names_at(match)
    for number in range(1, 8):
        there = playing(match, number)
        declarer = there.index(names[3]) if names[3] in there else 0
        match = record(match, owner, misere(3, declarer))
    season_refresh(season_id=season.pk)
    found = {
        result.player.name: (result.hands, result.points, result.score)
        for result in EveningResult.objects.filter(evening=evening).select_related("player")
    }
    # The first two dealt twice; the fourth won whatever was played with him, the fifth once.
    assert found == {
        names[0]: (5, 0, 0),
        names[1]: (5, 0, 0),
        names[2]: (6, 0, 0),
        names[3]: (6, 18, 300),
        names[4]: (6, 3, 50),
    }
    evening.refresh_from_db()
    (rated,) = finished_matches(evening)
    players = [seat.player_id for seat in match.seats.order_by("number")]
    assert rated.teams == tuple((player,) for player in players)
    assert rated.scores == (0, 0, 0, 18, 3)
