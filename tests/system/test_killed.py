"""Whoever is killed, however hard: nothing runs on without its parent, and the next start works."""

import http.client
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from config.supervisor import QUEUES
from tests.system.site import ROOT, Site, eventually, free_port, running

VICTIMS = {
    "the supervisor": ("supervisor",),
    "the supervisor after the web server came back": ("web", "return", "supervisor"),
    "the supervisor, then the web server": ("supervisor", "web"),
    "the web server, then the supervisor": ("web", "supervisor"),
    "the supervisor while it starts the web server again": ("web", "pause", "supervisor"),
    "the supervisor and all workers": ("supervisor", "live", "documents", "best-play"),
    "the supervisor in the middle of a request": ("busy", "supervisor"),
}
PROCESS_WORDS = {"web": "config.asgi"} | {name: f" {name}@" for name in QUEUES}


def of_site(site: Site) -> set[int]:
    """Every process that was started on the site's folder, but the supervisor."""
    data = f"ALLMARK_DATA={site.environment['ALLMARK_DATA']}".encode()
    pids = set()
    for environment in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if data in environment.read_bytes().split(b"\0"):
                pids.add(int(environment.parent.name))
    return pids - {site.process.pid}


def is_running(pid: int) -> bool:
    return (
        Path(f"/proc/{pid}/cmdline").exists() and Path(f"/proc/{pid}/cmdline").read_bytes() != b""
    )


def pid_of(site: Site, name: str) -> int | None:
    """The number of a process, while it runs."""
    return next(
        (pid for words, pid in site.processes().items() if PROCESS_WORDS[name] in words), None
    )


def kill(site: Site, victims: tuple[str, ...]) -> None:
    """Kill one after the other; "pause", "return" and "busy" say what happens in between."""
    pids = {name: pid_of(site, name) for name in PROCESS_WORDS} | {"supervisor": site.process.pid}
    assert all(pids.values())
    for victim in victims:
        if victim == "pause":
            time.sleep(0.6)
        elif victim == "return":
            eventually(lambda: pid_of(site, "web") not in {None, pids["web"]})
        elif victim == "busy":
            for path in ("/sign-in/", "/readyz"):
                threading.Thread(target=lambda at=path: ask(site, at)).start()
        else:
            with suppress(ProcessLookupError):  # it ended with the one killed before
                os.kill(pids[victim] or 0, signal.SIGKILL)


def ask(site: Site, path: str) -> None:
    """Ask for a page whose answer may never come."""
    with suppress(OSError, http.client.HTTPException):
        site.request(path)


def is_gone(site: Site) -> bool:
    return not of_site(site)


def killed_hard(site: Site, way: str) -> None:
    """Kill a site in one of these ways, after which nothing of it serves on."""
    print("killed:", way)  # pytest shows it with a failure
    eventually(lambda: all(pid_of(site, name) for name in PROCESS_WORDS))
    kill(site, VICTIMS[way])
    eventually(partial(is_gone, site), patience=10)


def test_after_a_hard_kill_nothing_serves_on_and_the_same_port_works_at_once(
    tmp_path: Path, prepared: Path
) -> None:
    port = str(free_port())
    shutil.copytree(prepared, tmp_path, dirs_exist_ok=True)
    for way in VICTIMS:
        with running(tmp_path, PORT=port, ALLMARK_WORKERS_STAY="1") as site:
            assert site.request("/healthz").status == 200, way
            killed_hard(site, way)


BENCH = """
import os, time
from pathlib import Path
from tests.system import servers
from tests.system.site import leave_politely

leave_politely()
with servers.postgres() as url:
    print(url, flush=True)
    time.sleep(60)
"""


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that PostgreSQL's account can enter: pytest keeps its own closed to others."""
    with tempfile.TemporaryDirectory(prefix="allmark-killed-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.mark.postgres
@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL, signal.SIGINT])
def test_a_run_ended_by_a_signal_leaves_no_postgresql_behind(
    name: signal.Signals, open_folder: Path
) -> None:
    bench = subprocess.Popen(
        [sys.executable, "-c", BENCH],
        cwd=ROOT,
        env=os.environ | {"TMPDIR": str(open_folder)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert bench.stdout
    assert bench.stdout.readline().startswith("postgres://")
    (folder,) = open_folder.glob("allmark-pg-*")
    postmaster = int((folder / "pg" / "postmaster.pid").read_text().split()[0])
    assert is_running(postmaster)
    bench.send_signal(name)
    bench.wait(30)
    bench.stdout.close()
    eventually(lambda: not is_running(postmaster), patience=10)
    if name != signal.SIGKILL:
        assert not folder.exists()
