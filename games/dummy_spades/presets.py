"""Ready-made evenings of Dummy-Hand Spades."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.presets import EventTemplate

PRESETS: Final = (
    EventTemplate(
        key="spades_evening",
        name=_("Spades evening"),
        explanation=_(
            "Four rounds at tables of three, with new tablemates each round; a round is a game "
            "to 300. No money."
        ),
        rules={"preset": "short"},
        format="table_mates",
        format_options={"rounds": 4},
    ),
    EventTemplate(
        key="spades_long",
        name=_("Spades to 500"),
        explanation=_("Three rounds at tables of three; a round is a game to 500. No money."),
        rules={"preset": "standard"},
        format="table_mates",
        format_options={"rounds": 3},
    ),
)
