"""What apps above this one add to events: tabs, columns, panels, links, consequences.

Such an app describes its part in one subclass of ``EventPart`` and registers it in its
``AppConfig.ready``. Its pages and endpoints are in its own ``urls`` and ``api.urls``, below the
address of the event; what it does when an event changes, in receivers of ``tournaments.signals``.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from django.http import HttpRequest
from django.utils.safestring import SafeString

from clubs.access import ClubRequest
from clubs.models import Club
from scoring.host import Consequence, OpenHands
from scoring.models import Match
from tournaments.models import Event, Game
from tournaments.selectors.events import Lineup
from tournaments.selectors.rounds import EventOverview

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise, StrPromise


@dataclass(frozen=True, slots=True)
class EventTab:
    """A tab of an event's pages: the name of its address, and its position among the others."""

    position: int
    page: str
    label: "StrOrPromise"


@dataclass(frozen=True, slots=True)
class EventLink:
    """A link to something larger that an event counts in, or, as an offer, could count in."""

    label: str
    href: str
    is_offer: bool = False


@dataclass(frozen=True, slots=True)
class EntryColumn:
    """A column of the list of entries; ``cells`` by the key of the entry, ``name`` for styles."""

    name: str
    label: str
    href: str
    cells: Mapping[int, SafeString]


class WallPanel(NamedTuple):
    """A page of the projector: its caption, and what makes its HTML when it is shown.

    ``address`` is one that stands below every page.
    """

    caption: str
    html: Callable[[], SafeString]
    address: str = ""


class PublicPart:
    """A part of what the public sees of an event, by a tab of its own."""

    name: ClassVar[str]
    title: ClassVar["StrPromise"]
    template: ClassVar[str]

    def has_event(self, event: Event) -> bool:
        """Whether an event has such a part."""
        return True

    def context(self, event: Event, seated: Lineup) -> dict[str, Any]:
        """Return what the template shows, under the names of ``seated``."""
        return {}

    def query(self, request: HttpRequest) -> str:
        """Return what the reader asks for, as the query of its live address; empty for nothing."""
        return ""

    def key(self, request: HttpRequest) -> str:
        """Return a text that tells what the reader asks for from anything else."""
        return self.query(request)

    def requested_context(self, request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
        """Return the context with what the reader asks for."""
        return context


class PanelPlace(Enum):
    """A place for panels on an event's pages."""

    DESK = "desk"
    """On the desk, above the tables."""
    ENTRIES = "entries"
    """Above the list of entries."""
    SETTINGS = "settings"
    """Below the settings of the event."""

    REOPENING = "reopening"
    """Below what reopening a finished event changes: items of the same list."""


class EventPart:
    """The part of an app in events. What a subclass does not override adds nothing."""

    def tabs(self, request: ClubRequest, event: Event, current: str) -> Iterable[EventTab]:
        """Return the tabs for readers of this role; ``current`` is the page that is shown."""
        return ()

    def links(self, event: Event) -> Iterable[EventLink]:
        """Return what an event belongs to, and offers to add it."""
        return ()

    def waiting(self, club: Club, game: str) -> Iterable[EventLink]:
        """Return what waits for an event of the game in a club."""
        return ()

    def entry_columns(self, request: ClubRequest, event: Event) -> Iterable[EntryColumn]:
        """Return columns of the list of entries for this reader."""
        return ()

    def entry_notes(self, event: Event) -> Mapping[int, str]:
        """Return a note beside entries that are still in, by their keys."""
        return {}

    def panels(self, request: ClubRequest, event: Event, place: PanelPlace) -> Iterable[SafeString]:
        """Return HTML for a place on the event's pages."""
        return ()

    def wall(
        self, request: ClubRequest, event: Event, overview: EventOverview
    ) -> Iterable[WallPanel]:
        """Return the last pages of the projector."""
        return ()

    def wall_key(self, event: Event) -> str:
        """Return what those pages depend on besides the event's version."""
        return ""

    def public_parts(self) -> Iterable[PublicPart]:
        """Return what the public sees of events, after rounds, standings and bracket."""
        return ()

    def public_evening(
        self, event: Event, code: str, seated: Lineup, player: int
    ) -> Iterable[SafeString]:
        """Return panels of a player's own page below the event's public page with this code."""
        return ()

    def open_hands(self, event: Event, game: Game, match: Match) -> OpenHands | None:
        """Return the hands of a match on which its table does not agree yet."""
        return None

    def lot_text(self, purpose: str) -> str:
        """Return what a lot of this purpose decided; empty for those of others."""
        return ""

    def picture(self, event: Event) -> object:
        """Return what ``differences`` compares, of an event that is locked."""
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
    """Return the parts of the apps that are installed, in the order of their registration."""
    return tuple(_parts)
