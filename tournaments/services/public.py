"""The public page of an event: turning it on and off, giving it another address."""

from typing import Any

from clubs.services.clubs import public_page_update
from tournaments.models import Event, EventPage


def event_page_update(*, event: Event, renew: bool = False, **changes: Any) -> EventPage:
    """Change an event's public page, or move it to another address. Locks the page."""
    return public_page_update(EventPage, of={"event": event}, renew=renew, **changes)
