"""Fragments that refresh themselves: the browser asks often and is mostly told "unchanged"."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar, cast

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from clubs.access import ClubRequest
from clubs.roles import Right
from tournaments.models import Event

Found = TypeVar("Found")

FRESH, LONGEST = 1.0, 10.0  # seconds for which what was made for one serves the others
WORTH: Final = 20  # times as long as it took to make, where the machine is slow
MOST: Final = 64  # things that one process keeps
FORM: Final = "csrfmiddlewaretoken"  # what is in a form is one person's own


def unchanged(request: HttpRequest, tag: str) -> HttpResponse | None:
    """The answer 304 where the browser has this version already, else None."""
    answer = get_conditional_response(request, etag=f'"{tag}"')
    return answer if isinstance(answer, HttpResponseNotModified) else None


def tagged(response: HttpResponse, tag: str) -> HttpResponse:
    """Tell the browser to keep this version and to ask each time whether it still stands."""
    response["ETag"] = f'"{tag}"'
    response["Cache-Control"] = "private, no-cache"
    return response


def audience(request: ClubRequest) -> str:
    """Who sees the same: the role in the club and the language."""
    return f"{request.membership.role}-{get_language()}"


def shared(request: ClubRequest, event: Event, tag: str, make: Callable[[], Found]) -> Found:
    """What ``make`` gives, made once a second for everybody of one role who asks at once.

    Whoever runs events gets it made anew: he sees what he has changed.

    The key holds the club, the event with its versions and its making, the role and the language:
    nobody gets what another club or role sees. What holds a form is one person's own and not kept.
    ``tag`` says what else makes a difference; nothing personal may.
    """
    if request.membership.may(Right.RUN):
        return make()
    versions = (event.pk, event.created_at, event.version, event.standings_version)
    key = (request.membership.club_id, *versions, audience(request), tag)
    return _SHELF.get(key, make)


class _Shelf:
    """The newest things of this process, for a second each or as long as they are worth."""

    def __init__(self) -> None:
        self.kept: OrderedDict[Hashable, tuple[float, Any]] = OrderedDict()
        self.lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Found]) -> Found:
        began = time.monotonic()
        with self.lock:
            until, found = self.kept.get(key, (0.0, None))
        if began < until:
            return cast("Found", found)
        fresh = make()
        if not (isinstance(fresh, str) and FORM in fresh):
            now = time.monotonic()
            until = now + min(LONGEST, max(FRESH, WORTH * (now - began)))
            with self.lock:
                self.kept[key] = (until, fresh)
                self.kept.move_to_end(key)
                while len(self.kept) > MOST:
                    self.kept.popitem(last=False)
        return fresh


_SHELF: Final = _Shelf()
