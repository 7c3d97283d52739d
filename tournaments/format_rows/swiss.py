"""The Swiss format."""

from django.utils.translation import gettext_lazy as _

from tournaments.format_rows.base import HALL, Format, Setting
from tournaments.movements.swiss import reasons, rounds_in_all, swiss

SWISS = Format(
    key="swiss",
    name=_("Swiss"),
    explanation=_(
        "Fixed pairs; each round like scores meet, nobody the same pair twice and nobody is out. "
        "With an odd number the lowest that has not yet sat out does, and it counts as won."
    ),
    games=frozenset({"texas42"}),
    lineup=2,
    first_deal_drawn=True,
    settings=(
        Setting(
            "rounds",
            _("Rounds"),
            _("How many rounds are played; 0 for as many as leave one without a loss."),
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
