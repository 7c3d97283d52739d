"""What tournaments do when a match changes: mark the event, in the same transaction."""

from typing import Any

from django.dispatch import receiver

from scoring.models import Match
from scoring.signals import match_changed
from tournaments.services.staleness import event_of_match, standings_outdate


@receiver(match_changed, dispatch_uid="tournaments.event_outdate")
def event_outdate(*, match: Match, **_extra: Any) -> None:
    """A hand was recorded, corrected or undone: standings are stale, rules frozen.

    Two queries for a match of an event, one for any other match.
    """
    standings_outdate(event_id=event_of_match(match.pk), first_hand=True)
