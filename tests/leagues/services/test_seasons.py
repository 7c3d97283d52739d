"""Seasons: setting one up, its people and evenings, and the season after."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from clubs.models import Club, Player, User
from clubs.services.players import player_add
from leagues.models import Season
from leagues.selectors.seasons import expected_at, next_evening, seasons_of
from leagues.selectors.table import moves_proposed
from leagues.services.evenings import (
    absence_note,
    evening_event_attach,
    evening_event_create,
    evening_remove,
    evenings_add,
)
from leagues.services.seasons import (
    contender_move,
    contenders_add,
    division_add,
    division_remove,
    division_update,
    season_create,
    season_delete,
    season_finish,
    season_follow,
    season_reopen,
    season_update,
)
from tests.leagues.conftest import (
    EveningHolder,
    SeasonMaker,
    contender,
    division_of,
    evening_of,
    fridays,
)
from tournaments.events.services.events import event_create, event_update

pytestmark = pytest.mark.django_db

GAMES = [
    ("texas42", "pairs", "games_won", "sum"),
    ("pandoeren", "players", "average", "best"),
    ("dummy_spades", "players", "points", "sum"),
]


@pytest.mark.parametrize(("game", "ranks", "measure", "scoring"), GAMES)
def test_a_season_starts_as_is_usual_for_its_game(
    game: str, ranks: str, measure: str, scoring: str, club: Club, owner: User
) -> None:
    made = season_create(
        club=club, name="  The   League ", game=game, created_by=owner, dates=fridays(8)
    )
    assert (made.name, made.ranks, made.measure, made.scoring) == (
        *("The League", ranks, measure, scoring),
    )
    assert [str(division) for division in made.divisions.all()] == ["All"]
    assert [evening.date for evening in made.evenings.all()] == fridays(8)
    season: Any = seasons_of(club).get()
    assert (season.evening_count, season.contender_count, season.held) == (8, 0, 0)


WRONG: list[tuple[dict[str, Any], set[str]]] = [
    ({"name": " "}, {"name"}),
    ({"dates": []}, {"dates"}),
    ({"measure": "wit"}, {"measure"}),
    ({"scoring": "guess", "best": 0}, {"scoring", "best"}),
    ({"template": "round_robin"}, {"template"}),
    ({"ranks": "pairs"}, {"ranks"}),
    ({"noticed": "perhaps"}, {"noticed"}),
]


@pytest.mark.parametrize(("wrong", "fields"), WRONG)
def test_what_is_wrong_with_a_season_is_told_by_field(
    wrong: dict[str, Any], fields: set[str], make_season: SeasonMaker
) -> None:
    with pytest.raises(ValidationError) as refused:
        make_season(**wrong)
    assert set(refused.value.message_dict) == fields
    assert not Season.objects.exists()


def test_nobody_is_in_a_season_twice(season: Season, people: list[Player]) -> None:
    with pytest.raises(ValidationError, match="Ada is already in this season"):
        contenders_add(division=division_of(season), lineups=[[people[5]], [people[0]]])
    assert season.contenders.count() == 4


def test_a_neighbour_s_player_is_not_ranked(season: Season, stranger: User) -> None:
    theirs = player_add(club=stranger.memberships.get().club, name="Zoe")
    with pytest.raises(ValidationError):
        contenders_add(division=division_of(season), lineups=[[theirs]])


def test_the_next_evening_is_made_with_everybody_who_comes(
    make_season: SeasonMaker, owner: User
) -> None:
    season = make_season(count=6)
    evening = next_evening(season)
    assert evening is not None
    for name, noticed in (("Ben", True), ("Eva", False)):
        absence_note(evening=evening, contender=contender(season, name), noticed=noticed)
    assert [str(contender) for contender in expected_at(evening)] == ["Ada", "Cleo", "Dan", "Fay"]
    event = evening_event_create(evening=evening, created_by=owner)
    assert (event.game, event.date, event.name) == (
        *("pandoeren", evening.date, "Autumn, evening 1"),
    )
    entered = event.entries.values_list("lineup__player__name", flat=True)
    assert list(entered) == ["Ada", "Cleo", "Dan", "Fay"]
    with pytest.raises(ValidationError):
        evening_event_create(evening=evening, created_by=owner)


def test_an_evening_is_set_up_as_the_last_one_was(season: Season, owner: User) -> None:
    first = evening_event_create(evening=evening_of(season, 1), created_by=owner)
    event_update(event=first, rules={"preset": "standard", "hands": 12})
    second = evening_event_create(evening=evening_of(season, 2), created_by=owner)
    assert second.rules == {"preset": "standard", "hands": 12}


def test_an_evening_of_a_division_is_for_its_people(
    season: Season, people: list[Player], owner: User
) -> None:
    lower = division_add(season=season, name="B")
    contenders_add(division=lower, lineups=[[people[4]], [people[5]], [people[6]], [people[7]]])
    (evening,) = evenings_add(season=season, dates=[datetime.date(2026, 12, 4)], division=lower)
    event = evening_event_create(evening=evening, created_by=owner)
    assert event.name == "Autumn, evening 4, B"
    assert event.entries.count() == 4


def test_an_event_of_another_game_or_club_does_not_count(
    season: Season, club: Club, owner: User, stranger: User
) -> None:
    for of, game, who in (
        (club, "texas42", owner),
        (stranger.memberships.get().club, "pandoeren", stranger),
    ):
        event = event_create(
            club=of, name="Other", date=fridays(1)[0], created_by=who, game=game, rules={}
        )
        with pytest.raises(ValidationError):
            evening_event_attach(evening=evening_of(season, 1), event=event)


def test_divisions_come_and_go(season: Season) -> None:
    second, third = (division_add(season=season, name=name) for name in ("B", "C"))
    division_update(division=third, name="Third", promoted=2)
    division_remove(division=second)
    assert [(d.order, d.name, d.promoted) for d in season.divisions.all()] == [
        (1, "All", 0),
        (2, "Third", 2),
    ]
    with pytest.raises(ValidationError):
        division_remove(division=division_of(season))


def test_a_finished_season_stays_as_it_is_until_it_is_opened_again(season: Season) -> None:
    season_finish(season=season)
    with pytest.raises(ValidationError):
        season_update(season=season, best=3)
    with pytest.raises(ValidationError):
        evening_remove(evening=evening_of(season, 1))
    season_reopen(season=season)
    assert season_update(season=season, best=3).best == 3


def test_a_season_that_was_played_is_not_deleted(
    season: Season, hold: EveningHolder, table: Callable[..., Any]
) -> None:
    hold(season, 1, won=["Ada"])
    table(season)
    with pytest.raises(ValidationError):
        season_delete(season=season)


def test_a_season_nobody_has_played_is_deleted_with_its_people(season: Season) -> None:
    season_delete(season=season)
    assert not Season.objects.exists()


def test_the_best_go_up_and_the_last_go_down_in_one_step(
    make_season: SeasonMaker, hold: EveningHolder, people: list[Player], owner: User
) -> None:
    season = make_season(minimum=0)
    lower = division_add(season=season, name="B", promoted=1)
    division_update(division=division_of(season), relegated=1)
    contenders_add(division=lower, lineups=[[player] for player in people[4:8]])
    for name in ("Ada", "Eva"):
        contender_move(contender=contender(season, name), division=contender(season, name).division)
    hold(season, 1, won=["Ada", "Eva"], lost=["Dan", "Hal"])
    following = season_follow(season=season, name="Winter", dates=fridays(2), created_by=owner)
    assert {
        str(contender): contender.division.order for contender in following.contenders.all()
    } == {
        **{"Ada": 1, "Ben": 1, "Cleo": 1, "Eva": 1},
        **{"Dan": 2, "Fay": 2, "Gus": 2, "Hal": 2},
    }
    season.refresh_from_db()
    assert season.is_finished
    assert (following.previous, following.measure) == (season, season.measure)
    assert [(d.name, d.promoted, d.relegated) for d in following.divisions.all()] == [
        ("All", 0, 1),
        ("B", 1, 0),
    ]


def test_a_season_is_followed_by_one_season(make_season: SeasonMaker, owner: User) -> None:
    season = make_season()
    following = season_follow(season=season, name="Winter", dates=fridays(2), created_by=owner)
    with pytest.raises(ValidationError, match="already been set up: Winter"):
        season_follow(season=season, name="Winter", dates=fridays(2), created_by=owner)
    season_delete(season=following)
    season_follow(season=season, name="Spring", dates=fridays(2), created_by=owner)


def test_those_level_at_the_line_are_pointed_out_and_may_be_decided(
    make_season: SeasonMaker, hold: EveningHolder, people: list[Player], owner: User
) -> None:
    season = make_season()
    division_add(season=season, name="B")
    division_update(division=division_of(season), relegated=1)
    hold(season, 1, won=["Ada", "Ben"])
    season_finish(season=season)
    following = season_follow(
        season=season,
        name="Winter",
        dates=fridays(1),
        created_by=owner,
        divisions={contender(season, "Cleo").pk: 2, contender(season, "Dan").pk: 1},
    )
    assert contender(following, "Cleo").division.order == 2
    assert contender(following, "Dan").division.order == 1
    level = [str(move.contender) for move in moves_proposed(season) if move.level]
    assert level == ["Cleo", "Dan"]
