"""``make test`` and ``make quick``: read the code, run the tests, say what took longest.

``make test`` runs the checks, then every test on SQLite; a process beside them checks the types,
then runs on a throw-away PostgreSQL the tests of what differs by database. What cannot run is said,
and how to get it; with ``CI=true`` a missing program is a failure instead. ``make thorough`` also
measures which branches the tests on SQLite reach, and lists the modules with the least.
``make quick`` takes the tests of what changed, those that import it first, and stops after 90
seconds.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import psycopg

from config.part import end_with
from tests import wasm
from tests.examples import THOROUGH
from tests.system import servers
from tests.system.site import leave_politely

ROOT = Path(__file__).resolve().parent.parent
POSTGRES = Path("/usr/lib/postgresql")
MEASURED = ROOT / ".measured"
QUICK_SECONDS = 90


@dataclass(frozen=True, slots=True)
class Need:
    """A program that some tests need, by any of its names, and those tests' marker."""

    marker: str
    programs: tuple[str, ...]
    what: str
    package: str = ""  # of Debian; the program's first name where nothing else is said

    @property
    def is_there(self) -> bool:
        return any(shutil.which(program, path=_search_path()) for program in self.programs)

    def __str__(self) -> str:
        package = self.package or self.programs[0]
        return f"{self.programs[0]}. Without it {self.what} cannot run. apt install {package}"


NEEDS = [
    Need("browser", ("chromium-headless-shell", "chromium"), "the browser tests"),
    Need("postgres", ("initdb",), "the tests on PostgreSQL", package="postgresql"),
    Need("gettext", ("xgettext",), "the test that collects the messages", package="gettext"),
    Need("redis", ("redis-server",), "the tests with Redis"),
]

APPS = (
    *("rules", "core", "games", "pairings", "standings", "press", "analysis", "feeds"),
    *(
        "jobs",
        "clubs",
        "scoring",
        "ledger",
        "tournaments",
        "stakes",
        "stats",
        "deals",
        "phones",
        "leagues",
        "prints",
        "archive",
        "scans",
    ),
)
TYPES = ("mypy", *APPS, "config", "seeds", "tests", "benchmarks", "manage.py")
CHECKS = [
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "--quiet", "."),
    ("lint-imports", "--no-cache"),
    ("python", "-m", "tests.glossary"),
]
PYTEST = ("python", "-m", "pytest", "-q", "-p", "tests.timing", "--durations", "20")
# The order is that of `pytest_collection_modifyitems` in tests/conftest.py, the longest first; a
# process that has nothing left takes half of what another still has. There is one process more than
# there are cores, as some wait for a site or for the browser: two cores take a tenth less time so.
PROCESSES = (os.cpu_count() or 1) + 1
IN_PROCESSES = ("-n", str(PROCESSES), "--dist", "worksteal")

MIGRATED = "migrated"
"""The database on PostgreSQL of which each process of a run takes a copy."""

WHEN_THOROUGH = (
    *("tests/archive/test_every_value.py", "tests/archive/test_page.py"),
    *("tests/archive/test_refusals.py", "tests/deals/test_compared_deals.py"),
    *("tests/deals/test_deal_sets.py", "tests/leagues/test_agreement.py"),
    *(
        f"tests/leagues/services/test_{name}.py"
        for name in ("pairs", "ratings", "standings", "taking_turns")
    ),
    *(
        f"tests/tournaments/services/test_{name}.py"
        for name in ("decisions", "statement_counts", "whole_standings")
    ),
    "tests/seeds/test_on_postgresql.py",
    "tests/seeds/test_persons.py",
    "tests/seeds/test_query_plans.py",
    "tests/seeds/test_every_address.py::test_no_number_in_an_address_is_a_fault",
)
"""What loads the demo club or half of it, and what the database has the least part in."""

