"""One archive at a time is sent or fetched: a slow connection occupies a web process."""

import fcntl
from io import FileIO
from pathlib import Path
from typing import IO

from jobs.work import folder


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
