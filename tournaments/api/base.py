"""Base classes and helpers of the event endpoints."""

from collections.abc import Callable
from typing import Any

from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.actions import Effect, Handler, Serializer, action
from clubs.rest.idempotent import once
from clubs.rest.views import ClubView
from clubs.services.idempotency import Answer
from core.rest.incoming import queried
from core.rest.viewsets import DryRunQuery
from scoring.api.base import CorrectionViewSet
from scoring.api.serializers import (
    ConsequencesSerializer,
    or_preview,
    preview_body,
)
from scoring.host import TrialResult
from tournaments.models import Event
from tournaments.services.consequences import event_weigh

DRY_RUN = (
    " With `dry_run` nothing is kept, and the answer says what would follow from it. Refused with "
    "409 where the event is finished."
)


class EventView(ClubView):
    """An endpoint of one event; another club's event is not found."""

    event: Event

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check membership first, then load the event of that club."""
        super().initial(request, *args, **kwargs)
        self.event = get_object_or_404(Event, club=self.club, pk=kwargs["event"])


class EventViewSet(CorrectionViewSet):
    """Events and what belongs to one; another club's event is not found."""

    event: Event

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check membership first, then load the event of that club, if one is named."""
        super().initial(request, *args, **kwargs)
        if "event" in kwargs:
            self.event = get_object_or_404(Event, club=self.club, pk=kwargs["event"])

    def weigh(self, act: Callable[[], Response]) -> TrialResult[Response]:
        """See ``event_weigh``."""
        return event_weigh(event_id=self.event.pk, act=act, trial=True)


def correction(
    operation: str,
    summary: str,
    description: str,
    *,
    answer: Serializer,
    status: int = 200,
    **more: Any,
) -> Callable[[Effect], Handler]:
    """Make an ``action`` of an event that can be tried with ``dry_run``."""
    made = {status: answer, 200: ConsequencesSerializer}
    return action(
        operation,
        summary,
        description + DRY_RUN,
        answer=answer,
        status=status,
        run=_once_or_weighed,
        parameters=[DryRunQuery],
        responses={200: or_preview(answer)} if status == 200 else made,
        **more,
    )


def _once_or_weighed(view: EventView, request: Request, effect: Callable[[], Answer]) -> Response:
    if not queried(request, DryRunQuery)["dry_run"]:
        return once(request, effect)
    weighed = event_weigh(event_id=view.event.pk, act=effect, trial=True)
    return Response(preview_body(weighed, view.membership))
