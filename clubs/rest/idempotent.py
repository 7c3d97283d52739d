"""``Idempotency-Key``: a request that is sent twice has one effect and one answer."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.models import KeyedAnswer, User
from core.rest.problems import ProblemError

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotency-Replayed"
MAX_LENGTH: Final = 80
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


def idempotency_key(request: Request) -> str:
    """Return the key of a request, empty if there is none; 400 if it is invalid."""
    key = request.headers.get(HEADER, "").strip()
    if len(key) > MAX_LENGTH or not (key.isascii() and key.isprintable()):
        raise ProblemError(
            400,
            "bad_idempotency_key",
            _("An Idempotency-Key has at most %(count)d printable ASCII characters.")
            % {"count": MAX_LENGTH},
        )
    return key


def key_taken() -> ProblemError:
    """The problem of a key that came before with another request."""
    return ProblemError(
        422,
        "idempotency_key_reused",
        _("This Idempotency-Key was sent before with another request."),
    )


def once(request: Request, act: Callable[[], Response]) -> Response:
    """Return the response of ``act``; under a key that was answered before, that answer again."""
    assert isinstance(request.user, User)
    key = idempotency_key(request)
    if not key:
        return act()

    def effect() -> Answer:
        response = act()
        return Answer(response.status_code, response.data, response.headers.get("Location", ""))

    try:
        answer = answer_once(user=request.user, key=key, digest=_digest(request), effect=effect)
    except KeyTakenError as error:
        raise key_taken() from error
    return _response(answer)


def _response(answer: Answer) -> Response:
    response = Response(answer.body, answer.status)
    if answer.location:
        response["Location"] = answer.location
    if answer.replayed:
        response[REPLAYED] = "true"
    return response


def _digest(request: Request) -> str:
    text = json.dumps([request.method, request.path, request.data], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
