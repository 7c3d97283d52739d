"""Files outside the database: those of the jobs, and messages between web process and worker.

While a club is imported on SQLite, no other transaction can write; while one is archived, its
transaction sees no changes. Progress, cancellation and the worker's sign of life are therefore in
small shared files.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import UUID

from django.conf import settings

from core.system import lock_take

LENGTH = 40

Report = Callable[[int, int], None]
"""Called with the steps done and their total; raises `CancelledError` once somebody cancelled."""


class CancelledError(Exception):
    """Somebody cancelled the job while it was being done."""


def folder() -> Path:
    """Return the folder of the jobs' files, created if necessary, readable only by its owner."""
    path = Path(settings.JOB_ROOT)
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


class Work:
    """A job in work: its holder, its progress, whether it is to stop.

    The lock of the file ends with its process, however that ends.
    """

    def __init__(self, pk: UUID) -> None:
        self._pk = pk
        self._file = Path(settings.JOB_ROOT) / f"{pk}.work"
        self._stop = self._file.with_suffix(".cancel")

    @property
    def is_held(self) -> bool:
        """Whether a worker is at it."""
        if not self._file.exists():
            return False
        if (lock := lock_take(self._file, shared=True)) is None:
            return True
        lock.close()
        return False

    @property
    def progress(self) -> tuple[int, int] | None:
        """The steps done and their total; None before the first report."""
        try:
            done, total = self._file.read_text().split()
        except (OSError, ValueError):
            return None
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
        """Hold the job while working on it; yield False if another worker does."""
        folder()
        if (lock := lock_take(self._file)) is None:
            yield False
            return
        self._lock = lock
        try:
            self._partial_files_clear()
            yield True
        finally:
            self._clear()
            lock.close()

    def release_in_fork(self) -> None:
        """Release the copy of the lock in a copy of the worker, which may live a little longer."""
        self._lock.close()

    def report(self, done: int, total: int) -> None:
        """Report the progress. Raises `CancelledError` if somebody cancelled."""
        with self._file.open("r+") as file:
            file.write(f"{done} {total}".ljust(LENGTH))
        self.watch()

    def watch(self) -> None:
        """Raise `CancelledError` if somebody cancelled."""
        if self._stop.exists():
            raise CancelledError

    def _partial_files_clear(self) -> None:
        """Delete partial files of a killed worker."""
        for path in self._file.parent.glob(f"{self._pk}-*.part"):
            path.unlink(missing_ok=True)

    def _clear(self) -> None:
        """Delete progress and wish."""
        for path in (self._file, self._stop):
            with suppress(OSError):
                path.unlink(missing_ok=True)
