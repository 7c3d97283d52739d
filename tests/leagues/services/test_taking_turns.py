"""A table of five in a season: averages over the hands that each played, ratings of all five."""

import math
import random
from collections import defaultdict

import pytest

from clubs.models import Club, User
from clubs.services.players import players_add_many
from leagues.models import EveningResult, SeasonStanding
from leagues.selectors.ratings import finished_matches
from leagues.services.evenings import evening_event_create
from leagues.services.seasons import contenders_add
from leagues.services.standings import season_refresh
from scoring.models import Match
from tests.leagues.conftest import SeasonMaker, division_of, evening_of
from tests.tournaments.conftest import begin_next, drawn_and_begun, match_of
from tests.tournaments.single import misere
from tests.tournaments.taking_turns import LARGER, names_at, playing, record
from tournaments.events.services.events import event_update
from tournaments.events.services.rounds import rounds_plan

pytestmark = pytest.mark.django_db


def test_who_sat_out_is_not_charged_with_the_hand(make_season: SeasonMaker, owner: User) -> None:
    season = make_season(count=5, measure="average")
    evening = evening_of(season, 1)
    event = evening_event_create(evening=evening, created_by=owner)
    event_update(event=event, rules={"hands": 5}, format_options={"rounds": 1, **LARGER})
    drawn_and_begun(event)
    match = match_of(event, 1, 1)
    assert match.rules["hands"] == 7
    names = names_at(match)
    for number in range(1, 8):
        there = playing(match, number)
        declarer = there.index(names[3]) if names[3] in there else 0
        match = record(match, owner, misere(3, declarer))
    season_refresh(season_id=season.pk)
    results = {
        result.player.name: (result.hands, result.points, result.score)
        for result in EveningResult.objects.filter(evening=evening).select_related("player")
    }
    # The first two dealt twice; the fourth won whatever was played with him, the fifth once.
    assert results == {
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


def test_seventeen_at_tables_of_four_and_five_are_summed_by_the_hands_that_each_played(
    make_season: SeasonMaker, club: Club, owner: User
) -> None:
    """A naive account beside it: who was at the table for each hand, and who declared."""
    season = make_season(count=0, measure="average", scoring="best", best=1)
    people = players_add_many(club=club, names=[f"P{number}" for number in range(17)])
    contenders_add(division=division_of(season), lineups=[[player] for player in people])
    evening = evening_of(season, 1)
    event = evening_event_create(evening=evening, created_by=owner)
    event_update(event=event, rules={"hands": 4}, format_options={"rounds": 2, **LARGER})
    rounds_plan(event=event)
    made: dict[str, list[int]] = defaultdict(list)
    dice = random.Random(17)
    for number in (1, 2):
        begin_next(event)
        for match in Match.objects.filter(game_of__table__round__event=event, is_over=False):
            play_out(match, owner, dice, made)
        season_refresh(season_id=season.pk)
        results = {
            row.player.name: (row.games, row.hands, row.points)
            for row in EveningResult.objects.filter(evening=evening).select_related("player")
        }
        assert results == {
            name: (number, len(points), sum(points)) for name, points in made.items()
        }
    standings = SeasonStanding.objects.filter(contender__season=season)
    totals = {str(row.contender): row.total for row in standings}
    assert totals == {
        name: int(math.copysign((200 * abs(total) + count) // (2 * count), total))
        for name, total, count in (
            (name, sum(points), len(points)) for name, points in made.items()
        )
    }


def play_out(match: Match, owner: User, dice: random.Random, made: dict[str, list[int]]) -> None:
    """All hands of a match: a misère each, won or lost, by anybody who is not sitting out."""
    names = names_at(match)
    while not match.is_over:
        there = playing(match, match.hand_count + 1)
        declarer, won = dice.randrange(4), dice.random() < 0.6
        dealer = match.next_dealer if len(names) == 4 else 3
        match = record(match, owner, misere(dealer, declarer, made=won))
        for name in there:
            made[name].append((3 if won else -3) if name == there[declarer] else 0)
