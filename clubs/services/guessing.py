"""Limits against guessing and flooding, by network address and by event.

A whole hall may share one address, so its own mistakes must not lock it out. Admitted phones are
counted by table, because a cookie can be thrown away.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.module_loading import import_string

from clubs.models import Attempt, AttemptKind

TRIES_WITHIN: Final = timedelta(minutes=10)
TO_A_TABLE: Final = frozenset({AttemptKind.TABLE, AttemptKind.SPOKEN})


class GuessingError(Exception):
    """Too many attempts were made lately."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How many attempts of these kinds count from one address, and of one kind at one event.

    An event is closed to spoken codes and sign-ups alone: addresses hold too much to be guessed,
    and nobody shall keep the hall out by trying.
    """

    of_address: int
    together: frozenset[AttemptKind]
    of_event: int | None = None


LIMITS: Final = {
    AttemptKind.TABLE: Limit(20, TO_A_TABLE),
    AttemptKind.SPOKEN: Limit(20, TO_A_TABLE, of_event=40),
    AttemptKind.PAGE: Limit(60, frozenset({AttemptKind.PAGE})),
    AttemptKind.JOIN: Limit(20, frozenset({AttemptKind.JOIN})),
    AttemptKind.SIGN_UP: Limit(20, frozenset({AttemptKind.SIGN_UP}), of_event=60),
}


def network_address(request: HttpRequest) -> str:
    """Where a request comes from, as the limit on passwords sees it."""
    address: str = import_string(settings.AXES_CLIENT_IP_CALLABLE)(request)
    return address[:45]


def guessing_check(*, kind: AttemptKind, address: str, event_id: int = 0) -> None:
    """Raise ``GuessingError`` after too many recent attempts. At most two queries."""
    limit = LIMITS[kind]
    lately = Attempt.objects.filter(at__gt=timezone.now() - TRIES_WITHIN)
    here = lately.filter(address=address, kind__in=limit.together)
    if here.count() >= limit.of_address:
        raise GuessingError
    if limit.of_event is None:
        return
    if lately.filter(event_id=event_id, kind=kind).count() >= limit.of_event:
        raise GuessingError


def guess_note(*, kind: AttemptKind, address: str, event_id: int = 0) -> None:
    """Note an attempt, and forget those that no longer count."""
    now = timezone.now()
    Attempt.objects.filter(at__lt=now - TRIES_WITHIN).delete()
    Attempt.objects.create(kind=kind, event_id=event_id, address=address, at=now)
