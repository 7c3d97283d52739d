"""The base of every endpoint: a resource whose actions are the methods of a viewset.

The docstring of an action is its summary and description in the OpenAPI document. What it takes
and answers is declared by ``@operation``, for the handler and for the document.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from django.db.models import Model, QuerySet
from django.urls import reverse
from rest_framework.generics import get_object_or_404
from rest_framework.metadata import SimpleMetadata
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from clubs.access import membership_get
from clubs.models import Club, Membership, User
from clubs.rest.operations import UNDECLARED, DryRunQuery, Serializer, operation
from clubs.roles import Right
from core.rest.etags import body_tag, conditional, settings_seen, settings_tag
from core.rest.filters import StrictFilterBackend, filters_of
from core.rest.incoming import parameters_check, queried, validated_body
from core.rest.pages import PAGING

USUAL_STATUS: Final = {"create": 201, "destroy": 204}


class Metadata(SimpleMetadata):
    """The answer to OPTIONS: what the address is; shapes are in the OpenAPI document."""

    def determine_actions(self, request: Request, view: Any) -> dict[str, Any]:
        """Return nothing."""
        return {}


class ApiViewSet(GenericViewSet[Any]):
    """A resource. Under a club strangers get 404, and members without the right 403.

    - ``reads`` and ``writes`` are the rights in the club that safe and other methods need.
    - ``serializer_class`` is what is answered.
    - ``filterset_class`` has the filters of ``list``.
    - ``versioned`` are the settings of a row whose version ``If-Match`` carries.

    ``@operation`` has what differs by handler.
    """

    metadata_class = Metadata
    filter_backends = (StrictFilterBackend,)
    lookup_value_converter = "key"
    reads: ClassVar[Right] = Right.SEE
    writes: ClassVar[Right] = Right.RUN
    membership: Membership
    tags: ClassVar[Sequence[str]] = ()
    versioned: ClassVar[Sequence[str]] = ()
    filterset_class: ClassVar[Any] = None

    @property
    def user(self) -> User:
        """Return the requesting user."""
        assert isinstance(self.request.user, User)
        return self.request.user

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Sign-in, throttle, membership and right."""
        super().initial(request, *args, **kwargs)
        if "slug" in kwargs:
            is_reading = request.method in SAFE_METHODS or not self.action
            right = self.declared.right or (self.reads if is_reading else self.writes)
            self.membership = self.enter(user=request.user, right=right, **kwargs)

    def enter(self, *, user: Any, slug: str, right: Right, **_: Any) -> Membership:
        """Return the membership with the right, or raise 404 or 403."""
        return membership_get(user=user, slug=slug, right=right)

    @property
    def club(self) -> Club:
        """Return the club that the address names."""
        return self.membership.club

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Keep responses out of shared caches; a browser revalidates each time."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer.setdefault("Cache-Control", "private, no-cache")
        return answer

    @property
    def declared(self) -> operation:
        """Return the declaration of the request's handler."""
        handler = getattr(self, self.action or "", None)
        return getattr(handler, "operation", UNDECLARED)

    @property
    def success_status(self) -> int:
        """Return the status of an answer that is no refusal."""
        return self.declared.status or USUAL_STATUS.get(self.action, 200)

    def get_serializer_class(self) -> Serializer:
        """Return the serializer of the answer to the action."""
        serializer = self.declared.answer or self.serializer_class
        assert serializer is not None, self.action
        return serializer

    def get_object(self) -> Any:
        """Return the row that the address names; 404 for none. Filters are for lists alone."""
        name = self.lookup_url_kwarg or self.lookup_field
        return get_object_or_404(self.get_queryset(), **{self.lookup_field: self.kwargs[name]})

    def validated_body(self) -> dict[str, Any]:
        """Return the validated body; 400 where it is not in shape."""
        return validated_body(self.request, self.declared.body)

    def queried(self) -> dict[str, Any]:
        """Return the validated query of the address; 400 where it is not in shape."""
        query = self.query_serializer
        assert query is not None, self.action
        parameters_check(self.request, self.parameters)
        return queried(self.request, query)

    @property
    def query_serializer(self) -> Serializer | None:
        """Return the shape of the query of the address; None where nothing is read of it."""
        return self.declared.query or (DryRunQuery if self.declared.trial else None)

    @property
    def parameters(self) -> set[str]:
        """The parameters of the address that the action reads."""
        query: Any = self.query_serializer
        filters = filters_of(self)
        return {
            *(PAGING if self.is_many else ()),
            *(query().fields if query else ()),
            *(filters.base_filters if filters else ()),
        }

    @property
    def is_many(self) -> bool:
        """Whether the action answers with rows."""
        is_paged = self.action == "list" and self.pagination_class is not None
        return is_paged or self.declared.many

    def answer(self, value: Any) -> Response:
        """Answer with a value in the action's shape."""
        body = self.get_serializer(value, many=self.is_many).data
        return Response(body, self.success_status)

    def page(self, rows: QuerySet[Any] | Sequence[Any]) -> Response:
        """Answer with one page of the rows that the query asks for."""
        chosen: Any = self.filter_queryset(rows)  # type: ignore[arg-type] # any sequence will do
        page = self.paginate_queryset(chosen)
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    def tagged(self, value: Any, row: Model | None = None) -> Response:
        """Answer with a value and its tag; 304 where the client has that tag.

        ``row`` has the settings that are versioned, where the value itself has not.
        """
        body = self.get_serializer(value).data
        return conditional(self.request, self._tag(row or value, body), lambda: body)

    def changes(self) -> dict[str, Any]:
        """Return the validated body, and as ``version`` that of ``If-Match`` if one is sent."""
        version = settings_seen(self.request, self.versioned)
        return self.validated_body() | ({"version": version} if version else {})

    def changed(self, value: Any, row: Model | None = None) -> Response:
        """Answer with a value that was changed, and its new tag."""
        answer = self.answer(value)
        answer["ETag"] = self._tag(row or value, answer.data)
        return answer

    def _tag(self, row: Any, body: object) -> str:
        return settings_tag(row, self.versioned, body) if self.versioned else body_tag(body)

    def created(self, row: Any, *, at: str = "") -> Response:
        """Answer with a new row; ``Location`` is its own address, or ``at``."""
        answer = self.answer(row)
        answer["Location"] = at or self.address_of(row)
        return answer

    def address_of(self, row: Any) -> str:
        """Return the address of a row of this resource."""
        name = self.lookup_url_kwarg or self.lookup_field
        address = {**self.kwargs, name: getattr(row, self.lookup_field)}
        return reverse(f"{self.basename}-detail", kwargs=address)
