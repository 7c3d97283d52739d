"""What the worker does for events: each task loads by key and calls one service."""

import logging
from contextlib import suppress

from celery import shared_task
from django.utils import timezone

from clubs.rows import RowGone
from scoring.models import Heartbeat
from scoring.tasks import documents_sweep
from tournaments.models import Event
from tournaments.selectors import stale_event_ids
from tournaments.selectors.money import unsettled_event_ids
from tournaments.services.money.settling import evening_settle, evening_settle_if_stale
from tournaments.services.standings import standings_refresh
from tournaments.signals import standings_computed

logger = logging.getLogger(__name__)

BURST = 0.4  # seconds in which further hands are waited for; pages ask every two


@shared_task
def standings_refresh_task(event_id: int) -> None:
    """Bring one event's standings up to date, and once more while hands keep coming; its money.

    Nothing more where it is deleted meanwhile.
    """
    with suppress(RowGone):
        standings_refresh(event_id=event_id, pause=BURST)
        standings_computed.send(sender=Event, event_id=event_id)
        evening_settle_if_stale(event_id=event_id)


@shared_task
def sweep() -> None:
    """Make lost messages good and show a sign of life; the beat sends it every few seconds.

    One event that cannot be computed does not keep the others waiting.
    """
    Heartbeat.objects.update_or_create(part="worker", defaults={"at": timezone.now()})
    for event_id in stale_event_ids():
        try:
            standings_refresh(event_id=event_id)
        except Exception:
            logger.exception("The standings of event %d cannot be computed", event_id)
    for event_id in unsettled_event_ids():
        try:
            evening_settle(event_id=event_id)
        except Exception:
            logger.exception("The money of event %d cannot be settled", event_id)
    documents_sweep()
