"""The whole site as a club runs it: ``manage.py up`` in a folder of its own."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Any

from tests.system.bound import end_with

ROOT = Path(__file__).resolve().parents[2]
FOREIGN = {"DATABASE_URL", "BROKER_URL", "MAKELEVEL"}
MANAGE = (sys.executable, "manage.py")
LOG_SHOWN = 4000  # characters


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP answer: status, headers, body as JSON where it is some."""

    status: int
    headers: Mapping[str, str]
    body: Any


@dataclass
class Site:
    """A running site and how to talk to it."""

    process: subprocess.Popen[str]
    environment: dict[str, str]
    lines: list[str] = field(default_factory=list)
    url: str = ""
    password: str = ""
    program: tuple[str, ...] = MANAGE
    folder: Path = ROOT

    def manage(self, *words: str) -> str:
        """The output of a management command on the same data."""
        return subprocess.run(
            [*self.program, *words],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    def script(self, code: str) -> Any:
        """The JSON that Python code, run inside the site's Django, prints on its last line."""
        return json.loads(self.manage("shell", "-v", "0", "-c", code).strip().splitlines()[-1])

    def logs_print(self) -> None:
        """Print the last lines of each process; pytest shows them with the failure."""
        for log in sorted(
            Path(self.environment.get("ALLMARK_DATA") or self.folder).glob("**/*.log")
        ):
            print(f"--- {log.name}", log.read_text(errors="replace")[-LOG_SHOWN:], sep="\n")

    def processes(self) -> dict[str, int]:
        """The process ids of web server and workers, by their command."""
        listing = subprocess.run(
            ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(self.process.pid)],
            capture_output=True,
            text=True,
            check=False,
        )
        rows = (line.strip().split(maxsplit=1) for line in listing.stdout.splitlines())
        return {command: int(pid) for pid, command in rows}

    def request(
        self,
        path: str,
        *,
        token: str = "",
        body: Any = None,
        method: str | None = None,
        timeout: float = 10,
        **headers: str,
    ) -> Answer:
        """One request with JSON in and out. Raises OSError where no answer came."""
        data = None if body is None else json.dumps(body).encode()
        sent = {"Accept": "application/json"} | {k.replace("_", "-"): v for k, v in headers.items()}
        if data is not None:
            sent["Content-Type"] = "application/json"
        if token:
            sent["Authorization"] = f"Token {token}"
        request = urllib.request.Request(
            self.url.rstrip("/") + path, data=data, headers=sent, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return _answer(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return _answer(error.code, error.headers, error.read())


def _answer(status: int, headers: Any, content: bytes) -> Answer:
    is_json = "json" in (headers.get("Content-Type") or "")
    return Answer(status, dict(headers), json.loads(content) if is_json and content else content)


def own_settings(folder: Path) -> dict[str, str]:
    """The environment of a site on a folder of its own, without another database or queue."""
    clean = {k: v for k, v in os.environ.items() if k not in FOREIGN}
    return clean | {"DJANGO_SETTINGS_MODULE": "config.settings", "ALLMARK_DATA": str(folder)}


@contextmanager
def running(folder: Path, *, prepared: Path | None = None, **environment: str) -> Iterator[Site]:
    """Start the site in ``folder``, wait until it says it is ready, stop it as Ctrl-C does.

    The folder begins as a copy of ``prepared``, if that is given.
    """
    if prepared:
        shutil.copytree(prepared, folder, dirs_exist_ok=True)
    settings = _own_settings_at_speed(folder) | environment
    with _started(("up", "--no-demo"), settings, subprocess.PIPE) as site:
        _read_until_ready(site)
        yield site


@contextmanager
def running_file(file: Path, python: str, home: Path) -> Iterator[Site]:
    """Start the program in one file for an account without any settings, until it is ready.

    Whatever it asks of the network fails.
    """
    proxies = dict.fromkeys(("http_proxy", "https_proxy"), "http://127.0.0.1:9/")
    settings = {"HOME": str(home), "PATH": "/usr/bin:/bin", "PORT": str(free_port())}
    program = (python, str(file))
    with _started(("--no-demo",), settings | proxies, subprocess.PIPE, program, home) as site:
        _read_until_ready(site)
        yield site


@contextmanager
def serving(folder: Path, **environment: str) -> Iterator[Site]:
    """Start the web server alone on a prepared folder, wait until it answers, stop it likewise.

    It writes to a file: a pipe that nobody reads would fill and hold it.
    """
    words = ("web", "--workers", "1")
    with (
        (folder / "web.log").open("w") as log,
        _started(words, _own_settings_at_speed(folder) | environment, log) as site,
    ):
        site.url = f"http://127.0.0.1:{site.environment['PORT']}/"
        for _ in range(1800):
            with suppress(OSError):
                site.request("/healthz")
                break
            assert site.process.poll() is None
            time.sleep(0.1)
        yield site


def _own_settings_at_speed(folder: Path) -> dict[str, str]:
    """The same on a free port, for as many requests as the tests send."""
    more = {"ALLMARK_API_RATE": "100000/min", "PORT": str(free_port()), "PYTHONUNBUFFERED": "1"}
    return own_settings(folder) | more


@contextmanager
def _started(
    words: Sequence[str],
    environment: dict[str, str],
    output: IO[str] | int,
    program: tuple[str, ...] = MANAGE,
    folder: Path = ROOT,
) -> Iterator[Site]:
    process = subprocess.Popen(
        [*program, *words],
        cwd=folder,
        env=environment,
        stdout=output,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=partial(end_with, os.getpid(), signal.SIGTERM),
    )
    site = Site(process, environment, program=program, folder=folder)
    try:
        yield site
    except BaseException:
        site.logs_print()
        raise
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        if process.stdout:
            process.stdout.close()


def _read_until_ready(site: Site, patience: float = 180) -> None:
    assert site.process.stdout
    timer = threading.Timer(patience, site.process.kill)
    timer.start()
    try:
        for line in site.process.stdout:
            site.lines.append(line.rstrip("\n"))
            if match := re.fullmatch(r"Sign in: \S+ / (.+)", site.lines[-1]):
                site.password = match[1]
            if match := re.fullmatch(r"Ready: (\S+)", site.lines[-1]):
                site.url = match[1]
                return
    finally:
        timer.cancel()
    raise AssertionError("The site did not start:\n" + "\n".join(site.lines))


def eventually(what: Callable[[], Any], patience: float = 120, every: float = 0.2) -> Any:
    """The first truth that ``what`` gives, asked ``every`` so many seconds; fails after
    ``patience`` seconds.
    """
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        try:
            if answer := what():
                return answer
        except OSError:
            pass
        time.sleep(every)
    raise AssertionError("it did not come about")


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def leave_politely() -> None:
    """Let a polite kill end this process as Ctrl-C does: whatever it started is stopped first."""
    if threading.current_thread() is threading.main_thread():
        for name in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(name, signal.default_int_handler)
