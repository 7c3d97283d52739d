"""The formats an event may have: a movement with its name, settings and the games it suits.

A further format is one module in ``tournaments.movements`` and one row here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import GAMES
from tournaments.movements.base import PlannedRound, Situation
from tournaments.movements.individuals import ROUNDS, individuals
from tournaments.movements.round_robin import round_robin

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MAX_ENTRIES = 64


@dataclass(frozen=True, slots=True)
class Setting:
    """A whole number that a format may be told; where it has ``choices``, one of these by name."""

    key: str
    name: "StrPromise"
    explanation: "StrPromise"
    default: int
    low: int
    high: int
    choices: "tuple[tuple[int, StrPromise], ...]" = ()


@dataclass(frozen=True, slots=True)
class Format:
    """A way of deciding who meets whom.

    ``plan`` gives the rounds still to be played; it never repeats or alters what was played.
    ``games`` are the games it suits; ``lineup`` players make an entry. The first deal of a table
    is drawn by lot (``first_deal_drawn``), or falls to the first seat, as the movement has it.

    Where the rounds follow ``from_results``, no more than the next one can be planned, and none
    while a table is playing. ``draws_rounds`` has a lot drawn over all entries for each round.
    ``ranked_by`` is what ``Situation.ranking`` is taken from: ``""`` for all rounds, else the stage
    whose rounds alone count; None where the movement does not ask. ``places`` are final places by
    entry, where the movement itself decides them. ``by_hand`` where the director may change who
    sits where in a planned round, which would tear a bracket.
    """

    key: str
    name: "StrPromise"
    explanation: "StrPromise"
    games: frozenset[str]
    lineup: int
    first_deal_drawn: bool
    settings: tuple[Setting, ...]
    plan: Callable[[Situation], tuple[PlannedRound, ...]]
    from_results: bool = False
    draws_rounds: bool = False
    ranked_by: str | None = None
    places: Callable[[Situation], Mapping[int, int]] | None = None
    by_hand: bool = True

    def entries_a_table(self, game: str) -> int:
        """How many entries meet at a table of this game."""
        return GAMES[game].seats // self.lineup

    def options_read(self, given: Mapping[str, Any]) -> dict[str, int]:
        """Every setting's value, defaults filled in; ``ValidationError`` for anything else."""
        known = {setting.key: setting for setting in self.settings}
        for key, value in given.items():
            if key not in known:
                raise ValidationError(
                    {"format_options": _("This format has no setting %(key)s.") % {"key": key}}
                )
            setting = known[key]
            if type(value) is not int or not setting.low <= value <= setting.high:
                raise ValidationError(
                    {
                        "format_options": _("%(name)s: a number from %(low)d to %(high)d.")
                        % {"name": setting.name, "low": setting.low, "high": setting.high}
                    }
                )
        return {key: given.get(key, setting.default) for key, setting in known.items()}


ROUND_ROBIN = Format(
    key="round_robin",
    name=gettext_lazy("Round robin"),
    explanation=gettext_lazy(
        "Fixed pairs; everybody meets everybody in the order of the Berger tables. "
        "With an odd number of pairs one sits out each round."
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
            "rounds",
            gettext_lazy("Rounds at most"),
            gettext_lazy("Ends the event after so many rounds; 0 plays until all have met."),
            default=0,
            low=0,
            high=126,
        ),
    ),
    plan=round_robin,
)

TABLE_MATES = Format(
    key="table_mates",
    name=gettext_lazy("Single players, new tables each round"),
    explanation=gettext_lazy(
        "Everybody plays for himself, each round with others, as few of them twice as can be. "
        "Who is left over sits out, everybody in turn."
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
    ),
    plan=individuals,
)

FORMATS: dict[str, Format] = {format_.key: format_ for format_ in (ROUND_ROBIN, TABLE_MATES)}

FORMAT_OF: dict[str, str] = {
    game: format_.key for format_ in reversed(FORMATS.values()) for game in format_.games
}
"""The format that an event of a game has where none is chosen."""
