"""What a row of the table of formats is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from pairings.drawing import Bracket
from pairings.state import PairingState, PlannedRound
from pairings.swiss import Reason
from rules import GAMES

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MOST = 64
"""Entries, where everybody may meet everybody or a bracket has no more lines."""
HALL = 200
"""Entries where rounds are planned one by one, and pages are still read at a glance."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A whole number that a format may be told; where it has ``choices``, one of these by name.

    ``nought`` says in words what 0 stands for, where it is no number.
    """

    key: str
    name: "StrPromise"
    explanation: "StrPromise"
    default: int
    low: int
    high: int
    choices: "tuple[tuple[int, StrPromise], ...]" = ()
    nought: "StrPromise | str" = ""


@dataclass(frozen=True, slots=True)
class Format:
    """A way of deciding who meets whom.

    ``plan`` gives the rounds still to be played; it never repeats or alters what was played.
    ``games`` are the games it suits; ``lineup`` players make an entry. The first deal of a table
    is drawn by lot (``first_deal_drawn``), or falls to the first seat, as the movement has it.

    Where the rounds follow ``from_results``, no more than the next one can be planned, and none
    while a table is playing, unless tables ``begin_alone``: then a round is what is begun together,
    and each table may be drawn as soon as it is known who meets there. ``draws_rounds`` has a lot
    drawn over all entries for each round.
    ``ranked_by`` is what ``PairingState.ranking`` is taken from: ``""`` for all rounds, else the
    stage whose rounds alone count; None where the movement does not ask. ``rounds_in_all`` says
    how many rounds are meant to be played, where fewer may turn out to be possible; ``reasons``
    why tables and then byes of a round, by its number, are what they are. ``places`` are final
    places by entry, where the movement itself decides them; ``bracket`` is its drawing, where it
    has one. Nobody can be entered once a round of the stage ``closed_by`` has begun. ``by_hand``
    where the director may change who sits where in a planned round, which would tear a bracket; in
    a format with stages only in rounds of ``by_hand_stage``, which are all planned at once.
    ``part_of`` is the section of the draw in which these may meet there, empty where they may not.
    ``wrong`` says which settings do not go together, by their keys. At most ``most`` entries are
    planned for, or what ``most_by`` says for its settings.
    """

    key: str
    name: "StrPromise"
    explanation: "StrPromise"
    games: frozenset[str]
    lineup: int
    first_deal_drawn: bool
    settings: tuple[Setting, ...]
    plan: Callable[[PairingState], tuple[PlannedRound, ...]]
    from_results: bool = False
    begin_alone: bool = False
    draws_rounds: bool = False
    ranked_by: str | None = None
    rounds_in_all: Callable[[PairingState], int] | None = None
    reasons: Callable[[PairingState, int, PlannedRound], tuple[Reason, ...]] | None = None
    places: Callable[[PairingState], Mapping[int, int]] | None = None
    bracket: Callable[[PairingState], Bracket] | None = None
    closed_by: str | None = None
    by_hand: bool = True
    by_hand_stage: str = ""
    part_of: Callable[[PairingState, Sequence[int]], str] | None = None
    wrong: "Callable[[Mapping[str, int]], Mapping[str, StrPromise]] | None" = None
    most: int = MOST
    most_by: Callable[[Mapping[str, int]], int] | None = None

    def most_entries(self, options: Mapping[str, int]) -> int:
        """How many entries an event with these settings can have."""
        return self.most_by(options) if self.most_by else self.most

    def may_change(self, stage: str) -> bool:
        """Whether the director may change who sits where in a round of this stage."""
        return self.by_hand or (bool(self.by_hand_stage) and stage == self.by_hand_stage)

    def entries_a_table(self, game: str) -> int:
        """How many entries meet at a table of this game."""
        return GAMES[game].seats // self.lineup

    def options_read(self, given: Mapping[str, Any]) -> dict[str, int]:
        """Every setting's value, defaults filled in; ``ValidationError`` for anything else."""
        known = {setting.key: setting for setting in self.settings}
        for key, value in given.items():
            if key not in known:
                _refuse(key, _("This format has no setting %(key)s.") % {"key": key})
            setting = known[key]
            if type(value) is not int or not setting.low <= value <= setting.high:
                values = {"name": setting.name, "low": setting.low, "high": setting.high}
                _refuse(key, _("%(name)s: a number from %(low)d to %(high)d.") % values)
        read = {key: given.get(key, setting.default) for key, setting in known.items()}
        for key, words in self.wrong(read).items() if self.wrong else ():
            _refuse(key, str(words))
        return read


def _refuse(key: str, words: str) -> NoReturn:
    """Say what is wrong with a setting; pages put it beside that one."""
    # The words are a value: a key that was sent may hold a sign that formatting would stumble on.
    values = {"setting": key, "words": words}
    raise ValidationError({"format_options": ValidationError("%(words)s", params=values)})
