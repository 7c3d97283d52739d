"""Sending a hint to the worker: on commit, quickly, and never failing the request."""

import logging
import time
from datetime import datetime
from typing import Any

from celery import Task
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import ChannelError, OperationalError

logger = logging.getLogger(__name__)


BURST = 0.4  # seconds between two computations of the same thing; pages ask every two


def rest_after(task: "Task[Any, Any]", at: datetime | None) -> None:
    """Wait out what is left of a burst since ``at``, when the thing was computed last.

    A burst of hands is then computed once every so often and not hand by hand, and nobody else
    waits longer than that. Only a worker waits, never who works a message off where it was sent.
    """
    if at is None or task.request.called_directly or task.request.is_eager:
        return
    time.sleep(max(0.0, min(BURST, BURST - (timezone.now() - at).total_seconds())))


def enqueue_on_commit(task: "Task[Any, Any]", *arguments: Any) -> None:
    """Send ``task`` once the transaction is through.

    The database already says what is to be done; where the queue is down the sweep finds it.
    """
    transaction.on_commit(lambda: enqueue(task, *arguments), robust=True)


def enqueue(task: "Task[Any, Any]", *arguments: Any) -> None:
    """Send ``task`` now; a queue that is down is logged and left to the sweep."""
    try:
        task.apply_async(arguments, retry=False)
    except (OperationalError, ChannelError, OSError) as error:
        logger.warning("The queue does not take messages (%s); the sweep will see to it.", error)
