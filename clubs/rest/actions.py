"""The generic endpoint: one decorator turns a method that calls one service into a view's handler.

``reading`` makes the handler of GET, ``action`` that of a change. Both check the query and the
body against a serializer, hand its fields to the method as keywords, and answer with one
serializer; the description of the endpoint stands beside them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.docs import IDEMPOTENT, REPLAYED, location_header
from clubs.rest.idempotent import once
from clubs.rest.views import paged, queried, sent
from clubs.roles import Right
from clubs.services.idempotency import Answer

Serializer = type[serializers.Serializer[Any]]
Effect = Callable[..., Any]
Handler = Callable[..., Response]
Run = Callable[[Any, Request, Callable[[], Answer]], Response]


def reading(
    operation: str,
    summary: str,
    description: str,
    *,
    tags: Sequence[str],
    answer: Serializer,
    many: bool = False,
    query: Serializer | None = None,
) -> Callable[[Effect], Handler]:
    """Answer GET with what the method returns: one value, or where ``many`` a page of them."""

    def decorate(effect: Effect) -> Handler:
        def handler(view: Any, request: Request, **_: Any) -> Response:
            found = effect(view, **(queried(request, query) if query else {}))
            return paged(view, found, answer) if many else Response(answer(found).data)

        described = extend_schema(
            operation_id=operation,
            tags=list(tags),
            summary=summary,
            description=description,
            parameters=[query] if query else [],
            responses=answer(many=True) if many else answer,
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
    right: Right = Right.RUN,
    run: Run | None = None,
    parameters: Sequence[Any] = (),
    responses: Mapping[int, Any] | None = None,
    examples: Sequence[OpenApiExample] = (),
) -> Callable[[Effect], Handler]:
    """Make a change and answer with what the method returns, in the shape of ``answer``.

    POST has one effect for each Idempotency-Key; PUT, PATCH and DELETE need no key. ``location``
    names the address of the row that was made; its last part is the row's attribute ``key``.
    ``run`` replaces how the change is made, as where it can be tried only. The ``rights`` of the
    view, where it has some for the method, stand above ``right``.
    """

    def decorate(effect: Effect) -> Handler:
        is_post = effect.__name__ == "post"
        perform: Run = run or (_once if is_post else directly)

        def handler(view: Any, request: Request, **address: Any) -> Response:
            fields = sent(request, body) if body else {}

            def act() -> Answer:
                made = effect(view, **fields)
                if isinstance(made, Answer):
                    return made
                place = location and reverse(location, args=[*address.values(), getattr(made, key)])
                shown = None if answer is None else _plain(answer, made, many=many)
                return Answer(status, shown, place)

            return perform(view, request, act)

        shape = answer and (answer(many=True) if many else answer)
        described = extend_schema(
            operation_id=operation,
            tags=list(tags),
            summary=summary,
            description=description,
            parameters=[
                *([] if perform is directly else [IDEMPOTENT, REPLAYED]),
                *parameters,
                *([location_header("The address of what was made.")] if location else []),
            ],
            request=body,
            responses=responses or {status: shape},
            examples=list(examples) or None,
        )
        return described(_named(handler, effect, right))

    return decorate


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
    """Make the change whenever it is asked for, whatever key is sent."""
    answer = effect()
    return Response(answer.body, answer.status)
