"""Ready-made evenings of Klaverjassen, as Dutch clubs play them."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.presets import EventTemplate

USUAL_ORDER: Final = ("points", "games_won", "times_set")
DRAWN: Final = ("points", "games_won", "lot")

PRESETS: Final = (
    EventTemplate(
        key="klaverjas_evening",
        name=_("Klaverjas evening"),
        explanation=_(
            "Three rounds of 16 hands; everybody enters alone and has a drawn partner in each. "
            "All points count; no money."
        ),
        rules={"preset": "amsterdam"},
        format="rotating_partners",
        format_options={"rounds": 3},
        tie_breaks=DRAWN,
    ),
    EventTemplate(
        key="klaverjas_pairs",
        name=_("Klaverjas evening of fixed pairs"),
        explanation=_("Three rounds of 16 hands against other pairs. All points count; no money."),
        rules={"preset": "amsterdam"},
        format_options={"rounds": 3},
    ),
    EventTemplate(
        key="klaverjas_short",
        name=_("Klaverjas evening of four short rounds"),
        explanation=_(
            "Four rounds of twelve hands with drawn partners; the dealer's left always plays."
        ),
        rules={"preset": "obliged", "hands": 12},
        format="rotating_partners",
        format_options={"rounds": 4},
        tie_breaks=DRAWN,
    ),
    EventTemplate(
        key="klaverjas_drive",
        name=_("Klaverjas drive"),
        explanation=_("Six rounds of 16 hands for fixed pairs, Rotterdam rules."),
        rules={"preset": "rotterdam"},
        format_options={"rounds": 6},
    ),
)
