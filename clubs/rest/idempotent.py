"""``Idempotency-Key``: a request that is sent twice has one effect and one answer."""

import hashlib
import json
from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.models import User
from clubs.services.idempotency import Answer, KeyTakenError, answer_once
from core.rest.problems import ProblemError

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotency-Replayed"
MAX_LENGTH: Final = 80


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


def once(request: Request, effect: Callable[[], Answer]) -> Response:
    """Run ``effect``; under a key that was answered before, give that answer again."""
    assert isinstance(request.user, User)
    key = idempotency_key(request)
    if not key:
        return _response(effect())
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
