"""What a ready-made event holds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from games import PRESENTERS
from rules import money

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


CLUB_EVENINGS = _("Club evenings")


@dataclass(frozen=True, slots=True)
class EventTemplate:
    """An event that a club can start from.

    ``stakes`` are hundredths of the currency's unit by the names of the rule book, or none at all
    for an evening without money; a currency without coins below the unit plays for whole units.
    ``scoring`` are further fields of the event, as ``event_create`` takes them; ``family`` is the
    heading under which the template is offered.
    """

    key: str
    name: "StrPromise | str"
    explanation: "StrPromise"
    rules: Mapping[str, object]
    game: str = "texas42"
    stakes: Mapping[str, int] | None = None
    format: str = "round_robin"
    format_options: Mapping[str, int] = field(default_factory=dict)
    games_per_meeting: int = 1
    tie_breaks: tuple[str, ...] = PRESENTERS["texas42"].usual_order
    scoring: Mapping[str, Any] = field(default_factory=dict)
    family: "StrPromise" = CLUB_EVENINGS

    def stakes_in(self, currency: str) -> dict[str, str] | None:
        """The stakes as the record format has them, in this currency."""
        if self.stakes is None:
            return None
        scale = 10 ** money.decimals(currency)
        amounts = {
            name: money.render(max(1, hundredths * scale // 100), currency)
            for name, hundredths in self.stakes.items()
        }
        return {"currency": currency, **amounts}
