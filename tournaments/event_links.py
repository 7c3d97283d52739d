"""Hooks for apps above this one: what events belong to, and a signal.

In its ``AppConfig.ready`` an app registers two functions: from an event to the places where it
counts, and from a club and a game to the evenings still waiting for an event.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.dispatch import Signal

from clubs.models import Club
from tournaments.models import Event

standings_computed = Signal()
"""An event's standings are up to date: ``sender`` is Event, ``event_id`` its key."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place that an event has in something larger, or, as an offer, could be given."""

    label: str
    href: str
    is_offer: bool = False


Places = Callable[[Event], Sequence[Place]]
Waiting = Callable[[Club, str], Sequence[Place]]

_places: list[Places] = []
_waiting: list[Waiting] = []


def event_links_register(*, places: Places, waiting: Waiting) -> None:
    """Register ``places`` (what an event belongs to) and ``waiting`` (what waits for an event)."""
    if places not in _places:
        _places.append(places)
    if waiting not in _waiting:
        _waiting.append(waiting)


def places_of(event: Event) -> list[Place]:
    """Return what an event belongs to, and offers to add it."""
    return [place for places in _places for place in places(event)]


def waiting_for(club: Club, game: str) -> list[Place]:
    """Return what waits for an event of the game in a club."""
    return [place for waiting in _waiting for place in waiting(club, game)]
