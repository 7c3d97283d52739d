"""Hooks for apps above this one: what events belong to, and a signal.

In its ``AppConfig.ready`` an app registers two functions: from an event to its links to what it
counts in, and from a club and a game to the evenings still waiting for an event.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.dispatch import Signal

from clubs.models import Club
from tournaments.models import Event

standings_computed = Signal()
"""An event's standings are up to date: ``sender`` is Event, ``event_id`` its key."""


@dataclass(frozen=True, slots=True)
class EventLink:
    """A link to something larger that an event counts in, or, as an offer, could count in."""

    label: str
    href: str
    is_offer: bool = False


Links = Callable[[Event], Sequence[EventLink]]
Waiting = Callable[[Club, str], Sequence[EventLink]]

_links: list[Links] = []
_waiting: list[Waiting] = []


def event_links_register(*, links: Links, waiting: Waiting) -> None:
    """Register ``links`` (what an event belongs to) and ``waiting`` (what waits for an event)."""
    if links not in _links:
        _links.append(links)
    if waiting not in _waiting:
        _waiting.append(waiting)


def links_of(event: Event) -> list[EventLink]:
    """Return what an event belongs to, and offers to add it."""
    return [link for links in _links for link in links(event)]


def waiting_for(club: Club, game: str) -> list[EventLink]:
    """Return what waits for an event of the game in a club."""
    return [link for waiting in _waiting for link in waiting(club, game)]
