"""Where a setting is found of which only its model knows. Run by ``test_one_setting_more.py``."""

import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from archive.kinds import kinds
from clubs.models import Club, User
from leagues.services.evenings import evening_event_create
from leagues.services.seasons import season_create
from tests.api.operations import described
from tests.archive.packages import archive_of, arrive
from tests.conftest import ApiFor, ClientFor
from tests.html_forms import form_sent
from tournaments.models import Event
from tournaments.services.events import event_create, event_update

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 11, 20)


@pytest.fixture
def event(club: Club, owner: User) -> Any:
    return event_create(club=club, created_by=owner, name="Night", date=DAY, snacks=3)


@pytest.fixture
def page(owner: User, client_for: ClientFor) -> Client:
    return client_for(owner)


@pytest.fixture
def api(owner: User, api_for: ApiFor) -> APIClient:
    return api_for(owner)


def test_the_form_shows_it_with_its_help_and_bounds_and_saves_it(event: Any, page: Client) -> None:
    at = reverse("event-settings", args=[event.club.slug, event.pk])
    answer: Any = page.get(at)
    html = answer.content.decode()
    assert "Bowls of snacks" in html
    assert "On every table." in html
    shown = form_sent(answer)
    assert shown["snacks"] == ["3"]
    refused: Any = page.post(at, shown | {"snacks": ["41"]})
    assert refused.context["form"].errors["snacks"] == [
        "Ensure this value is less than or equal to 40."
    ]
    assert page.post(at, shown | {"snacks": ["40"]}).status_code == 302
    assert Event.objects.values_list("snacks", flat=True).get(pk=event.pk) == 40


def test_the_api_shows_changes_and_refuses_it(event: Any, api: APIClient) -> None:
    at = f"/api/v1/clubs/{event.club.slug}/events/"
    assert api.get(f"{at}{event.pk}/").json()["snacks"] == 3
    changed = api.patch(f"{at}{event.pk}/", {"snacks": 7}, format="json")
    assert changed.json()["snacks"] == 7
    refused = api.patch(f"{at}{event.pk}/", {"snacks": 41}, format="json")
    assert refused.status_code == 400
    made = api.post(at, {"name": "Late", "date": "2026-11-21", "snacks": 0}, format="json")
    assert made.json()["snacks"] == 0


def test_the_description_of_the_api_names_it() -> None:
    schemas = described()["components"]["schemas"]
    for name in ("PatchedEventChangeRequest", "EventInRequest"):
        snacks = schemas[name]["properties"]["snacks"]
        assert (snacks["maximum"], snacks["description"]) == (40, "On every table.")
    assert "snacks" in schemas["Event"]["properties"]


def test_the_archive_carries_it(event: Any) -> None:
    (kind,) = (kind for kind in kinds() if kind.label == "tournaments.Event")
    columns = {column.name: column for column in kind.columns}
    assert columns["snacks"].schema["type"] == "integer"
    arrived = arrive(archive_of(event.club), slug="second")
    assert arrived.club.events.get().snacks == 3


def test_an_evening_made_like_the_last_one_has_it(club: Club, owner: User) -> None:
    days = [DAY, DAY + datetime.timedelta(weeks=1)]
    season = season_create(club=club, name="Autumn", game="texas42", created_by=owner, dates=days)
    first, second = season.evenings.order_by("number")
    event = evening_event_create(evening=first, created_by=owner)
    event_update(event=event, snacks=9)
    made: Any = evening_event_create(evening=second, created_by=owner)
    assert made.snacks == 9
