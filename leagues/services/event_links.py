"""An event that is there already, taken into a season as an evening of its own."""

from django.db import transaction

from leagues.models import Evening, Season
from leagues.services.evenings import evening_event_attach, evenings_add
from tournaments.models import Event


@transaction.atomic
def event_gather(*, event: Event, season: Season) -> Evening:
    """Let an event count as one more evening, on its own day. Locks the season."""
    (added,) = evenings_add(season=season, dates=[event.date])
    return evening_event_attach(evening=added, event=event)
