"""What the endpoints of an event share."""

from collections.abc import Callable
from typing import Any

from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.idempotent import once
from clubs.rest.views import ClubView
from clubs.services.idempotency import Answer
from scoring.api.serializers import CorrectionQuery, foretold
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
        """Membership first, then the event of that club."""
        super().initial(request, *args, **kwargs)
        self.event = get_object_or_404(Event, club=self.club, pk=kwargs["event"])

    def once_or_tried(self, request: Request, effect: Callable[[], Answer]) -> Response:
        """Run ``effect`` once, or say only what would follow from it."""
        query = CorrectionQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        if not query.validated_data["dry_run"]:
            return once(request, effect)
        weighed = event_weigh(event_id=self.event.pk, act=effect, trial=True)
        return Response(foretold(weighed))
