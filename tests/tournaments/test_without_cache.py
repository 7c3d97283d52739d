"""Pages, phones and the API of an evening while the cache is away."""

from typing import Any

from django.conf import settings as of_tests
from django.test import Client
from django.urls import reverse

from clubs.models import Club, User
from config import env
from tests.conftest import ApiFor, ClientFor
from tests.phones import choice
from tests.system.site import free_port
from tournaments.events.models import Event, WhoWrites
from tournaments.events.services.events import event_update
from tournaments.phones.selectors.table_access import table_path


def test_pages_phones_and_the_api_answer_without_their_cache(
    settings: Any, running: Event, club: Club, owner: User, client_for: ClientFor, api_for: ApiFor
) -> None:
    nowhere = f"redis://127.0.0.1:{free_port()}/0"
    settings.CACHES = env.caches(nowhere, of_tests.DATA_DIR, of_tests.VERSION)
    event = event_update(event=running, who_writes=WhoWrites.PLAYERS)
    page, api, phone = client_for(owner), api_for(owner), Client()
    phone.post(table_path(event, 1), choice(event, 1))
    inside = f"/api/v1/clubs/{club.slug}/events/{event.pk}/"
    for client, address in (
        (page, reverse("event", args=[club.slug, event.pk])),
        (page, reverse("event-live", args=[club.slug, event.pk])),
        (page, reverse("event-desk", args=[club.slug, event.pk])),
        (page, reverse("event-numbers", args=[club.slug, event.pk])),
        (page, reverse("club-numbers-of", args=[club.slug, "texas42"])),
        (phone, reverse("phone")),
        (phone, reverse("phone-live")),
        (api, inside),
        (api, f"{inside}standings/"),
        (api, reverse("schema")),
    ):
        assert client.get(address).status_code == 200, address
