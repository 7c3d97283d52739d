"""Telling the worker that a season wants computing."""

from typing import TYPE_CHECKING, Any, cast

from celery import current_app

from clubs.queueing import enqueue_on_commit

if TYPE_CHECKING:
    from celery import Task

REFRESH = "leagues.tasks.season_refresh_task"


def refresh_enqueue_on_commit(season_id: int) -> None:
    """Send the task once the transaction is through; by name, as tasks stand above services."""
    # A signature is sent as a task is, and finds the task by its name when it is.
    enqueue_on_commit(cast("Task[Any, Any]", current_app.signature(REFRESH)), season_id)
