"""The demo club for all tests of this folder, which only read it; loaded once a run."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection, transaction
from pytest_django import DjangoDbBlocker

from clubs.models import Club, User
from leagues.services.ratings import ratings_refresh
from leagues.services.standings import season_refresh
from seeds.load import demo_load
from tests.held import load_once
from tournaments.events.models import Event
from tournaments.events.services.standings import standings_refresh


@pytest.fixture(scope="package")
def demo(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, folder_of_run: Path
) -> Iterator[Club]:
    """The demo club with fresh standings and ratings; gone again after the last test here."""
    with django_db_blocker.unblock():
        if connection.vendor == "sqlite":
            connection.ensure_connection()
            with closing(sqlite3.connect(":memory:")) as before:
                connection.connection.backup(before)
                load_once(folder_of_run / "demo.sqlite3", demo_with_standings)
                yield Club.objects.get()
                before.backup(connection.connection)
        else:
            with transaction.atomic():
                demo_with_standings()
                yield Club.objects.get()
                transaction.set_rollback(True)


def demo_with_standings() -> Club:
    """Load the demo club and compute what the worker would."""
    owner = User.objects.create_user("demo-owner", password="a long enough word")
    club = demo_load(owner=owner)
    standings_bring(club)
    return club


def standings_bring(club: Club) -> None:
    for event in club.events.all():
        standings_refresh(event_id=event.pk)
    for season in club.seasons.all():
        season_refresh(season_id=season.pk)
        ratings_refresh(season_id=season.pk)


@pytest.fixture(scope="package")
def friday(demo: Club) -> Event:
    """The night that is over."""
    return demo.events.get(name="Friday 42 night")


@pytest.fixture(scope="package")
def tonight(demo: Club) -> Event:
    """The night that is on."""
    return demo.events.get(name="Tonight at Elm Street")
