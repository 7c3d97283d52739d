"""Ready-made events: everything but the name and the date, which are filled in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from rules import money
from tournaments.standings.metrics import DEFAULT_TIE_BREAKS

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


@dataclass(frozen=True, slots=True)
class EventTemplate:
    """An event that a club can start from.

    ``stakes`` are hundredths of the currency's unit by the names of the rule book, or none at all
    for an evening without money; a currency without coins below the unit plays for whole units.
    ``scoring`` are further fields of the event, as ``event_create`` takes them.
    """

    key: str
    name: "StrPromise"
    explanation: "StrPromise"
    rules: Mapping[str, object]
    game: str = "texas42"
    stakes: Mapping[str, int] | None = None
    format: str = "round_robin"
    format_options: Mapping[str, int] = field(default_factory=dict)
    games_per_meeting: int = 1
    tie_breaks: tuple[str, ...] = DEFAULT_TIE_BREAKS["texas42"]
    scoring: Mapping[str, Any] = field(default_factory=dict)

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


TEMPLATES: dict[str, EventTemplate] = {
    template.key: template
    for template in (
        EventTemplate(
            key="club_night",
            name=_("Club 42 night"),
            explanation=_(
                "Seven rounds to 7 marks with nello, plunge and sevens; "
                "a quarter a mark and one for each set."
            ),
            rules={"preset": "marks"},
            stakes={"per_mark": 25, "per_set": 100},
            format_options={"rounds": 7},
        ),
        EventTemplate(
            key="round_robin",
            name=_("42 round robin"),
            explanation=_("Every pair meets every pair to 7 marks; no money."),
            rules={"preset": "marks"},
        ),
        EventTemplate(
            key="straight",
            name=_("Straight 42 tournament"),
            explanation=_(
                "Trumps only, the dealer must bid; every pair meets every pair, "
                "and a lot decides between those still tied."
            ),
            rules={"preset": "straight"},
            tie_breaks=(*DEFAULT_TIE_BREAKS["texas42"], "lot"),
        ),
        EventTemplate(
            key="everything",
            name=_("Anything-goes 42 night"),
            explanation=_("Seven rounds with every special contract of the rule book; no money."),
            rules={"preset": "everything"},
            format_options={"rounds": 7},
        ),
        EventTemplate(
            key="points",
            name=_("42 to 250 points"),
            explanation=_("Seven rounds scored in points; no money."),
            rules={"preset": "points"},
            format_options={"rounds": 7},
        ),
        EventTemplate(
            key="pandoeren_evening",
            name=_("Pandoeren evening"),
            explanation=_(
                "Four rounds of 16 hands at tables of four, each round with others; no money."
            ),
            game="pandoeren",
            rules={"preset": "standard", "hands": 16},
            format="table_mates",
            format_options={"rounds": 4},
            tie_breaks=DEFAULT_TIE_BREAKS["pandoeren"],
        ),
        EventTemplate(
            key="pandoeren_money",
            name=_("Pandoeren for money"),
            explanation=_(
                "Four rounds of 16 hands; at each table every two players settle the difference "
                "of their points, five hundredths a point."
            ),
            game="pandoeren",
            rules={"preset": "standard", "hands": 16},
            stakes={"per_point": 5},
            format="table_mates",
            format_options={"rounds": 4},
            tie_breaks=DEFAULT_TIE_BREAKS["pandoeren"],
        ),
        EventTemplate(
            key="spades_evening",
            name=_("Spades evening"),
            explanation=_(
                "Four rounds at tables of three, each round with others; a round is a game to "
                "300. No money."
            ),
            game="dummy_spades",
            rules={"preset": "short"},
            format="table_mates",
            format_options={"rounds": 4},
            tie_breaks=DEFAULT_TIE_BREAKS["dummy_spades"],
        ),
        EventTemplate(
            key="spades_long",
            name=_("Spades to 500"),
            explanation=_("Three rounds at tables of three; a round is a game to 500. No money."),
            game="dummy_spades",
            rules={"preset": "standard"},
            format="table_mates",
            format_options={"rounds": 3},
            tie_breaks=DEFAULT_TIE_BREAKS["dummy_spades"],
        ),
    )
}


def templates_of(game: str) -> dict[str, EventTemplate]:
    """A game's templates by key."""
    return {key: template for key, template in TEMPLATES.items() if template.game == game}
