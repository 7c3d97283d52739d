"""When the machine fails: the cause is told to people in the site's look, to programs as JSON."""

import errno
import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, OperationalError, connection
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from clubs.models import Club, User
from config import health, outages
from config.outages import Outage, outage_of
from tests.conftest import ApiFor, ClientFor


def sqlite_error(database: str, *words: str) -> sqlite3.Error:
    """SQLite's own error to some statements."""
    try:
        with closing(sqlite3.connect(database, uri=True)) as tried:
            for statement in words:
                tried.execute(statement)
    except sqlite3.Error as error:
        return error
    raise AssertionError("it went well")


def full_disk() -> sqlite3.Error:
    """The error where it may take no further page."""
    limit = "PRAGMA max_page_count = 2"
    return sqlite_error(":memory:", limit, "CREATE TABLE a (b)", "CREATE TABLE c (d)")


def test_each_error_of_sqlite_is_told_by_its_cause(tmp_path: Path) -> None:
    (tmp_path / "garbage").write_bytes(b"no database at all" * 99)
    (tmp_path / "empty").touch()
    garbage, empty, gone = (f"file:{tmp_path / name}?mode=ro" for name in ("garbage", "empty", "-"))
    assert outage_of(full_disk()) is outages.DISK_FULL
    assert outage_of(sqlite_error(garbage, "SELECT * FROM a")) is outages.DAMAGED
    assert outage_of(sqlite_error(empty, "CREATE TABLE a (b)")) is outages.READ_ONLY
    assert outage_of(sqlite_error(gone)) is outages.NO_DATABASE
    assert outage_of(sqlite_error(empty, "SELECT * FROM nothing")) is None


@pytest.mark.parametrize(
    ("error", "outage"),
    [
        (psycopg.errors.DiskFull(), outages.DISK_FULL),
        (psycopg.errors.ReadOnlySqlTransaction(), outages.READ_ONLY),
        (psycopg.errors.DataCorrupted(), outages.DAMAGED),
        (psycopg.errors.AdminShutdown(), outages.NO_DATABASE),
        (psycopg.errors.TooManyConnections(), outages.NO_DATABASE),
        (psycopg.OperationalError("connection refused"), outages.NO_DATABASE),
        (psycopg.errors.LockNotAvailable(), outages.BUSY),
        (psycopg.errors.UniqueViolation(), None),
        (psycopg.errors.UndefinedTable(), None),
        (OSError(errno.ENOSPC, "No space left on device"), outages.DISK_FULL),
        (OSError(errno.EROFS, "Read-only file system"), outages.READ_ONLY),
        (FileNotFoundError(errno.ENOENT, "No such file"), None),
        (ValueError("ours"), None),
        (None, None),
    ],
)
def test_each_error_of_postgresql_and_of_the_system_is_told_by_its_cause(
    error: Exception | None, outage: Outage | None
) -> None:
    assert outage_of(error) is outage


@contextmanager
def no_more_room() -> Iterator[None]:
    """The database refuses every statement as it does on a full disk."""

    def refuse(*_: object) -> None:
        raise OperationalError("database or disk is full") from full_disk()

    with connection.execute_wrapper(refuse):
        yield


def test_a_page_says_that_the_disk_is_full_in_the_sites_look(
    club: Club, organiser: User, client_for: ClientFor
) -> None:
    client = client_for(organiser)
    client.raise_request_exception = False
    with no_more_room():
        answer = client.post(reverse("player-new", args=[club.slug]), {"name": "Ann"})
    assert answer.status_code == 503
    assert answer["Retry-After"] == "30"
    assert answer["Content-Type"].startswith("text/html")
    assert "<h1>The disk is full</h1>" in answer.text
    assert "What was saved before is safe" in answer.text
    assert 'href="/"' in answer.text


