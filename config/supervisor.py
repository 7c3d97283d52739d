"""Keep web server and workers running, send the sweeps, and end all of it together.

``python -m config.supervisor HOST PORT`` is what remains of ``manage.py up`` once the data is
prepared: it loads neither models nor pages. A process that dies is restarted, after growing
pauses if it keeps dying. Output goes to log files in the data folder.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any, Final

from celery.beat import EmbeddedService

from config import env
from config.celery import clock
from config.env import HALL
from core import system

LOG_LIMIT: Final = 5_000_000  # bytes; a longer log is rotated, one older file is kept
LOOK_EVERY: Final = 0.3  # seconds
LOGS_EVERY: Final = 5.0  # seconds between two checks of their lengths
SHORT_LIFE: Final = 10.0  # seconds; a process that ends sooner counts as failing
PAUSES: Final = (0.0, 0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
"""Seconds before a process is started again, by how often in a row it failed."""
PATIENCE: Final = 120  # seconds until the site must answer
RESTS_AFTER: Final = 300  # seconds without a message until a worker on call is ended
PRINTS_WAIT: Final = 20.0
"""Seconds that a print waits for a busy worker until another one is started for prints alone."""
CLOCK: Final = (
    *("celery", "-A", "config.celery:clock", "beat", "--loglevel", "WARNING"),
    *("--pidfile=", "--scheduler", "celery.beat:Scheduler"),
)
"""The clock as a process of its own, for a service manager; here it is a thread."""
direct: Final = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Opens addresses of this machine, for which no proxy of the environment is asked."""
AFTERWARDS: Final = "ALLMARK_AFTERWARDS"
"""A variable with what to print and to send when the site is ready, in JSON."""

ANYWHERE: Final = "0.0.0.0"  # noqa: S104 only where somebody asks for it
"""The host of a site that phones in the hall reach."""
HALL_ASKED: Final = "hall-asked"
"""A file of the data folder by which a page asks that phones in the hall reach the site."""
AGAIN: Final = 3
"""How often in a row the web server may fail in the hall before it returns to this computer."""

CONNECTIONS: Final = 4096
"""Concurrent requests of a web process: one for each phone that waits for news."""

QUEUES: Final = {
    "live": ("live",),
    "documents": ("documents", "prints"),
    "best-play": ("best-play", "pictures"),
}
"""What each worker takes from: one for standings and other urgent work, one for long work, which
must not delay it, and one for searches, which take up to twenty seconds and must delay neither. It
also has pictures of sheets read, so that prints go on meanwhile.

A worker takes a message from each of its queues in turn, so that two hundred prints do not delay
archives and webhooks.
"""


@dataclass(frozen=True, slots=True)
class SupervisedProcess:
    """A process to keep running: ``python -m`` with these words.

    ``on_call``: folders of messages. The process is started when there is one that is at least
    ``patience`` seconds old, and ended when there has been none for a while. ``environment`` has
    variables that differ for it.
    """

    name: str
    arguments: tuple[str, ...]
    on_call: tuple[Path, ...] = ()
    patience: float = 0.0
    environment: Mapping[str, str] = field(default_factory=dict)


def web(*, host: str, port: int, workers: int = 1) -> SupervisedProcess:
    """Return the web server with this many processes."""
    if workers == 1:
        return SupervisedProcess("web", ("config.asgi", host, str(port)))
    return SupervisedProcess(
        "web",
        (
            *("granian", "--interface", "asginl", "--host", host, "--port", str(port)),
            *("--workers", str(workers), "--respawn-failed-workers"),
            *("--workers-kill-timeout", "10"),  # for a process that does not end when asked to
            *("--backpressure", str(CONNECTIONS), "--http", "1", "--no-ws"),
            *("--log-level", "warning", "config.asgi:application"),
        ),
    )


def web_workers() -> int:
    """Return how many processes the web server of one machine has.

    On SQLite one, since its writers wait for one lock. On PostgreSQL two, if there are as many
    processors.
    """
    is_postgresql = env.secret("DATABASE_URL").startswith("postgres")
    return min(2, os.cpu_count() or 1) if is_postgresql else 1


def web_of_hall(port: int) -> SupervisedProcess:
    """Return the web server that phones in the hall reach."""
    in_hall = web(host=ANYWHERE, port=port, workers=web_workers())
    return replace(in_hall, environment={"ALLMARK_HOSTS": "*", HALL: ""})


def worker(
    name: str, taken: Sequence[str], on_call: tuple[Path, ...] = (), patience: float = 0.0
) -> SupervisedProcess:
    """Return a worker that takes from these queues; ``name`` distinguishes it from others."""
    return SupervisedProcess(
        name,
        (
            *("celery", "-A", "config", "worker", "--pool", "solo", "--loglevel", "WARNING"),
            *("--without-gossip", "--without-mingle", "--without-heartbeat"),
            *("-Q", ",".join(taken), "-n", f"{name}@allmark"),
        ),
        on_call,
        patience,
    )


