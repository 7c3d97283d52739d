"""Evenings of Pandoeren and of spades."""

from django.utils.translation import gettext_lazy as _

from games import PRESENTERS
from tournaments.presets.base import EventTemplate

PLAYERS = (
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
        tie_breaks=PRESENTERS["pandoeren"].usual_order,
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
        tie_breaks=PRESENTERS["pandoeren"].usual_order,
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
        tie_breaks=PRESENTERS["dummy_spades"].usual_order,
    ),
    EventTemplate(
        key="spades_long",
        name=_("Spades to 500"),
        explanation=_("Three rounds at tables of three; a round is a game to 500. No money."),
        game="dummy_spades",
        rules={"preset": "standard"},
        format="table_mates",
        format_options={"rounds": 3},
        tie_breaks=PRESENTERS["dummy_spades"].usual_order,
    ),
)
