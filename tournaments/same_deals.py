"""What events ask of the app that keeps deal sets, the same deals at every table.

That app registers a ``SameDeals`` of its own in its ``AppConfig.ready``. Without it, no event has
deals: every table shuffles for itself.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import User
from rules import GAMES
from rules.problems import Problem
from scoring.models import Match
from standings.duplicate import DealTotals
from tournaments.models import Event
from tournaments.presets import DealPlan


class SameDeals:
    """Answers for events without deals; a subclass answers for deal sets."""

    def draw(self, *, event: Event, by: User, plan: DealPlan) -> None:
        """Make the deal set of a new event by lot; ``ValidationError`` on a site without them."""
        raise ValidationError(
            _("This site has no deal sets: no event can have the same deals at every table."),
            code="no_deal_sets",
        )

    def plan(self, event: Event) -> DealPlan | None:
        """Return the size of the event's deal set; None without one."""
        return None

    def to_play(self, event: Event, round_number: int) -> range | None:
        """Return the numbers of the deals of a round that is begun now; None without any."""
        return None

    def show_all(self, event: Event) -> None:
        """Note that every deal of a locked event is shown from now on."""

    def totals(self, event: Event) -> Mapping[int, DealTotals]:
        """Return what each entry has from compared deals that are over, by its number."""
        return {}

    def record_problems(self, match: Match, hand: int, record: Mapping[str, Any]) -> list[Problem]:
        """Return where a record differs from the deal, without revealing the deal."""
        return []

    def record_warning(self, match: Match, hand: int, record: Mapping[str, Any]) -> str:
        """Return that the written pieces are not those of the deal, once those may be seen."""
        return ""

    def pieces(self, event: Event, number: int, seat: int) -> tuple[Sequence[str], str] | None:
        """Return the hand of a seat in a deal and the card in the middle; None without deals.

        Secret: for the player who sits there only.
        """
        return None


_registered: list[SameDeals] = []


def same_deals_register(answers: SameDeals) -> None:
    """Let ``answers`` speak for the events' deals."""
    _registered[:] = [answers]


def same_deals() -> SameDeals:
    """Return the answers of the app that keeps deal sets, else those of events without deals."""
    return _registered[0] if _registered else SameDeals()


def first_dealer(event: Event, round_number: int) -> int:
    """Return the seat that deals the first hand of a round, in an event with deals."""
    return (round_number - 1) * event.deals_per_round % GAMES[event.game].seats
