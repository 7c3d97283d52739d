"""Receivers: days that are deleted are called off in calendars that have shown them."""

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from clubs.models import Club, Player
from leagues.models import CalledOff, Evening, Season
from leagues.selectors.feeds import evening_title
from tournaments.events.models import Event


@receiver(pre_delete, sender=Event, dispatch_uid="leagues.event_call_off")
def event_call_off(*, instance: Event, origin: Any, **_extra: Any) -> None:
    """Keep what calendars have to be told of an event that is deleted."""
    if _is_of_club(origin):
        return
    day = CalledOff.objects.create(
        club=instance.club,
        title=instance.name,
        date=instance.date,
        starts_at=instance.starts_at,
        minutes=instance.minutes,
        calendar_uid=instance.calendar_uid,
        calendar_sequence=instance.calendar_sequence + 1,
    )
    day.seasons.set(Season.objects.filter(evenings__event=instance))
    day.players.set(Player.objects.filter(entries__entry__event=instance))


@receiver(pre_delete, sender=Evening, dispatch_uid="leagues.evening_call_off")
def evening_call_off(*, instance: Evening, origin: Any, **_extra: Any) -> None:
    """Keep what calendars have to be told of an evening that is deleted before it had an event."""
    if _is_of_club(origin) or instance.event_id:
        return
    season = instance.season
    day = CalledOff.objects.create(
        club=season.club,
        title=evening_title(instance),
        date=instance.date,
        calendar_uid=instance.calendar_uid,
        calendar_sequence=instance.calendar_sequence + 1,
    )
    if origin is instance or isinstance(origin, Evening):
        day.seasons.add(season)
    contenders = season.contenders.all()
    if instance.division_id:
        contenders = contenders.filter(division=instance.division_id)
    people = [key for pair in contenders.values_list("player", "partner") for key in pair if key]
    day.players.set(people)


def _is_of_club(origin: Any) -> bool:
    """Whether the whole club is deleted."""
    return isinstance(origin, Club) or getattr(origin, "model", None) is Club
