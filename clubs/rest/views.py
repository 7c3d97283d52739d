"""Authentication, authorisation and loading for every endpoint of a club."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast

from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext as _
from rest_framework import exceptions, pagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from clubs.access import membership_get
from clubs.models import Club, Membership, User
from clubs.rest.incoming import body_check
from clubs.roles import Right
from core.figures import read_whole

# Pages of a list


class Pages(pagination.PageNumberPagination):
    """Fifty a page, up to two hundred on request; ``count`` is the number on all pages."""

    page_size_query_param = "page_size"
    max_page_size = 200

    def get_page_size(self, request: Request) -> int | None:
        """Return the size that is asked for; 400 for none that there is."""
        asked = request.query_params.get(self.page_size_query_param)
        if asked is None:
            return self.page_size
        size = read_whole(asked, most=self.max_page_size)
        if not size:
            words = _("Rows a page are 1 to %(most)d.") % {"most": self.max_page_size}
            detail = exceptions.ErrorDetail(words, "page_size")
            raise exceptions.ValidationError({self.page_size_query_param: [detail]})
        return size

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The envelope of a page, in the words of OpenAPI 3.1."""
        link = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["count", "next", "previous", "results"],
            "properties": {
                "count": {"type": "integer", "minimum": 0, "examples": [123]},
                "next": link,
                "previous": link,
                "results": schema,
            },
        }

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """The two query parameters, with their limits."""
        page = {"type": "integer", "minimum": 1, "maximum": 1_000_000, "default": 1}
        size = {"type": "integer", "minimum": 1, "maximum": self.max_page_size}
        return [
            _parameter("page", "The page, from 1.", page),
            _parameter("page_size", "Rows a page; 50 where left out.", size),
        ]


def _parameter(name: str, description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": name,
        "in": "query",
        "required": False,
        "description": description,
        "schema": schema,
    }


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


def sent(request: Request, serializer: type[BaseSerializer[Any]]) -> dict[str, Any]:
    """The body in the serializer's shape, or 400.

    Forms have nothing but texts, so that only JSON is held to its types.
    """
    body = serializer(data=request.data)
    if not isinstance(request.data, QueryDict):
        body_check(body, request.data)
    body.is_valid(raise_exception=True)
    return dict(body.validated_data)


def queried(request: Request, serializer: type[BaseSerializer[Any]]) -> dict[str, Any]:
    """The query of the address in the serializer's shape, or 400."""
    query = serializer(data=request.query_params)
    query.is_valid(raise_exception=True)
    return dict(query.validated_data)


def paged(
    view: APIView, rows: QuerySet[Any] | Sequence[Any], serializer: type[BaseSerializer[Any]]
) -> Response:
    """One page of ``rows``."""
    pages = Pages()
    # Anything that has a length and can be sliced will do; the stubs know only query sets.
    page = pages.paginate_queryset(cast("QuerySet[Any]", rows), view.request, view)
    return pages.get_paginated_response(serializer(page, many=True).data)
