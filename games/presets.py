"""Ready-made events of a game: everything except name and date, which are filled in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from core.text import Text
from rules import money

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

CLUB_EVENINGS = _("Club evenings")
TOURNAMENTS = _("Tournaments")
ALONE = _("Entering alone")
SAME_DEALS = _("The same deals at every table")
"""Headings under which events are offered."""


@dataclass(frozen=True, slots=True)
class DealPlan:
    """A deal set that is made by lot with an event: deals a round, and all of them."""

    per_round: int
    count: int


@dataclass(frozen=True, slots=True)
class EventTemplate:
    """An event that a club can start from.

    ``game`` and, where there are none, ``tie_breaks`` are filled in from the game that has it.
    ``stakes`` are hundredths of the currency's unit by the names of the rule book, or none at all
    for an evening without money; a currency without coins below the unit plays for whole units.
    ``scoring`` are further fields of the event, as ``event_create`` takes them; ``family`` is the
    heading under which the template is offered. With ``deals`` all tables play the same ones.
    """

    key: str
    name: Text
    explanation: "StrPromise"
    rules: Mapping[str, object]
    game: str = ""
    stakes: Mapping[str, int] | None = None
    format: str = "round_robin"
    format_options: Mapping[str, int] = field(default_factory=dict)
    games_per_meeting: int = 1
    tie_breaks: tuple[str, ...] = ()
    scoring: Mapping[str, Any] = field(default_factory=dict)
    family: "StrPromise" = CLUB_EVENINGS
    deals: DealPlan | None = None

    def fields(self, currency: str) -> dict[str, Any]:
        """Return the arguments of ``event_create``, except club, date and user."""
        return {
            "name": str(self.name),
            "game": self.game,
            "rules": self.rules,
            "stakes": self._stakes_in(currency),
            "format": self.format,
            "format_options": self.format_options,
            "games_per_meeting": self.games_per_meeting,
            "tie_breaks": self.tie_breaks,
            "deals": self.deals,
            **self.scoring,
        }

    def fields_with(self, currency: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the same with what is given instead.

        What depends on the template's format is left to another format's usual choices.
        """
        fields = self.fields(currency)
        if given.get("format", self.format) != self.format:
            fields |= {"format_options": {}, "tie_breaks": None}
        return fields | dict(given)

    def _stakes_in(self, currency: str) -> dict[str, str] | None:
        """Return the stakes as the record format has them, in this currency."""
        if self.stakes is None:
            return None
        scale = 10 ** money.decimals(currency)
        amounts = {
            name: money.render(max(1, hundredths * scale // 100), currency)
            for name, hundredths in self.stakes.items()
        }
        return {"currency": currency, **amounts}
