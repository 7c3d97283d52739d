"""``make test``, ``make nightly`` and ``make quick``: read the code, run the tests.

``make test`` runs the checks, then on SQLite every test without the marker ``nightly``; a process
beside them checks the types, then runs on a throw-away PostgreSQL the tests of what differs by
database. What cannot run is said, and how to get it; with ``CI=true`` a missing program is a
failure instead, and ``make versions`` follows: a start and some of the tests with each further
Python. ``make nightly`` runs all tests and lists the modules with branches that none reached.
``make quick`` takes the tests of what changed, those that import it first, for 50 seconds.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import psycopg

from tests import wasm
from tests.system import servers
from tests.system.bound import end_with
from tests.system.site import Site, free_port, leave_politely, own_settings

ROOT = Path(__file__).resolve().parent.parent
POSTGRES = Path("/usr/lib/postgresql")
MEASURED = ROOT / ".measured"
QUICK_SECONDS = 50


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
    *("rules", "games", "engine", "press", "core", "clubs", "jobs", "feeds", "scoring", "ledger"),
    *("tournaments", "leagues", "stats", "paper", "archive"),
)
TYPES = ("mypy", *APPS, "config", "seeds", "tests", "deploy", "manage.py")
CHECKS = [
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "--quiet", "."),
    ("lint-imports", "--no-cache"),
    ("python", "-m", "tests.glossary"),
]
FAST = "not nightly and not browser and not postgres and not redis"
PYTEST = ("python", "-m", "pytest", "-q", "--durations", "20")
IN_PROCESSES = ("-n", "auto", "--dist", "loadscope", "--no-loadscope-reorder")

PYTHONS = tuple(f"python3.{minor}" for minor in range(11, 15))
ON_EACH_PYTHON = ("tests/rules", "tests/scoring", "tests/tournaments", "tests/phones")
START_SECONDS = 300  # of a start that compiles the whole tree and loads the demo club

MIGRATED = "migrated"
"""The database on PostgreSQL of which each process of a run takes a copy."""

# What can differ by database: locks, triggers, constraints, idempotency, SQL written by hand,
# JSON, and services that meet each other. Formats are reckoned in Python and run on SQLite alone.
ON_POSTGRESQL = (
    "tests/scoring/services/test_hands.py",
    *(
        f"tests/tournaments/services/test_{name}.py"
        for name in ("finished", "meanwhile", "on_postgresql", "reseating", "rounds", "standings")
    ),
    *(
        f"tests/ledger/test_{name}.py"
        for name in ("entries", "held_by_the_database", "settling", "transfers")
    ),
    *(f"tests/feeds/test_{name}.py" for name in ("changes", "on_postgresql", "sending")),
    *("tests/api/test_hands.py", "tests/jobs/test_budgets.py"),
    *("tests/config/test_numbers.py", "tests/config/test_on_postgresql.py"),
    *(f"tests/archive/test_{name}.py" for name in ("arrivals", "backups", "commands")),
)
NIGHTLY_ON_POSTGRESQL = (
    *("tests/scoring/services", "tests/ledger", "tests/feeds", "tests/clubs/test_members.py"),
    *("tests/tournaments/services", "tests/leagues/test_agreement.py", "tests/leagues/services"),
    *("tests/api/test_hands.py", "tests/api/test_documents.py", "tests/archive"),
    "tests/jobs/test_budgets.py",
    *("tests/config/test_numbers.py", "tests/config/test_on_postgresql.py"),
    *("tests/deals/test_compared_deals.py", "tests/deals/test_deal_sets.py"),
    *(f"tests/seeds/test_{name}.py" for name in ("on_postgresql", "persons", "query_plans")),
    "tests/seeds/test_every_address.py::test_no_number_in_an_address_is_a_fault",
)


def main() -> int:
    leave_politely()
    began, words = time.monotonic(), sys.argv[1:]
    if "--quick" in words:
        code = quick([word for word in words if word != "--quick"])
    elif "--check-only" in words:
        code = 0 if is_sound() and _is_clean(TYPES) else 1
    elif "--beside" in words:
        return beside(words)
    elif "--versions" in words:
        code = versions()
    else:
        code = everything(is_nightly="--nightly" in words)
        if os.environ.get("CI") == "true":
            code = code or versions()
    print(f"{time.monotonic() - began:.0f} seconds in all")
    return code


def everything(*, is_nightly: bool) -> int:
    """Run the checks and the tests on both databases."""
    missing = [need for need in NEEDS if not need.is_there]
    for need in missing:
        print(f"Not here: {need}")
    if missing and os.environ.get("CI") == "true":
        return 1
    if not is_sound():
        return 1
    without = [f"not {need.marker}" for need in missing] + ([] if is_nightly else ["not nightly"])
    tests = (*PYTEST, *IN_PROCESSES, "-m", " and ".join(without))
    other = ["--nightly"] if is_nightly else []
    if any(need.marker == "postgres" for need in missing):
        other.append("--types-only")
    with tempfile.TemporaryFile("w+") as output:
        meanwhile = subprocess.Popen(
            _command("python", "-m", "tests.run", "--beside", *other),
            stdout=output,
            stderr=subprocess.STDOUT,
            **_ending_with_us(),
        )
        code = measured(*tests, "--in-two-parts") if is_nightly else _run(*tests)
        code = meanwhile.wait() or code
        output.seek(0)
        print(output.read(), end="", flush=True)
    return code


def beside(words: list[str]) -> int:
    """Run what ``make test`` runs beside the tests on SQLite, which takes half of their time."""
    is_clean = _is_clean(TYPES)
    tests = NIGHTLY_ON_POSTGRESQL if "--nightly" in words else ON_POSTGRESQL
    code = 0 if "--types-only" in words else on_postgresql(tests)
    return code or int(not is_clean)


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


def on_postgresql(tests: tuple[str, ...]) -> int:
    """Run tests on a PostgreSQL of this run's own."""
    print("· on PostgreSQL", flush=True)
    few = ("-m", "not nightly and not browser and not redis")
    with servers.postgres() as url:
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(f"CREATE DATABASE {MIGRATED}")
        migrated = url.replace("/postgres", f"/{MIGRATED}")
        return _run("python", "manage.py", "migrate", "-v0", DATABASE_URL=migrated) or _run(
            *(*PYTEST, *few, *tests),
            DATABASE_URL=url,
            TEST_TEMPLATE=MIGRATED,
        )


