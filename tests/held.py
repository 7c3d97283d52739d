"""What tests share: made once for a module, or once for a whole run."""

import fcntl
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from django.db import connection, transaction
from pytest_django import DjangoDbBlocker

Made = TypeVar("Made")


def hold(blocker: DjangoDbBlocker, make: Callable[[], Made]) -> Iterator[Made]:
    """Yield what is made, in a transaction around all tests of a module.

    For a fixture of that scope, which a module asks for by
    ``pytestmark = pytest.mark.usefixtures("held")``; each test takes a deep copy of it. The
    module has no test with ``transaction=True``.
    """
    around = transaction.atomic()
    with blocker.unblock():
        around.__enter__()
        made = make()
    yield made
    with blocker.unblock():
        transaction.set_rollback(True)
        around.__exit__(None, None, None)


def load_once(file: Path, make: Callable[[], object]) -> None:
    """Put into the empty test database what ``make`` writes, without the tasks that would follow.

    The first process of a run that asks for ``file`` makes it, all others copy what it wrote.
    Outside of a transaction, as in a test with ``transactional_db``; on SQLite.
    """
    connection.ensure_connection()
    memory = connection.connection
    with (
        file.with_suffix(".lock").open("w") as lock,
        closing(sqlite3.connect(file)) as file_copy,
    ):
        fcntl.flock(lock, fcntl.LOCK_EX)
        if file_copy.execute("PRAGMA page_count").fetchone() == (0,):
            with transaction.atomic():
                make()
                connection.run_on_commit.clear()
            memory.backup(file_copy)
        else:
            file_copy.backup(memory)
