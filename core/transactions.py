"""Shared by services: deleted or closed rows, tasks sent on commit, writes before it, trials."""

import logging
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any, ParamSpec, TypeVar

from celery import Task, current_app
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet
from django.utils import timezone
from kombu.exceptions import ChannelError, OperationalError

M = TypeVar("M", bound=Model)
T = TypeVar("T")


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


def row_save(row: Model, *, exclude: Collection[str] = (), fields: list[str] | None = None) -> None:
    """Check and save a row. Raises ``ValidationError``, also for what another request has saved
    between the check and the save.
    """
    row.full_clean(exclude=exclude)
    try:
        with transaction.atomic():
            row.save(update_fields=fields)
    except IntegrityError:
        row.full_clean(exclude=exclude)  # now names what stands in the way
        raise


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


def enqueue_on_commit(
    task: "Task[Any, Any] | str", *arguments: Any, queue: str | None = None
) -> None:
    """Send ``task`` on commit. The stale mark in the database stays the truth if that fails."""
    transaction.on_commit(lambda: enqueue(task, *arguments, queue=queue), robust=True)


def enqueue(task: "Task[Any, Any] | str", *arguments: Any, queue: str | None = None) -> None:
    """Send ``task`` now, named where the caller is a layer below tasks ("jobs.tasks.job_make").

    A queue that is down is logged and left to the sweep.
    """
    options: dict[str, Any] = {"queue": queue} if queue else {}
    signature = current_app.signature(task) if isinstance(task, str) else task
    try:
        signature.apply_async(arguments, retry=False, **options)
    except (OperationalError, ChannelError, OSError) as error:
        logger.warning("The queue does not take messages (%s); the sweep will see to it.", error)


# What is written once, before the commit


class BeforeCommit:
    """One item of what ``write`` is to be given before the transaction commits.

    It waits among the hooks that run after a commit, so that a rollback, also of a savepoint,
    drops it as it drops those. Called as such a hook, it was not in a transaction at all.
    """

    def __init__(self, write: Callable[[Sequence[Any]], None], item: object) -> None:
        self.write, self.item = write, item

    def __call__(self) -> None:
        """Write this item alone."""
        self.write([self.item])


def before_commit(write: Callable[[Sequence[T]], None], item: T) -> None:
    """Have ``write`` called with this item and all others for it, in this transaction.

    That is before the transaction commits or a savepoint is released, the sooner of the two.
    """
    transaction.on_commit(BeforeCommit(write, item))


class WritingBeforeCommit(BaseDatabaseWrapper):
    """A connection to a database that keeps the promise of ``before_commit``."""

    def commit(self) -> None:
        """Write all that waits, and commit."""
        self._write_waiting(None)
        super().commit()

    def savepoint_commit(self, sid: str) -> None:
        """Write what waits since the savepoint, and release it."""
        self._write_waiting(sid)
        super().savepoint_commit(sid)

    def _write_waiting(self, since: str | None) -> None:
        """Write what waits since a savepoint: a rollback to an earlier one drops it as well."""
        waiting: list[BeforeCommit] = []
        others = []
        for entry in self.run_on_commit:
            hook = entry[1]
            if isinstance(hook, BeforeCommit) and (since is None or since in entry[0]):
                waiting.append(hook)
            else:
                others.append(entry)
        if waiting:
            self.run_on_commit = others
            for write in dict.fromkeys(hook.write for hook in waiting):
                write([hook.item for hook in waiting if hook.write == write])


# Trials


Given = ParamSpec("Given")
Outcome = TypeVar("Outcome")

_trial: ContextVar[bool] = ContextVar("trial", default=False)


@contextmanager
def trial() -> Iterator[None]:
    """Roll back all that is written inside; services there need no reason from people."""
    with transaction.atomic():
        token = _trial.set(True)
        try:
            yield
        finally:
            _trial.reset(token)
        transaction.set_rollback(True)


def tried(
    service: Callable[Given, Outcome], *arguments: Given.args, **named: Given.kwargs
) -> Outcome:
    """Return the outcome of a service without keeping it; its errors propagate."""
    with trial():
        return service(*arguments, **named)


def is_trial() -> bool:
    """Whether nothing will be kept, so that nobody has to say why."""
    return _trial.get()
