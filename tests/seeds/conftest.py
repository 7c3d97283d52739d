"""The demo club, loaded once for all tests of this folder, which only read it."""

from collections.abc import Iterator

import pytest
from django.db import transaction

from clubs.models import Club, User
from leagues.services.ratings import ratings_refresh
from leagues.services.standings import season_refresh
from seeds.load import demo_load
from tournaments.models import Event
from tournaments.services.standings import standings_refresh


@pytest.fixture(scope="package")
def demo(django_db_setup: None, django_db_blocker: object) -> Iterator[Club]:
    """The demo club with fresh standings and ratings; gone again after the last test here."""
    with django_db_blocker.unblock(), transaction.atomic():  # type: ignore[attr-defined]
        owner = User.objects.create_user("demo-owner", password="a long enough word")
        club = demo_load(owner=owner)
        for event in club.events.all():
            standings_refresh(event_id=event.pk)
        for season in club.seasons.all():
            season_refresh(season_id=season.pk)
            ratings_refresh(season_id=season.pk)
        yield club
        transaction.set_rollback(True)


@pytest.fixture(scope="package")
def friday(demo: Club) -> Event:
    """The night that is over."""
    return demo.events.get(name="Friday 42 night")


@pytest.fixture(scope="package")
def tonight(demo: Club) -> Event:
    """The night that is on."""
    return demo.events.get(name="Tonight at Elm Street")
