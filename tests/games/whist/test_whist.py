"""A fourth game plays an evening, though no file of the house names it."""

import datetime
import io
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse
from pypdf import PdfReader

import games
from clubs.models import Club, User
from clubs.services.players import players_add_many
from leagues.models import SeasonStanding
from leagues.services.evenings import evening_event_create
from leagues.services.seasons import contenders_add, season_create
from leagues.services.standings import season_refresh
from scoring.models import Match
from tests.conftest import ApiFor, ClientFor
from tests.games.whist.laws import hand
from tests.games.whist.presenter import GAME
from tests.tournaments.pages import words
from tournaments.services.events import event_finish
from tournaments.services.rounds import round_begin, rounds_plan
from tournaments.services.standings import standings_refresh

DAY = datetime.date(2026, 11, 20)
NAMES = ("Ann", "Bea", "Carl", "Dan")


@pytest.fixture(autouse=True)
def whist() -> Iterator[None]:
    games.register(GAME)
    yield
    games.unregister("whist")


@pytest.fixture
def evening(club: Club, owner: User) -> Any:
    """The first evening of a season of two pairs, its only round begun."""
    players = players_add_many(club=club, names=list(NAMES))
    season = season_create(club=club, created_by=owner, name="Autumn", game="whist", dates=[DAY])
    division = season.divisions.get()
    contenders_add(division=division, lineups=[players[:2], players[2:]])
    event = evening_event_create(evening=season.evenings.get(), created_by=owner)
    event.stakes = {"currency": club.currency, "per_point": "0.50"}
    event.save(update_fields=["stakes"])
    rounds_plan(event=event)
    round_begin(round=event.rounds.get(), seed="one")
    return season, event


def test_an_evening_of_it_is_played(
    club: Club,
    owner: User,
    client_for: ClientFor,
    api_for: ApiFor,
    evening: Any,
) -> None:
    season, event = evening
    match = Match.objects.get()
    client, api = client_for(owner), api_for(owner)
    at = f"/c/{club.slug}/matches/{match.pk}/"

    page = words(client.get(at))
    assert "Tricks of A & C" in page
    assert "4 hands" in page

    first = {"number": 1, "dealer": match.next_dealer, "mode": "quick"}
    wrong = client.post(f"{at}hands/", first | {"key": "a", "command": "x"})
    assert "Type the tricks of A and C." in wrong.content.decode()
    too_many = client.post(f"{at}hands/", first | {"key": "a", "tricks": "14"})
    assert "There are thirteen tricks." in too_many.content.decode()
    assert client.post(f"{at}hands/", first | {"key": "a", "command": "9"}).status_code < 400
    second = {"number": 2, "dealer": (match.next_dealer + 1) % 4, "mode": "quick", "key": "b"}
    assert client.post(f"{at}hands/", second | {"tricks": "4"}).status_code < 400

    address = f"/api/v1/clubs/{club.slug}/matches/{match.pk}/hands/"
    for number, tricks in ((2, 8), (3, 7)):
        record = hand((match.next_dealer + number) % 4, tricks)
        answer = api.post(address, record, headers={"Idempotency-Key": f"k{number}"})
        assert answer.status_code == 201, answer.json()
    assert answer.json()["match"]["totals"] == [6, 3]
    assert answer.json()["match"]["is_over"]

    standings_refresh(event_id=event.pk)
    shown = words(client.get(reverse("event-standings", args=[club.slug, event.pk])))
    assert all(name in shown for name in NAMES)

    card = client.get(f"{at}print/scorecard.pdf")
    text = PdfReader(io.BytesIO(b"".join(card))).pages[0].extract_text()
    assert "6" in text
    assert "Ann" in text

    event.refresh_from_db()
    event_finish(event=event)
    season_refresh(season_id=season.pk)
    scores = SeasonStanding.objects.filter(contender__season=season)
    assert scores.count() == 2
    assert client.get(reverse("season", args=[club.slug, season.pk])).status_code == 200

    player = club.players.get(name="Ann")
    statement = client.get(reverse("player-statement", args=[club.slug, player.pk]))
    assert statement.status_code == 200


def test_it_needs_no_migration(db: None) -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
