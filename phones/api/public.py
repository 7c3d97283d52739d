"""The public page of an event: turning it on, and its address."""

from typing import Any

from clubs.rest.actions import action, reading
from core.model_settings import settings_of
from phones.api.serializers import EventPageChange, EventPageSerializer
from phones.models import EventPage
from phones.services.public import event_page_update
from tournaments.api.base import EventView

TAGS = ["Events"]


class EventPublic(EventView):
    """The public page of an event."""

    @reading(
        "events_public_retrieve",
        "Show the public page",
        "Whether anybody may look on, and where. An event whose page was never turned on has "
        "no address yet.",
        tags=TAGS,
        answer=EventPageSerializer,
        settings=settings_of(EventPage),
    )
    def get(self) -> EventPage:
        return EventPage.objects.filter(event=self.event).first() or EventPage(code="")

    @action(
        "events_public_update",
        "Change the public page",
        "Turn it on or off, and say whether search engines may list it. It shows rounds, "
        "standings, bracket and clock under the names that the club has chosen; no money, notes "
        "or history.",
        tags=TAGS,
        body=EventPageChange,
        answer=EventPageSerializer,
        settings=settings_of(EventPage),
    )
    def patch(self, **changes: Any) -> EventPage:
        return event_page_update(event=self.event, **changes)


class EventPublicRenew(EventView):
    """Another address of the public page."""

    @action(
        "events_public_renew",
        "Move the public page",
        "Gives it another address; the old one is not found from then on.",
        tags=TAGS,
        answer=EventPageSerializer,
    )
    def post(self) -> EventPage:
        return event_page_update(event=self.event, renew=True)
