"""Backups of the whole site: a file of the database, made by command or by the clock.

The row of a backup is written when it ends, well or not; one is due when the newest good one is
older than the setting. A lock in the folder keeps two workers from making it concurrently.
"""

import logging
import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import OperationalError, connection
from django.utils import timezone

from archive.models import Backup
from clubs.models import User
from core.system import lock_take

logger = logging.getLogger(__name__)

BACKUP_NAME: Final = re.compile(r"allmark-auto-\d{4}-\d\d-\d\d-\d{6}\.(sqlite3|dump)")
"""Names that the clock gives; no other file is ever deleted."""

AGAIN_AFTER: Final = timedelta(minutes=10)
"""The pause after a backup that failed."""

GRACE: Final = timedelta(hours=1)
"""How much older than the setting a backup may be until pages remind of it."""

MOST_BACKUPS: Final = 100


class BackupError(Exception):
    """No backup was made; the message says why, in English for the log."""


def backup_folder() -> Path:
    return Path(settings.BACKUP_FOLDER)


def backup_make(path: Path) -> None:
    """Copy the database into a new file, readable for its owner alone, while the site runs.

    The file appears under its name once it is whole. Raises ``BackupError``.
    """
    if path.exists():
        raise BackupError(f"There is a file already: {path}")
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)  # a stick that is not there is no folder
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        if connection.vendor == "sqlite":
            _by_sqlite(part)
        else:
            _by_pg_dump(part)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(path)
    except (OperationalError, sqlite3.Error, OSError, subprocess.SubprocessError) as error:
        raise BackupError(str(error)) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _by_sqlite(part: Path) -> None:
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(part)])
    with closing(sqlite3.connect(f"file:{part}?mode=ro", uri=True)) as copy:
        (answer,) = copy.execute("PRAGMA quick_check(1)").fetchone()
    if answer != "ok":
        raise BackupError(f"The copy is not sound: {answer}")


def _by_pg_dump(part: Path) -> None:
    program = shutil.which("pg_dump")
    if program is None:
        raise BackupError("pg_dump is not installed on this machine.")
    wanted = connection.settings_dict
    options = {"--host": "HOST", "--port": "PORT", "--username": "USER"}
    given = [f"{option}={wanted[key]}" for option, key in options.items() if wanted[key]]
    done = subprocess.run(  # noqa: S603 our own words
        [
            program,
            "--format=custom",
            "--no-owner",
            "--no-password",
            *given,
            f"--file={part}",
            str(wanted["NAME"]),
        ],
        env=os.environ | {"PGPASSWORD": str(wanted["PASSWORD"])},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BackupError(" ".join(done.stderr.split())[:250] or "pg_dump failed.")


def backup_is_due() -> bool:
    """Whether the clock has a backup to make."""
    if not settings.BACKUP_EVERY:
        return False
    now = timezone.now()
    last = Backup.objects.first()
    if last is not None and last.error and last.at > now - AGAIN_AFTER:
        return False
    good = Backup.objects.filter(error="").first()
    return good is None or good.at <= now - _every() or _is_gone(good)


def backup_by_clock() -> None:
    """Make the backup that is due, note how it went, and delete the oldest of the clock's own."""
    with _alone() as is_ours:
        if not is_ours or not backup_is_due():
            return
        end = "sqlite3" if connection.vendor == "sqlite" else "dump"
        now = timezone.localtime()
        path = backup_folder() / f"allmark-auto-{now:%Y-%m-%d-%H%M%S}.{end}"
        _parts_delete()
        try:
            backup_make(path)
        except BackupError as error:
            logger.error("No backup was made: %s", error)
            Backup.objects.create(at=timezone.now(), error=_short(error))
        else:
            size = path.stat().st_size
            Backup.objects.create(at=timezone.now(), file=path.name, size=size)
            _old_delete()
        newest = Backup.objects.values_list("pk", flat=True)[:MOST_BACKUPS]
        Backup.objects.exclude(pk__in=list(newest)).delete()


def _short(error: BackupError) -> str:
    return str(error).rstrip(".")[:300] or "unknown"


@contextmanager
def _alone() -> Iterator[bool]:
    """Yield whether no other worker of this machine makes a backup."""
    if (lock := lock_take(Path(settings.DATA_DIR) / "backup.lock")) is None:
        yield False
        return
    with lock:
        yield True


def _parts_delete() -> None:
    """Delete what killed backups of the clock have left."""
    for part in backup_folder().glob("*.part"):
        if BACKUP_NAME.fullmatch(part.stem):
            with suppress(OSError):
                part.unlink()


def _old_delete() -> None:
    backups = sorted(path for path in backup_folder().iterdir() if BACKUP_NAME.fullmatch(path.name))
    for path in backups[: -settings.BACKUP_KEEP]:
        with suppress(OSError):
            path.unlink()


@dataclass(frozen=True, slots=True)
class BackupState:
    """The state of backups on pages: the newest good one, and why a newer one failed.

    ``is_late``: no backup exists, or the newest one is overdue. ``is_gone``: its file is missing.
    """

    last: Backup | None
    error: str
    is_late: bool
    is_gone: bool

    @property
    def needs_care(self) -> bool:
        """Whether somebody should look after it."""
        return self.is_late or self.is_gone or bool(self.error)


def backup_state() -> BackupState | None:
    """Return the state of backups; None if they are not scheduled. At most two queries.

    A site without any is late once its first account is older than the grace period.
    """
    if not settings.BACKUP_EVERY:
        return None
    newest = Backup.objects.first()
    if newest is None or not newest.error:
        good, error = newest, ""
    else:
        good, error = Backup.objects.filter(error="").first(), newest.error
    now = timezone.now()
    if good is not None:
        return BackupState(good, error, good.at < now - _every() - GRACE, _is_gone(good))
    first = User.objects.order_by("pk").values_list("date_joined", flat=True).first()
    return BackupState(None, error, first is not None and first < now - GRACE, is_gone=False)


def _is_gone(backup: Backup) -> bool:
    """Whether its file was taken away; on PostgreSQL it may lie on another machine."""
    return connection.vendor == "sqlite" and not (backup_folder() / backup.file).exists()


def _every() -> timedelta:
    return timedelta(hours=settings.BACKUP_EVERY)
