"""Evenings of names and totals over HTTP."""

import pytest
from rest_framework.test import APIClient

from clubs.models import Club, Player, User
from clubs.services.players import players_add_many
from tests.conftest import ApiFor
from tests.tables import table
from tournaments.events.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def api(organiser: User, api_for: ApiFor) -> APIClient:
    return api_for(organiser)


def test_an_evening_is_read_in_and_taken_back(api: APIClient, club: Club) -> None:
    ann, bob = players_add_many(club=club, names=["Ann", "Bob"])
    address = f"/api/v1/clubs/{club.slug}/events/read-in/"
    body = {
        "template": "round_robin",
        "date": "2025-03-07",
        "entries": [
            {"players": [ann.pk, bob.pk], "rounds": [7, None, 5]},
            {"new_players": ["Cleo", "Dan"], "total": 9},
        ],
    }
    made = api.post(address, body, format="json")
    assert made.status_code == 201, made.content
    event = Event.objects.get(pk=made.json()["id"])
    assert made.json()["state"] == "finished"
    totals = event.entries.get(number=1).round_totals
    assert list(totals.values_list("number", "total")) == [(1, 7), (3, 5)]
    back = f"/api/v1/clubs/{club.slug}/events/{event.pk}/take-back/"
    assert api.post(back).status_code == 204
    assert set(Player.objects.filter(club=club)) == {ann, bob}


@table(
    ("change", "where"),
    [
        ({"template": "town_festival"}, "template"),
        ({"entries": [{"players": [999_999], "total": 1}]}, "entries"),
        ({"entries": []}, "entries"),
    ],
)
def test_what_cannot_be_read_in_is_answered_beside_its_field(
    api: APIClient, club: Club, change: dict[str, object], where: str
) -> None:
    body = {
        "template": "pandoeren_evening",
        "date": "2025-03-07",
        "entries": [{"new_players": ["Ann"], "total": 1}],
    }
    answer = api.post(f"/api/v1/clubs/{club.slug}/events/read-in/", body | change, format="json")
    assert answer.status_code in {400, 422}
    assert where in answer.content.decode()
    assert not Event.objects.exists()
