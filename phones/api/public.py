"""The public page of an event: turning it on, and its address."""

from typing import ClassVar

from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from core.model_settings import settings_of
from phones.api.serializers import EventPageChange, EventPageSerializer
from phones.models import EventPage
from phones.services.public import event_page_update
from tournaments.api.base import EventViewSet


class EventPageViewSet(EventViewSet):
    """The public page of an event."""

    tags = ("Events",)
    serializer_class = EventPageSerializer
    bodies: ClassVar = {"partial_update": EventPageChange}
    versioned = settings_of(EventPage)
    stays_open = ("partial_update", "renew")

    def retrieve(self, request: Request, slug: str, event: int) -> Response:
        """Show the public page.

        Whether anybody may look on, and where. An event whose page was never turned on has no
        address yet.
        """
        page = EventPage.objects.filter(event=self.event).first()
        return self.tagged(page or EventPage(code=""))

    def partial_update(self, request: Request, slug: str, event: int) -> Response:
        """Change the public page.

        Turn it on or off, and say whether search engines may list it. It shows rounds, standings,
        bracket and clock under the names that the club has chosen; no money, notes or history.
        """
        return self.changed(event_page_update(event=self.event, **self.changes()))

    @action(detail=True, methods=["post"])
    def renew(self, request: Request, slug: str, event: int) -> Response:
        """Move the public page.

        Gives it another address; the old one is not found from then on.
        """
        return self.answer(event_page_update(event=self.event, renew=True))
