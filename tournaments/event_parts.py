"""What events ask of the apps above them, mostly while something is written.

Such an app answers in one subclass of ``EventPart`` and registers it in its ``AppConfig.ready``.
What it does when an event changes is in receivers of ``tournaments.signals``; pages that show what
several apps know are in ``pages``.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from clubs.models import Club
from scoring.host import Consequence, OpenHands
from scoring.models import Match
from tournaments.models import Event, Game


@dataclass(frozen=True, slots=True)
class EventLink:
    """A link to something larger that an event counts in, or, as an offer, could count in."""

    label: str
    href: str
    is_offer: bool = False


class EventPart:
    """The part of an app in events. What a subclass does not override adds nothing."""

    def links(self, event: Event) -> Iterable[EventLink]:
        """Return what an event belongs to, and offers to add it."""
        return ()

    def waiting(self, club: Club, game: str) -> Iterable[EventLink]:
        """Return what waits for an event of the game in a club."""
        return ()

    def open_hands(self, event: Event, game: Game, match: Match) -> OpenHands | None:
        """Return the hands of a match on which its table does not agree yet."""
        return None

    def picture(self, event: Event) -> object:
        """Return what ``differences`` compares, of an event that is locked if it is finished."""
        return None

    def differences(self, event: Event, before: object, after: object) -> Iterable[Consequence]:
        """Return what a correction changes, given a ``picture`` from before and one from after."""
        return ()

    def reason_to_keep(self, event: Event) -> str:
        """Return why an imported event cannot be taken back; empty if it can."""
        return ""

    def lacking(self, event: Event) -> Iterable[str]:
        """Return what follows from the event and is not stored, in words. Writes nothing."""
        return ()


_parts: list[EventPart] = []


def event_part_register(part: EventPart) -> None:
    """Add an app's part; one of the same class that was registered before is replaced."""
    _parts[:] = [*(other for other in _parts if type(other) is not type(part)), part]


def event_parts() -> tuple[EventPart, ...]:
    """Return the parts of all apps, in the order of their registration."""
    return tuple(_parts)
