"""A season of Pandoeren with three divisions' worth of people, played hand by hand."""

import datetime
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

import pytest
from django.test import Client

from clubs.models import Club, Player, User
from clubs.services.players import players_add_many
from leagues.models import Contender, Division, Evening, Season, SeasonStanding
from leagues.services.evenings import evening_event_create
from leagues.services.seasons import contenders_add, season_create
from leagues.services.standings import season_refresh
from scoring.models import Match
from tests.leagues.pages import SeasonPages
from tests.tournaments.conftest import drawn_and_begun
from tests.tournaments.single import misere, play
from tournaments.events.models import Event

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus", "Hal")
START = datetime.date(2026, 9, 4)
RULES = {"preset": "standard", "hands": 2}


def fridays(count: int) -> list[datetime.date]:
    """So many Fridays from the start."""
    return [START + datetime.timedelta(weeks=week) for week in range(count)]


@pytest.fixture
def people(club: Club) -> list[Player]:
    """Eight on the roster."""
    return players_add_many(club=club, names=list(NAMES))


@pytest.fixture
def pages(club: Club, organiser: User, client_for: Callable[[User], Client]) -> SeasonPages:
    """Pages of seasons as an organiser sees them."""
    return SeasonPages(client_for(organiser), club)


class SeasonMaker(Protocol):
    """Makes a season of players; anything of ``season_create`` may be given."""

    def __call__(self, count: int = 4, evenings: int = 3, **more: Any) -> Season: ...


@pytest.fixture
def make_season(club: Club, owner: User, people: list[Player]) -> SeasonMaker:
    return partial(season_of, club, owner, people)


def season_of(
    club: Club, owner: User, people: list[Player], count: int = 4, evenings: int = 3, **more: Any
) -> Season:
    given: dict[str, Any] = {
        "name": "Autumn",
        "game": "pandoeren",
        "dates": fridays(evenings),
        "measure": "points",
        "scoring": "sum",
        "minimum": 0,
        "noticed": "nothing",
    }
    season = season_create(club=club, created_by=owner, **(given | more))
    division = season.divisions.earliest("order")
    contenders_add(division=division, lineups=[[player] for player in people[:count]])
    return season


@pytest.fixture
def season(club: Club, owner: User, people: list[Player]) -> Season:
    """Four players, three evenings, the sum of points."""
    return season_of(club, owner, people)


def evening_of(season: Season, number: int) -> Evening:
    """The evening of a number, as it stands."""
    return season.evenings.get(number=number)


def contender(season: Season, name: str) -> Contender:
    return season.contenders.get(player__name=name)


def division_of(season: Season, order: int = 1) -> Division:
    """The division at that place."""
    return season.divisions.get(order=order)


class EveningHolder(Protocol):
    """Holds an evening: every player named wins a misère at his table, or loses one."""

    def __call__(
        self, season: Season, number: int, *, won: Sequence[str] = (), lost: Sequence[str] = ()
    ) -> Event: ...


@pytest.fixture
def hold(owner: User) -> EveningHolder:
    """Three points for whoever plays a misère, less three where it is lost; one hand each."""

    def held(
        season: Season, number: int, *, won: Sequence[str] = (), lost: Sequence[str] = ()
    ) -> Event:
        evening = evening_of(season, number)
        event = evening.event or begun(evening, owner)
        for name, made in [*((n, True) for n in won), *((n, False) for n in lost)]:
            declare(event, name, owner, made=made)
        return event

    return held


def begun(evening: Evening, owner: User) -> Event:
    """The evening's event, made and with its first round begun."""
    event = evening_event_create(evening=evening, created_by=owner)
    Event.objects.filter(pk=event.pk).update(rules={"preset": "standard", "hands": 16})
    drawn_and_begun(event)
    return event


def declare(event: Event, name: str, owner: User, *, made: bool = True) -> Match:
    """One more hand at a player's table: a misère of his."""
    match = Match.objects.filter(
        game_of__table__round__event=event, seats__player__name=name
    ).latest("pk")
    seat = match.seats.get(player__name=name).number
    return play(match, owner, lambda dealer: misere(dealer, seat, made=made))


@pytest.fixture
def table() -> Callable[[Season], list[tuple[int, str, int]]]:
    """A season's table, computed: rank, name, total."""

    def computed(season: Season) -> list[tuple[int, str, int]]:
        season_refresh(season_id=season.pk)
        rows = SeasonStanding.objects.filter(contender__season=season)
        return [(row.rank, str(row.contender), row.total) for row in rows]

    return computed
