"""Read the environment: where data is kept, which database, which queue.

Every variable is optional. Without any, Allmark runs from ``var/`` on SQLite with a queue in a
folder. The program in one file keeps its data where the user's other programs do.
"""

import os
import secrets
import shlex
import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import dj_database_url
from platformdirs import user_data_path

BASE = Path(__file__).resolve().parent.parent

MOST_HOURS, MOST_BACKUPS = 24 * 366, 10_000

SQLITE_OPTIONS = {
    # Take the write lock when a transaction begins: two writers wait instead of failing midway.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # FULL: acknowledged data survives a loss of power.
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
}


@dataclass(frozen=True, slots=True)
class Schemes:
    """The URL schemes a variable accepts, and a hint how to write one."""

    known: frozenset[str]
    how: str


DATABASES = Schemes(
    frozenset({"sqlite", "postgres", "postgresql"}),
    "Write postgres://user:word@host/name or sqlite:////path/to/file, or leave it out.",
)
BROKERS = Schemes(frozenset({"redis", "rediss"}), "Write redis://host:6379/0, or leave it out.")


def _require_known(variable: str, url: str, schemes: Schemes) -> None:
    """Exit with one sentence if the URL has an unknown scheme."""
    scheme, separator, _rest = url.partition("://")
    if not separator or scheme not in schemes.known:
        # The rest of the URL may hold a password, so only the scheme is shown.
        raise SystemExit(
            f"{variable} has a scheme that Allmark does not know: {scheme!r}. {schemes.how}"
        )


def flag(name: str) -> bool:
    """Say whether an environment variable is switched on."""
    return os.environ.get(name, "").lower() in {"1", "true", "yes", "on"}


def comma_separated(name: str, default: str) -> list[str]:
    """Return the items of a comma-separated variable."""
    return [item.strip() for item in os.environ.get(name, default).split(",") if item.strip()]


def whole_number(name: str, default: int) -> int:
    """Return a variable that is a number of at least 1; exit if it is anything else."""
    given = os.environ.get(name, "").strip() or str(default)
    with suppress(ValueError):
        if (number := int(given)) > 0:
            return number
    raise SystemExit(f"{name} is a whole number of at least 1, not {given!r}.")


def secret(name: str) -> str:
    """Return a variable, or the content of the file that ``<name>_FILE`` names.

    Containers get their secrets as files, which no list of processes shows.
    """
    file = os.environ.get(f"{name}_FILE", "")
    if os.environ.get(name) or not file:
        return os.environ.get(name, "")
    try:
        return Path(file).read_text().strip()
    except (OSError, ValueError) as error:
        raise SystemExit(f"{name}_FILE names a file that cannot be read: {error}.") from error


def networks(name: str) -> list[IPv4Network | IPv6Network]:
    """Return the addresses and networks of a comma-separated variable; exit if one is invalid."""
    try:
        return [ip_network(item, strict=False) for item in comma_separated(name, "")]
    except ValueError as error:
        raise SystemExit(
            f"{name} is a list of addresses or networks, as 127.0.0.1 or 10.0.0.0/8: {error}."
        ) from error


def data_place() -> Path:
    """Return where data is kept: ``ALLMARK_DATA``, or ``var/`` beside the program.

    The program in one file keeps it in the user's folder for data: what it is unpacked to is a
    cache.
    """
    if given := os.environ.get("ALLMARK_DATA"):
        return Path(given).resolve()
    if (BASE / "allmark.json").exists():
        return user_data_path("allmark", appauthor=False)
    return BASE / "var"


def data_folder() -> Path:
    """Return the folder of everything that is not code.

    It is created readable for its owner alone, because the database holds session keys.
    """
    folder = data_place()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SystemExit(
            f"No folder for data at {folder} ({error.strerror}): see ALLMARK_DATA."
        ) from error
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise SystemExit(
            f"Allmark may not write to {folder}: make that folder writable for this account, or "
            f"choose another: {command_again(ALLMARK_DATA='/somewhere')}"
        )
    return folder


