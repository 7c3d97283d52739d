"""Files beside the database: archives, and messages between web process and worker.

While a club is read on SQLite, its transaction is the only one that may write; while one is
archived, its transaction sees nothing new. Progress, cancelling and the worker's sign of life are
therefore in small files shared by both.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import IO
from uuid import UUID

from django.conf import settings

from prints.jobs import CancelledError

LENGTH = 40


def folder() -> Path:
    """Return the folder of archives, created if necessary, readable only by its owner."""
    path = Path(settings.ARCHIVE_ROOT)
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def archive_path(pk: UUID) -> Path:
    """Where the file of an archive or an arrival lies."""
    return folder() / f"{pk}.allmark"


class TransferBusyError(Exception):
    """Another archive is being sent or fetched."""


def transfer_begin() -> IO[bytes]:
    """Return the lock of the one transfer allowed at a time, until it is closed.

    A slow connection occupies a web process for the whole transfer, and there are few of them.
    Raises ``TransferBusyError``.
    """
    lock = (folder() / "transfer.lock").open("ab")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise TransferBusyError from None
    return lock


class SentFile(FileIO):
    """An archive being downloaded; the transfer ends when it is closed."""

    def __init__(self, path: Path) -> None:
        """Open it. Raises ``TransferBusyError``, and ``FileNotFoundError``."""
        self._lock = transfer_begin()
        try:
            super().__init__(str(path))  # Django takes the size of a file whose name is a string
        except OSError:
            self._lock.close()
            raise

    def close(self) -> None:
        """Close the file and end the transfer."""
        super().close()
        self._lock.close()


class Work:
    """An order in work: its holder, its progress, whether it is to stop.

    The lock of the file ends with its process, however that ends.
    """

    def __init__(self, pk: UUID) -> None:
        self._pk = pk
        self._file = Path(settings.ARCHIVE_ROOT) / f"{pk}.work"
        self._stop = self._file.with_suffix(".cancel")
        self._held = -1

    @property
    def is_held(self) -> bool:
        """Whether a worker is at it."""
        try:
            with self._file.open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            return False
        return False

    @property
    def progress(self) -> tuple[int, int]:
        """The rows done and their total; zeros before the first."""
        try:
            done, total = self._file.read_text().split()
        except (OSError, ValueError):
            return 0, 0
        return int(done), int(total)

    @property
    def is_stopping(self) -> bool:
        """Whether it was cancelled and the worker has still to see it."""
        return self._stop.exists()

    def cancel(self) -> None:
        """Ask the worker to stop."""
        self._stop.touch()

    @contextmanager
    def hold(self) -> Iterator[bool]:
        """Hold the order while working on it; yield False if another worker does."""
        folder()
        self._held = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            try:
                fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
                return
            try:
                self.parts_clear()
                yield True
            finally:
                self.clear()
        finally:
            os.close(self._held)

    def report(self, done: int, total: int) -> None:
        """Report the progress. Raises ``CancelledError`` if somebody cancelled."""
        os.pwrite(self._held, f"{done} {total}".ljust(LENGTH).encode(), 0)
        if self._stop.exists():
            raise CancelledError

    def parts_clear(self) -> None:
        """Delete partial files of a killed worker."""
        for part in self._file.parent.glob(f"{self._pk}-*.part"):
            part.unlink(missing_ok=True)

    def clear(self) -> None:
        """Delete progress and wish."""
        for path in (self._file, self._stop):
            with suppress(OSError):
                path.unlink(missing_ok=True)
