"""Telling the worker that an event's standings want computing."""

from celery import current_app

from scoring.services.queueing import hint_on_commit

REFRESH = "tournaments.tasks.standings_refresh_task"


def refresh_hint_on_commit(event_id: int) -> None:
    """Send the task once the transaction is through; by name, as tasks stand above services."""
    hint_on_commit(current_app.tasks[REFRESH], event_id)
