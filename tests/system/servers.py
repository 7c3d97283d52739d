"""Throw-away PostgreSQL and Redis servers in folders of their own, on the loopback address.

They end with the process that started them, even where that is killed.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import psycopg

from config.part import end_with
from tests.system.site import free_port

# Nothing here outlives its process, so nothing waits for the disk.
UNSAFE_AND_FAST = [
    word
    for setting in ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off")
    for word in ("-c", setting)
]


@contextmanager
def postgres() -> Iterator[str]:
    """A fresh cluster; yields its ``DATABASE_URL``. PostgreSQL refuses to run as root.

    It lies in a folder of its own, not in one of pytest's: each start of pytest closes these to
    other accounts.
    """
    for old in Path(tempfile.gettempdir()).glob("allmark-pg-*"):
        with suppress(OSError):  # what a killed run could not take away
            if time.time() - old.stat().st_mtime > 3600 and not _is_running(old):
                shutil.rmtree(old)
    with tempfile.TemporaryDirectory(prefix="allmark-pg-") as folder:
        yield from _cluster(Path(folder))


def _is_running(folder: Path) -> bool:
    told = folder / "pg" / "postmaster.pid"
    return told.exists() and Path("/proc", told.read_text().split()[0]).exists()


def _cluster(folder: Path) -> Iterator[str]:
    data, port = folder / "pg", free_port()
    account: dict[str, Any] = {}
    if os.geteuid() == 0:
        account = {"user": "postgres", "group": "postgres", "extra_groups": []}
        shutil.chown(folder, "postgres")
    environment = os.environ | {"PATH": _path_with_postgres()}
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
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [
                *(_tool("postgres"), "-D", str(data), "-p", str(port)),
                *("-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={folder}"),
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
    url = f"postgres://allmark@127.0.0.1:{port}/postgres"
    try:
        for _ in range(600):
            assert process.poll() is None, (folder / "log").read_text()
            with suppress(psycopg.OperationalError):
                psycopg.connect(url).close()
                break
            time.sleep(0.05)
        yield url
    finally:
        process.send_signal(signal.SIGQUIT)
        process.wait(30)


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """A Redis server without persistence; yields its ``BROKER_URL``."""
    port = free_port()
    folder.mkdir(parents=True, exist_ok=True)
    words = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    process = subprocess.Popen(
        [*words, "--dir", str(folder)],
        stdout=subprocess.DEVNULL,
        preexec_fn=partial(end_with, os.getpid()),
    )
    try:
        for _ in range(100):
            ping = subprocess.run(
                ["redis-cli", "-p", str(port), "ping"], capture_output=True, check=False
            )
            if ping.stdout.strip() == b"PONG":
                break
            time.sleep(0.05)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait(10)


def _path_with_postgres() -> str:
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return os.pathsep.join([os.environ.get("PATH", ""), *map(str, folders)])


def _tool(name: str) -> str:
    found = shutil.which(name, path=_path_with_postgres())
    assert found, f"{name} is not installed"
    return found
