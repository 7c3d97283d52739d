"""PostgreSQL holds the books as SQLite does: the same tests, run there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.system.servers import postgres

HERE = Path(__file__).parent
FILES = ["test_held_by_the_database.py", "test_entries.py", "test_transfers.py"]


@pytest.mark.postgres
@pytest.mark.slow
def test_the_books_are_held_on_postgresql_too(tmp_path: Path) -> None:
    with postgres(tmp_path / "server") as url:
        run = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "-p",
                "no:xdist",
                *map(str, map(HERE.joinpath, FILES)),
            ],
            cwd=HERE.parent.parent,
            env=os.environ | {"DATABASE_URL": url},
            capture_output=True,
            text=True,
            check=False,
        )
    assert run.returncode == 0, run.stdout[-3000:]
