"""The Celery applications of the workers and of the clock, and their queue in a folder."""

import os
import time
import uuid
from contextlib import suppress
from pathlib import Path
from queue import Empty
from typing import Any

from celery import Celery
from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, virtual
from kombu.utils.json import dumps, loads

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Celery would have each worker load every page to check the settings, as `manage.py up` has done.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
TRANSPORT_ALIASES["folder"] = "config.celery:Transport"
MESSAGE = ".msg"

app = Celery("allmark")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# The clock sends tasks by their names. Without Django's models and pages, which Celery would load
# for it, it starts in a sixth of the time and takes a third of the memory.
clock = Celery("clock", fixups=[], set_as_current=False)
clock.config_from_object("django.conf:settings", namespace="CELERY")


class Channel(virtual.Channel):
    """A folder of messages for each queue, a file a message.

    Kombu's own folder transport is not used: it creates a file before it writes it, so that a
    worker may take half a message; what a power cut leaves empty there stops every worker; it
    lists all messages for every queue; and it needs further libraries on Windows.
    """

    def _folder(self, queue: str) -> Path:
        options: Any = self.connection.client
        return Path(options.transport_options["folder"], queue)

    def _put(self, queue: str, message: Any, **_: Any) -> None:
        """Write the message to a temporary file, then rename it. Names sort by time."""
        half = self._folder(queue) / f"{time.time_ns()}-{uuid.uuid4().hex}.half"
        try:
            half.parent.mkdir(exist_ok=True)
            half.write_text(dumps(message), encoding="utf-8")
            half.rename(half.with_suffix(MESSAGE))
        except OSError as error:
            with suppress(OSError):
                half.unlink()
            raise ChannelError(f"Cannot put a message into {half.parent}") from error

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        """Take the oldest message; skip one that a power cut left empty."""
        for path in self._messages(queue):
            taken = path.with_suffix(".taken")
            with suppress(OSError, ValueError):  # another worker took it, or it is empty
                path.rename(taken)
                try:
                    return loads(taken.read_text(encoding="utf-8"))
                finally:
                    taken.unlink()
        raise Empty

    def _messages(self, queue: str) -> list[Path]:
        try:
            with os.scandir(self._folder(queue)) as listed:
                names = sorted(entry.name for entry in listed if entry.name.endswith(MESSAGE))
        except OSError:
            return []
        return [self._folder(queue) / name for name in names]

    def _size(self, queue: str) -> int:
        return len(self._messages(queue))

    def _purge(self, queue: str) -> int:
        paths = self._messages(queue)
        for path in paths:
            path.unlink(missing_ok=True)
        return len(paths)


class Transport(virtual.Transport):
    Channel = Channel
    driver_type = driver_name = "folder"

    def driver_version(self) -> str:
        """Return the version that Celery prints."""
        return "1"
