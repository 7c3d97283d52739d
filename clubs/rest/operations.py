"""``@operation``: what a handler takes and answers, and how its change is carried out."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, TypeVar, cast

from rest_framework import serializers
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from clubs.rest.idempotent import once
from clubs.roles import Right
from core.rest.incoming import no_body_check, parameters_check

Serializer = type[BaseSerializer[Any]]
H = TypeVar("H", bound=Callable[..., Any])


class DryRunQuery(serializers.Serializer[Any]):
    """Whether something is changed, or only tried."""

    dry_run = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Keep nothing: answer with what would follow from it, as `consequences`.",
    )


@dataclass(frozen=True, slots=True)
class Trial:
    """How a dry run makes a change without keeping it, and the serializer of its answer."""

    run: Callable[[Any, Callable[[], Response]], Response]
    answer: Serializer


@dataclass(frozen=True, slots=True, kw_only=True)
class operation:  # noqa: N801 a decorator, as property is
    """Declares a handler. Every handler that changes something needs it.

    - ``body`` is the serializer of the body. A handler that reads its body itself describes it as
      ``extend_schema(request=…)`` does. Without ``body`` the request takes none.
    - ``query`` is the serializer of the query, ``answer`` of the answer, where that is not the
      viewset's ``serializer_class``. ``many`` is for answers with a list that has no pages.
    - ``status`` is 201 for ``create``, 204 for ``destroy`` and else 200.
    - ``name`` is the last word of the operation id, where it is not the usual one.
    - ``right`` replaces the viewset's ``reads`` or ``writes``.
    - A POST acts once per ``Idempotency-Key``, unless ``keyed`` is False.
    - ``refuses`` are statuses that do not follow from the other facts.
    - ``stays_open``: it also changes what is finished.
    - ``trial``: it is only tried where the query says ``dry_run``.
    """

    body: Any = None
    query: Serializer | None = None
    answer: Serializer | None = None
    status: int | None = None
    many: bool = False
    name: str = ""
    right: Right | None = None
    keyed: bool = True
    refuses: tuple[int, ...] = ()
    stays_open: bool = False
    trial: Trial | None = None

    def __call__(self, handler: H) -> H:
        """Return the handler, which now refuses strange input before it changes anything."""

        @wraps(handler)
        def carried_out(view: Any, request: Request, **address: Any) -> Any:
            act = partial(handler, view, request, **address)
            if request.method in SAFE_METHODS:
                return act()
            parameters_check(request, view.parameters)
            if self.body is None:
                no_body_check(request)
            if self.trial and view.queried()["dry_run"]:
                return self.trial.run(view, act)
            return once(request, act) if self.keyed and request.method == "POST" else act()

        carried_out.operation = self  # type: ignore[attr-defined] # what ApiViewSet reads
        return cast("H", carried_out)


UNDECLARED = operation()
"""Of a reading handler without a declaration."""
