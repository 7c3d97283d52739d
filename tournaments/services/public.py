"""The public page of an event: turning it on and off, giving it another address."""

from typing import Any

from django.db import transaction

from clubs.public import code_new
from tournaments.models import Event, EventPage


@transaction.atomic
def event_page_update(*, event: Event, renew: bool = False, **changes: Any) -> EventPage:
    """Change an event's public page, only the fields given; it is made when first asked for.

    With ``renew`` it moves to another address. Locks the page.
    """
    EventPage.objects.get_or_create(event=event)
    page = EventPage.objects.select_for_update().get(event=event)
    for name, value in changes.items():
        setattr(page, name, value)
    if renew:
        page.code = code_new()
    page.full_clean(exclude=["event"])
    page.save()
    return page
