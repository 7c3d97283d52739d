"""Alive and ready: in plain words for people, as JSON for programs."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from clubs.models import Heartbeat
from config import health


@pytest.fixture(autouse=True)
def _forgotten_write() -> None:
    """Readiness writes in each of these tests; it remembers no earlier one."""
    health._last_write.until = 0.0


@pytest.fixture
def queue_folder(settings: Any, tmp_path: Path) -> Path:
    """A queue of this test alone."""
    settings.BROKER_OPTIONS = {"folder": str(tmp_path)}
    return tmp_path


def beat(*, seconds_ago: int) -> None:
    Heartbeat.objects.create(name="worker", at=timezone.now() - timedelta(seconds=seconds_ago))


def test_the_process_answers_without_asking_anything_else(
    client: Client, django_assert_num_queries: Callable[..., Any], db: None
) -> None:
    with django_assert_num_queries(0):
        answer = client.get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok   The web server is running.\n")


@pytest.mark.parametrize(
    ("seconds", "status", "words"),
    [
        pytest.param(None, 503, "NOT  The worker has not started yet.", id="never"),
        pytest.param(2, 200, "ok   The background worker is running.", id="just now"),
        pytest.param(60, 503, "NOT  The worker has not answered for 60 s.", id="silent"),
    ],
)
def test_ready_needs_a_worker_that_has_answered_lately(
    seconds: int | None, status: int, words: str, queue_folder: Path, db: None, client: Client
) -> None:
    if seconds is not None:
        beat(seconds_ago=seconds)
    answer = client.get("/readyz")
    assert answer.status_code == status
    assert words in answer.text.splitlines()


def test_ready_needs_a_queue_that_takes_messages(
    queue_folder: Path, db: None, client: Client
) -> None:
    beat(seconds_ago=1)
    queue_folder.rmdir()
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert "Hands are still recorded." in answer.text


def test_a_broker_that_does_not_answer_is_no_queue(
    settings: Any, db: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from config.celery import app

    settings.BROKER_OPTIONS = {}
    monkeypatch.setattr(app.conf, "broker_write_url", "redis://127.0.0.1:1/0")
    answer = client.get("/readyz?format=json")
    assert answer.json()["parts"]["queue"]["ok"] is False


def test_a_database_that_does_not_answer_is_told_and_not_thrown(
    client: Client, queue_folder: Path, db: None
) -> None:
    def gone(*_: object) -> None:
        raise OperationalError("the disk is gone")

    with connection.execute_wrapper(gone):
        parts = client.get("/readyz?format=json").json()["parts"]
    assert parts["database"] == {"ok": False, "message": "The database does not answer."}
    assert parts["worker"]["ok"] is False


@pytest.mark.parametrize(
    "options", [{"query_params": {"format": "json"}}, {"headers": {"accept": "application/json"}}]
)
def test_programs_get_json(
    options: dict[str, Any], queue_folder: Path, db: None, client: Client
) -> None:
    beat(seconds_ago=1)
    answer = client.get("/readyz", **options)
    assert answer["Content-Type"] == "application/json"
    body = answer.json()
    assert body["ok"] is True
    assert set(body["parts"]) == {"database", "disk", "queue", "worker"}


@pytest.mark.parametrize("accept", ["*/*", "text/html,*/*;q=0.8", "text/plain"])
def test_people_get_words(accept: str, client: Client) -> None:
    answer = client.get("/healthz", headers={"accept": accept})
    assert answer["Content-Type"].startswith("text/plain")
