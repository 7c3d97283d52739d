"""The calendar of a club: its coming events, and evenings of seasons that have none yet."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Club
from leagues.models import Evening
from tournaments.events.models import Event

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

AHEAD: Final = datetime.timedelta(days=183)
"""How far a calendar looks ahead unless something else is chosen: six months."""


@dataclass(frozen=True, slots=True)
class ComingDay:
    """A line of the calendar. ``begins``, ``place``, seasons and divisions may be unknown.

    ``public_code`` is that of the event's public page, empty where it is off. ``event_id`` is
    None for an evening whose event is still to be made.
    """

    date: datetime.date
    begins: datetime.datetime | None
    place: str
    title: str
    game: "StrOrPromise"
    seasons: tuple[str, ...] = ()
    divisions: tuple[str, ...] = ()
    event_id: int | None = None
    public_code: str = ""


def coming_days(
    club: Club, *, since: datetime.date | None = None, until: datetime.date | None = None
) -> list[ComingDay]:
    """Return the days of a period, both ends included, in order. Three queries.

    It begins today and lasts six months unless it is given otherwise.
    """
    since, until = coming_period(since, until)
    events = Event.objects.filter(club=club, date__range=(since, until))
    events = events.select_related("public_page")
    events = events.prefetch_related("evenings__season", "evenings__division")
    evenings = Evening.objects.filter(
        season__club=club, season__is_finished=False, event=None, date__range=(since, until)
    ).select_related("season", "division")
    days = [*map(_of_event, events), *map(_of_evening, evenings)]
    return sorted(days, key=lambda day: (day.date, _clock(day), day.title))


def coming_period(
    since: datetime.date | None, until: datetime.date | None
) -> tuple[datetime.date, datetime.date]:
    """Return the first and the last day of a calendar of which either may be left open."""
    since = since or timezone.localdate()
    return since, until or since + AHEAD


def _clock(day: ComingDay) -> datetime.time:
    return timezone.localtime(day.begins).time() if day.begins else datetime.time.max


def _of_event(event: Event) -> ComingDay:
    evenings = list(event.evenings.all())
    page = getattr(event, "public_page", None)
    return ComingDay(
        event.date,
        event.begins,
        event.place,
        event.name,
        event.get_game_display(),
        tuple(dict.fromkeys(evening.season.name for evening in evenings)),
        tuple(dict.fromkeys(_divisions(evenings))),
        event.pk,
        page.code if page is not None and page.is_on else "",
    )


def _divisions(evenings: list[Evening]) -> Iterator[str]:
    return (evening.division.name for evening in evenings if evening.division is not None)


def _of_evening(evening: Evening) -> ComingDay:
    return ComingDay(
        evening.date,
        None,
        "",
        _("Evening %(number)d") % {"number": evening.number},
        evening.season.get_game_display(),
        (evening.season.name,),
        tuple(_divisions([evening])),
    )
