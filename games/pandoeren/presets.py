"""Ready-made evenings of Pandoeren."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.presets import EventTemplate

USUAL_ORDER: Final = ("points", "games_won", "at_one_table")
PRESETS: Final = (
    EventTemplate(
        key="pandoeren_evening",
        name=_("Pandoeren evening"),
        explanation=_(
            "Four rounds of 16 hands at tables of four, with new tablemates each round; no money."
        ),
        rules={"preset": "standard", "hands": 16},
        format="table_mates",
        format_options={"rounds": 4},
    ),
    EventTemplate(
        key="pandoeren_larger_tables",
        name=_("Pandoeren at tables of four and five"),
        explanation=_(
            "Four rounds of 16 hands. At tables of five the dealer sits the hand out; points per "
            "hand decide."
        ),
        rules={"preset": "standard", "hands": 16},
        format="table_mates",
        format_options={"rounds": 4, "left_over": 1},
        tie_breaks=("average", *USUAL_ORDER),
    ),
    EventTemplate(
        key="pandoeren_money",
        name=_("Pandoeren for money"),
        explanation=_(
            "Four rounds of 16 hands; every two players settle the difference of their points, "
            "five hundredths per point."
        ),
        rules={"preset": "standard", "hands": 16},
        stakes={"per_point": 5},
        format="table_mates",
        format_options={"rounds": 4},
    ),
)
