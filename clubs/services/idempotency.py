"""One effect and one answer for a request that is sent again under the same key."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from clubs.models import KeyedAnswer, User

RETENTION: Final = timedelta(days=7)


class KeyTakenError(Exception):
    """The key came before with another request."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The response to a request: JSON, and the address of the created object."""

    status: int
    body: Any
    location: str = ""
    replayed: bool = False


def answer_once(*, user: User, key: str, digest: str, effect: Callable[[], Answer]) -> Answer:
    """Run ``effect`` and store its response, or return the one stored under ``key``.

    Key and effect are one transaction: an effect that fails leaves the key free. Of two concurrent
    requests the second waits for the first at the unique key. Raises ``KeyTakenError`` if
    ``digest`` differs.
    """
    if stored := _stored_answer(user, key):
        return _replayed(stored, digest)
    try:
        return _first(user, key, digest, effect)
    except IntegrityError:
        stored = _stored_answer(user, key)
        if stored is None:
            raise
        return _replayed(stored, digest)


@transaction.atomic
def _first(user: User, key: str, digest: str, effect: Callable[[], Answer]) -> Answer:
    KeyedAnswer.objects.filter(user=user, created_at__lt=timezone.now() - RETENTION).delete()
    row = KeyedAnswer.objects.create(user=user, key=key, digest=digest)
    answer = effect()
    row.status, row.body, row.location = answer.status, answer.body, answer.location
    row.save(update_fields=["status", "body", "location"])
    return answer


def _stored_answer(user: User, key: str) -> KeyedAnswer | None:
    return KeyedAnswer.objects.filter(user=user, key=key).first()


def _replayed(stored: KeyedAnswer, digest: str) -> Answer:
    if stored.digest != digest:
        raise KeyTakenError
    return Answer(stored.status, stored.body, stored.location, replayed=True)
