"""What the endpoints of an event share."""

from typing import Any

from rest_framework.generics import get_object_or_404
from rest_framework.request import Request

from clubs.rest.views import ClubView
from tournaments.models import Event


class EventView(ClubView):
    """An endpoint of one event; another club's event is not found."""

    event: Event

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Membership first, then the event of that club."""
        super().initial(request, *args, **kwargs)
        self.event = get_object_or_404(Event, club=self.club, pk=kwargs["event"])
