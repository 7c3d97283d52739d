"""What apps above this one hang in: what events are part of, and a signal.

In its ``AppConfig.ready`` an app registers two functions: from an event to the places it counts
at, and from a club and a game to the evenings that still wait for an event.
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
    """Ask ``places`` what an event is part of, and ``waiting`` what waits for one of a game."""
    if places not in _places:
        _places.append(places)
    if waiting not in _waiting:
        _waiting.append(waiting)


def places_of(event: Event) -> list[Place]:
    """What an event is part of, and the offers to make it a part."""
    return [place for places in _places for place in places(event)]


def waiting_for(club: Club, game: str) -> list[Place]:
    """What waits for an event of the game in a club."""
    return [place for waiting in _waiting for place in waiting(club, game)]