def wanted_processes(*, host: str, port: int, queue: Path | None) -> list[SupervisedProcess]:
    """Return all that a club needs on one machine: web server and workers.

    Where messages are in the folder ``queue``, only the worker for standings runs all the time.
    """

    def on_call(name: str) -> tuple[Path, ...]:
        has_to_stay = queue is None or name == "live" or env.flag("ALLMARK_WORKERS_STAY")
        return () if queue is None or has_to_stay else tuple(queue / each for each in QUEUES[name])

    wanted = [
        web(host=host, port=port, workers=web_workers()),
        *(worker(name, taken, on_call(name)) for name, taken in QUEUES.items()),
    ]
    if queue is not None:
        wanted.append(worker("more-prints", ["prints"], (queue / "prints",), PRINTS_WAIT))
    return wanted


@dataclass(slots=True)
class Running:
    """A wanted process, the one that runs now, and its history; times by the monotonic clock."""

    wanted: SupervisedProcess
    process: "subprocess.Popen[bytes] | None" = None
    started: float = 0.0
    failures: int = 0  # in a row
    due: float | None = None  # when to restart it
    former: SupervisedProcess | None = None  # what it returns to if this one fails
    called: float = 0.0  # when it last had a message, if it is on call


@dataclass(slots=True)
class Supervisor:
    """Start the processes, restart those that die, stop all of them.

    Once there is a file ``asked``, ``in_hall`` takes the place of the process of its name.
    """

    wanted: list[SupervisedProcess]
    logs: Path
    say: Callable[[str], None] = lambda _line: None
    asked: Path | None = None
    in_hall: SupervisedProcess | None = None
    stopping: bool = False
    running: dict[str, Running] = field(init=False)
    _logs_seen: float = 0.0

    def __post_init__(self) -> None:
        self.running = {each.name: Running(each) for each in self.wanted}
        self.logs.mkdir(parents=True, exist_ok=True)

    def start(self) -> None:
        """Start the processes, and stop them on Ctrl-C or SIGTERM.

        A script that starts the site with ``&`` makes it ignore Ctrl-C; a SIGINT sent to this
        process itself still stops it.
        """
        for name in system.stop_signals():
            signal.signal(name, self._stop_on_signal)
        self.revive()

    def watch(self) -> None:
        """Restart processes that die until asked to stop, then stop all."""
        while not self.stopping:
            self.hall_open()
            self.revive()
            self.logs_rotate()
            time.sleep(LOOK_EVERY)
        self.stop()

    def revive(self) -> None:
        """Start processes that have not begun, or are called, or have died and had their pause.

        End those on call that nobody has called for a while.
        """
        for running in self.running.values():
            now = time.monotonic()
            if running.wanted.on_call and _has_message(running.wanted):
                running.called = now
            if running.process is not None and running.process.poll() is not None:
                self._ended(running, now)
            if self.stopping:
                return
            is_called = not running.wanted.on_call or now - running.called < RESTS_AFTER
            if running.process is None:
                if (running.called or not running.wanted.on_call) and is_called:
                    self._launch(running, now)
            elif not is_called:
                _ask_to_end(running.process)

    def hall_open(self) -> None:
        """End the web server once a page has asked for the hall; it is started again there."""
        if self.asked is None or self.in_hall is None or not self.asked.exists():
            return
        self.asked.unlink()
        running = self.running[self.in_hall.name]
        if running.wanted == self.in_hall:
            return
        running.former, running.wanted, running.failures = running.wanted, self.in_hall, 0
        if running.process is not None:
            _end([running.process])

    def logs_rotate(self) -> None:
        """Every few seconds, copy a long log into a second file and truncate it.

        The process keeps its file open. Lines written between the copy and the cut are lost.
        """
        now = time.monotonic()
        if now - self._logs_seen >= LOGS_EVERY:
            self._logs_seen = now
            for wanted in self.wanted:
                _rotate(self._log(wanted))

    def stop(self) -> None:
        """Ask every process to end, wait ten seconds, then kill it."""
        processes = [each.process for each in self.running.values() if each.process is not None]
        _end(processes)
        for process in processes:
            _close(process)

    def _stop_on_signal(self, *_: object) -> None:
        self.stopping = True

    def _ended(self, running: Running, now: float) -> None:
        """Note that a process has ended, and when it is due again; end what it has left."""
        assert running.process is not None
        status = running.process.returncode
        system.process_kill(running.process)
        _close(running.process)
        running.process = None
        if running.wanted.on_call and status == 0:
            running.called = running.called if now - running.called < RESTS_AFTER else 0.0
            return
        running.failures = running.failures + 1 if now - running.started < SHORT_LIFE else 1
        if running.former and running.failures == AGAIN:
            running.wanted, running.former = running.former, None
        pause = PAUSES[min(running.failures, len(PAUSES) - 1)]
        running.due = now + pause
        if pause:
            self.say(
                f"The process {running.wanted.name!r} has ended {running.failures} times in a row "
                f"(status {status}); it is started again in {pause:.0f} s. "
                f"See {self._log(running.wanted)}."
            )

    def _launch(self, running: Running, now: float) -> None:
        if running.due is not None and running.due > now:
            return
        path = self._log(running.wanted)
        _rotate(path)
        with _log_opened(path) as log:
            running.process = subprocess.Popen(  # noqa: S603 our own words
                [sys.executable, "-m", "config.process", *running.wanted.arguments],
                cwd=env.BASE,  # there `config` is found, wherever this was started
                stdout=log,
                stderr=subprocess.STDOUT,
                stdin=subprocess.PIPE,  # its end is this process's, see config.process
                env={**os.environ, **running.wanted.environment},
                **system.PROCESS_OPTIONS,
            )
        running.started, running.due = now, None

    def _log(self, wanted: SupervisedProcess) -> Path:
        return self.logs / f"{wanted.name}.log"


