"""Turning the public page of an event on and off."""

from typing import Any

from clubs.services.clubs import public_page_update
from phones.models import EventPage
from tournaments.models import Event


def event_page_update(*, event: Event, renew: bool = False, **changes: Any) -> EventPage:
    """Change an event's public page, or move it to another address. Locks the page."""
    return public_page_update(EventPage, of={"event": event}, renew=renew, **changes)
