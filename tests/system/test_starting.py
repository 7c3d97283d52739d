"""A start that cannot be: one sentence that says why and what to do, and no traceback."""

import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.system.site import ROOT, free_port, own_settings


def start(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """``manage.py up`` that is expected to give up."""
    return subprocess.run(
        [sys.executable, "manage.py", "up", "--no-demo"],
        cwd=ROOT,
        env=own_settings(folder) | {"PORT": str(free_port())} | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def garbage(folder: Path) -> dict[str, str]:
    (folder / "allmark.sqlite3").write_bytes(b"once a database, now a letter" * 99)
    return {}


def torn(folder: Path) -> dict[str, str]:
    """A database that lost a page in the middle."""
    import sqlite3

    file = folder / "allmark.sqlite3"
    with sqlite3.connect(file) as made:
        made.execute("CREATE TABLE kept (id INTEGER PRIMARY KEY, words TEXT UNIQUE)")
        made.executemany(
            "INSERT INTO kept (words) VALUES (?)", [(str(n) * 90,) for n in range(999)]
        )
    made.close()
    with file.open("r+b") as bytes_:
        bytes_.seek(file.stat().st_size // 2)
        bytes_.write(b"\xff" * 9000)
    return {}


def a_folder_for_a_file(folder: Path) -> dict[str, str]:
    (folder / "allmark.sqlite3").mkdir()
    return {}


def setting(**variables: str) -> Callable[[Path], dict[str, str]]:
    return lambda _folder: variables


CASES = [
    pytest.param(garbage, r"The database .* is damaged \(file is not a database\)\.", id="garbage"),
    pytest.param(torn, r"The database .* is damaged \(.*newest backup", id="a torn page"),
    pytest.param(a_folder_for_a_file, "The database .* cannot be opened", id="no file"),
    pytest.param(
        setting(DATABASE_URL="mysql://club:secret@host/name"),
        r"DATABASE_URL has a scheme that Allmark does not know: 'mysql'. Write postgres://",
        id="another database",
    ),
    pytest.param(
        setting(DATABASE_URL="allmark.sqlite3"), "DATABASE_URL has a scheme", id="no address"
    ),
    pytest.param(
        setting(DATABASE_URL="postgres://club:secret@host:port/name"),
        "DATABASE_URL cannot be read: .* Write postgres://",
        id="a port that is none",
    ),
    pytest.param(
        setting(DATABASE_URL="postgres://club:secret@127.0.0.1:1/name"),
        r"The database of DATABASE_URL at 127\.0\.0\.1:1/name cannot be used \(.*Start PostgreSQL",
        id="PostgreSQL is absent",
    ),
    pytest.param(
        setting(BROKER_URL="redis://:secret@127.0.0.1:1/0"),
        r"The queue of BROKER_URL at redis://.*127\.0\.0\.1:1/0 does not answer .*Start Redis",
        id="Redis is absent",
    ),
    pytest.param(
        setting(BROKER_URL="carrier://pigeon:secret@loft"),
        "BROKER_URL has a scheme that Allmark does not know: 'carrier'",
        id="another queue",
    ),
]


@pytest.mark.parametrize(("prepare", "said"), CASES)
def test_a_start_that_cannot_be_says_in_one_line_why_and_what_to_do(
    prepare: Callable[[Path], dict[str, str]], said: str, tmp_path: Path
) -> None:
    assert_message(start(tmp_path, **prepare(tmp_path)), said)


MADE = ("make", "-o", "installed", "-o", "locale/.compiled", "run")  # without installing
MANAGED = (".venv/bin/python", "manage.py")
AGAIN = [
    (MADE, {"PORT": "{port}"}, "make run"),
    ((*MADE, "PORT={port}"), {"HOST": "127.0.0.1"}, "make run"),
    (
        (*MANAGED, "up", "--port", "{port}", "--no-demo"),
        {},
        "python manage.py up --no-demo --port {other}",
    ),
    ((*MANAGED, "up"), {"PORT": "{port}"}, "python manage.py up --port {other}"),
    (
        (*MANAGED, "web", "--port={port}", "--workers", "1"),
        {},
        "python manage.py web --workers 1 --port {other}",
    ),
]


@pytest.mark.nightly
@pytest.mark.parametrize(("command", "variables", "words"), AGAIN)
def test_a_taken_port_is_told_with_the_command_that_was_run_for_another_port(
    command: tuple[str, ...], variables: dict[str, str], words: str, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        given = {name: value.format(port=port) for name, value in variables.items()}
        typed = shlex.join(word.format(port=port) for word in command)
        again = suggested_command(typed, port, own_settings(tmp_path) | given)
        (other,) = re.findall(r"(?:\bPORT=|--port )(\d+)", again)
        assert again.endswith(words.format(other=other))
        assert f"ALLMARK_DATA={tmp_path} " in again
        assert other != port
        # Typed, it takes the other port: another program holds that one, too.
        with socket.create_server(("127.0.0.1", int(other))):
            bare = {k: v for k, v in own_settings(tmp_path).items() if k != "ALLMARK_DATA"}
            suggested_command(again.replace("make run", shlex.join(MADE)), other, bare)


def suggested_command(typed: str, port: str, environment: dict[str, str]) -> str:
    """Type a command that finds its port taken; return what it says to type instead."""
    run = subprocess.run(
        ["sh", "-c", typed],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert "Traceback" not in run.stderr
    line = re.search(rf"Port {port} is taken by .* Choose another: (.*)", run.stderr)
    assert line, run.stderr
    return line[1]


def test_a_start_on_a_folder_that_it_may_only_read_says_so(tmp_path: Path) -> None:
    with only_readable(tmp_path / "data") as folder:
        assert_message(start(folder), "Allmark may not write to .* writable for this account, or")


def test_a_start_on_a_full_disk_says_so(tmp_path: Path) -> None:
    limited = "import resource as r, runpy, sys; r.setrlimit(r.RLIMIT_FSIZE, (0, 0))"
    run = subprocess.run(
        [sys.executable, "-c", f"{limited}; import config.settings"],
        cwd=ROOT,
        env=unmeasured(os.environ) | {"ALLMARK_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert_message(run, "Nothing can be written to .* make room or make it writable")


def unmeasured(environment: Mapping[str, str]) -> dict[str, str]:
    """Leave out what would have a process write which branches it reached."""
    return {name: value for name, value in environment.items() if "COVERAGE" not in name}


def assert_message(run: subprocess.CompletedProcess[str], said: str) -> None:
    """One line on the screen, with the way out, without a password."""
    assert run.returncode == 1, run.stdout + run.stderr
    assert "Traceback" not in run.stderr
    (line,) = run.stderr.strip().splitlines()
    assert re.search(said, line), line
    assert "secret" not in line


@contextmanager
def only_readable(folder: Path) -> Iterator[Path]:
    """A folder that even root may only read: on a file system of its own."""
    folder.mkdir(mode=0o500)
    if os.geteuid() != 0:
        yield folder
        return
    subprocess.run(["mount", "-t", "tmpfs", "-o", "ro,size=1m", "tmpfs", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)
