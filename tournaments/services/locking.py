"""The one lock of an event: its row. Whoever changes entries, rounds or state takes it first."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.models import Event, EventState


def event_locked(event_id: int) -> Event:
    """The event as it stands, locked until the end of the transaction."""
    return Event.objects.select_for_update(of=("self",)).select_related("club").get(pk=event_id)


def open_event_locked(event_id: int) -> Event:
    """The event, locked; ``ValidationError`` where it is finished."""
    event = event_locked(event_id)
    if event.state == EventState.FINISHED:
        raise ValidationError(_("This event is finished. Reopen it to change anything."))
    return event
