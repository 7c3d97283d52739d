"""The rows of the "Print" page, in the order in which they were registered."""

from clubs.models import Membership
from prints.event_prints.base import EventPrint
from tournaments.models import Event

_PRINTS: dict[str, EventPrint] = {}


def print_register(*prints: EventPrint) -> None:
    """Add rows; the same one again is no harm, another under the same key is ValueError."""
    for row in prints:
        if _PRINTS.setdefault(row.key, row) is not row:
            raise ValueError(f"two prints are called {row.key!r}")


def print_named(key: str) -> EventPrint | None:
    """The row of a key."""
    return _PRINTS.get(key)


def prints_for(event: Event, membership: Membership) -> list[EventPrint]:
    """The rows that suit an event, of those that a member may see."""
    return [row for row in _PRINTS.values() if membership.may(row.right) and row.suits(event)]
