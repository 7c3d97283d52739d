"""What events ask of the apps above them, mostly while something is written.

Such an app answers in one subclass of ``EventHooks`` and registers it in its ``AppConfig.ready``.
The app that keeps deal sets also registers its ``SameDeals``. What an app does when an event
changes is in receivers of ``tournaments.events.signals``; pages that show what several apps
know are in ``tournaments.pages``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from clubs.models import Club, User
from engine.standings.duplicate import DealTotals
from games.presets import DealPlan
from rules import GAMES
from rules.problems import Problem
from scoring.host import Consequence, OpenHands
from scoring.models import Match
from tournaments.events.models import Event, Game


@dataclass(frozen=True, slots=True)
class EventLink:
    """A link to something larger that an event counts in, or, as an offer, could count in."""

    label: str
    href: str
    is_offer: bool = False


class EventHooks:
    """What an app adds to events. A method that a subclass does not override adds nothing."""

    def links(self, event: Event) -> Iterable[EventLink]:
        """Return what an event belongs to, and offers to add it."""
        return ()

    def waiting(self, club: Club, game: str) -> Iterable[EventLink]:
        """Return what waits for an event of the game in a club."""
        return ()

    def open_hands(self, event: Event, game: Game, match: Match) -> OpenHands | None:
        """Return the hands of a match on which its table does not agree yet."""
        return None

    def snapshot(self, event: Event) -> object:
        """Return what ``differences`` compares, of an event that is locked if it is finished."""
        return None

    def differences(self, event: Event, before: object, after: object) -> Iterable[Consequence]:
        """Return what a correction changes, given a ``snapshot`` from before and one from after."""
        return ()

    def reason_to_keep(self, event: Event) -> str:
        """Return why an imported event cannot be taken back; empty if it can."""
        return ""

    def lacking(self, event: Event) -> Iterable[str]:
        """Return what follows from the event and is not stored, in words. Writes nothing."""
        return ()


_registered_hooks: list[EventHooks] = []


def event_hooks_register(hooks: EventHooks) -> None:
    """Add an app's hooks; those of the same class that were registered before are replaced."""
    _registered_hooks[:] = [
        *(other for other in _registered_hooks if type(other) is not type(hooks)),
        hooks,
    ]


def event_hooks() -> tuple[EventHooks, ...]:
    """Return the hooks of all apps, in the order of their registration."""
    return tuple(_registered_hooks)


class SameDeals(Protocol):
    """What rounds, standings and records need of an event's deals."""

    def draw(self, *, event: Event, by: User, plan: DealPlan) -> None:
        """Make the deal set of a new event by lot."""

    def plan(self, event: Event) -> DealPlan | None:
        """Return the size of the event's deal set; None without one."""

    def to_play(self, event: Event, round_number: int) -> range | None:
        """Return the numbers of the deals of a round that is begun now; None without any."""

    def show_all(self, event: Event) -> None:
        """Note that every deal of a locked event is shown from now on."""

    def totals(self, event: Event) -> Mapping[int, DealTotals]:
        """Return what each entry has from compared deals that are over, by its number."""

    def record_problems(self, match: Match, hand: int, record: Mapping[str, Any]) -> list[Problem]:
        """Return where a record differs from the deal, without revealing the deal."""

    def record_warning(self, match: Match, hand: int, record: Mapping[str, Any]) -> str:
        """Return that the written pieces are not those of the deal, once those may be seen."""

    def pieces(self, event: Event, number: int, seat: int) -> tuple[Sequence[str], str]:
        """Return the hand of a seat in a deal and the card in the middle.

        Secret: for the player who sits there only.
        """


_registered: list[SameDeals] = []


def same_deals_register(answers: SameDeals) -> None:
    """Let ``answers`` speak for the events' deals."""
    _registered[:] = [answers]


def same_deals() -> SameDeals:
    """Return the answers of the app that keeps deal sets."""
    return _registered[0]


def first_dealer(event: Event, round_number: int) -> int:
    """Return the seat that deals the first hand of a round, in an event with deals."""
    return (round_number - 1) * event.deals_per_round % GAMES[event.game].seats
