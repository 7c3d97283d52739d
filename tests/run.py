"""``make test``: read the code, then run every test; what cannot run is said, and how to get it.

With ``CI=true`` a missing program is a failure instead.
"""

import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from config.part import end_with

ROOT = Path(__file__).resolve().parent.parent
POSTGRES = Path("/usr/lib/postgresql")


@dataclass(frozen=True, slots=True)
class Need:
    """A program that some tests need, the marker of those tests and how to get it on Debian."""

    marker: str
    program: str
    what: str
    how: str

    @property
    def is_there(self) -> bool:
        return bool(shutil.which(self.program, path=_search_path()))


NEEDS = [
    Need("browser", "chromium", "the browser tests", "apt install chromium"),
    Need("postgres", "initdb", "the tests on PostgreSQL", "apt install postgresql"),
    Need("redis", "redis-server", "the tests with Redis", "apt install redis-server"),
]

APPS = (
    *("rules", "games", "pairings", "standings", "press"),
    *("clubs", "scoring", "ledger", "tournaments", "leagues", "prints"),
)
CHECKS = [
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "--quiet", "."),
    ("lint-imports", "--no-cache"),
    (
        "mypy",
        *APPS,
        "config",
        "seeds",
        "manage.py",
    ),
]
ON_ALL_CORES = ("-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder", "--durations", "20")


def main() -> int:
    missing = [need for need in NEEDS if not need.is_there]
    for need in missing:
        print(f"Not here: {need.program}. Without it {need.what} cannot run. {need.how}")
    if missing and os.environ.get("CI") == "true":
        return 1
    failed = [words for words in (*CHECKS, _template_check()) if not _checked(*words)]
    if failed:
        return 1
    if "--check-only" in sys.argv:
        return 0
    chosen = " and ".join(f"not {need.marker}" for need in missing)
    tests = ["pytest", "-q", *ON_ALL_CORES, *(["-m", chosen] if chosen else [])]
    return _run(*tests, *(word for word in sys.argv[1:] if word != "--check-only"))


def _template_check() -> tuple[str, ...]:
    templates = sorted(str(path) for path in (ROOT / "templates").rglob("*.html"))
    return ("djade", "--target-version", "5.2", "--check", *templates)


def _checked(*words: str) -> bool:
    print("·", " ".join(words[:4]), flush=True)
    return _run(*words) == 0


def _run(program: str, *words: str) -> int:
    command = [str(Path(sys.executable).with_name(program)), *words]
    environment = os.environ | {"PATH": _search_path()}
    ends_with_us = partial(end_with, os.getpid(), signal.SIGTERM)
    return subprocess.run(
        command, cwd=ROOT, env=environment, check=False, preexec_fn=ends_with_us
    ).returncode


def _search_path() -> str:
    """PATH, and where Debian keeps PostgreSQL's own programs."""
    postgres = sorted(POSTGRES.glob("*/bin"))
    return os.pathsep.join([os.environ.get("PATH", ""), *map(str, postgres)])


if __name__ == "__main__":
    sys.exit(main())