# What can differ by database: locks, triggers, constraints, idempotency, SQL written by hand,
# JSON, and services that meet each other. Formats are reckoned in Python and run on SQLite alone.
ON_POSTGRESQL = (
    "tests/scoring/services",
    *(
        f"tests/tournaments/services/test_{name}.py"
        for name in (
            *("clocks", "entries", "finished", "meanwhile", "on_postgresql"),
            *("reseating", "rounds", "standings"),
        )
    ),
    "tests/leagues/services/test_seasons.py",
    *(
        f"tests/ledger/test_{name}.py"
        for name in (
            *("amounts", "between_players", "entries", "held_by_the_database", "own_money"),
            *("settling", "transfers"),
        )
    ),
    "tests/clubs/test_members.py",
    "tests/feeds",
    "tests/api/test_hands.py",
    "tests/api/test_documents.py",
    "tests/config/test_numbers.py",
    "tests/config/test_on_postgresql.py",
    *(
        f"tests/archive/test_{name}.py"
        for name in ("api", "arrivals", "backups", "commands", "site_folder")
    ),
    *(WHEN_THOROUGH if THOROUGH else ()),
)


def main() -> int:
    leave_politely()
    began, words = time.monotonic(), sys.argv[1:]
    if "--quick" in words:
        code = quick([word for word in words if word != "--quick"])
    elif "--check-only" in words:
        code = 0 if is_sound() and _is_clean(TYPES) else 1
    elif "--beside" in words:
        return beside(on_a_server="--types-only" not in words)
    else:
        code = everything(words)
    print(f"{time.monotonic() - began:.0f} seconds in all")
    return code


def everything(words: list[str]) -> int:
    """Run the checks and every test; with ``words`` for pytest, on SQLite alone."""
    missing = [need for need in NEEDS if not need.is_there]
    for need in missing:
        print(f"Not here: {need}")
    if missing and os.environ.get("CI") == "true":
        return 1
    if not is_sound():
        return 1
    chosen = " and ".join(f"not {need.marker}" for need in missing)
    tests = (*PYTEST, *IN_PROCESSES, *(["-m", chosen] if chosen else []), *words)
    on_a_server = not words and all(need.marker != "postgres" for need in missing)
    with tempfile.TemporaryFile("w+") as output:
        other = [] if on_a_server else ["--types-only"]
        meanwhile = subprocess.Popen(
            _command("python", "-m", "tests.run", "--beside", *other),
            stdout=output,
            stderr=subprocess.STDOUT,
            **_ending_with_us(),
        )
        code = measured(*tests) if THOROUGH else _run(*tests)
        code = meanwhile.wait() or code
        output.seek(0)
        print(output.read(), end="", flush=True)
    return code


def beside(*, on_a_server: bool) -> int:
    """Run what ``make test`` runs beside the tests on SQLite, which takes half of their time."""
    is_clean = _is_clean(TYPES)
    return (on_postgresql() if on_a_server else 0) or int(not is_clean)


def measured(*words: str) -> int:
    """Run a module while its branches are counted; print the modules that have untried ones."""
    coverage = ("python", "-m", "coverage")
    MEASURED.mkdir(exist_ok=True)
    _run(*coverage, "erase")
    code = _run(*coverage, "run", *words[1:])
    _run(*coverage, "combine", "--quiet")
    _run(*coverage, "report")
    print("· each line: .venv/bin/python -m coverage html -d .measured/html", flush=True)
    return code


def on_postgresql() -> int:
    """Run the tests of what differs by database on a PostgreSQL of this run's own."""
    print("· on PostgreSQL", flush=True)
    few = ("-m", "not slow and not browser and not redis")
    with servers.postgres() as url:
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(f"CREATE DATABASE {MIGRATED}")
        migrated = url.replace("/postgres", f"/{MIGRATED}")
        return _run("python", "manage.py", "migrate", "-v0", DATABASE_URL=migrated) or _run(
            *(*PYTEST, *few, *ON_POSTGRESQL),
            DATABASE_URL=url,
            TEST_TEMPLATE=MIGRATED,
        )


def quick(words: list[str]) -> int:
    """Run the fast tests of what changed, or any fast ones, for as long as ``QUICK_SECONDS``."""
    changed = changes()
    tests = tests_of(changed)
    print(f"· {len(changed)} files changed: " + (" ".join(tests) or "any fast test"), flush=True)
    fast = ("-m", "not slow and not browser and not postgres and not redis")
    limit = ("--seconds", str(QUICK_SECONDS))
    code = _run(*PYTEST, *IN_PROCESSES, *limit, *fast, *tests, *words)
    return 0 if code == 5 else code  # 5: nothing to run, as after a change of a document


