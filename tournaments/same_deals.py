"""What events ask of the app that keeps deal sets, the same deals at every table.

That app registers its ``SameDeals`` in its ``AppConfig.ready``.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from clubs.models import User
from games.presets import DealPlan
from rules import GAMES
from rules.problems import Problem
from scoring.models import Match
from standings.duplicate import DealTotals
from tournaments.models import Event


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
