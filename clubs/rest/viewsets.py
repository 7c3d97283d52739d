"""The base of every endpoint: a resource whose actions are the methods of a viewset.

The docstring of an action is its summary and description in the OpenAPI document. What an action
takes and answers is declared once, by the action's name, for the handler and for the document.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from django.db.models import Model, QuerySet
from django.urls import reverse
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.metadata import SimpleMetadata
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.viewsets import GenericViewSet

from clubs.access import membership_get
from clubs.models import Club, Membership, User
from clubs.rest.idempotent import Answer, once
from clubs.roles import Right
from core.rest.etags import body_tag, conditional, settings_seen, settings_tag
from core.rest.filters import StrictFilterBackend, filters_of
from core.rest.incoming import nothing_sent, parameters_check, queried, sent
from core.rest.pages import PAGING

Handler = Callable[..., Response]

Serializer = type[BaseSerializer[Any]]
Serializers = Mapping[str, Serializer]


class Metadata(SimpleMetadata):
    """The answer to OPTIONS: what the address is; shapes are in the OpenAPI document."""

    def determine_actions(self, request: Request, view: Any) -> dict[str, Any]:
        """Return nothing."""
        return {}


class DryRunQuery(serializers.Serializer[Any]):
    """Whether something is changed, or only tried."""

    dry_run = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Keep nothing: answer with what would follow from it, as `consequences`.",
    )


class ApiViewSet(GenericViewSet[Any]):
    """A resource. Under a club strangers get 404, and members without the right 403.

    - ``reads`` and ``writes`` are the rights in the club that safe and other methods need,
      ``rights`` those of single actions.
    - ``serializer_class`` is what is answered; ``answers`` says what else, by action.
    - ``bodies`` and ``queries`` are what is taken, by action; None is a body that no serializer
      reads.
    - ``many`` are the actions that answer with a list, besides a ``list`` in pages.
    - ``filterset_class`` has the filters of ``list``.
    - ``verbs`` are the words for actions in operation ids, where they are not the usual ones.
    - ``versioned`` are the settings of a row whose version ``If-Match`` carries.
    - ``tagging`` are other actions whose answer has a tag.
    - ``without_key`` are the POSTs that take no ``Idempotency-Key``; others act once per key.
    - ``refusals`` are statuses of an action's refusals that do not follow from all this.
    - ``stays_open`` are the writing actions that take place in what is finished, too.
    - ``trials`` are the actions that keep nothing where the query says ``dry_run``; they answer
      with ``predicted`` then, see ``tried``.
    """

    metadata_class = Metadata
    filter_backends = (StrictFilterBackend,)
    lookup_value_converter = "key"
    reads: ClassVar[Right] = Right.SEE
    writes: ClassVar[Right] = Right.RUN
    rights: ClassVar[Mapping[str, Right]] = {}
    membership: Membership
    tags: ClassVar[Sequence[str]] = ()
    bodies: ClassVar[Mapping[str, Serializer | None]] = {}
    queries: ClassVar[Serializers] = {}
    answers: ClassVar[Serializers] = {}
    many: ClassVar[Sequence[str]] = ()
    verbs: ClassVar[Mapping[str, str]] = {}
    versioned: ClassVar[Sequence[str]] = ()
    tagging: ClassVar[Sequence[str]] = ()
    without_key: ClassVar[Sequence[str]] = ()
    refusals: ClassVar[Mapping[str, Sequence[int]]] = {}
    stays_open: ClassVar[Sequence[str]] = ()
    trials: ClassVar[Sequence[str]] = ()
    predicted: ClassVar[Serializer | None] = None
    filterset_class: ClassVar[Any] = None

    @property
    def user(self) -> User:
        """Return the requesting user."""
        assert isinstance(self.request.user, User)
        return self.request.user

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Sign-in, throttle, membership and right; a change is carried out instead of its
        handler."""
        super().initial(request, *args, **kwargs)
        is_safe = request.method in SAFE_METHODS
        name = str(request.method).lower()
        if not is_safe and (handler := getattr(self, name, None)):
            setattr(self, name, partial(self._change, handler))
        if "slug" in kwargs:
            usual = self.reads if is_safe or not self.action else self.writes
            right = self.rights.get(self.action, usual)
            self.membership = self.enter(user=request.user, right=right, **kwargs)

    def enter(self, *, user: Any, slug: str, right: Right, **_: Any) -> Membership:
        """Return the membership with the right, or raise 404 or 403."""
        return membership_get(user=user, slug=slug, right=right)

    @property
    def club(self) -> Club:
        """Return the club that the address names."""
        return self.membership.club

    def _change(self, handler: Handler, request: Request, **address: Any) -> Response:
        parameters_check(request, self.parameters)
        if self.action not in self.bodies:
            nothing_sent(request)
        return self.carry_out(handler, request, **address)

    def carry_out(self, handler: Handler, request: Request, **address: Any) -> Response:
        """Make a change, or try it; under a key that was answered before, only answer again."""
        if self.action in self.trials and self.queried()["dry_run"]:
            return self.tried(lambda: handler(request, **address))
        if request.method != "POST" or not self.is_keyed():
            return handler(request, **address)

        def effect() -> Answer:
            answer = handler(request, **address)
            return Answer(answer.status_code, answer.data, answer.headers.get("Location", ""))

        return once(request, effect)

    def tried(self, act: Callable[[], Response]) -> Response:
        """Make a change that is not kept, and answer with what would follow from it."""
        raise NotImplementedError

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Keep responses out of shared caches; a browser revalidates each time."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer.setdefault("Cache-Control", "private, no-cache")
        return answer

    def is_keyed(self) -> bool:
        """Return whether the answer is kept under the request's key."""
        return self.action not in self.without_key

    def get_serializer_class(self) -> Serializer:
        """Return the serializer of the answer to the action."""
        serializer = self.answers.get(self.action, self.serializer_class)
        assert serializer is not None, self.action
        return serializer

    def get_object(self) -> Any:
        """Return the row that the address names; 404 for none. Filters are for lists alone."""
        name = self.lookup_url_kwarg or self.lookup_field
        return get_object_or_404(self.get_queryset(), **{self.lookup_field: self.kwargs[name]})

    def sent(self) -> dict[str, Any]:
        """Return the validated body; 400 where it is not in shape."""
        shape = self.bodies[self.action]
        assert shape is not None, self.action
        return sent(self.request, shape)

    def queried(self) -> dict[str, Any]:
        """Return the validated query of the address; 400 where it is not in shape."""
        query = self.query_serializer
        assert query is not None, self.action
        parameters_check(self.request, self.parameters)
        return queried(self.request, query)

    @property
    def query_serializer(self) -> Serializer | None:
        """Return the shape of the query of the address; None where nothing is read of it."""
        of_all = DryRunQuery if self.action in self.trials else None
        return self.queries.get(self.action, of_all)

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
        return is_paged or self.action in self.many

    def answer(self, value: Any, status: int = 200) -> Response:
        """Answer with a value in the action's shape."""
        return Response(self.get_serializer(value, many=self.is_many).data, status)

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
        return self.sent() | ({"version": version} if version else {})

    def changed(self, value: Any, row: Model | None = None) -> Response:
        """Answer with a value that was changed, and its new tag."""
        answer = self.answer(value)
        answer["ETag"] = self._tag(row or value, answer.data)
        return answer

    def _tag(self, row: Any, body: object) -> str:
        return settings_tag(row, self.versioned, body) if self.versioned else body_tag(body)

    def created(self, row: Any, *, at: str = "") -> Response:
        """Answer 201 with a new row; ``Location`` is its own address, or ``at``."""
        answer = self.answer(row, 201)
        answer["Location"] = at or self.address_of(row)
        return answer

    def address_of(self, row: Any) -> str:
        """Return the address of a row of this resource."""
        name = self.lookup_url_kwarg or self.lookup_field
        address = {**self.kwargs, name: getattr(row, self.lookup_field)}
        return reverse(f"{self.basename}-detail", kwargs=address)
