"""Throw-away PostgreSQL and Redis servers in folders of their own, on the loopback address.

They end with the process that started them, even where that is killed.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import psycopg

from tests.system.bound import end_with
from tests.system.site import free_port

# Nothing here outlives its process, so nothing waits for the disk.
UNSAFE_AND_FAST = [
    word
    for setting in ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off")
    for word in ("-c", setting)
]


@dataclass(slots=True)
class Server:
    """A server that can be killed, and started again on its port and what it has kept."""

    url: str
    begin: Callable[[], "subprocess.Popen[bytes]"]
    answers: Callable[[], bool]
    end_with: signal.Signals = signal.SIGTERM
    process: "subprocess.Popen[bytes]" = field(init=False)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.process = self.begin()
        for _ in range(600):
            assert self.process.poll() is None, self.process.args
            if self.answers():
                return
            time.sleep(0.05)
        raise AssertionError(f"{self.url} does not answer")

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it at once."""
        self.process.send_signal(how)
        self.process.wait(30)

    @contextmanager
    def running(self) -> Iterator["Server"]:
        """Run it, however often it is killed meanwhile."""
        self.start()
        try:
            yield self
        finally:
            if self.process.poll() is None:
                self.kill(self.end_with)


@contextmanager
def postgres() -> Iterator[str]:
    """A fresh cluster; yields its ``DATABASE_URL``."""
    with postgres_server() as server:
        yield server.url


@contextmanager
def postgres_server() -> Iterator[Server]:
    """A fresh cluster. PostgreSQL refuses to run as root.

    It lies in a folder of its own, not in one of pytest's: each start of pytest closes these to
    other accounts.
    """
    for old in Path(tempfile.gettempdir()).glob("allmark-pg-*"):
        with suppress(OSError):  # what a killed run could not take away
            if time.time() - old.stat().st_mtime > 3600 and not _is_running(old):
                shutil.rmtree(old)
    with (
        tempfile.TemporaryDirectory(prefix="allmark-pg-") as folder,
        _cluster(Path(folder)).running() as server,
    ):
        yield server


def _is_running(folder: Path) -> bool:
    file = folder / "pg" / "postmaster.pid"
    return file.exists() and Path("/proc", file.read_text().split()[0]).exists()


def _cluster(folder: Path) -> Server:
    data, port = folder / "pg", free_port()
    account: dict[str, Any] = {}
    if os.geteuid() == 0:
        account = {"user": "postgres", "group": "postgres", "extra_groups": []}
        shutil.chown(folder, "postgres")
    environment = os.environ | {"PATH": path_with_postgres()}
    made = subprocess.run(
        [_tool("initdb"), "-D", str(data), "-U", "allmark", "--auth=trust", "--no-sync"],
        check=False,
        env=environment,
        capture_output=True,
        text=True,
        cwd=folder,
        **account,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    url = f"postgres://allmark@127.0.0.1:{port}/postgres"

    def begin() -> "subprocess.Popen[bytes]":
        with (folder / "log").open("ab") as log:
            return subprocess.Popen(
                [
                    *(_tool("postgres"), "-D", str(data), "-p", str(port)),
                    *("-c", "listen_addresses=127.0.0.1"),
                    *("-c", f"unix_socket_directories={folder}"),
                    *UNSAFE_AND_FAST,
                ],
                env=environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=folder,
                start_new_session=True,  # Ctrl-C stops what uses it first
                preexec_fn=partial(end_with, os.getpid(), signal.SIGQUIT),
                **account,
            )

    def answers() -> bool:
        with suppress(psycopg.OperationalError):
            psycopg.connect(url).close()
            return True
        return False

    return Server(url, begin, answers, end_with=signal.SIGQUIT)


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """A Redis server; yields its ``BROKER_URL``."""
    with redis_server(folder) as server:
        yield server.url


@contextmanager
def redis_server(folder: Path) -> Iterator[Server]:
    """A Redis server without persistence."""
    port = free_port()
    folder.mkdir(parents=True, exist_ok=True)

    def begin() -> "subprocess.Popen[bytes]":
        words = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
        return subprocess.Popen(
            [*words, "--dir", str(folder)],
            stdout=subprocess.DEVNULL,
            preexec_fn=partial(end_with, os.getpid()),
        )

    def answers() -> bool:
        ping = ["redis-cli", "-p", str(port), "ping"]
        return subprocess.run(ping, capture_output=True, check=False).stdout.strip() == b"PONG"

    with Server(f"redis://127.0.0.1:{port}/0", begin, answers).running() as server:
        yield server


def path_with_postgres() -> str:
    """PATH, and where Debian keeps PostgreSQL's own programs."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return os.pathsep.join([os.environ.get("PATH", ""), *map(str, folders)])


def _tool(name: str) -> str:
    program = shutil.which(name, path=path_with_postgres())
    assert program, f"{name} is not installed"
    return program
