"""The generic endpoint: a decorator turns a method that calls one service into a view's handler.

``reading`` makes the handler of GET, ``action`` the handler of a change. Both validate the query
and the body with a serializer, pass its fields to the method as keyword arguments, serialize the
method's result, and describe the endpoint in the schema.
"""

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.idempotent import once
from clubs.rest.views import paged
from clubs.roles import Right
from clubs.services.idempotency import Answer
from core.rest.docs import (
    IDEMPOTENT,
    IF_NONE_MATCH,
    OF_SETTINGS,
    REPLAYED,
    SETTINGS_SEEN,
    etag_header,
    location_header,
)
from core.rest.etags import body_tag, conditional, settings_seen, settings_tag
from core.rest.filters import Filters, filter_parameters, filtered
from core.rest.incoming import queried, sent

Serializer = type[serializers.Serializer[Any]]
Effect = Callable[..., Any]
Handler = Callable[..., HttpResponseBase]
Responses = Mapping[Any, Any]
Run = Callable[[Any, Request, Callable[[], Answer]], Response]


def reading(
    operation: str,
    summary: str,
    description: str,
    *,
    tags: Sequence[str],
    answer: Serializer | Responses,
    many: bool = False,
    query: Serializer | None = None,
    filters: type[Filters] | None = None,
    etag: str = "",
    settings: Sequence[str] = (),
    row: str = "",
) -> Callable[[Effect], Handler]:
    """Answer GET with the method's result.

    ``answer`` is a serializer, or the schemas by status of a result that is ready to send: a body
    or a response. If ``many``, the view's ``pagination_class``, if it has one, splits the rows
    selected by ``filters`` into pages. ``etag`` describes the tag of the response, if it has one;
    with ``settings`` the tag begins with the version of these fields of the result, or of its
    attribute ``row``, and a change takes it in ``If-Match``.
    """
    if settings:
        etag = OF_SETTINGS

    def decorate(effect: Effect) -> Handler:
        def handler(view: Any, request: Request, **_: Any) -> HttpResponseBase:
            found = effect(view, **(queried(request, query) if query else {}))
            if isinstance(found, HttpResponseBase):
                return found
            if isinstance(answer, Mapping):
                return Response(found)
            if many and getattr(view, "pagination_class", None):
                read = query().fields if query else ()
                return paged(view, filtered(view, filters, found, read=read), answer)
            body = answer(found, many=many).data
            if not etag:
                return Response(body)
            tag = _tag(found, settings, row, body) if settings else body_tag(body)
            return conditional(request, tag, lambda: body)

        described = extend_schema(
            operation_id=operation,
            tags=list(tags),
            summary=summary,
            description=description,
            parameters=[
                *([query] if query else []),
                *(filter_parameters(filters) if filters else []),
                *([IF_NONE_MATCH, etag_header(etag)] if etag else []),
            ],
            responses=answer(many=True) if many and not isinstance(answer, Mapping) else answer,
        )
        return described(_named(handler, effect, Right.SEE))

    return decorate


def action(
    operation: str,
    summary: str,
    description: str,
    *,
    tags: Sequence[str],
    answer: Serializer | None = None,
    many: bool = False,
    body: Serializer | None = None,
    status: int = 200,
    location: str = "",
    key: str = "pk",
    in_club: bool = False,
    right: Right = Right.RUN,
    run: Run | None = None,
    keyed: bool = True,
    parameters: Sequence[Any] = (),
    responses: Mapping[int, Any] | None = None,
    examples: Sequence[OpenApiExample] = (),
    settings: Sequence[str] = (),
    row: str = "",
) -> Callable[[Effect], Handler]:
    """Make a change and answer with the method's result, in the shape of ``answer``.

    POST has one effect for each Idempotency-Key; PUT, PATCH and DELETE need no key. ``location``
    names the address of the created row: this endpoint's address, or with ``in_club`` the club's,
    and the row's attribute ``key``. ``run`` replaces how the change is made, for example by a dry
    run. The ``rights`` of the view, if it has some for the method, override ``right``. With
    ``settings`` the method gets the version in ``If-Match``, if one is sent, as ``version``; the
    answer has the new tag.
    """

    def decorate(effect: Effect) -> Handler:
        is_post = effect.__name__ == "post"
        perform: Run = run or (_once if is_post else directly)

        def handler(view: Any, request: Request, **address: Any) -> Response:
            fields = sent(request, body) if body else {}
            if settings and (version := settings_seen(request, settings)):
                fields["version"] = version
            tags: list[str] = []

            def act() -> Answer:
                made = effect(view, **fields)
                above = [address["slug"]] if in_club else address.values()
                place = location and reverse(location, args=[*above, attrgetter(key)(made)])
                shown = None if answer is None else _plain(answer, made, many=many)
                if settings:
                    tags.append(_tag(made, settings, row, shown))
                return Answer(status, shown, place)

            response = perform(view, request, act)
            for tag in tags:
                response["ETag"] = tag
            return response

        shape = answer and (answer(many=True) if many else answer)
        described = extend_schema(
            operation_id=operation,
            tags=list(tags),
            summary=summary,
            description=description,
            parameters=[
                *([IDEMPOTENT, REPLAYED] if keyed and perform is not directly else []),
                *parameters,
                *([SETTINGS_SEEN, etag_header(OF_SETTINGS)] if settings else []),
                *([location_header("The address of what was made.")] if location else []),
            ],
            request=body,
            responses=responses or {status: shape},
            examples=list(examples) or None,
        )
        return described(_named(handler, effect, right))

    return decorate


def _tag(result: Any, settings: Sequence[str], row: str, body: object) -> str:
    return settings_tag(attrgetter(row)(result) if row else result, settings, body)


def _named(handler: Handler, effect: Effect, right: Right) -> Handler:
    handler.__name__, handler.__qualname__ = effect.__name__, effect.__qualname__
    handler.right = right  # type: ignore[attr-defined]
    return handler


def _plain(answer: Serializer, value: Any, *, many: bool) -> Any:
    shown = answer(value, many=many).data
    return list(shown) if many else dict(shown)


def _once(_view: Any, request: Request, effect: Callable[[], Answer]) -> Response:
    return once(request, effect)


def directly(_view: Any, _request: Request, effect: Callable[[], Answer]) -> Response:
    """Make the change on every request, whatever key is sent."""
    answer = effect()
    headers = {"Location": answer.location} if answer.location else None
    return Response(answer.body, answer.status, headers=headers)
