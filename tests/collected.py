"""The static files, collected once for all tests and benchmarks in this folder."""

import fcntl
from pathlib import Path

from django.conf import settings

from config.management.commands.up import static_collect


def collect_once() -> None:
    """Collect the static files if one has changed; other processes wait."""
    folder = Path(settings.STATIC_ROOT).parent
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        static_collect(folder)
