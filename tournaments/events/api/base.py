"""The base of the event endpoints."""

from collections.abc import Callable
from typing import Any, Final

from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.operations import Trial
from clubs.rest.viewsets import ApiViewSet
from scoring.api.serializers import ConsequencesSerializer, preview_body
from tournaments.events.models import Event
from tournaments.events.services.consequences import event_weigh


class EventViewSet(ApiViewSet):
    """Events and what belongs to one; another club's event is not found."""

    event: Event

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check membership first, then load the event of that club, if one is named."""
        super().initial(request, *args, **kwargs)
        if "event" in kwargs:
            self.event = get_object_or_404(Event, club=self.club, pk=kwargs["event"])


def _tried(view: EventViewSet, act: Callable[[], Response]) -> Response:
    weighed = event_weigh(event_id=view.event.pk, act=act, trial=True)
    return Response(preview_body(weighed, view.membership))


EVENT_TRIAL: Final = Trial(_tried, ConsequencesSerializer)
"""See ``event_weigh``."""
