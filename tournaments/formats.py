"""The formats an event may have: a movement with its name, settings and the games it suits.

A further format is one module in ``pairings`` and one row here or, in families, in
``tournaments.format_rows``.
"""

from django.utils.translation import gettext_lazy

from pairings.round_robin import round_robin
from pairings.table_mates import ROUNDS, individuals
from tournaments.format_rows.base import Format, Setting
from tournaments.format_rows.brackets import (
    DOUBLE_ELIMINATION,
    QUALIFYING,
    SINGLE_ELIMINATION,
    TWO_BOXES,
)
from tournaments.format_rows.single_players import (
    BY_STANDING,
    LADDER,
    PROGRESSIVE,
    ROTATING_PARTNERS,
)
from tournaments.format_rows.swiss import SWISS

__all__ = ["FORMATS", "FORMAT_OF", "Format", "Setting"]

ROUND_ROBIN = Format(
    key="round_robin",
    name=gettext_lazy("Round robin"),
    explanation=gettext_lazy(
        "Fixed pairs; everyone meets everyone in the order of the Berger tables. With an "
        "odd number of pairs one sits out each round."
    ),
    games=frozenset({"texas42"}),
    lineup=2,
    first_deal_drawn=True,
    settings=(
        Setting(
            "cycles",
            gettext_lazy("Meetings of each two pairs"),
            gettext_lazy("How often each two pairs meet in the course of the event."),
            default=1,
            low=1,
            high=2,
        ),
        Setting(
            "meetings",
            gettext_lazy("Meetings of each pair in all"),
            gettext_lazy(
                "Each pair plays this many meetings, against as many different pairs as "
                "possible; with an odd number of pairs all sit out equally often. 0 "
                "leaves it to the setting before."
            ),
            default=0,
            low=0,
            high=60,
        ),
        Setting(
            "rounds",
            gettext_lazy("Rounds at most"),
            gettext_lazy("The event ends after this many rounds; 0 plays until all have met."),
            default=0,
            low=0,
            high=126,
            nought=gettext_lazy("until all have met"),
        ),
    ),
    plan=round_robin,
)

TABLE_MATES = Format(
    key="table_mates",
    name=gettext_lazy("Single players, new tables each round"),
    explanation=gettext_lazy(
        "Single players at new tables each round, with as few repeated tablemates as "
        "possible. Those left over sit out in turn, or make a table larger."
    ),
    games=frozenset({"pandoeren", "dummy_spades"}),
    lineup=1,
    first_deal_drawn=False,
    settings=(
        Setting(
            "rounds",
            gettext_lazy("Rounds"),
            gettext_lazy("How many rounds the evening has; in each a table plays one game."),
            default=ROUNDS,
            low=1,
            high=20,
        ),
        Setting(
            "left_over",
            gettext_lazy("Who is left over"),
            gettext_lazy(
                "For numbers that do not divide evenly. At a larger table the dealer sits"
                " the hand out; everyone gets one before anyone gets a second."
            ),
            default=0,
            low=0,
            high=1,
            choices=(
                (0, gettext_lazy("sits out the round")),
                (1, gettext_lazy("makes a table larger: five at Pandoeren, four at spades")),
            ),
        ),
    ),
    plan=individuals,
    most=100,
)

FORMATS: dict[str, Format] = {
    format_.key: format_
    for format_ in (
        ROUND_ROBIN,
        TABLE_MATES,
        SWISS,
        SINGLE_ELIMINATION,
        DOUBLE_ELIMINATION,
        TWO_BOXES,
        QUALIFYING,
        ROTATING_PARTNERS,
        PROGRESSIVE,
        BY_STANDING,
        LADDER,
    )
}

FORMAT_OF: dict[str, str] = {
    game: format_.key for format_ in reversed(FORMATS.values()) for game in format_.games
}
"""The format that an event of a game has where none is chosen."""
