"""Authentication, authorisation and loading for every endpoint of a club."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from clubs.access import membership_get
from clubs.models import Club, Membership, User
from clubs.roles import Right
from core.rest.pages import Pages


class PrivateView(APIView):
    """An endpoint whose answers belong to one user."""

    @property
    def user(self) -> User:
        """The requesting user."""
        assert isinstance(self.request.user, User)
        return self.request.user

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Keep responses out of shared caches; a browser revalidates each time."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer.setdefault("Cache-Control", "private, no-cache")
        return answer


class ClubView(PrivateView):
    """An endpoint under a club: strangers get 404, members without the right 403."""

    rights: ClassVar[Mapping[str, Right]] = {}
    membership: Membership

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Sign-in, throttle, then membership and right."""
        super().initial(request, *args, **kwargs)
        method = "GET" if request.method == "HEAD" else request.method or ""
        handler = getattr(self, method.lower(), None)
        own: Right = getattr(handler, "right", Right.SEE)
        right = self.rights.get(method, own)
        self.membership = self.enter(user=request.user, right=right, **kwargs)

    def enter(self, *, user: Any, slug: str, right: Right, **_: Any) -> Membership:
        """The membership with the right, or 404 or 403."""
        return membership_get(user=user, slug=slug, right=right)

    @property
    def club(self) -> Club:
        """The club that the address names."""
        return self.membership.club


def paged(
    view: APIView, rows: QuerySet[Any] | Sequence[Any], serializer: type[BaseSerializer[Any]]
) -> Response:
    """One page of ``rows``."""
    pages = Pages()
    # Anything that has a length and can be sliced will do; the stubs know only query sets.
    page = pages.paginate_queryset(cast("QuerySet[Any]", rows), view.request, view)
    return pages.get_paginated_response(serializer(page, many=True).data)
