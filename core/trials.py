"""What would follow: a service is tried in a transaction that is rolled back."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import ParamSpec, TypeVar

from django.db import transaction

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