def changes() -> list[str]:
    """List the files that differ from the main branch, or from the last commit on it."""
    base = _git("merge-base", "HEAD", "origin/main") or ["HEAD"]
    differing = _git("diff", "--name-only", "--diff-filter=d", base[0])
    return sorted({*differing, *_git("ls-files", "--others", "--exclude-standard")})


def tests_of(changed: list[str]) -> list[str]:
    """List tests for changed files: themselves, what imports a module, the folder of its app."""
    themselves = [path for path in changed if re.fullmatch(r"tests/.*/test_\w+\.py", path)]
    names = [
        path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for path in changed
        if path.endswith(".py")
    ]
    importing = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        if _imports(path.read_text(), names)
    ]
    folders = sorted({f"tests/{path.split('/')[0]}" for path in changed})
    there = [folder for folder in folders if (ROOT / folder).is_dir()]
    tree = ["tests/test_tree.py"] if any(path.endswith(".md") for path in changed) else []
    return list(dict.fromkeys([*tree, *themselves, *importing, *there]))


def _imports(text: str, names: list[str]) -> bool:
    """Say whether a module imports one of these modules, whole or something of it."""
    for name in names:
        package, _, last = name.rpartition(".")
        whole = rf"^\s*(?:from|import) {re.escape(name)}(?:\s|$)"
        part = rf"^\s*from {re.escape(package)} import [^#\n]*\b{re.escape(last)}\b"
        if re.search(f"{whole}|{part}" if package else whole, text, re.MULTILINE):
            return True
    return False


def _git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.split() if done.returncode == 0 else []


def is_sound() -> bool:
    """Run all checks but that of types; print what each has to say."""
    templates = sorted(str(path) for path in (ROOT / "templates").rglob("*.html"))
    checks = [*CHECKS, ("djade", "--target-version", "5.2", "--check", *templates)]
    return all(_is_clean(words) for words in checks) and _is_compiled()


def _is_compiled() -> bool:
    """Compare the search of best play with its source; print how."""
    how = "bytes" if wasm.has_compiler() else "label alone: the compiler of make wasm is not here"
    print(f"· search.wasm, by its {how}", flush=True)
    if problem := wasm.problem():
        print(problem, flush=True)
    return not problem


def _is_clean(words: tuple[str, ...]) -> bool:
    done = subprocess.run(
        _command(*words), cwd=ROOT, env=_environment(), capture_output=True, text=True, check=False
    )
    output = done.stdout + done.stderr if done.returncode else ""
    print("·", " ".join(words[:4]), *([output] if output else []), sep=" ", flush=True)
    return done.returncode == 0


def _run(*words: str, **more: str) -> int:
    """Run a program that ends with this one; return its exit code."""
    return subprocess.run(_command(*words), check=False, **_ending_with_us(**more)).returncode


def _ending_with_us(**more: str) -> dict[str, Any]:
    """How to start a program that ends with this one."""
    return {
        "cwd": ROOT,
        "env": _environment() | more,
        "preexec_fn": partial(end_with, os.getpid(), signal.SIGTERM),
    }


def _command(program: str, *words: str) -> list[str]:
    return [str(Path(sys.executable).with_name(program)), *words]


def _environment() -> dict[str, str]:
    """Give programs PostgreSQL's path, and their bytecode a place where sources may have none.

    Compiling anew costs each of the some hundred processes of a run 2 to 20 seconds.
    """
    environment = os.environ | {"PATH": _search_path()}
    if environment.pop("PYTHONDONTWRITEBYTECODE", ""):
        environment["PYTHONPYCACHEPREFIX"] = str(ROOT / ".bytecode")
    return environment


def _search_path() -> str:
    """PATH, and where Debian keeps PostgreSQL's own programs."""
    postgres = sorted(POSTGRES.glob("*/bin"))
    return os.pathsep.join([os.environ.get("PATH", ""), *map(str, postgres)])


if __name__ == "__main__":
    sys.exit(main())
