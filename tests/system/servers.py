"""Throw-away PostgreSQL and Redis servers in folders of their own, on the loopback address."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.system.site import free_port


@contextmanager
def postgres() -> Iterator[str]:
    """A fresh cluster; yields its ``DATABASE_URL``. PostgreSQL refuses to run as root.

    It lies in a folder of its own, not in one of pytest's: each start of pytest closes these to
    other accounts.
    """
    with tempfile.TemporaryDirectory(prefix="allmark-pg-") as folder:
        yield from _cluster(Path(folder))


def _cluster(folder: Path) -> Iterator[str]:
    data, port = folder / "pg", free_port()
    prefix: list[str] = []
    if os.geteuid() == 0:
        prefix = ["runuser", "-u", "postgres", "--"]
        shutil.chown(folder, "postgres")
    environment = os.environ | {"PATH": _path_with_postgres()}

    def run(*words: str) -> None:
        done = subprocess.run(
            [*prefix, *words], check=False, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr

    run(_tool("initdb"), "-D", str(data), "-U", "allmark", "--auth=trust", "--no-sync")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
    run(_tool("pg_ctl"), "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options, "start")
    try:
        yield f"postgres://allmark@127.0.0.1:{port}/postgres"
    finally:
        run(_tool("pg_ctl"), "-D", str(data), "-m", "immediate", "stop")


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """A Redis server without persistence; yields its ``BROKER_URL``."""
    port = free_port()
    folder.mkdir(parents=True, exist_ok=True)
    words = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    process = subprocess.Popen([*words, "--dir", str(folder)], stdout=subprocess.DEVNULL)
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
