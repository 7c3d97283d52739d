"""The worker's part: messages, lost messages, and the sweep that makes them good."""

import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from django.db.models import F
from django.utils import timezone

from clubs.models import Heartbeat, User
from clubs.services.clubs import club_create
from config.celery import app as working
from core.transactions import rest_after
from engine.standings.ranking import ranked
from scoring.models import Match
from tests.meanwhile import just_before
from tests.tournaments.conftest import EventMaker, drawn_and_begun, match_of
from tournaments.events import tasks
from tournaments.events.models import Event
from tournaments.events.services import standings
from tournaments.events.services.events import event_create, event_delete
from tournaments.events.services.locking import standings_mark_stale

Bid = Callable[..., Match]
Capture = Callable[..., Any]


def marks_of(event: Event, number: int) -> int | None:
    standing = event.standings.filter(entry__number=number).first()
    return standing.values["points"] if standing else None


def test_a_hand_sends_a_message_on_commit_that_brings_standings_up_to_date(
    running: Event, bid: Bid, django_capture_on_commit_callbacks: Capture
) -> None:
    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        bid(match_of(running, 1, 1), 0)
    assert len(callbacks) == 1
    running.refresh_from_db()
    assert not running.is_stale
    assert marks_of(running, 1) == 1


def test_a_lost_message_is_made_good_by_the_sweep(running: Event, bid: Bid) -> None:
    bid(match_of(running, 1, 1), 0)  # the test's transaction never commits: nothing is sent
    running.refresh_from_db()
    assert running.is_stale
    tasks.sweep()
    running = Event.objects.get(pk=running.pk)
    assert not running.is_stale
    assert marks_of(running, 1) == 1


@pytest.fixture
def broken_queue(tmp_path: Path) -> Iterator[None]:
    """A queue whose folder is a file: no message can be put there."""
    (tmp_path / "queue").write_text("not a folder")
    folder = str(tmp_path / "queue")
    broken = Celery("broken", broker="folder://", set_as_current=False)
    broken.conf.broker_transport_options = {"folder": folder}
    broken.set_current()
    yield
    working.set_current()


@pytest.mark.usefixtures("broken_queue")
def test_a_queue_that_is_down_does_not_stop_a_hand_and_the_sweep_makes_it_good(
    running: Event,
    bid: Bid,
    django_capture_on_commit_callbacks: Capture,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        match = bid(match_of(running, 1, 1), 0)
    assert "queue does not take messages" in caplog.text
    assert match.hand_count == 1
    assert marks_of(running, 1) is None
    tasks.sweep()
    assert marks_of(running, 1) == 1


def test_one_event_that_cannot_be_computed_does_not_keep_the_others_waiting(
    running: Event, make_event: EventMaker, bid: Bid, caplog: pytest.LogCaptureFixture
) -> None:
    other = make_event(name="Other", pairs=2)
    drawn_and_begun(other)
    bid(match_of(other, 1, 1), 0)
    standings_mark_stale(event_id=running.pk)
    Event.objects.filter(pk=running.pk).update(tie_breaks=["unheard of"])
    tasks.sweep()
    assert f"The standings of event {running.pk} cannot be computed" in caplog.text
    assert marks_of(other, 1) == 1


def test_an_event_that_is_deleted_during_a_sweep_is_no_fault(
    running: Event, make_event: EventMaker, caplog: pytest.LogCaptureFixture
) -> None:
    gone = make_event(name="Gone", pairs=2)
    standings_mark_stale(event_id=gone.pk)
    with just_before('"tournaments_event"."id" = ', lambda: event_delete(event=gone)):
        tasks.sweep()
    assert not Event.objects.filter(pk=gone.pk).exists()
    assert "cannot be computed" not in caplog.text


def test_an_event_that_never_rests_keeps_no_other_waiting(
    running: Event, make_event: EventMaker, bid: Bid, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = make_event(name="Other", pairs=2)
    drawn_and_begun(other)
    bid(match_of(other, 1, 1), 0)
    bid(match_of(running, 1, 1), 0)
    computed: list[int] = []

    def ranked_with_a_hand_meanwhile(results: Any, *arguments: Any, **more: Any) -> Any:
        """While the busy event is computed its next hand is recorded, every time."""
        rows = ranked(results, *arguments, **more)
        if len(rows) == len(running.entries.all()):
            computed.append(running.pk)
            assert len(computed) < 20, "it is computed without end"
            standings_mark_stale(event_id=running.pk)
        return rows

    monkeypatch.setattr(standings, "ranked", ranked_with_a_hand_meanwhile)
    tasks.standings_refresh_task(running.pk)
    assert len(computed) == 1  # then it is the next message's turn
    tasks.standings_refresh_task(other.pk)
    assert marks_of(other, 1) == 1
    bid(match_of(other, 1, 1), 0)
    tasks.sweep()
    assert marks_of(other, 1) == 2
    assert len(computed) <= 1 + 2 * standings.MAX_PASSES


@pytest.mark.parametrize(
    ("ago", "least", "most"),
    [(None, 0, 0.05), (5.0, 0, 0.05), (0.0, 0.3, 2), (-60.0, 0.3, 2)],
)
def test_a_worker_waits_out_a_burst_and_never_longer(
    ago: float | None, least: float, most: float
) -> None:
    at = None if ago is None else timezone.now() - timedelta(seconds=ago)
    task: Any = tasks.standings_refresh_task
    task.push_request(called_directly=False, is_eager=False)
    began = time.monotonic()
    try:
        rest_after(task, at)
    finally:
        task.pop_request()
    assert least <= time.monotonic() - began <= most


def test_the_sweep_shows_that_the_worker_lives(db: None) -> None:
    Heartbeat.objects.create(name="worker", at=timezone.now() - timedelta(hours=1))
    tasks.sweep()
    assert Heartbeat.objects.get(name="worker").age < timedelta(minutes=1)


def test_the_same_message_twice_is_one_computation(running: Event, bid: Bid) -> None:
    bid(match_of(running, 1, 1), 0)
    tasks.standings_refresh_task(running.pk)
    running.refresh_from_db()
    computed = running.standings_at
    tasks.standings_refresh_task(running.pk)
    running.refresh_from_db()
    assert running.standings_at == computed


def test_a_message_about_an_event_that_is_gone_does_nothing(db: None) -> None:
    tasks.standings_refresh_task(0)


def test_a_sweep_takes_the_clubs_in_turns_and_only_so_many(
    make_event: EventMaker, owner: User
) -> None:
    for number in range(tasks.AT_ONCE + 10):
        make_event(0, name=f"Event {number}")
    other = club_create(name="Another club", owner=owner)
    last = event_create(
        club=other, date=timezone.localdate(), created_by=owner, name="Last", rules={}
    )
    Event.objects.update(version=F("standings_version") + 1)
    tasks.sweep()
    fresh = Event.objects.filter(version=F("standings_version"))
    assert fresh.count() == tasks.AT_ONCE
    assert last in fresh
    tasks.sweep()
    assert not Event.objects.exclude(version=F("standings_version")).exists()
