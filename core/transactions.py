"""Shared by services: deleted or closed rows, and tasks enqueued on commit."""

import logging
import time
from datetime import datetime
from typing import Any, TypeVar

from celery import Task
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone
from kombu.exceptions import ChannelError, OperationalError

M = TypeVar("M", bound=Model)


class RowGone(Exception):
    """A row has been deleted meanwhile; pages and API answer 404."""


class Closed(ValidationError):
    """The subject of the change is finished and closed until it is reopened.

    ``href`` is the page for reopening it, ``action`` what the link to it says, ``operation`` the
    address of the API's operation for it. The API answers 409.
    """

    def __init__(self, message: str, *, href: str, action: str, operation: str) -> None:
        super().__init__(message, code="closed")
        self.href = href
        self.action = action
        self.operation = operation


def get_or_gone(rows: QuerySet[M], pk: object) -> M:
    """The row among these with a key. Raises ``RowGone``."""
    matches = list(rows.filter(pk=pk))
    if not matches:
        raise RowGone
    return matches[0]


# Tasks


logger = logging.getLogger(__name__)


BURST = 0.4  # seconds between two computations of the same thing; pages ask every two


def rest_after(task: "Task[Any, Any]", at: datetime | None) -> None:
    """Wait until a burst has passed since ``at``, when the thing was computed last.

    A burst of hands is then computed once, not hand by hand. Only a worker waits, never the
    process that runs a task where it was sent.
    """
    if at is None or task.request.called_directly or task.request.is_eager:
        return
    time.sleep(max(0.0, min(BURST, BURST - (timezone.now() - at).total_seconds())))


def enqueue_on_commit(task: "Task[Any, Any]", *arguments: Any) -> None:
    """Send ``task`` on commit. The stale mark in the database stays the truth if that fails."""
    transaction.on_commit(lambda: enqueue(task, *arguments), robust=True)


def enqueue(task: "Task[Any, Any]", *arguments: Any, queue: str | None = None) -> None:
    """Send ``task`` now; a queue that is down is logged and left to the sweep."""
    options: dict[str, Any] = {"queue": queue} if queue else {}
    try:
        task.apply_async(arguments, retry=False, **options)
    except (OperationalError, ChannelError, OSError) as error:
        logger.warning("The queue does not take messages (%s); the sweep will see to it.", error)
