"""What the worker does for seasons: each task loads by key and calls services."""

import logging
from contextlib import suppress

from celery import shared_task

from clubs.rows import RowGone
from leagues.selectors.seasons import stale_season_ids
from leagues.services.ratings import ratings_refresh
from leagues.services.standings import season_refresh

logger = logging.getLogger(__name__)

BURST = 0.4  # seconds in which further hands are waited for


@shared_task
def season_refresh_task(season_id: int) -> None:
    """Bring one season's standings up to date, and then its ratings.

    Nothing more where it is deleted meanwhile.
    """
    with suppress(RowGone):
        season_refresh(season_id=season_id, pause=BURST)
        ratings_refresh(season_id=season_id)


@shared_task
def seasons_sweep() -> None:
    """Make lost messages good; the beat sends it every few seconds.

    One season that cannot be computed does not keep the others waiting.
    """
    for season_id in stale_season_ids():
        try:
            season_refresh(season_id=season_id)
            ratings_refresh(season_id=season_id)
        except Exception:
            logger.exception("The standings of season %d cannot be computed", season_id)