@contextmanager
def exit_if_not_writable(folder: Path) -> Iterator[None]:
    """Exit with one sentence if the data folder cannot be written."""
    try:
        yield
    except OSError as error:
        raise SystemExit(
            f"Nothing can be written to {folder} ({error.strerror}): make room or make it "
            f"writable, or choose another: {command_again(ALLMARK_DATA='/somewhere')}"
        ) from error


def static_folder(data: Path) -> Path:
    """Return the folder of collected static files: ``collected/`` beside the program if there.

    Packaging the program collects them there once. Otherwise each start collects what changed.
    """
    built_in = BASE / "collected"
    return built_in if built_in.exists() else data / "static"


def secret_key(folder: Path) -> str:
    """Return ``ALLMARK_SECRET_KEY``, or the key in the data folder, created on first use."""
    given = secret("ALLMARK_SECRET_KEY")
    if given:
        return given
    path = folder / "secret.key"
    with exit_if_not_writable(folder):
        if not path.exists():
            # Written to a temporary file and then linked, so that no process reads half a key.
            half = folder / f"secret.{secrets.token_hex(8)}.half"
            with half.open("w") as file:
                half.chmod(0o600)
                file.write(secrets.token_urlsafe(50))
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileExistsError):
                os.link(half, path)
            half.unlink()
        key = path.read_text(errors="replace")
    if not key.strip():
        raise SystemExit(
            f"The key in {path} is empty. Put back a copy of that file, or delete it: then a new "
            "key is made, everybody signs in again, and printed table cards no longer work."
        )
    return key


def backups(folder: Path) -> tuple[Path, int, int]:
    """Return the folder of backups by the clock, the hours between two, and how many are kept.

    Every 0 hours is never.
    """
    place = Path(os.environ.get("BACKUP_FOLDER", "") or folder / "backups").resolve()
    try:
        every = int(os.environ.get("BACKUP_EVERY", "") or 24)
        keep = int(os.environ.get("BACKUP_KEEP", "") or 14)
    except ValueError as error:
        raise SystemExit(
            f"BACKUP_EVERY is in hours, BACKUP_KEEP a number of backups: {error}."
        ) from error
    if not 0 <= every <= MOST_HOURS or not 1 <= keep <= MOST_BACKUPS:
        raise SystemExit(
            f"BACKUP_EVERY is from 0 (never) to {MOST_HOURS} hours, BACKUP_KEEP from 1 to "
            f"{MOST_BACKUPS}: not {every} and {keep}."
        )
    return place, every, keep


def time_zone(localtime: Path = Path("/etc/localtime")) -> str:
    """Return ``TZ`` or the machine's time zone; UTC if neither names a zone."""
    _folder, _zones, name_of_zone = str(localtime.resolve()).rpartition("/zoneinfo/")
    for name in (os.environ.get("TZ", ""), name_of_zone):
        with suppress(ZoneInfoNotFoundError, ValueError, OSError):
            return ZoneInfo(name).key
    return "UTC"


def database(folder: Path) -> dict[str, Any]:
    """Return Django's settings for ``DATABASE_URL``, or for SQLite in the data folder."""
    url = secret("DATABASE_URL") or f"sqlite:///{folder / 'allmark.sqlite3'}"
    _require_known("DATABASE_URL", url, DATABASES)
    try:
        settings: dict[str, Any] = dict(dj_database_url.parse(url))
    except ValueError as error:
        raise SystemExit(f"DATABASE_URL cannot be read: {error} {DATABASES.how}") from error
    if settings["ENGINE"].endswith("sqlite3"):
        # Relative to the project, whatever folder a process was started in.
        name = settings["NAME"] if settings["NAME"] == ":memory:" else str(BASE / settings["NAME"])
        kept_open = {"OPTIONS": SQLITE_OPTIONS, "CONN_MAX_AGE": None}
        return settings | {"ENGINE": "config.sqlite3", "NAME": name} | kept_open
    # The pool keeps connections, so Django must not. Each is checked before use, so that none is
    # dead after a restart of PostgreSQL.
    given = settings.get("OPTIONS", {})
    settings["OPTIONS"] = given | {
        # PostgreSQL plans a statement once a connection, not once an execution; recording a hand
        # takes a quarter less time.
        "server_side_binding": True,
        "prepare_threshold": 5,
        # Once it has given up, the next request tries again at once; by itself it tries ever more
        # seldom.
        "pool": {"min_size": 1, "max_size": 8, "timeout": 4, "reconnect_timeout": 4},
        # What a club reads lies in memory or on an SSD. By PostgreSQL's default, made for disks,
        # reading a table of all clubs seems cheaper than looking up the rows of one.
        # Compiling a long query takes longer than any of ours.
        "options": f"-c random_page_cost=1.1 -c jit=off {given.get('options', '')}".strip(),
    }
    engine = {"ENGINE": "config.postgresql"}
    return settings | engine | {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True}


