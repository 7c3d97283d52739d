"""An event is deleted between the moment a request looks it up and the moment it locks it."""

from clubs.models import User
from tests.conftest import ApiFor, ClientFor
from tests.meanwhile import just_before
from tournaments.models import Event
from tournaments.services.events import event_delete


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
