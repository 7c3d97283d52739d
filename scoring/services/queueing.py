"""Sending a hint to the worker: on commit, quickly, and never failing the request."""

import logging
from typing import Any

from celery import Task
from django.db import transaction
from kombu.exceptions import ChannelError, OperationalError

logger = logging.getLogger(__name__)


def hint_on_commit(task: "Task[Any, Any]", *arguments: Any) -> None:
    """Send ``task`` once the transaction is through.

    The database already says what is to be done; where the queue is down the sweep finds it.
    """
    transaction.on_commit(lambda: hint(task, *arguments), robust=True)


def hint(task: "Task[Any, Any]", *arguments: Any) -> None:
    """Send ``task`` now; a queue that is down is logged and left to the sweep."""
    try:
        task.apply_async(arguments, retry=False)
    except (OperationalError, ChannelError, OSError) as error:
        logger.warning("The queue does not take messages (%s); the sweep will see to it.", error)
