"""The one lock of an event: its row. Whoever changes entries, rounds or state takes it first.

Who also changes matches locks these before the event, as a hand does: its match, then its event.
"""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scoring.models import Match
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


def matches_locked(event_id: int) -> list[Match]:
    """The event's matches, locked: no hand is recorded in them until the transaction ends."""
    matches = Match.objects.select_for_update(of=("self",))
    return list(matches.filter(game_of__table__round__event=event_id).order_by("pk"))
