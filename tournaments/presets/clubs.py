"""Evenings of 42 as clubs play them."""

from django.utils.translation import gettext_lazy as _

from games import PRESENTERS
from tournaments.presets.base import EventTemplate

CLUBS = (
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
            "Trumps only, the shaker must bid; every pair meets every pair, "
            "and a lot decides between those still tied."
        ),
        rules={"preset": "straight"},
        tie_breaks=(*PRESENTERS["texas42"].usual_order, "lot"),
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
)
