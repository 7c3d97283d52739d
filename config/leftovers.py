"""What an earlier start may have left running, and who holds a port: read from Linux's /proc.

On other systems nothing is found and nothing is ended.
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
MARK = "config.part"  # in the words of every part, see config.part
LISTENING = "0A"  # the state of a socket in /proc/net/tcp, see proc(5)
PATIENCE = 3.0  # seconds between asking and insisting


@dataclass(frozen=True, slots=True)
class Process:
    """A running process; ``started`` in clock ticks since the machine was started."""

    pid: int
    session: int
    started: int
    words: tuple[str, ...]

    @property
    def data(self) -> str:
        """The data folder that it was started with; empty where that may not be read."""
        with suppress(OSError):
            for entry in (PROC / str(self.pid) / "environ").read_bytes().split(b"\0"):
                if entry.startswith(b"ALLMARK_DATA="):
                    return os.fsdecode(entry.partition(b"=")[2])
        return ""


def process(pid: int) -> Process | None:
    """A process by its number; None where there is none, or nothing but its exit status is left."""
    try:
        stat = (PROC / str(pid) / "stat").read_text()
        words = (PROC / str(pid) / "cmdline").read_bytes()
    except OSError:
        return None
    # The name in brackets may hold blanks and brackets; what follows is from the third field on.
    fields = stat.rpartition(")")[2].split()
    if fields[0] in {"Z", "X"}:
        return None
    told = tuple(os.fsdecode(word) for word in words.rstrip(b"\0").split(b"\0"))
    return Process(pid=pid, session=int(fields[3]), started=int(fields[19]), words=told)


def remember(file: Path, pids: Mapping[str, int]) -> None:
    """Write down which processes are the parts of this start, for the next one to look at."""
    found = {name: process(pid) for name, pid in pids.items()}
    parts = {name: [seen.pid, seen.started] for name, seen in found.items() if seen}
    half = file.with_suffix(".half")
    with suppress(OSError):  # a full disk stops no part
        half.write_text(json.dumps({"boot": _boot(), "parts": parts}))
        half.replace(file)


def leftovers(file: Path, data: Path) -> list[Process]:
    """What still runs of an earlier start on this data folder.

    A process counts where its session is a remembered part's, it is no older than that part, its
    words are a part's, and it was started on this very folder. A number given anew is none of it.
    """
    try:
        kept = json.loads(file.read_text())
        parts = {int(pid): int(started) for pid, started in kept["parts"].values()}
        boot = kept["boot"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return []
    if boot != _boot():
        return []
    return [
        found
        for found in _processes()
        if found.started >= parts.get(found.session, found.started + 1)
        and MARK in found.words
        and found.data == str(data)
    ]


def leftovers_end(file: Path, data: Path) -> int:
    """End what an earlier start left running; how many processes that were.

    Only for who holds the folder: then no start is running that they could belong to.
    """
    found = leftovers(file, data)
    for left in found:
        _send(left, signal.SIGTERM)
    deadline = time.monotonic() + PATIENCE
    while any(_is_there(left) for left in found) and time.monotonic() < deadline:
        time.sleep(0.05)
    for left in found:
        _send(left, signal.SIGKILL)
    while any(_is_there(left) for left in found) and time.monotonic() < deadline + PATIENCE:
        time.sleep(0.05)
    return len(found)


def port_holder(port: int) -> Process | None:
    """Who listens on a TCP port of this machine; None where that is not to be seen."""
    sockets = {f"socket:[{inode}]" for inode in _listening(port)}
    for found in _processes() if sockets else ():
        with suppress(OSError):
            for descriptor in (PROC / str(found.pid) / "fd").iterdir():
                with suppress(OSError):
                    if str(descriptor.readlink()) in sockets:
                        return found
    return None


def _listening(port: int) -> Iterator[str]:
    """The inodes of the sockets that listen on a port."""
    for name in ("tcp", "tcp6"):
        with suppress(OSError):
            for line in (PROC / "net" / name).read_text().splitlines()[1:]:
                fields = line.split()
                if fields[3] == LISTENING and int(fields[1].rpartition(":")[2], 16) == port:
                    yield fields[9]


def _processes() -> Iterator[Process]:
    for path in PROC.iterdir() if PROC.is_dir() else ():
        if path.name.isdecimal() and (found := process(int(path.name))):
            yield found


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
