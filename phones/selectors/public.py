"""The public page of an event."""

from phones.models import EventPage
from tournaments.models import Event


def public_page_of(event: Event) -> EventPage | None:
    """Return the event's public page if it is on. One query."""
    return EventPage.objects.filter(event=event, is_on=True).first()
