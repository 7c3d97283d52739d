"""Receivers: deals are opened when their round is over at every table."""

from typing import Any

from django.dispatch import receiver

from tournaments.deals.services.deals import deals_open_where_over
from tournaments.events.signals import events_swept, standings_computed


@receiver(standings_computed, dispatch_uid="deals.open_of_event")
def deals_open_of_event(*, event_id: int, **_extra: Any) -> None:
    """Open the deals of the event whose results were computed."""
    deals_open_where_over([event_id])


@receiver(events_swept, dispatch_uid="deals.open")
def deals_open(**_extra: Any) -> None:
    """Open what no message has opened."""
    deals_open_where_over()
