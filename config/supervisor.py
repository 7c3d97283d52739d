"""One command that keeps web server, workers and clock running and ends them all together.

A part that dies is started again; each part is the leader of its own process group, so that
nothing is left behind. Output goes to files in the data folder, the terminal stays readable.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from config import env

PR_SET_PDEATHSIG = 1
LOG_LIMIT = 5_000_000  # bytes; a longer log is begun anew


@dataclass(frozen=True, slots=True)
class Part:
    """A process to keep running: ``python -m`` and these words."""

    name: str
    words: tuple[str, ...]


def parts(*, host: str, port: int, data: Path) -> list[Part]:
    """Web server, worker for standings, worker for documents, clock."""
    worker = ("celery", "-A", "config", "worker", "--pool", "solo", "--loglevel", "WARNING")
    quiet = ("--without-gossip", "--without-mingle")
    return [
        Part(
            "web",
            (
                *("granian", "--interface", "wsgi", "--host", host, "--port", str(port)),
                # One thread each: two writers that wait for SQLite's lock cost more than they do.
                *("--workers", "2", "--blocking-threads", "1", "--respawn-failed-workers"),
                *("--no-ws", "--log-level", "warning", "config.wsgi:application"),
            ),
        ),
        Part("live", (*worker, *quiet, "-Q", "live", "-n", "live@allmark")),
        Part("documents", (*worker, *quiet, "-Q", "documents", "-n", "documents@allmark")),
        Part(
            "clock",
            (
                *("celery", "-A", "config", "beat", "--loglevel", "WARNING"),
                *("--pidfile=", "--schedule", str(data / "clock")),
            ),
        ),
    ]


class Supervisor:
    """Starts the parts, restarts those that die, stops all of them."""

    def __init__(self, wanted: list[Part], logs: Path) -> None:
        self.wanted = wanted
        self.logs = logs
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.stopping = False
        logs.mkdir(parents=True, exist_ok=True)

    def start(self) -> None:
        """Start every part and arrange for Ctrl-C and a polite kill to stop them."""
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, self._asked_to_stop)
        for part in self.wanted:
            self._launch(part)

    def watch(self) -> None:
        """Restart what dies until asked to stop, then stop everything."""
        while not self.stopping:
            self.revive()
            time.sleep(0.3)
        self.stop()

    def revive(self) -> None:
        """Start again what has died."""
        for part in self.wanted:
            process = self.running[part.name]
            if process.poll() is not None and not self.stopping:
                self._kill_group(process)
                self._launch(part)

    def stop(self) -> None:
        """Ask every part to end, wait ten seconds, then insist."""
        for process in self.running.values():
            if process.poll() is None:
                process.terminate()
        deadline = time.monotonic() + 10
        for process in self.running.values():
            with suppress(subprocess.TimeoutExpired):
                process.wait(max(0.1, deadline - time.monotonic()))
            self._kill_group(process)
            process.wait()

    def _asked_to_stop(self, *_: object) -> None:
        self.stopping = True

    def _launch(self, part: Part) -> None:
        path = self.logs / f"{part.name}.log"
        mode = "wb" if path.exists() and path.stat().st_size > LOG_LIMIT else "ab"
        with path.open(mode) as log:
            self.running[part.name] = subprocess.Popen(  # noqa: S603 our own words
                [sys.executable, "-m", *part.words],
                cwd=env.BASE,  # there `config` is found, wherever this was started
                stdout=log,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                preexec_fn=_end_with_parent,  # noqa: PLW1509 no threads here
            )

    @staticmethod
    def _kill_group(process: subprocess.Popen[bytes]) -> None:
        """End what a part may have left behind."""
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _end_with_parent() -> None:
    """Ask Linux to end this process when the supervisor is gone, however it went."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
