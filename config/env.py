"""What the environment chooses: where data lives, which database, which queue.

Nothing here is needed to start: without any variable Allmark runs from ``var/`` on SQLite and a
folder queue.
"""

import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import dj_database_url

BASE = Path(__file__).resolve().parent.parent

SQLITE_OPTIONS = {
    # A write transaction takes the lock at once, so two writers wait instead of failing midway.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # FULL: what was acknowledged is on the disk even when the hall loses power.
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
}


@dataclass(frozen=True, slots=True)
class Schemes:
    """What an address may begin with, and how it is written."""

    known: frozenset[str]
    how: str


DATABASES = Schemes(
    frozenset({"sqlite", "postgres", "postgresql"}),
    "Write postgres://user:word@host/name or sqlite:////path/to/file, or leave it out.",
)
BROKERS = Schemes(frozenset({"redis", "rediss"}), "Write redis://host:6379/0, or leave it out.")


def _known(variable: str, url: str, schemes: Schemes) -> None:
    """End with one sentence where an address is of no kind that Allmark knows."""
    scheme, found, _rest = url.partition("://")
    if not found or scheme not in schemes.known:
        # The rest may hold a password.
        raise SystemExit(f"{variable} is of no kind that Allmark knows: {scheme!r}. {schemes.how}")


def flag(name: str) -> bool:
    """Whether an environment variable says yes."""
    return os.environ.get(name, "").lower() in {"1", "true", "yes", "on"}


def words(name: str, default: str) -> list[str]:
    """A comma-separated list from the environment."""
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def networks(name: str) -> list[IPv4Network | IPv6Network]:
    """Addresses and networks, with commas; one that is none ends the start with a sentence."""
    try:
        return [ip_network(word, strict=False) for word in words(name, "")]
    except ValueError as error:
        raise SystemExit(
            f"{name} is a list of addresses or networks, as 127.0.0.1 or 10.0.0.0/8: {error}."
        ) from error


def data_folder() -> Path:
    """The folder of everything that is not code: ``ALLMARK_DATA`` or ``var/``.

    Made for its owner alone: whoever reads the database reads the keys of all who are signed in.
    """
    folder = Path(os.environ.get("ALLMARK_DATA") or BASE / "var").resolve()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SystemExit(
            f"No folder for data at {folder} ({error.strerror}): see ALLMARK_DATA."
        ) from error
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise SystemExit(
            f"Allmark may not write to {folder}: make that folder writable for this account, or "
            "choose another: ALLMARK_DATA=/somewhere make run"
        )
    return folder


@contextmanager
def told(folder: Path) -> Iterator[None]:
    """End with one sentence where something cannot be put into the data folder."""
    try:
        yield
    except OSError as error:
        raise SystemExit(
            f"Nothing can be written to {folder} ({error.strerror}): make room or make it "
            "writable, or choose another: ALLMARK_DATA=/somewhere make run"
        ) from error


def secret_key(folder: Path) -> str:
    """``ALLMARK_SECRET_KEY``, or the key kept in the data folder, made on first use."""
    given = os.environ.get("ALLMARK_SECRET_KEY")
    if given:
        return given
    path = folder / "secret.key"
    with told(folder):
        if not path.exists():
            # Written first and then put in place: nobody ever reads half a key.
            with tempfile.NamedTemporaryFile("w", dir=folder) as file, suppress(FileExistsError):
                file.write(secrets.token_urlsafe(50))
                file.flush()
                os.fsync(file.fileno())
                os.link(file.name, path)
        return path.read_text()


def time_zone(localtime: Path = Path("/etc/localtime")) -> str:
    """``TZ``, or the zone that the machine is set to; UTC where neither is a zone's name."""
    _folder, _zones, own = str(localtime.resolve()).rpartition("/zoneinfo/")
    for name in (os.environ.get("TZ", ""), own):
        with suppress(ZoneInfoNotFoundError, ValueError, OSError):
            return ZoneInfo(name).key
    return "UTC"


def database(folder: Path) -> dict[str, Any]:
    """The database of ``DATABASE_URL``, or SQLite in the data folder."""
    url = os.environ.get("DATABASE_URL") or f"sqlite:///{folder / 'allmark.sqlite3'}"
    _known("DATABASE_URL", url, DATABASES)
    try:
        settings: dict[str, Any] = dict(dj_database_url.parse(url))
    except ValueError as error:
        raise SystemExit(f"DATABASE_URL cannot be read: {error} {DATABASES.how}") from error
    if settings["ENGINE"].endswith("sqlite3"):
        # One file for everybody, wherever each was started.
        name = settings["NAME"] if settings["NAME"] == ":memory:" else str(BASE / settings["NAME"])
        return settings | {"NAME": name, "OPTIONS": SQLITE_OPTIONS, "CONN_MAX_AGE": None}
    # The pool keeps connections, so Django must not keep them too; and it looks whether one still
    # answers before lending it: after a restart of PostgreSQL nobody gets a dead one.
    pool = {"OPTIONS": {"pool": {"min_size": 1, "max_size": 8, "timeout": 8}}}
    return settings | pool | {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True}


def broker(folder: Path) -> tuple[str, dict[str, Any]]:
    """Celery's broker address and transport options: ``BROKER_URL``, or a folder of messages."""
    url = os.environ.get("BROKER_URL", "")
    if url:
        _known("BROKER_URL", url, BROKERS)
        # Publishing must fail fast: recording goes on without the queue. Without "max_retries" a
        # publisher tries for six seconds to connect, whatever the task's own retry says.
        return url, {
            "max_retries": 0,
            "socket_connect_timeout": 1,
            "socket_timeout": 5,
            "visibility_timeout": 900,
        }
    queue, control = folder / "queue", folder / "queue-control"
    with told(folder):
        for path in (queue, control):
            path.mkdir(exist_ok=True)
    return "folder://localhost", {
        "data_folder_in": str(queue),
        "data_folder_out": str(queue),
        "control_folder": str(control),
        "polling_interval": 0.05,
    }
