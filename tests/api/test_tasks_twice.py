"""A message may come twice, and while another worker is at the same: nothing is done twice."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.apps import apps
from django.db import models, transaction

from archive.orders import archive_order
from clubs.models import User
from feeds import webhooks
from feeds.models import HOOKED
from feeds.sending import DeliveryOutcome
from feeds.tasks import webhook_send, webhooks_sweep
from jobs.tasks import job_make, jobs_sweep
from leagues.tasks import season_refresh_task, seasons_sweep
from tests.api.conftest import Evening, hand
from tests.meanwhile import just_before
from tournaments.events.services.standings import standings_refresh
from tournaments.events.tasks import standings_refresh_task, sweep
from tournaments.money.services.money import money_open_where_played

pytestmark = pytest.mark.usefixtures("held")

Task = Callable[[], object]
Rows = dict[str, Any]

ONCE = {"Idempotency-Key": "once"}
APPS = {"clubs", "feeds", "scoring", "ledger", "tournaments", "leagues", "jobs", "archive"}


class Work(NamedTuple):
    """What a message tells, and a query in the middle of the work."""

    task: Task
    middle: str
    after: int = 0


@pytest.fixture
def files(settings: Any, tmp_path: Path) -> Path:
    """Where documents and archives of this test lie."""
    settings.JOB_ROOT = tmp_path / "jobs"
    return tmp_path


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Keys of messages that a webhook's receiver was sent."""
    keys: list[str] = []

    def send(*, key: str, **_message: Any) -> DeliveryOutcome:
        keys.append(key)
        return DeliveryOutcome(1)

    monkeypatch.setattr(webhooks, "send", send)
    return keys


@pytest.fixture(
    params=["standings", "standings of a season", "document", "archive", "webhook"],
)
def work(
    request: pytest.FixtureRequest, evening: Evening, owner: User, api: Any, sent: list[str]
) -> Work:
    """Something to do for the worker; the evening's book is open."""
    money_open_where_played()
    if request.param == "document":
        key = str(evening.document.pk)
        return Work(lambda: job_make(key), 'UPDATE "jobs_job"', 1)
    if request.param == "archive":
        key = str(archive_order(club=evening.club, requested_by=owner).pk)
        return Work(lambda: job_make(key), 'FROM "leagues_season"')
    if request.param == "webhook":
        hook = webhooks.webhook_create(
            club=evening.club, address="https://1.1.1.1/", kinds=HOOKED[-1:], site="", made_by=owner
        )
        webhooks.webhook_test(webhook=hook)
        return Work(lambda: webhook_send(hook.pk), 'UPDATE "feeds_delivery"', 1)
    answer = api.post(evening.hands_at, hand(evening.match.first_dealer), headers=ONCE)
    assert answer.status_code == 201, answer.json()
    if request.param == "standings":
        return Work(lambda: standings_refresh_task(evening.event.pk), 'FROM "tournaments_entry"')
    standings_refresh(event_id=evening.event.pk)
    return Work(lambda: season_refresh_task(evening.season.pk), 'UPDATE "leagues_season"')


def swept() -> None:
    """The clock looks for what is left."""
    for look in (sweep, seasons_sweep, jobs_sweep, webhooks_sweep):
        look()


def database() -> Rows:
    """Every row of the site."""
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values())
        for model in apps.get_models()
        if model._meta.managed and model._meta.app_label in APPS
    }


def timeless(rows: Rows) -> Rows:
    """The same without times, and without keys that the database gives."""
    passing = (models.DateTimeField, models.AutoField)
    fields = {
        label: {
            field.attname
            for field in apps.get_model(label)._meta.concrete_fields
            if not isinstance(field, passing)
        }
        for label in rows
    }
    return {
        label: [{name: row[name] for name in row if name in fields[label]} for row in of_model]
        for label, of_model in rows.items()
        if label != "clubs.Heartbeat"
    }


def written(folder: Path) -> dict[str, int]:
    """Files of a folder and when each was written, in nanoseconds."""
    return {path.name: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def test_a_task_twice_does_nothing_twice(work: Work, files: Path, sent: list[str]) -> None:
    before = database()
    work.task()
    once = database(), written(files), list(sent)
    assert once[0] != before
    work.task()
    assert (database(), written(files), sent) == once


def test_a_task_twice_at_once_does_nothing_twice(work: Work, files: Path, sent: list[str]) -> None:
    start = transaction.savepoint()
    work.task()
    swept()
    once, messages, made = timeless(database()), list(sent), set(written(files))
    transaction.savepoint_rollback(start)
    for path in files.rglob("*.*"):
        path.unlink()
    sent.clear()
    with just_before(work.middle, work.task, after=work.after):
        work.task()
    swept()
    assert timeless(database()) == once
    assert (sent, set(written(files))) == (messages, made)
