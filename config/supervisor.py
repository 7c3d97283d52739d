"""Keep web server, workers and clock running, and end them together.

A part that dies is restarted, after growing pauses if it keeps dying. Each part leads its own
process group and ends with the supervisor. Output goes to log files in the data folder.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, NoReturn

from config import env
from config.leftovers import remember

LOG_LIMIT: Final = 5_000_000  # bytes; a longer log is rotated, one older file is kept
LOGS_EVERY: Final = 5.0  # seconds between two checks of their lengths
SHORT_LIFE: Final = 10.0  # seconds; a part that ends sooner counts as failing
PAUSES: Final = (0.0, 0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
"""Seconds before a part is started again, by how often in a row it failed."""


@dataclass(frozen=True, slots=True)
class SupervisedPart:
    """A process to keep running: ``python -m`` with these words."""

    name: str
    arguments: tuple[str, ...]


CONNECTIONS: Final = 4096
"""Concurrent requests of a web process: one for each phone that waits for news."""

QUEUES: Final = {
    "live": ("live",),
    "documents": ("documents", "prints"),
    "best-play": ("best-play",),
}
"""What each worker takes from: one for standings and other urgent work, one for long work, which
must not delay it, and one for searches, which take up to twenty seconds and must delay neither.

A worker takes a message from each of its queues in turn, so that two hundred prints do not delay
archives and webhooks.
"""


def web(*, host: str, port: int, workers: int = 2) -> SupervisedPart:
    """Return the web server with this many processes."""
    return SupervisedPart(
        "web",
        (
            *("granian", "--interface", "asginl", "--host", host, "--port", str(port)),
            *("--workers", str(workers), "--respawn-failed-workers"),
            *("--workers-kill-timeout", "10"),  # for a process that does not end when asked to
            *("--backpressure", str(CONNECTIONS), "--http", "1", "--no-ws"),
            *("--log-level", "warning", "config.asgi:application"),
        ),
    )


def worker(name: str, queues: Sequence[str]) -> SupervisedPart:
    """Return a worker for these of ``QUEUES``; ``name`` distinguishes it from other workers."""
    taken = [each for queue in queues for each in QUEUES[queue]]
    return SupervisedPart(
        name,
        (
            *("celery", "-A", "config", "worker", "--pool", "solo", "--loglevel", "WARNING"),
            *("--without-gossip", "--without-mingle"),
            *("-Q", ",".join(taken), "-n", f"{name}@allmark"),
        ),
    )


def clock(data: Path) -> SupervisedPart:
    """Return the clock, which sends the sweeps."""
    return SupervisedPart(
        "clock",
        (
            *("celery", "-A", "config.celery:clock", "beat", "--loglevel", "WARNING"),
            *("--pidfile=", "--schedule", str(data / "clock")),
        ),
    )


def parts(*, host: str, port: int, data: Path) -> list[SupervisedPart]:
    """Return all that a club needs on one machine: web server, a worker for each queue, clock."""
    return [
        web(host=host, port=port),
        *(worker(name, [name]) for name in QUEUES),
        clock(data),
    ]


@dataclass(slots=True)
class Record:
    """The history of a part; times by the monotonic clock."""

    started: float = 0.0
    failures: int = 0  # in a row
    due: float | None = None  # when to restart it


class Supervisor:
    """Start the parts, restart those that die, stop all of them."""

    def __init__(
        self,
        wanted: list[SupervisedPart],
        logs: Path,
        say: Callable[[str], None] = lambda _line: None,
    ) -> None:
        self.wanted = wanted
        self.logs = logs
        self.say = say
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.records = {part.name: Record() for part in wanted}
        self.stopping = False
        self.logs_seen = 0.0
        logs.mkdir(parents=True, exist_ok=True)

    def start(self) -> None:
        """Start every part and arrange for Ctrl-C and a polite kill to stop them.

        A script that starts the site with ``&`` has it ignore Ctrl-C; whoever sends SIGINT to this
        process means it.
        """
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, self._stop_on_signal)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as nohup has it
            signal.signal(signal.SIGHUP, self._stop_on_signal)
        for part in self.wanted:
            self._launch(part)

    def watch(self) -> None:
        """Restart processes that die until asked to stop, then stop all."""
        while not self.stopping:
            self.revive()
            self.logs_rotate()
            time.sleep(0.3)
        self.stop()

    def revive(self) -> None:
        """Restart parts that have died, after their pause."""
        for part in self.wanted:
            record, process = self.records[part.name], self.running[part.name]
            if self.stopping or process.poll() is None:
                continue
            if record.due is None:
                self._kill_group(process)
                self._failed(part, record, process.returncode)
            if record.due is not None and record.due <= time.monotonic():
                self._launch(part)

    def logs_rotate(self) -> None:
        """Every few seconds, copy a long log into a second file and truncate it.

        The part keeps its file open. Lines written between the copy and the cut are lost.
        """
        now = time.monotonic()
        if now - self.logs_seen < LOGS_EVERY:
            return
        self.logs_seen = now
        for part in self.wanted:
            _rotate(self._log(part))

    def stop(self) -> None:
        """Send every part SIGTERM, wait ten seconds, then SIGKILL."""
        for process in self.running.values():
            if process.poll() is None:
                process.terminate()
        deadline = time.monotonic() + 10
        for process in self.running.values():
            with suppress(subprocess.TimeoutExpired):
                process.wait(max(0.1, deadline - time.monotonic()))
            self._kill_group(process)
            process.wait()

    def _stop_on_signal(self, *_: object) -> None:
        self.stopping = True

    def _failed(self, part: SupervisedPart, record: Record, status: int) -> None:
        now = time.monotonic()
        record.failures = record.failures + 1 if now - record.started < SHORT_LIFE else 1
        pause = PAUSES[min(record.failures, len(PAUSES) - 1)]
        record.due = now + pause
        if pause:
            self.say(
                f"The part {part.name!r} has ended {record.failures} times in a row (status "
                f"{status}); it is started again in {pause:.0f} s. See {self._log(part)}."
            )

    def _launch(self, part: SupervisedPart) -> None:
        path = self._log(part)
        _rotate(path)
        with _log_opened(path) as log:
            self.running[part.name] = subprocess.Popen(  # noqa: S603 our own words
                [sys.executable, "-m", "config.part", str(os.getpid()), *part.arguments],
                cwd=env.BASE,  # there `config` is found, wherever this was started
                stdout=log,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        record = self.records[part.name]
        record.started, record.due = time.monotonic(), None
        remember(
            parts_file(self.logs), {name: process.pid for name, process in self.running.items()}
        )

    def _log(self, part: SupervisedPart) -> Path:
        return self.logs / f"{part.name}.log"

    @staticmethod
    def _kill_group(process: subprocess.Popen[bytes]) -> None:
        """End processes that a part may have left running."""
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def parts_file(logs: Path) -> Path:
    """Return the file in which a start stores its parts for the next start."""
    return logs / "parts.json"


def _log_opened(path: Path) -> IO[bytes]:
    """Open a log to append to; /dev/null if the disk takes no new file."""
    try:
        return path.open("ab")
    except OSError:
        return Path(os.devnull).open("ab")


def _rotate(path: Path) -> None:
    with suppress(OSError):
        if path.stat().st_size <= LOG_LIMIT:
            return
        with suppress(OSError):  # on a full disk, only truncate
            shutil.copyfile(path, path.with_name(f"{path.name}.1"))
        os.truncate(path, 0)


def become(part: SupervisedPart) -> NoReturn:
    """Run a part in the place of this process, which a service manager watches."""
    os.chdir(env.BASE)
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", *part.arguments])  # noqa: S606 our own words
