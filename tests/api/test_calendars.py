"""The addresses of calendars over HTTP."""

import pytest
from django.test import Client
from rest_framework.test import APIClient

from clubs.models import User
from tests.api.conftest import Evening
from tests.conftest import ApiFor

pytestmark = pytest.mark.usefixtures("held")


@pytest.fixture
def at(evening: Evening) -> str:
    return f"{evening.at}calendars/"


def test_an_address_is_made_moved_and_withdrawn(api: APIClient, at: str, evening: Evening) -> None:
    address = f"{at}season-{evening.season.pk}/"
    assert api.get(address).json()["address"] is None
    first = api.put(address).json()["address"]
    assert api.put(address).json()["address"] == api.get(address).json()["address"] == first
    assert Client().get(first)["Content-Type"].startswith("text/calendar")
    second = api.post(f"{address}renew/").json()["address"]
    assert [Client().get(address).status_code for address in (first, second)] == [404, 200]
    assert api.delete(address).status_code == 204
    assert Client().get(second).status_code == 404
    assert api.put(address).json()["address"] not in {None, first, second}


def test_one_s_own_calendar_is_one_s_own(
    at: str, evening: Evening, viewer: User, api_for: ApiFor, api: APIClient
) -> None:
    ann = evening.players[0]
    viewer.memberships.update(player=ann)
    address, program = f"{at}player-{ann.pk}/", api_for(viewer)
    listed = [row["of"] for row in program.get(at).json()]
    assert listed == ["club", f"season-{evening.season.pk}", f"player-{ann.pk}"]
    assert program.put(address).json()["address"] is not None
    assert program.put(f"{at}club/").status_code == 403
    # Nobody else has it, not even an owner; nor is there one of what is no calendar.
    for other in (address, f"{at}player-{evening.players[1].pk}/", f"{at}season-0/", f"{at}clubs/"):
        assert api.put(other).status_code == 404, other
