"""What tournaments do when a match changes: mark the event, in the same transaction."""

from typing import Any

from django.dispatch import receiver

from scoring.models import Match
from scoring.signals import match_changed
from tournaments.services.staleness import standings_outdate_by_match


@receiver(match_changed, dispatch_uid="tournaments.event_outdate")
def event_outdate(*, match: Match, **_extra: Any) -> None:
    """A hand was recorded, corrected or undone: standings are stale, rules frozen.

    One query.
    """
    standings_outdate_by_match(match_id=match.pk)