def test_a_fragment_says_it_among_the_pages_messages(
    club: Club, organiser: User, client_for: ClientFor
) -> None:
    client = client_for(organiser)
    client.raise_request_exception = False
    with no_more_room():
        answer = client.post(
            reverse("player-new", args=[club.slug]), {"name": "Ann"}, headers={"HX-Request": "true"}
        )
    assert (answer.status_code, answer["HX-Retarget"]) == (503, "#messages")
    assert 'id="messages"' in answer.text
    assert "The disk is full" in answer.text
    assert "<html" not in answer.text


def test_the_api_answers_with_a_problem_that_programs_can_read(
    club: Club, organiser: User, api_for: ApiFor
) -> None:
    client = api_for(organiser)
    client.raise_request_exception = False
    with no_more_room():
        answer = client.post(f"/api/v1/clubs/{club.slug}/players/", {"name": "Ann"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    assert answer["Content-Type"] == "application/problem+json"
    body = answer.json()
    assert (body["status"], body["code"]) == (503, "disk_full")
    assert body["title"] == "The disk is full"
    assert body["detail"].startswith("Nothing more can be saved")


def test_the_api_answers_our_own_faults_as_problems_too(
    club: Club, organiser: User, api_for: ApiFor
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the secret of the matter")

    client: APIClient = api_for(organiser)
    client.raise_request_exception = False
    with connection.execute_wrapper(fail):
        answer = client.get(f"/api/v1/clubs/{club.slug}/players/")
    assert (answer.status_code, answer.json()["code"]) == (500, "server_error")
    assert answer["Content-Type"] == "application/problem+json"
    assert "secret" not in answer.text


def test_readiness_tries_to_write_and_says_what_refuses(
    client: Client, settings: Any, tmp_path: Path, db: None
) -> None:
    settings.DATA_DIR = tmp_path
    ready = lambda: client.get("/readyz?format=json").json()["parts"]["disk"]  # noqa: E731
    assert ready()["ok"] is True
    assert ready()["message"].startswith("The disk has ")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        assert ready() == {"ok": False, "message": "The disk is full."}
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    settings.DATA_DIR = tmp_path / "gone"
    assert ready() == {"ok": False, "message": "Nothing can be saved just now."}
    assert list(tmp_path.iterdir()) == []


def test_readiness_says_that_the_database_is_damaged_once_a_request_has_met_it(
    club: Club, organiser: User, api_for: ApiFor, client: Client, settings: Any, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    (tmp_path / "garbage").write_bytes(b"no database at all" * 99)
    damage = sqlite_error(f"file:{tmp_path / 'garbage'}?mode=ro", "SELECT * FROM a")

    def torn_page(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if "clubs_player" in sql or "quick_check" in sql:
            raise DatabaseError("file is not a database") from damage
        return execute(sql, *rest)

    def database() -> Any:
        health._last_write.until = 0.0
        return client.get("/readyz?format=json").json()["parts"]["database"]

    api = api_for(organiser)
    api.raise_request_exception = False
    assert database()["ok"] is True
    with connection.execute_wrapper(torn_page):
        answer = api.get(f"/api/v1/clubs/{club.slug}/players/")
        assert (answer.status_code, answer.json()["code"]) == (503, "database_damaged")
        assert database() == {"ok": False, "message": "The database is damaged."}
    assert database()["ok"] is True  # restored


def test_readiness_says_when_there_is_little_room_left(
    client: Client, settings: Any, tmp_path: Path, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr("config.health.LITTLE_SPACE", 1 << 62)
    part = client.get("/readyz?format=json").json()["parts"]["disk"]
    assert part["ok"] is False
    assert part["message"].endswith("Free some space, or soon nothing can be saved.")


def test_readiness_writes_to_the_database_and_not_only_reads(
    client: Client, db: None, settings: Any, tmp_path: Path
) -> None:
    health._last_write.until = 0.0

    def read_only(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if not sql.startswith("SELECT"):
            raise OperationalError("attempt to write a readonly database")
        return execute(sql, *rest)

    with connection.execute_wrapper(read_only):
        part = client.get("/readyz?format=json").json()["parts"]["database"]
    assert part["ok"] is False
