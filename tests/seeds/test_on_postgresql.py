"""The demo club moves from PostgreSQL to SQLite and back: always the same bytes."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from clubs.models import Club
from tests.archive.packages import archive_of, arrive
from tests.test_tree import ROOT


@pytest.fixture
def on_sqlite(tmp_path: Path) -> Callable[..., None]:
    """Runs a command of a house of its own on SQLite."""
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{tmp_path / 'other.sqlite3'}",
        "ALLMARK_DATA": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }

    def run(*words: str) -> None:
        command = [sys.executable, "manage.py", *words]
        subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)

    return run


def test_from_postgresql_to_sqlite_and_back(
    db: None, demo: Club, on_sqlite: Callable[..., None], tmp_path: Path
) -> None:
    data = archive_of(demo)
    (tmp_path / "one.allmark").write_bytes(data)
    on_sqlite("migrate", "-v0")
    on_sqlite("unarchive", str(tmp_path / "one.allmark"))
    on_sqlite("archive", demo.slug, str(tmp_path / "two.allmark"))
    there = (tmp_path / "two.allmark").read_bytes()
    assert there == data
    Club.objects.filter(pk=demo.pk).update(slug="elsewhere")
    arrival = arrive(there)
    assert arrival.differences == ()
    assert archive_of(arrival.club) == data
