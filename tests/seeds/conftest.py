"""The demo club for all tests of this folder, which only read it; loaded once a run."""

import fcntl
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from django.db import connection, transaction

from clubs.models import Club, User
from leagues.services.ratings import ratings_refresh
from leagues.services.standings import season_refresh
from seeds.load import demo_load
from tournaments.models import Event
from tournaments.services.standings import standings_refresh


@pytest.fixture(scope="package")
def demo(
    django_db_setup: None, django_db_blocker: object, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Club]:
    """The demo club with fresh standings and ratings; gone again after the last test here.

    On SQLite the first process that needs it loads it into a file, and all of a run copy that.
    """
    base = tmp_path_factory.getbasetemp()
    with django_db_blocker.unblock():  # type: ignore[attr-defined]
        if connection.vendor == "sqlite":
            with _copied(base if base.name.startswith("pytest-") else base.parent):
                yield Club.objects.get()
        else:
            with transaction.atomic():
                yield _loaded()
                transaction.set_rollback(True)


def _loaded() -> Club:
    owner = User.objects.create_user("demo-owner", password="a long enough word")
    club = demo_load(owner=owner)
    for event in club.events.all():
        standings_refresh(event_id=event.pk)
    for season in club.seasons.all():
        season_refresh(season_id=season.pk)
        ratings_refresh(season_id=season.pk)
    return club


@contextmanager
def _copied(folder: Path) -> Iterator[None]:
    """The test database holds a copy of the demo club's, and afterwards what it held before."""
    connection.ensure_connection()
    own, file = connection.connection, folder / "demo.sqlite3"
    with closing(sqlite3.connect(":memory:")) as before:
        own.backup(before)
        with (folder / "demo.lock").open("w") as lock, closing(sqlite3.connect(file)) as kept:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if kept.execute("PRAGMA page_count").fetchone() == (0,):
                with transaction.atomic():
                    _loaded()
                    connection.run_on_commit.clear()  # all is computed; no task is to follow
                own.backup(kept)
            else:
                kept.backup(own)
        yield
        before.backup(own)


@pytest.fixture(scope="package")
def friday(demo: Club) -> Event:
    """The night that is over."""
    return demo.events.get(name="Friday 42 night")


@pytest.fixture(scope="package")
def tonight(demo: Club) -> Event:
    """The night that is on."""
    return demo.events.get(name="Tonight at Elm Street")
