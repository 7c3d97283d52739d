"""Authentication, authorisation and idempotency of every endpoint."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar

from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import membership_get
from clubs.models import Club, Membership, User
from clubs.rest.idempotent import once
from clubs.roles import Right
from clubs.services.idempotency import Answer
from core.rest.incoming import nothing_sent, parameters_check
from core.rest.viewsets import ApiViewSet

Handler = Callable[..., Response]


class PrivateViewSet(ApiViewSet):
    """A resource of one user. A POST has one effect for each ``Idempotency-Key``."""

    @property
    def user(self) -> User:
        """Return the requesting user."""
        assert isinstance(self.request.user, User)
        return self.request.user

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Sign-in and throttle; then the change is carried out instead of its handler."""
        super().initial(request, *args, **kwargs)
        name = str(request.method).lower()
        if request.method not in SAFE_METHODS and (handler := getattr(self, name, None)):
            setattr(self, name, partial(self._change, handler))

    def _change(self, handler: Handler, request: Request, **address: Any) -> Response:
        parameters_check(request, self.parameters)
        if self.action not in self.bodies and self.action not in self.unshaped:
            nothing_sent(request)
        return self.carry_out(handler, request, **address)

    def carry_out(self, handler: Handler, request: Request, **address: Any) -> Response:
        """Make a change; under a key that was answered before, only answer again."""
        if request.method != "POST" or not self.is_keyed():
            return handler(request, **address)

        def effect() -> Answer:
            answer = handler(request, **address)
            return Answer(answer.status_code, answer.data, answer.headers.get("Location", ""))

        return once(request, effect)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Keep responses out of shared caches; a browser revalidates each time."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer.setdefault("Cache-Control", "private, no-cache")
        return answer

    def is_keyed(self) -> bool:
        """Return whether the answer is kept under the request's key."""
        return self.action not in self.keyless


class ClubResourceViewSet(PrivateViewSet):
    """A resource under a club: strangers get 404, members without the right 403.

    ``reads`` and ``writes`` are the rights that safe and other methods need, ``rights`` those of
    single actions.
    """

    reads: ClassVar[Right] = Right.SEE
    writes: ClassVar[Right] = Right.RUN
    rights: ClassVar[Mapping[str, Right]] = {}
    membership: Membership

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Sign-in, throttle, then membership and right."""
        super().initial(request, *args, **kwargs)
        is_safe = request.method in SAFE_METHODS or not self.action
        right = self.rights.get(self.action, self.reads if is_safe else self.writes)
        self.membership = self.enter(user=request.user, right=right, **kwargs)

    def enter(self, *, user: Any, slug: str, right: Right, **_: Any) -> Membership:
        """Return the membership with the right, or raise 404 or 403."""
        return membership_get(user=user, slug=slug, right=right)

    @property
    def club(self) -> Club:
        """Return the club that the address names."""
        return self.membership.club
