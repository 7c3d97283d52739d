"""A backup of the file in which a club is kept."""

import sqlite3
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from clubs.models import Club


@pytest.mark.django_db(transaction=True)
def test_a_backup_is_the_whole_database_for_its_owner_alone(club: Club, tmp_path: Path) -> None:
    path = tmp_path / "sticks" / "friday.sqlite3"
    call_command("backup", str(path))
    assert path.stat().st_mode & 0o077 == 0
    with sqlite3.connect(path) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert copy.execute("SELECT name FROM clubs_club").fetchall() == [(club.name,)]
    copy.close()


def test_a_backup_takes_no_other_files_place(db: None, tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_text("other")
    with pytest.raises(CommandError, match="a file already"):
        call_command("backup", str(path))
    assert path.read_text() == "other"
