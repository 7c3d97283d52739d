"""The Swiss format."""

from django.utils.translation import gettext_lazy as _

from pairings.swiss import reasons, rounds_in_all, swiss
from tournaments.format_rows.base import HALL, Format, Setting

SWISS = Format(
    key="swiss",
    name=_("Swiss"),
    explanation=_(
        "Fixed pairs; each round pairs with like scores meet, no two meet twice and "
        "nobody is knocked out. With an odd number the lowest pair that has not had a bye"
        " sits out, and it counts as a win."
    ),
    games=frozenset({"texas42"}),
    lineup=2,
    first_deal_drawn=True,
    settings=(
        Setting(
            "rounds",
            _("Rounds"),
            _("How many rounds are played; 0 plays until only one is unbeaten."),
            default=0,
            low=0,
            high=30,
        ),
    ),
    plan=swiss,
    from_results=True,
    rounds_in_all=rounds_in_all,
    reasons=reasons,
    most=HALL,
)
