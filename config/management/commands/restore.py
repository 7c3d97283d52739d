"""``manage.py restore``: put a backup in the place of the whole database, with every check.

On SQLite alone. On PostgreSQL the commands are printed: they restore into a new database beside
the present one, which no program should replace unasked.
"""

import getpass
import os
import shlex
import shutil
import sqlite3
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.template.defaultfilters import filesizeformat
from django.utils import timezone

from config.management.commands.up import folder_lock
from config.numbers import advancing

SPARE: Final = 20_000_000
"""Bytes that stay free on the disk."""

BESIDE: Final = ("-wal", "-shm")
"""Files that SQLite keeps beside a database in use."""

OURS: Final = {"django_migrations", "clubs_user", "clubs_club", "scoring_hand"}

COUNTED: Final = {
    "clubs": "clubs_club",
    "accounts": "clubs_user",
    "players": "clubs_player",
    "events": "tournaments_event",
    "matches": "scoring_match",
    "hands": "scoring_hand",
}


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a database: row counts by kind, and the time of the last hand.

    ``of`` is the modification time of its file, in seconds. No counts mean that the file is
    unreadable.
    """

    of: float
    size: int
    counts: dict[str, int]
    last: str

    def __str__(self) -> str:
        counts = ", ".join(f"{label}: {number}" for label, number in self.counts.items())
        of = datetime.fromtimestamp(self.of, tz=timezone.get_current_timezone())
        when = f"last hand written {self.last}" if self.last else "no hand written"
        held = f"{counts}; {when}" if counts else "it cannot be read"
        return f"{held}; {filesizeformat(self.size)}, file of {of:%Y-%m-%d %H:%M}"


class Command(BaseCommand):
    """Check a backup, show what it replaces, keep the present database, and replace it."""

    help = "Replace the whole database by a backup; the present one is kept."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file that `manage.py backup` has made")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, file: Path, yes: bool, **options: Any) -> None:
        backup = file.resolve()
        if not backup.is_file():
            raise CommandError(f"There is no file {file}.")
        if connection.vendor != "sqlite":
            raise CommandError(_by_pg_restore(backup))
        present = Path(str(connection.settings_dict["NAME"]))
        connection.close()
        if backup == present:
            raise CommandError("This file is the present database.")
        with folder_lock(settings.DATA_DIR), _copied(backup, present.parent) as copy:
            new = backup_check(copy, of=backup.stat().st_mtime)
            self.stdout.write(f"The backup {backup}:\n  {new}")
            old = present_settle(present)
            self.stdout.write(f"takes the place of {present}:\n  {old or 'there is none yet'}")
            if not yes:
                confirmation_ask()
            former = _former_database(present)
            _numbers_advance(copy)
            for end in BESIDE:
                Path(f"{present}{end}").unlink(missing_ok=True)
            copy.replace(present)
            _synchronised(present.parent)
        if former:
            self.stdout.write(f"What was there before is kept: {former}")
        for line in _closing_lines():
            self.stdout.write(line)


def _by_pg_restore(file: Path) -> str:
    """Return how to restore on PostgreSQL: into a new database, so that the present one stays.

    The site's role may not create databases. PostgreSQL's administrator may, who signs in through
    the socket, not by the site's address.
    """
    wanted = connection.settings_dict
    user, new = str(wanted["USER"] or getpass.getuser()), f"{wanted['NAME']}_restored"
    host, port = (str(wanted[key]) for key in ("HOST", "PORT"))
    at = _options(host=host, port=port, username=user)
    socket = _options(host=host if host.startswith("/") else "", port=port)
    options = "--no-owner --exit-on-error --single-transaction"
    lines = (
        "This database is kept by PostgreSQL: a dump goes into a new database, and the present one",
        "stays as it is. Stop the site; then, the first on PostgreSQL's machine:",
        f"  sudo -u postgres createdb{socket}{_options(owner=user)} {shlex.quote(new)}",
        f"  pg_restore{at} {options}{_options(dbname=new)} {shlex.quote(str(file))}",
        f"  .venv/bin/python manage.py restored{_options(name=new)}",
        f"and start with {new} as the name of the database in DATABASE_URL.",
    )
    return "\n".join(lines)


def _options(**values: str) -> str:
    """Return the options of a command that have a value, each after a space."""
    return "".join(f" --{name}={shlex.quote(value)}" for name, value in values.items() if value)


@contextmanager
def _copied(backup: Path, folder: Path) -> Iterator[Path]:
    """Copy the backup beside the present database; the checked copy is the one installed.

    A log beside it belongs to it: then it was copied from a running site.
    """
    wanted = [path for path in (backup, Path(f"{backup}-wal")) if path.exists()]
    needed = sum(path.stat().st_size for path in wanted) + SPARE
    if (free := shutil.disk_usage(folder).free) < needed:
        raise CommandError(
            f"The disk has {filesizeformat(free)} free in {folder}; {filesizeformat(needed)} are "
            "needed."
        )
    copy = folder / "restore.part"
    parts = [Path(f"{copy}{end}") for end in ("", *BESIDE)]
    try:
        for part in parts:
            part.unlink(missing_ok=True)  # of a restore that was killed
        copy.touch(mode=0o600)
        for path in wanted:
            shutil.copyfile(path, f"{copy}{path.name.removeprefix(backup.name)}")
        yield copy
    except OSError as error:
        raise CommandError(f"Nothing was restored: {error}") from error
    finally:
        for part in parts:
            part.unlink(missing_ok=True)


def backup_check(copy: Path, *, of: float = 0.0) -> Contents:
    """Return the contents of a copied backup of that time.

    Raises ``CommandError`` if it is incomplete, or not an Allmark database.
    """
    try:
        with closing(sqlite3.connect(copy)) as database:
            database.execute("PRAGMA journal_mode=DELETE")
            problems = [row[0] for row in database.execute("PRAGMA integrity_check(3)")]
            if problems != ["ok"]:
                raise CommandError(f"The file is damaged: {'; '.join(problems)}")
            missing = OURS - _tables(database)
            if missing:
                raise CommandError(
                    f"This is a database, but none of Allmark: it has no {min(missing)}."
                )
            lost = database.execute("PRAGMA foreign_key_check").fetchmany(3)
            if lost:
                tables = ", ".join(sorted({row[0] for row in lost}))
                raise CommandError(f"Rows of the file refer to rows that are gone: {tables}.")
            _must_be_known(database)
            contents = _contents(database, of=of, size=copy.stat().st_size)
    except sqlite3.Error as error:
        raise CommandError(
            f"The file cannot be read as a database ({error}): it is damaged, or no backup."
        ) from error
    return contents


def _numbers_advance(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as database, database:
        for statement in advancing("sqlite"):
            with suppress(sqlite3.OperationalError):  # a backup of before this table or column
                database.execute(statement)
    with copy.open("rb") as file:
        os.fsync(file.fileno())


def _tables(database: sqlite3.Connection) -> set[str]:
    names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return {row[0] for row in names}


def _must_be_known(database: sqlite3.Connection) -> None:
    """Raise ``CommandError`` if a newer program has changed the tables."""
    known = set(MigrationLoader(None).disk_migrations)
    applied = set(database.execute("SELECT app, name FROM django_migrations"))
    newer = sorted(".".join(migration) for migration in applied - known)
    if newer:
        raise CommandError(
            f"The backup is of a newer Allmark than this one ({settings.VERSION}): it has "
            f"{', '.join(newer[:3])}. Bring the program up to date first."
        )


def _contents(database: sqlite3.Connection, *, of: float, size: int) -> Contents:
    there = _tables(database)
    counts = {
        label: database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608 ours
        for label, table in COUNTED.items()
        if table in there
    }
    (last,) = database.execute("SELECT max(created_at) FROM scoring_handrevision").fetchone()
    return Contents(of, size, counts, f"{last[:16]} UTC" if last else "")


def present_settle(present: Path) -> Contents | None:
    """Merge the present database into one file, and return its contents; None without one.

    Raises ``CommandError`` while any process still has it open, even without a lock.
    """
    if not present.exists():
        return None
    of = present.stat().st_mtime
    try:
        with closing(sqlite3.connect(present, timeout=1)) as database:
            database.execute("PRAGMA journal_mode=DELETE")
            if _tables(database) >= OURS:
                return _contents(database, of=of, size=present.stat().st_size)
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise CommandError(
                f"A program still has {present} open: stop the site, and whatever else uses it."
            ) from error
    except sqlite3.DatabaseError:
        pass  # it is damaged, which may be why a backup is wanted
    return Contents(of, present.stat().st_size, {}, "")


def confirmation_ask() -> None:
    if not sys.stdin.isatty():
        raise CommandError("Nothing was changed. Say --yes to restore.")
    if input("Type yes to restore: ").strip().lower() != "yes":
        raise CommandError("Nothing was changed.")


def _former_database(present: Path) -> Path | None:
    """Give the present database a second name in backups/, so that no moment is without one."""
    if not present.exists():
        return None
    folder = Path(settings.DATA_DIR) / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    now = timezone.localtime()
    former = folder / f"allmark-before-restore-{now:%Y-%m-%d-%H%M%S}.sqlite3"
    for end in ("", *BESIDE):
        source = Path(f"{present}{end}")
        if source.exists():
            try:
                os.link(source, f"{former}{end}")
            except FileExistsError:
                raise
            except OSError:  # the file system has no links, or it is another one
                shutil.copyfile(source, f"{former}{end}")
    former.chmod(0o600)
    _synchronised(folder)
    return former


def _synchronised(folder: Path) -> None:
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _closing_lines() -> Iterator[str]:
    yield "Restored. Everybody signs in with the password of the day of the backup."
    yield (
        f"The secret key stays that of {settings.DATA_DIR}. Where the backup comes from another "
        "folder, copy secret.key from there as well: without it people sign in anew, and printed "
        "table cards and links of sign-ups open nothing."
    )
    yield "Start the site with make run: it brings an older database up to date."
