"""Telling the worker that an event's standings want computing."""

from typing import TYPE_CHECKING, Any, cast

from celery import current_app

from clubs.queueing import enqueue_on_commit

if TYPE_CHECKING:
    from celery import Task

REFRESH = "tournaments.tasks.standings_refresh_task"


def refresh_enqueue_on_commit(event_id: int) -> None:
    """Send the task once the transaction is through; by name, as tasks stand above services."""
    # A signature is sent as a task is, and finds the task by its name when it is.
    enqueue_on_commit(cast("Task[Any, Any]", current_app.signature(REFRESH)), event_id)
