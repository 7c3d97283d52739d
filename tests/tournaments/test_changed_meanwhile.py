"""An event is deleted or planned anew between two queries of a request."""

import pytest

from clubs.models import Club, User
from clubs.services.players import players_add_many
from tests.conftest import ApiFor, ClientFor
from tests.meanwhile import between_queries, just_before
from tests.tournaments.conftest import EventMaker, run
from tournaments.events.models import Event
from tournaments.events.services.entries import entry_add
from tournaments.events.services.events import event_delete


def deleted(event: Event) -> None:
    event_delete(event=Event.objects.get(pk=event.pk))


def test_a_page_is_not_found(event: Event, owner: User, client_for: ClientFor) -> None:
    client = client_for(owner)
    path = f"/c/{event.club.slug}/events/{event.pk}/plan/"
    with just_before('FROM "tournaments_event"', lambda: deleted(event), after=1):
        answer = client.post(path)
    assert answer.status_code == 404


def test_a_program_is_told_the_same(event: Event, owner: User, api_for: ApiFor) -> None:
    path = f"/api/v1/clubs/{event.club.slug}/events/{event.pk}/rounds/plan/"
    with just_before('FROM "tournaments_event"', lambda: deleted(event), after=1):
        answer = api_for(owner).post(path, {}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("page", ["", "draw/", "live/"])
def test_an_entry_is_added_while_a_page_is_read(
    make_event: EventMaker, club: Club, owner: User, client_for: ClientFor, page: str
) -> None:
    event = run(make_event(5))
    client = client_for(owner)
    late = players_add_many(club=club, names=["Late One", "Late Two"])

    def enter() -> None:
        entry_add(event=Event.objects.get(pk=event.pk), players=late)

    address = f"/c/{club.slug}/events/{event.pk}/{page}"
    for answer in between_queries(lambda: client.get(address), enter):
        assert answer.status_code == 200
