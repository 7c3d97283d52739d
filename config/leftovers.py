"""Find processes that an earlier start left running, and the holder of a port, in Linux's /proc.

Other systems have no /proc: nothing is found and nothing is ended.
"""

import json
import os
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
BOOT = PROC / "sys/kernel/random/boot_id"
MARK = "config.part"  # in the command line of every part
LISTENING = "0A"  # the state of a socket in /proc/net/tcp, see proc(5)
PATIENCE = 3.0  # seconds between SIGTERM and SIGKILL


@dataclass(frozen=True, slots=True)
class Process:
    """A running process; ``started`` in clock ticks since boot."""

    pid: int
    session: int
    started: int
    command: tuple[str, ...]

    @property
    def data(self) -> str:
        """Return ``ALLMARK_DATA`` of its environment; empty if that cannot be read."""
        with suppress(OSError):
            for entry in (PROC / str(self.pid) / "environ").read_bytes().split(b"\0"):
                if entry.startswith(b"ALLMARK_DATA="):
                    return os.fsdecode(entry.partition(b"=")[2])
        return ""


def process(pid: int) -> Process | None:
    """Return a process by its number; None if there is none or it is a zombie."""
    try:
        stat = (PROC / str(pid) / "stat").read_text()
        raw = (PROC / str(pid) / "cmdline").read_bytes()
    except OSError:
        return None
    # The name in brackets may contain blanks and brackets; the third field follows it.
    fields = stat.rpartition(")")[2].split()
    if fields[0] in {"Z", "X"}:
        return None
    command = tuple(os.fsdecode(word) for word in raw.rstrip(b"\0").split(b"\0"))
    return Process(pid=pid, session=int(fields[3]), started=int(fields[19]), command=command)


def remember(file: Path, pids: Mapping[str, int]) -> None:
    """Store which processes are the parts of this start, for the next start."""
    processes = {name: process(pid) for name, pid in pids.items()}
    parts = {name: [seen.pid, seen.started] for name, seen in processes.items() if seen}
    half = file.with_suffix(".half")
    with suppress(OSError):  # a full disk must not stop the parts
        half.write_text(json.dumps({"boot": _boot(), "parts": parts}))
        half.replace(file)


def leftovers(file: Path, data: Path) -> list[Process]:
    """Return the processes of an earlier start on this data folder that still run.

    A process counts if its session is that of a stored part, it is no older than that part, its
    command line is a part's, and it uses this data folder. So a reused number never counts.
    """
    try:
        stored = json.loads(file.read_text())
        parts = {int(pid): int(started) for pid, started in stored["parts"].values()}
        boot = stored["boot"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return []
    if boot != _boot():
        return []
    return [
        running
        for running in _processes()
        if running.started >= parts.get(running.session, running.started + 1)
        and MARK in running.command
        and running.data == str(data)
    ]


def leftovers_end(file: Path, data: Path) -> int:
    """End processes left by an earlier start; return their number.

    Call it only while holding the lock of the data folder, so that no running start is hit.
    """
    running = leftovers(file, data)
    for left in running:
        _send(left, signal.SIGTERM)
    deadline = time.monotonic() + PATIENCE
    while any(_is_there(left) for left in running) and time.monotonic() < deadline:
        time.sleep(0.05)
    for left in running:
        _send(left, signal.SIGKILL)
    while any(_is_there(left) for left in running) and time.monotonic() < deadline + PATIENCE:
        time.sleep(0.05)
    return len(running)


def port_holder(port: int) -> Process | None:
    """Return the process that listens on a TCP port; None if it cannot be found."""
    sockets = {f"socket:[{inode}]" for inode in _listening(port)}
    for running in _processes() if sockets else ():
        with suppress(OSError):
            for descriptor in (PROC / str(running.pid) / "fd").iterdir():
                with suppress(OSError):
                    if str(descriptor.readlink()) in sockets:
                        return running
    return None


def _listening(port: int) -> Iterator[str]:
    """Yield the inodes of the sockets that listen on a port."""
    for name in ("tcp", "tcp6"):
        with suppress(OSError):
            for line in (PROC / "net" / name).read_text().splitlines()[1:]:
                fields = line.split()
                if fields[3] == LISTENING and int(fields[1].rpartition(":")[2], 16) == port:
                    yield fields[9]


def _processes() -> Iterator[Process]:
    for path in PROC.iterdir() if PROC.is_dir() else ():
        if path.name.isdecimal() and (running := process(int(path.name))):
            yield running


def _is_there(left: Process) -> bool:
    now = process(left.pid)
    return now is not None and now.started == left.started


def _send(left: Process, name: signal.Signals) -> None:
    if _is_there(left):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(left.pid, name)


def _boot() -> str:
    with suppress(OSError):
        return BOOT.read_text().strip()
    return ""
