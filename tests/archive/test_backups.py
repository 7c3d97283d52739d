"""Backups by the clock: due, made once, kept so many, and seen on the pages."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from archive.backups import backup_by_clock, backup_is_due
from archive.models import Backup
from clubs.models import Club, User
from config.env import backups

ClientFor = Callable[[User], Client]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.BACKUP_FOLDER, settings.BACKUP_EVERY, settings.BACKUP_KEEP = tmp_path / "sticks", 24, 2
    return tmp_path / "sticks"


def test_one_is_made_when_it_is_due_and_not_before(club: Club, folder: Path) -> None:
    backup_by_clock()
    backup_by_clock()
    (file,) = folder.iterdir()
    made = Backup.objects.get()
    assert (made.file, made.size, made.error) == (file.name, file.stat().st_size, "")
    assert file.stat().st_mode & 0o077 == 0
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(file)) as copy:
            assert copy.execute("SELECT name FROM clubs_club").fetchall() == [(club.name,)]
    else:
        assert file.read_bytes().startswith(b"PGDMP")
    Backup.objects.update(at=timezone.now() - timedelta(hours=24))
    assert backup_is_due()


def test_only_the_clocks_own_old_ones_go_and_what_its_killed_ones_left(
    folder: Path, owner: User
) -> None:
    folder.mkdir()
    others = {"allmark-2020-01-01-200000.sqlite3", "allmark-auto-notes.txt"}
    others |= {"friday.sqlite3", "friday.part"}
    old = {f"allmark-auto-2020-01-0{day}-200000.sqlite3" for day in (1, 2, 3)}
    killed = {f"allmark-auto-2020-01-04-200000.{end}.part" for end in ("sqlite3", "dump")}
    for name in others | old | killed:
        (folder / name).write_text("kept")
    backup_by_clock()
    left = {path.name for path in folder.iterdir()}
    assert left == others | {"allmark-auto-2020-01-03-200000.sqlite3", Backup.objects.get().file}


def test_a_failure_is_noted_shown_and_tried_again_later(
    club: Club, owner: User, folder: Path, client_for: ClientFor
) -> None:
    backup_by_clock()
    Backup.objects.update(at=timezone.now() - timedelta(hours=30))
    (file,) = folder.iterdir()
    file.rename(folder.with_name("away.sqlite3"))
    folder.rmdir()
    folder.write_text("no folder")
    backup_by_clock()
    failed = Backup.objects.first()
    assert failed is not None
    assert failed.error
    assert not backup_is_due()
    page = client_for(owner).get(f"/c/{club.slug}/").content.decode()
    assert "The last backup of this site failed" in page
    assert "The last good one is from" in page
    Backup.objects.filter(pk=failed.pk).update(at=timezone.now() - timedelta(minutes=11))
    assert backup_is_due()


def test_pages_say_when_the_last_one_was_and_remind(
    club: Club, owner: User, viewer: User, folder: Path, client_for: ClientFor
) -> None:
    client, home = client_for(owner), f"/c/{club.slug}/"
    assert "backup" not in client.get(home).content.decode()  # the house is new
    User.objects.update(date_joined=timezone.now() - timedelta(days=2))
    assert "This site has no backup yet" in client.get(home).content.decode()
    assert "backup" not in client_for(viewer).get(home).content.decode()
    backup_by_clock()
    for address in (home, "/clubs/", f"/c/{club.slug}/settings/archive/"):
        assert "Last backup of this site" in client.get(address).content.decode()
    (file,) = folder.iterdir()
    if connection.vendor == "sqlite":
        moved_file = file.rename(file.with_suffix(".away"))
        assert "no longer in its folder" in client.get(home).content.decode()
        assert backup_is_due()
        moved_file.rename(file)
    Backup.objects.update(at=timezone.now() - timedelta(hours=26))
    assert "The last backup of this site is from" in client.get(home).content.decode()


def test_the_environment_says_where_and_how_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert backups(tmp_path) == (tmp_path / "backups", 24, 14)
    monkeypatch.setenv("BACKUP_FOLDER", str(tmp_path / "stick"))
    monkeypatch.setenv("BACKUP_EVERY", "0")
    monkeypatch.setenv("BACKUP_KEEP", "3")
    assert backups(tmp_path) == (tmp_path / "stick", 0, 3)
    monkeypatch.setenv("BACKUP_EVERY", "often")
    with pytest.raises(SystemExit, match="in hours"):
        backups(tmp_path)
    monkeypatch.setenv("BACKUP_EVERY", "6")
    monkeypatch.setenv("BACKUP_KEEP", "0")
    with pytest.raises(SystemExit, match="BACKUP_KEEP from 1"):
        backups(tmp_path)
