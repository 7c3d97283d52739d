"""After a restore keys and versions go on where no backup has been."""

import datetime
from io import StringIO

from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from clubs.models import Club, User
from clubs.services.players import player_add
from config.numbers import GAP
from tests.conftest import ClientFor
from tournaments.events.services.events import event_create


def test_a_restored_database_gives_out_no_key_and_no_version_again(
    club: Club, owner: User, client_for: ClientFor
) -> None:
    before = player_add(club=club, name="Ann")
    event = event_create(
        club=club, name="Night", date=datetime.date(2026, 11, 20), created_by=owner, rules={}
    )
    client: Client = client_for(owner)
    live = reverse("event-standings-live", args=[club.slug, event.pk])
    tag = client.get(live)["ETag"]
    assert client.get(live, headers={"If-None-Match": tag}).status_code == 304
    version, is_stale = event.version, event.is_stale
    call_command("restored", stdout=StringIO())
    event.refresh_from_db()
    assert (event.version, event.is_stale) == (version + GAP, is_stale)
    assert client.get(live, headers={"If-None-Match": tag}).status_code == 200
    assert player_add(club=club, name="Bob").pk > before.pk + GAP
