"""Where a setting is found of which only its model knows. Run by ``test_one_setting_more.py``."""

import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from archive.kinds import kinds
from clubs.models import Club, User
from clubs.services.clubs import club_update
from leagues.services.evenings import evening_event_create
from leagues.services.seasons import season_create, season_follow
from tests.api.operations import described
from tests.archive.packages import archive_of, arrive
from tests.conftest import ApiFor, ClientFor
from tests.html_forms import form_sent
from tests.one_setting_more import WITH_ONE_MORE
from tournaments.events.services.events import event_create, event_update

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 11, 20)


HELP = "On every table."
WRONG = "Ensure this value is less than or equal to 40."


@pytest.fixture
def page(owner: User, client_for: ClientFor) -> Client:
    return client_for(owner)


@pytest.fixture
def api(owner: User, api_for: ApiFor) -> APIClient:
    return api_for(owner)


@pytest.fixture
def rows(club: Club, owner: User) -> dict[str, Any]:
    """An event, a season and a club, each with three bowls."""
    event = event_create(club=club, created_by=owner, name="Night", date=DAY, snacks=3)
    season = season_create(
        club=club,
        name="Autumn",
        game="texas42",
        created_by=owner,
        dates=[DAY, DAY + datetime.timedelta(weeks=1)],
        snacks=3,
    )
    return {"event": event, "season": season, "club": club_update(club=club, snacks=3)}


NAMES = ["event", "season", "club"]


def api_address(row: Any) -> str:
    above = "/api/v1/clubs/"
    return (
        f"{above}{row.slug}/" if isinstance(row, Club) else f"{above}{row.club.slug}/{row.api_path}"
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_form_shows_it_with_its_help_and_bounds_and_saves_it(
    name: str, rows: dict[str, Any], page: Client
) -> None:
    row = rows[name]
    address = [row.slug] if name == "club" else [row.club.slug, row.pk]
    at = reverse(f"{name}-settings", args=address)
    answer: Any = page.get(at)
    html = answer.content.decode()
    assert "Bowls of snacks" in html
    assert HELP in html
    shown = form_sent(answer)
    assert shown["snacks"] == ["3"]
    refused: Any = page.post(at, shown | {"snacks": ["41"]})
    assert refused.context["form"].errors["snacks"] == [WRONG]
    assert page.post(at, shown | {"snacks": ["40"]}).status_code == 302
    row.refresh_from_db()
    assert row.snacks == 40


@pytest.mark.parametrize("name", NAMES)
def test_the_api_shows_changes_and_refuses_it(
    name: str, rows: dict[str, Any], api: APIClient
) -> None:
    at = api_address(rows[name])
    assert api.get(at).json()["snacks"] == 3
    assert api.patch(at, {"snacks": 7}, format="json").json()["snacks"] == 7
    refused = api.patch(at, {"snacks": 41}, format="json")
    assert refused.status_code == 400
    assert "snacks" in refused.content.decode()


@pytest.mark.parametrize("name", ["event", "season"])
def test_a_public_page_has_it_in_its_form_and_in_the_api(
    name: str, rows: dict[str, Any], page: Client, api: APIClient
) -> None:
    row = rows[name]
    at = reverse(f"{name}-public", args=[row.club.slug, row.pk])
    answer: Any = page.get(at)
    assert "Bowls of snacks" in answer.content.decode()
    shown = form_sent(answer, at)
    assert shown["snacks"] == ["2"]
    refused: Any = page.post(at, shown | {"snacks": ["41"]})
    assert refused.context["form"].errors["snacks"] == [WRONG]
    assert page.post(at, shown | {"snacks": ["40"]}).status_code == 302
    address = f"{api_address(row)}public/"
    assert api.get(address).json()["snacks"] == 40
    assert api.patch(address, {"snacks": 7}, format="json").json()["snacks"] == 7
    assert api.patch(address, {"snacks": 41}, format="json").status_code == 400


def test_the_money_of_an_event_has_it_in_its_form_and_in_the_api(
    rows: dict[str, Any], page: Client, api: APIClient
) -> None:
    event = rows["event"]
    at = reverse("event-money-setup", args=[event.club.slug, event.pk])
    answer: Any = page.get(at)
    assert (field := answer.context["form"]["snacks"]).label == "Bowls of snacks"
    assert field.help_text == HELP
    shown = form_sent(answer) | {"snacks": ["41"]}
    refused: Any = page.post(at, shown)
    assert refused.context["form"].errors["snacks"] == [WRONG]
    assert page.post(at, shown | {"snacks": ["40"]}).status_code == 302
    address = f"{api_address(event)}money/"
    assert api.get(address).json()["snacks"] == 40
    assert api.patch(address, {"snacks": 7}, format="json").json()["snacks"] == 7
    assert api.patch(address, {"snacks": 41}, format="json").status_code == 400


def test_what_is_new_is_made_with_it(club: Club, api: APIClient) -> None:
    at = f"/api/v1/clubs/{club.slug}"
    event = {"name": "Late", "date": "2026-11-21", "snacks": 0}
    assert api.post(f"{at}/events/", event, format="json").json()["snacks"] == 0
    season = {"name": "Winter", "game": "texas42", "dates": ["2026-11-21"], "snacks": 0}
    assert api.post(f"{at}/seasons/", season, format="json").json()["snacks"] == 0


def test_the_description_of_the_api_names_it() -> None:
    schemas = described()["components"]["schemas"]
    changes = {"Event": "EventSettings", "Season": "Season", "Club": "Club"}
    for name, changed in changes.items():
        assert schemas[name]["properties"]["snacks"]["type"] == "integer"
        for sent in (f"Patched{changed}ChangeRequest", f"{name}InRequest"):
            snacks = schemas[sent]["properties"]["snacks"]
            assert (snacks["maximum"], snacks["description"]) == (40, HELP)


def test_the_archive_carries_it(rows: dict[str, Any]) -> None:
    columns = {kind.label: {column.name for column in kind.columns} for kind in kinds()}
    for label in WITH_ONE_MORE:
        assert "snacks" in columns[label]
    club: Any = arrive(archive_of(rows["club"]), slug="second").club
    assert (club.snacks, club.events.get().snacks, club.seasons.get().snacks) == (3, 3, 3)


def test_an_evening_made_like_the_last_one_has_it(rows: dict[str, Any], owner: User) -> None:
    first, second = rows["season"].evenings.order_by("number")
    event_update(event=evening_event_create(evening=first, created_by=owner), snacks=9)
    made: Any = evening_event_create(evening=second, created_by=owner)
    assert made.snacks == 9


def test_the_season_that_follows_has_it(rows: dict[str, Any], owner: User) -> None:
    next_season: Any = season_follow(
        season=rows["season"], name="Winter", dates=[DAY], created_by=owner
    )
    assert next_season.snacks == 3