def _end(processes: Sequence["subprocess.Popen[bytes]"]) -> None:
    """Ask processes to end, wait ten seconds, then kill them."""
    for process in processes:
        _ask_to_end(process)
    deadline = time.monotonic() + 10
    for process in processes:
        with suppress(subprocess.TimeoutExpired):
            process.wait(max(0.1, deadline - time.monotonic()))
        system.process_kill(process)
        process.wait()


def _has_message(wanted: SupervisedProcess) -> bool:
    latest = time.time() - wanted.patience
    for folder in wanted.on_call:
        with suppress(OSError), os.scandir(folder) as listed:
            if any(entry.stat().st_mtime <= latest for entry in listed):
                return True
    return False


def _ask_to_end(process: "subprocess.Popen[bytes]") -> None:
    """Send a byte to a process, see ``config.process``; the end of the pipe would kill it."""
    assert process.stdin
    with suppress(OSError):
        if not process.stdin.closed:
            os.write(process.stdin.fileno(), b".")


def _close(process: "subprocess.Popen[bytes]") -> None:
    assert process.stdin
    with suppress(OSError):
        process.stdin.close()


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


def say(line: str) -> None:
    """Print a line and flush it, so that it also appears in a pipe at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Run the site until Ctrl-C."""
    host, port = sys.argv[1], int(sys.argv[2])
    afterwards = json.loads(os.environ.pop(AFTERWARDS, "{}"))
    data = env.data_folder()
    queue = clock.conf.broker_transport_options.get("folder")
    wanted = wanted_processes(host=host, port=port, queue=Path(queue) if queue else None)
    asked = data / HALL_ASKED
    asked.unlink(missing_ok=True)
    supervisor = Supervisor(wanted, data / "log", say, asked, web_of_hall(port))
    supervisor.start()
    try:
        say("Starting web server and workers …")
        beat: Any = EmbeddedService(clock, thread=True, scheduler_cls="celery.beat:Scheduler")
        beat.start()
        _announce(supervisor, host, port, afterwards)
        supervisor.watch()
    finally:
        supervisor.stop()
    say("Stopped.")


def _announce(supervisor: Supervisor, host: str, port: int, afterwards: dict[str, Any]) -> None:
    """Wait until the site is ready and say so; exit if it does not come to that."""
    local = "127.0.0.1" if host == ANYWHERE else host
    missing = _wait_until_ready(f"http://{local}:{port}/readyz?format=json", supervisor)
    if supervisor.stopping:
        return
    if missing.keys() == {"disk"}:
        say(missing["disk"])
    elif missing:
        supervisor.stop()
        raise SystemExit(f"Not ready: {' '.join(missing.values())} See {supervisor.logs}.")
    for address in system.hall_addresses() if host != local else []:
        say(f"In this hall: http://{address}:{port}/")
    for line in afterwards.get("sign_in", ()):
        say(line)
    say(f"Ready: http://{local}:{port}/")
    if afterwards.get("browser"):
        system.browser_open(f"http://{local}:{port}/")
    if "history" in afterwards:
        clock.send_task("config.tasks.demo_history_task")
        say(afterwards["history"])


def _wait_until_ready(url: str, supervisor: Supervisor) -> dict[str, str]:
    """Wait until the site is ready; return the messages of the health checks that fail, by name.

    A nearly full disk is reported but does not prevent the start.
    """
    missing = {"web": "The web server does not answer."}
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and not supervisor.stopping:
        supervisor.revive()
        try:
            with direct.open(url, timeout=5):
                return {}
        except urllib.error.HTTPError as error:
            with error, suppress(ValueError, KeyError):
                answer = json.load(error)["parts"].items()
                missing = {name: check["message"] for name, check in answer if not check["ok"]}
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            pass
        if missing.keys() == {"disk"}:
            break
        time.sleep(0.2)
    return missing


if __name__ == "__main__":
    main()