def versions() -> int:
    """Start the site and run some tests with each further Python of this machine."""
    code = 0
    for name in PYTHONS:
        if name == f"python3.{sys.version_info.minor}":
            continue
        python = suitable_python(name)
        print(f"· {name}: {python or 'not here'}", flush=True)
        if python:
            problem = _tried_with(name, python)
            print(f"· {name}: {problem or 'sound'}", flush=True)
            code = code or int(bool(problem))
    return code


def suitable_python(name: str) -> str:
    """Find a Python by its name, on PATH or among those of pyenv, that can make environments."""
    of_pyenv = sorted(map(str, Path.home().glob(".pyenv/versions/*/bin")))
    for folder in ("/usr/bin", *os.get_exec_path(), *of_pyenv):
        python = shutil.which(name, path=folder)
        words = (python or "", "-c", "import ensurepip, sqlite3, ssl")
        if python and not subprocess.run(words, check=False, capture_output=True).returncode:
            return python
    return ""


def _tried_with(name: str, python: str) -> str:
    """Install, start and test with a Python, each dependency from its wheel; say what failed."""
    folder = ROOT / ".versions" / name
    make = ("make", "--no-print-directory", f"VENV={folder}", f"PYTHON={python}")
    wheels = _environment() | {"PIP_ONLY_BINARY": ":all:"}
    if subprocess.run([*make, "tools"], cwd=ROOT, env=wheels, check=False).returncode:
        return "does not install"
    if not _starts(make):
        return "does not start"
    few = ("-m", FAST)
    tests = ("-m", "pytest", "-q", *IN_PROCESSES, *few, *ON_EACH_PYTHON)
    words = [str(folder / "bin/python"), *tests]
    return "fails" if subprocess.run(words, check=False, **_ending_with_us()).returncode else ""


def _starts(make: tuple[str, ...]) -> bool:
    """Say whether ``make run`` gets ready, and ends on Ctrl-C; print what it wrote if not."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as output:
        port = str(free_port())
        environment = own_settings(Path(folder)) | {"PORT": port}
        process = subprocess.Popen(
            [*make, "run"],
            cwd=ROOT,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        site = Site(process, environment, url=f"http://127.0.0.1:{port}/")
        latest, is_ready = time.monotonic() + START_SECONDS, False
        try:
            while not is_ready and process.poll() is None and time.monotonic() < latest:
                with suppress(OSError):
                    is_ready = site.request("/readyz").status == 200
                time.sleep(0.2)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGINT)
            process.wait(60)
        if not is_ready:
            output.seek(0)
            print(output.read(), end="", flush=True)
        return is_ready


def quick(words: list[str]) -> int:
    """Run the fast tests of what changed, or any fast ones, for as long as ``QUICK_SECONDS``."""
    changed = changes()
    tests = tests_of(changed)
    print(f"· {len(changed)} files changed: " + (" ".join(tests) or "any fast test"), flush=True)
    fast = ("-m", FAST)
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
    folders = sorted({f"tests/{_label_of(path)}" for path in changed})
    there = [folder for folder in folders if (ROOT / folder).is_dir()]
    tree = ["tests/test_tree.py"] if any(path.endswith(".md") for path in changed) else []
    return list(dict.fromkeys([*tree, *themselves, *importing, *there]))


def _label_of(path: str) -> str:
    """Return the label by which tests of a file's package go."""
    package, _, rest = path.partition("/")
    if package not in {"engine", "paper", "tournaments"}:
        return package
    part = rest.partition("/")[0]
    return {"events": "tournaments", "money": "stakes", "documents": "prints"}.get(part, part)


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
