"""What the operating system does for us: locks, ending processes, addresses, the browser.

Linux and macOS share one way. Windows takes the plain way, which needs nothing that only Unix has;
``ALLMARK_SYSTEM=plain`` takes it anywhere. No other module of the site may import ``fcntl``,
``resource`` or the like, or name a signal or a call of ``os`` that Windows lacks.
"""

import _thread
import os
import runpy
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import webbrowser
from collections.abc import Sequence
from contextlib import closing, suppress
from ipaddress import ip_address
from pathlib import Path
from threading import Thread
from typing import IO, Any, Final, Self
from urllib.parse import urlsplit

IS_PLAIN: Final = os.name != "posix" or os.environ.get("ALLMARK_SYSTEM") == "plain"

CAN_FORK: Final = not IS_PLAIN and sys.platform == "linux"
"""Whether a process with threads and open libraries may go on as two; on macOS it may crash."""

if not IS_PLAIN:
    import fcntl

PROCESS_OPTIONS: Final[dict[str, Any]] = (
    # Ctrl-C in the terminal is for the supervisor, which ends its processes.
    {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    if IS_PLAIN
    else {"start_new_session": True}
)
"""Options of ``Popen`` for a process of the site; its children end with it if the system can."""

ASK_ADDRESS: Final = 0x8915  # Linux: SIOCGIFADDR, see netdevice(7)
NAME: Final = (
    "256s"  # the request holds an interface's name; the answer its address, bytes 20 to 23
)


class Lock:
    """A lock that is held until it is closed, at the latest until the process ends."""

    def __init__(self, held: "IO[bytes] | sqlite3.Connection") -> None:
        self.held = held

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.held.close()


def lock_take(path: Path, *, shared: bool = False) -> Lock | None:
    """Lock a file, which is created if necessary, without waiting; None while it is locked.

    A shared lock is refused only while somebody holds the file alone. The holder may delete the
    file. The plain way locks a second file, as SQLite locks its databases. Raises ``OSError``.
    """
    if IS_PLAIN:
        return _lock_take_plain(path, shared=shared)
    file = path.open("ab")
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(file.fileno()), path.stat()):
            return Lock(file)
    except (BlockingIOError, FileNotFoundError):
        pass
    file.close()
    return None


def _lock_take_plain(path: Path, *, shared: bool) -> Lock | None:
    path.touch()
    beside = path.with_name(f"{path.name}.held")
    lock = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("BEGIN" if shared else "BEGIN EXCLUSIVE")
        lock.execute("SELECT 1 FROM sqlite_master").fetchall()
    except sqlite3.OperationalError:
        lock.close()
        return None
    return Lock(lock)


def lock_keep(lock: Lock) -> None:
    """Keep a lock while another program takes the place of this one, as ``become`` does."""
    if not isinstance(lock.held, sqlite3.Connection):
        os.set_inheritable(lock.held.fileno(), True)  # noqa: FBT003 its only argument


def become(arguments: Sequence[str]) -> None:
    """Run ``python -m`` with these words in the place of this process, or else inside it."""
    sys.stdout.flush()
    if not IS_PLAIN:
        os.execv(sys.executable, [sys.executable, "-m", *arguments])  # noqa: S606 our own words
    else:
        sys.argv = list(arguments)
        sys.modules.pop(arguments[0], None)  # it runs as __main__
        runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)


def stop_signals() -> list[signal.Signals]:
    """Return the signals that ask a start to end. nohup has SIGHUP ignored."""
    names = [signal.SIGINT, signal.SIGTERM]
    if not IS_PLAIN and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        names.append(signal.SIGHUP)
    return names


def end_politely() -> None:
    """Send this process SIGTERM; called by a thread."""
    if not IS_PLAIN:
        os.kill(os.getpid(), signal.SIGTERM)
    elif signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        os._exit(1)
    else:
        _thread.interrupt_main(signal.SIGTERM)


def end_at_once() -> None:
    """End this process of the site, and on Unix all that it has started."""
    if not IS_PLAIN and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def process_kill(process: "subprocess.Popen[bytes]") -> None:
    """End a process of the site at once, and on Unix all that it has started."""
    if IS_PLAIN:
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


def hall_addresses() -> list[str]:
    """Return the IPv4 addresses of this machine without loopback, under which phones reach it."""
    known = _of_name() if IS_PLAIN or sys.platform != "linux" else _of_interfaces()
    return [address for address in known if not address.startswith("127.")]


def _of_interfaces() -> list[str]:
    """Ask each interface: on Linux a machine's name often means 127.0.1.1 only."""
    addresses = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _index, name in socket.if_nameindex():
            with suppress(OSError):  # down, or without an address
                answer = fcntl.ioctl(probe, ASK_ADDRESS, struct.pack(NAME, name.encode()))
                addresses.append(socket.inet_ntoa(answer[20:24]))
    return addresses


def _of_name() -> list[str]:
    """Look up the machine's name, and ask which address it would use to go out; nothing is sent."""
    addresses: set[str] = set()
    with suppress(OSError):
        addresses.update(socket.gethostbyname_ex(socket.gethostname())[2])
    with (
        suppress(OSError),
        closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe,
    ):
        probe.connect(("192.0.2.1", 9))  # an address that documentation uses, see RFC 5737
        addresses.add(probe.getsockname()[0])
    return sorted(addresses)


def port_error(host: str, port: int) -> OSError | None:
    """Return why a port cannot be listened on; None if it can."""
    with socket.socket() as probe:
        if os.name == "posix":  # Windows would take a port from its holder
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error
    return None


IN_THE_TERMINAL: Final = {"www-browser", "links", "elinks", "lynx", "w3m"}
"""Browsers that ``webbrowser`` may find and that would take over the terminal."""


def has_desktop() -> bool:
    """Return whether the command was typed in a terminal on this machine's own screen."""
    elsewhere = {"CI", "SSH_CONNECTION", "SSH_TTY"} & os.environ.keys()
    screens = {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()
    has_screen = bool(screens) or sys.platform in {"darwin", "win32"}
    return sys.stdout.isatty() and has_screen and not elsewhere


def browser_open(url: str) -> None:
    """Open a page without waiting for the browser."""
    Thread(target=_open, args=[url], daemon=True).start()


def _open(url: str) -> None:
    with suppress(webbrowser.Error, OSError):
        browser = webbrowser.get()
        if Path(browser.name).name not in IN_THE_TERMINAL:
            browser.open(url)


def is_own_machine(address: str) -> bool:
    """Whether an address, or a host with or without port, names only the machine that asks."""
    host = urlsplit(address if "//" in address else f"//{address}").hostname or ""
    try:
        ip = ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return ip.is_loopback or ip.is_unspecified
