"""A backup takes the place of the database of a house, and what was there is kept."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError

from config.management.commands.restore import backup_check, present_settle
from config.management.commands.up import folder_lock
from config.numbers import GAP
from tests.system.conftest import prepared  # noqa: F401 a fixture

CLUB = (
    "INSERT INTO clubs_club (name, slug, currency, paper, language, calendar, public_names,"
    " public_language_follows, contact, about, names_sorted_by, created_at)"
    " VALUES (?, ?, 'USD', 'a4', 'en', 'gregorian', 'initial', 0, '', '', '',"
    " '2026-11-20 20:00:00')"
)


def run(data: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {"ALLMARK_DATA": str(data), "DATABASE_URL": ""}
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=settings.BASE_DIR,
        env=environment | {"DJANGO_SETTINGS_MODULE": "config.settings"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def change(file: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(statement, values)


def clubs(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as database:
        return [name for (name,) in database.execute("SELECT name FROM clubs_club")]


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Path:  # noqa: F811
    """A database without a club."""
    file = tmp_path_factory.mktemp("empty") / "allmark.sqlite3"
    shutil.copyfile(prepared / "allmark.sqlite3", file)
    change(file, "PRAGMA journal_mode=DELETE")
    return file


@pytest.fixture
def data(empty: Path, tmp_path: Path) -> Path:
    """A data folder whose club is that of tonight."""
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copyfile(empty, folder / "allmark.sqlite3")
    change(folder / "allmark.sqlite3", CLUB, "Tonight", "tonight")
    return folder


@pytest.fixture
def backup(empty: Path, tmp_path: Path) -> Path:
    """A backup whose club is that of Friday."""
    file = tmp_path / "friday.sqlite3"
    shutil.copyfile(empty, file)
    change(file, CLUB, "Friday", "friday")
    return file


def test_a_backup_takes_the_place_of_what_is_kept_beside_it(data: Path, backup: Path) -> None:
    unsure = run(data, "restore", str(backup))
    assert "--yes" in unsure.stderr
    assert clubs(data / "allmark.sqlite3") == ["Tonight"]
    done = run(data, "restore", str(backup), "--yes")
    assert done.returncode == 0, done.stderr
    assert clubs(data / "allmark.sqlite3") == ["Friday"]
    (copy,) = (data / "backups").iterdir()
    assert clubs(copy) == ["Tonight"]
    assert str(copy) in done.stdout
    assert "clubs: 1, accounts: 1" in done.stdout
    assert "secret.key" in done.stdout
    assert not [path for path in data.iterdir() if path.name.endswith((".part", "-wal", "-shm"))]
    assert clubs(backup) == ["Friday"]  # it is still there


def test_no_number_given_out_since_the_backup_is_given_out_again(data: Path, backup: Path) -> None:
    done = run(data, "restore", str(backup), "--yes")
    assert done.returncode == 0, done.stderr
    change(data / "allmark.sqlite3", CLUB, "Saturday", "saturday")
    with closing(sqlite3.connect(data / "allmark.sqlite3")) as database:
        assert database.execute("SELECT max(id) FROM clubs_club").fetchone() == (1 + GAP + 1,)
        empty = "SELECT seq FROM sqlite_sequence WHERE name = 'clubs_player'"
        assert database.execute(empty).fetchone() == (GAP,)


def test_not_while_the_site_runs(data: Path, backup: Path) -> None:
    with folder_lock(data):
        refused = run(data, "restore", str(backup), "--yes")
    assert "is running" in refused.stderr
    with closing(sqlite3.connect(data / "allmark.sqlite3")) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("SELECT count(*) FROM clubs_club").fetchall()
        with pytest.raises(CommandError, match="still has"):
            present_settle(data / "allmark.sqlite3")
    assert clubs(data / "allmark.sqlite3") == ["Tonight"]


def test_a_damaged_database_is_replaced_and_kept_as_it_is(data: Path, backup: Path) -> None:
    (data / "allmark.sqlite3").write_bytes(b"not a database" * 999)
    done = run(data, "restore", str(backup), "--yes")
    assert done.returncode == 0, done.stderr
    (copy,) = (data / "backups").iterdir()
    assert copy.read_bytes().startswith(b"not a database")


def _text(file: Path) -> None:
    file.write_text("Friday\n" * 999)


def _cut(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def _foreign(file: Path) -> None:
    file.unlink()
    change(file, "CREATE TABLE recipes (name TEXT)")


def _newer(file: Path) -> None:
    change(
        file,
        "INSERT INTO django_migrations (app, name, applied)"
        " VALUES ('clubs', '0009_cloud', '2030-01-01')",
    )


def _orphan(file: Path) -> None:
    change(
        file,
        "INSERT INTO clubs_membership (club_id, user_id, role, created_at)"
        " VALUES (1, 99, 'owner', '2026-11-20')",
    )


REFUSED: dict[str, tuple[Callable[[Path], None], str]] = {
    "a text": (_text, "no backup"),
    "half a file": (_cut, "damaged"),
    "another database": (_foreign, "none of Allmark"),
    "a newer program's": (_newer, "newer Allmark.*clubs.0009_cloud"),
    "rows that lead nowhere": (_orphan, "refer to rows that are gone: clubs_membership"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_sound_backup_is_refused(case: str, backup: Path) -> None:
    spoil, sentence = REFUSED[case]
    spoil(backup)
    with pytest.raises(CommandError, match=sentence):
        backup_check(backup)
