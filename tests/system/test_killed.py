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
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest

from config.leftovers import PROC, Process, leftovers, leftovers_end, process, remember
from config.part import end_with
from config.supervisor import QUEUES, parts_file
from tests.examples import crossed
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
PART_WORDS = {"web": "granian"} | {name: f" {name}@" for name in QUEUES}


def of_site(site: Site) -> dict[int, Process]:
    """Every process that was started on the site's folder, but the supervisor."""
    processes = [process(int(path.name)) for path in PROC.iterdir() if path.name.isdecimal()]
    return {
        listed.pid: listed
        for listed in processes
        if listed
        and listed.data == site.environment["ALLMARK_DATA"]
        and listed.pid != site.process.pid
    }


def pid_of(site: Site, part: str) -> int | None:
    """The number of a part's process, while it runs."""
    return next((pid for words, pid in site.parts().items() if PART_WORDS[part] in words), None)


def kill(site: Site, victims: tuple[str, ...]) -> None:
    """Kill one after the other; "pause", "return" and "busy" say what happens in between."""
    pids = {part: pid_of(site, part) for part in PART_WORDS} | {"supervisor": site.process.pid}
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
    # A web server of two, the workers, the clock; one may just be on its way back.
    eventually(lambda: len(of_site(site)) >= 4 + len(QUEUES))
    kill(site, VICTIMS[way])
    eventually(partial(is_gone, site), patience=10)


@pytest.mark.slow
@pytest.mark.thorough
def test_after_a_hard_kill_nothing_serves_on_and_the_same_port_works_at_once(
    tmp_path: Path, prepared: Path
) -> None:
    port = str(free_port())
    shutil.copytree(prepared, tmp_path, dirs_exist_ok=True)
    for way in VICTIMS:
        with running(tmp_path, PORT=port) as site:
            assert site.request("/healthz").status == 200, way
            killed_hard(site, way)


def test_a_start_ends_what_an_earlier_start_left_behind_and_nothing_else(tmp_path: Path) -> None:
    data = tmp_path / "data"
    logs = data / "log"
    logs.mkdir(parents=True)
    with (
        without_supervisor(data, marked=True) as orphan,
        without_supervisor(tmp_path / "other", marked=True) as neighbour,
        without_supervisor(data, marked=False) as stranger,
    ):
        remember(parts_file(logs), {str(pid): pid for pid in (orphan, neighbour, stranger)})
        assert [left.pid for left in leftovers(parts_file(logs), data)] == [orphan]
        assert leftovers_end(parts_file(logs), data) == 1
        assert process(orphan) is None
        assert process(neighbour)
        assert process(stranger)


def test_a_number_given_to_another_process_since_is_left_alone(tmp_path: Path) -> None:
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    file = tmp_path / "parts.json"
    with without_supervisor(tmp_path, marked=True) as pid:
        seen = process(pid)
        assert seen
        for text, pids in (
            (f'{{"boot": "{boot}", "parts": {{"web": [{pid}, {seen.started + 1}]}}}}', []),
            (f'{{"boot": "before", "parts": {{"web": [{pid}, {seen.started}]}}}}', []),
            ('{"boot": 1, "parts": [', []),
            ('["no", "parts"]', []),
            (f'{{"boot": "{boot}", "parts": {{"web": [{pid}, {seen.started}]}}}}', [pid]),
        ):
            file.write_text(text)
            assert [left.pid for left in leftovers(file, tmp_path)] == pids, text


@contextmanager
def without_supervisor(folder: Path, *, marked: bool) -> Iterator[int]:
    """A process in a session of its own, with the words of a part or without; its number."""
    code = "import time; print(flush=True); time.sleep(60)"
    with subprocess.Popen(
        [sys.executable, "-c", code, *(["config.part"] if marked else [])],
        env=os.environ | {"ALLMARK_DATA": str(folder)},
        stdout=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=partial(end_with, os.getpid()),
    ) as started:
        assert started.stdout
        started.stdout.readline()
        try:
            yield started.pid
        finally:
            started.kill()


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
@pytest.mark.parametrize(
    "name", crossed([signal.SIGTERM, signal.SIGHUP, signal.SIGKILL, signal.SIGINT], 0, of=2)
)
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
    assert process(postmaster)
    bench.send_signal(name)
    bench.wait(30)
    bench.stdout.close()
    eventually(lambda: process(postmaster) is None, patience=10)
    if name != signal.SIGKILL:
        assert not folder.exists()