def broker(folder: Path) -> tuple[str, dict[str, Any]]:
    """Return Celery's broker URL and transport options: ``BROKER_URL``, or a folder of messages."""
    url = secret("BROKER_URL")
    if url:
        _require_known("BROKER_URL", url, BROKERS)
        # Publishing must fail fast, because recording works without the queue. Without
        # "max_retries" a publisher tries to connect for six seconds, whatever the task's own retry.
        return url, {
            "max_retries": 0,
            "socket_connect_timeout": 1,
            "socket_timeout": 5,
            "visibility_timeout": 900,
        }
    queue = folder / "queue"
    with exit_if_not_writable(folder):
        queue.mkdir(exist_ok=True)
    return "folder://localhost", {"folder": str(queue), "polling_interval": 0.05}


def caches(broker: str, folder: Path, version: str) -> dict[str, dict[str, Any]]:
    """Return Django's settings for the caches: in Redis if the queue is there.

    Otherwise ``default`` is in the memory of each process, as ``pages`` is in any case. ``numbers``
    is always shared: the worker counts for the pages. No release reads what another has written.
    """
    prefix = f"allmark-{version}"
    memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    pages = memory | {"LOCATION": "pages", "OPTIONS": {"MAX_ENTRIES": 64}}
    if broker.startswith("redis"):
        shared = {"BACKEND": "config.caches.RedisCache", "LOCATION": broker, "KEY_PREFIX": prefix}
        return {"default": shared, "numbers": shared, "pages": pages}
    return {
        "default": memory,
        "pages": pages,
        "numbers": {
            "BACKEND": "config.caches.FileCache",
            "LOCATION": str(folder / "cache"),
            "KEY_PREFIX": prefix,
        },
    }


SETTINGS: Final = ("HOST", "PORT", "ALLMARK_DATA")
"""Variables of a start that are often typed before its command."""
OPTIONS: Final = {"HOST": "--host", "PORT": "--port"}
HALL: Final = "ALLMARK_HALL_COMMAND"
"""A variable that tells pages the command which starts this site for phones in the hall."""
SECRETS: Final = ("DATABASE_URL", "BROKER_URL")
"""Others, which may hold a password."""


def command_again(**changed: str) -> str:
    """Return the command with some settings changed, and the others as they were given.

    The host and port are variables of ``make run``, and options of every other command.
    """
    given = {name: os.environ[name] for name in SETTINGS if os.environ.get(name)} | changed
    is_made = "MAKELEVEL" in os.environ
    variables = [
        f"{name}={shlex.quote(value)}"
        for name, value in given.items()
        if is_made or name not in OPTIONS
    ]
    variables += [f"{name}=…" for name in SECRETS if os.environ.get(name)]
    if is_made:
        return " ".join([*variables, "make run"])
    words = [*_without(sys.orig_argv, [OPTIONS[name] for name in changed if name in OPTIONS])]
    for name, value in given.items():
        if (option := OPTIONS.get(name)) and (name in changed or option not in words):
            words += [option, value]
    return " ".join([*variables, shlex.join(words)])


def _without(words: Iterable[str], options: Collection[str]) -> Iterator[str]:
    """Yield the words but these options and their values."""
    rest = iter(words)
    for word in rest:
        if word in options:
            next(rest, None)
        elif word.partition("=")[0] not in options:
            yield word
