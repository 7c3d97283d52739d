"""What seasons do when an event's standings were computed: send for the worker."""

from typing import Any

from django.dispatch import receiver

from clubs.queueing import enqueue
from leagues.selectors.seasons import seasons_with
from leagues.tasks import season_refresh_task
from tournaments.signals import standings_computed


@receiver(standings_computed, dispatch_uid="leagues.seasons_refresh")
def seasons_refresh(*, event_id: int, **_extra: Any) -> None:
    """The seasons in which the event counts are behind. One query."""
    for season_id in seasons_with(event_id):
        enqueue(season_refresh_task, season_id)
