"""The demo club, loaded once for all tests of a file, which only read it."""

from collections.abc import Iterator

import pytest
from django.db import transaction

from clubs.models import Club, User
from seeds.load import demo_load
from tournaments.models import Event
from tournaments.services.standings import standings_refresh


@pytest.fixture(scope="module")
def demo(django_db_setup: None, django_db_blocker: object) -> Iterator[Club]:
    """The demo club with fresh standings; gone again after the file."""
    with django_db_blocker.unblock(), transaction.atomic():  # type: ignore[attr-defined]
        owner = User.objects.create_user("demo-owner", password="a long enough word")
        club = demo_load(owner=owner)
        for event in club.events.all():
            standings_refresh(event_id=event.pk)
        yield club
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def friday(demo: Club) -> Event:
    """The night that is over."""
    return demo.events.get(name="Friday 42 night")


@pytest.fixture(scope="module")
def tonight(demo: Club) -> Event:
    """The night that is on."""
    return demo.events.get(name="Tonight at Elm Street")
