"""Tasks of events: each loads by key and calls services."""

import logging
from contextlib import suppress
from typing import Any, Final

from celery import Task, shared_task
from django.db.models import F
from django.utils import timezone

from clubs.models import Heartbeat
from core.transactions import RowGone, rest_after
from tournaments.events.models import Event
from tournaments.events.selectors.events import stale_event_ids
from tournaments.events.services.standings import standings_refresh
from tournaments.events.signals import events_swept, standings_computed

logger = logging.getLogger(__name__)
AT_ONCE: Final = 20
"""Events that one sweep computes."""


@shared_task(bind=True)
def standings_refresh_task(self: "Task[Any, Any]", event_id: int) -> None:
    """Refresh one event's standings once, and tell the apps above.

    Each change enqueues its own task, so later changes are computed after those of other events.
    Nothing is done if the event is deleted meanwhile.
    """
    with suppress(RowGone):
        stale = Event.objects.filter(pk=event_id).exclude(version=F("standings_version"))
        if (event := stale.only("standings_at").first()) is not None:
            rest_after(self, event.standings_at)
        standings_refresh(event_id=event_id, passes=1)
        standings_computed.send(sender=Event, event_id=event_id)


@shared_task
def sweep() -> None:
    """Make up for lost messages and record a heartbeat; the beat sends it every few seconds.

    An event that cannot be computed does not stop the others. The clubs take turns, and a message
    that comes meanwhile waits for at most ``AT_ONCE`` of them; the next sweep goes on.
    """
    Heartbeat.objects.update_or_create(name="worker", defaults={"at": timezone.now()})
    for event_id in stale_event_ids(AT_ONCE):
        try:
            standings_refresh(event_id=event_id)
        except RowGone:
            continue
        except Exception:
            logger.exception("The standings of event %d cannot be computed", event_id)
    events_swept.send(sender=Event)
