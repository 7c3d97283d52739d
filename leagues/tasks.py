"""Tasks of seasons and their triggers. Each loads by key and calls services."""

import logging
from contextlib import suppress
from typing import Any, Final

from celery import Task, shared_task
from django.dispatch import receiver

from core.transactions import RowGone, enqueue, rest_after
from leagues.models import Season
from leagues.selectors.seasons import seasons_with, stale_season_ids
from leagues.services.ratings import ratings_refresh
from leagues.services.standings import season_refresh
from tournaments.events.signals import standings_computed

logger = logging.getLogger(__name__)
AT_ONCE: Final = 10
"""Seasons that one sweep computes."""


@shared_task(bind=True)
def season_refresh_task(self: "Task[Any, Any]", season_id: int) -> None:
    """Refresh one season's standings once, then its ratings.

    Does nothing if it is deleted meanwhile.
    """
    with suppress(RowGone):
        if (season := Season.objects.filter(pk=season_id).only("standings_at").first()) is not None:
            rest_after(self, season.standings_at)
        season_refresh(season_id=season_id, passes=1)
        ratings_refresh(season_id=season_id)


@shared_task
def seasons_sweep() -> None:
    """Make lost messages good; the beat sends it every few seconds.

    One season that cannot be computed does not keep the others waiting. The clubs take turns, and a
    message that comes meanwhile waits for at most ``AT_ONCE`` of them; the next sweep goes on.
    """
    for season_id in stale_season_ids(AT_ONCE):
        try:
            season_refresh(season_id=season_id)
            ratings_refresh(season_id=season_id)
        except RowGone:
            continue
        except Exception:
            logger.exception("The standings of season %d cannot be computed", season_id)


@receiver(standings_computed, dispatch_uid="leagues.seasons_refresh")
def seasons_refresh(*, event_id: int, **_extra: Any) -> None:
    """Enqueue a refresh of the stale seasons in which the event counts. One query."""
    for season_id in seasons_with(event_id):
        enqueue(season_refresh_task, season_id)
