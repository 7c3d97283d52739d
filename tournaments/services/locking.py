"""The one lock of an event: its row. Whoever changes entries, rounds or state takes it first.

Who also changes matches locks these before the event, as a hand does: its match, then its event.
"""

from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.rows import Closed, get_or_gone
from scoring.models import Match
from tournaments.models import Event, EventState, Round, Table


def event_locked(event_id: int) -> Event:
    """The event as it stands, locked until the end of the transaction. Raises ``RowGone``."""
    events = Event.objects.select_for_update(of=("self",)).select_related("club")
    return get_or_gone(events, event_id)


def open_event_locked(event_id: int) -> Event:
    """The event, locked; ``Closed`` where it is finished."""
    event = event_locked(event_id)
    if event.state == EventState.FINISHED:
        raise event_closed(event)
    return event


def event_closed(event: Event) -> Closed:
    """Why nothing of a finished event is changed, and the page that opens it again."""
    href = reverse("event-reopen", args=[event.club.slug, event.pk])
    told = _("This event is finished. Nothing in it changes unless it is opened again.")
    return Closed(told, href=href)


def matches_locked(event_id: int) -> list[Match]:
    """The event's matches, locked: no hand is recorded in them until the transaction ends."""
    matches = Match.objects.select_for_update(of=("self",))
    return list(matches.filter(game_of__table__round__event=event_id).order_by("pk"))


def round_again(event: Event, round_: Round) -> Round:
    """A round as it stands under the event's lock.

    ``ValidationError`` where the rounds have been drawn anew since it was looked up.
    """
    found = event.rounds.filter(pk=round_.pk).first()
    if found is None:
        raise ValidationError(
            _("The rounds have been redrawn in the meantime: look at them again.")
        )
    return found


def table_again(event: Event, table: Table) -> Table:
    """A table and its round as they stand under the event's lock; ``ValidationError`` likewise."""
    tables = Table.objects.filter(round__event=event).select_related("round")
    found = tables.filter(pk=table.pk).first()
    if found is None:
        raise ValidationError(_("The tables have changed in the meantime: look at them again."))
    return found
