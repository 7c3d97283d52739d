"""The base of the event endpoints."""

from collections.abc import Callable
from typing import Any

from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.base import CorrectionViewSet
from scoring.host import TrialResult
from tournaments.models import Event
from tournaments.services.consequences import event_weigh


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
