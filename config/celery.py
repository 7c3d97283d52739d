"""The Celery applications of the workers and of the clock, and their queue in a folder."""

import os
import time
import uuid
from contextlib import suppress
from json import JSONDecodeError
from pathlib import Path
from typing import Any

from celery import Celery
from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

TRANSPORT_ALIASES["folder"] = "config.celery:Transport"

app = Celery("allmark")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# The clock sends tasks by their names. Without Django's models and pages, which Celery would load
# for it, it starts in a sixth of the time and takes a third of the memory.
clock = Celery("clock", fixups=[], set_as_current=False)
clock.config_from_object("django.conf:settings", namespace="CELERY")


# Kombu's folder transport creates a file before writing its content. A worker that takes a message
# in between fails on the empty file, and the message is lost. An empty file that a kill or a power
# cut leaves ends the worker that takes it as a message, and fails every message and every worker
# from then on where it is an exchange's.


class Channel(filesystem.Channel):
    """A channel whose messages appear atomically, and which a power cut does not harm."""

    def _queue_bind(self, exchange: str, *binding: Any) -> None:
        """Bind a queue as Kombu does, in a new file where the exchange's is empty."""
        file: Path = self._exchange_file(exchange)  # type: ignore[attr-defined]
        with suppress(OSError):
            if file.stat().st_size == 0:
                file.unlink()
        super()._queue_bind(exchange, *binding)

    # Kombu's own two bases name the second argument differently, here and in `_put`.
    def _get(self, queue: str) -> Any:  # type: ignore[override]
        """Take the next message that has content."""
        while True:
            with suppress(JSONDecodeError):  # Kombu has deleted the file by then
                return super()._get(queue)

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]
        """Write the message to a temporary file, then rename it. Names sort by time."""
        name = f"{round(time.monotonic() * 1000)}_{uuid.uuid4()}.{queue}.msg"
        half = Path(self.data_folder_out, f"{name}.half")
        try:
            half.write_text(dumps(payload), encoding="utf-8")
            half.replace(half.with_suffix(""))
        except OSError as error:
            with suppress(OSError):
                half.unlink()
            raise ChannelError(f"Cannot put a message into {half.parent}") from error


class Transport(filesystem.Transport):
    """Kombu's folder transport with that channel."""

    Channel = Channel
