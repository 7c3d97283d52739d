"""Formats: ways of deciding who meets whom, with their settings.

A setting is an integer between bounds. Problems are codes; the user interface labels them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pairings.reasons import Reason
from pairings.state import PairingState, PlannedRound
from rules import GAMES

if TYPE_CHECKING:
    from pairings.drawing import Bracket

MOST = 64
"""Maximum entries if everybody may meet everybody, and of brackets."""
HALL = 200
"""Maximum entries if rounds are planned one by one, so that pages stay readable."""


def sides_of(game: str) -> int:
    """Return how many sides a match of this game has: two of partners, else every player is one."""
    return GAMES[game].sides


def side_of(game: str, place: int) -> int:
    """Return the side of the entry at a place; of four players in teams 0 and 2 share one."""
    sides = sides_of(game)
    # Where everybody is a side, one more than seats is a side more: they take turns.
    return place if sides == GAMES[game].seats else place % sides


def seat_number(*, side: int, place: int, sides: int) -> int:
    """Return the seat of a side's player: of two pairs home has seats 0 and 2, away 1 and 3."""
    return place * sides + side


@dataclass(frozen=True, slots=True)
class Setting:
    """A whole number that a format may be given."""

    key: str
    default: int
    low: int
    high: int


class SettingWrong(ValueError):
    """A refused setting: its ``key`` and a ``code``.

    The code is ``unknown``, ``out_of_range`` or the result of ``Format.wrong``.
    """

    def __init__(self, key: str, code: str, setting: Setting | None = None) -> None:
        super().__init__(key, code)
        self.key, self.code, self.setting = key, code, setting


@dataclass(frozen=True, slots=True)
class Format:
    """A way of deciding who meets whom.

    ``plan`` returns the rounds still to be played; it never repeats or alters what was played.
    It suits games of ``partners``, with two sides at a table, or games in which everybody plays
    alone. ``lineup`` players make an entry. The first deal of a table is drawn by lot
    (``first_deal_drawn``) or falls to the first seat.

    ``from_results``: only the next round is planned, once no table plays; where tables
    ``begin_alone``, each is planned as soon as it is known who meets there, and a round is what is
    begun together. ``draws_rounds``: a lot over all entries is drawn for each round. ``ranked_by``:
    the stage whose rounds ``PairingState.ranking`` counts, ``""`` for all rounds; None where the
    format needs no ranking. ``rounds_in_all``: the number of rounds intended, where fewer may be
    possible. ``rounds_possible``: for a number of entries, how many rounds have no repeat; beyond
    them one is drawn only where the state ``may_repeat``. ``counts_byes``: whether the draw counts
    what byes score. ``reasons``: why the tables and then the byes of a round are what they are.
    ``places``: final places by entry, where the format decides them. ``lines``: the line of each
    entry where entries of different lines are never compared while all tables play the same deals,
    and so are ranked apart; empty where all are compared. ``bracket``: its drawing. ``undecided``:
    the tables, by round and number from 1, that ended without the winner whom it needs.
    ``closed_by``: the stage from whose first round on nobody can be entered. ``by_hand``: the
    director may change planned rounds; in a format with stages only those of ``by_hand_stage``,
    which are all planned at once. ``part_of``: the section of the draw in which these entries may
    meet; empty where they may not. ``wrong``: a code for each setting that does not go with the
    others. ``most`` entries at most, or what ``most_by`` returns for the settings.
    """

    key: str
    lineup: int
    settings: tuple[Setting, ...]
    plan: Callable[[PairingState], tuple[PlannedRound, ...]]
    partners: bool = True
    first_deal_drawn: bool = True
    from_results: bool = False
    begin_alone: bool = False
    draws_rounds: bool = False
    ranked_by: str | None = None
    rounds_in_all: Callable[[PairingState], int] | None = None
    rounds_possible: Callable[[int], int] | None = None
    counts_byes: bool = False
    reasons: Callable[[PairingState, int, PlannedRound], tuple[Reason, ...]] | None = None
    places: Callable[[PairingState], Mapping[int, int]] | None = None
    lines: Callable[[PairingState], Mapping[int, int]] | None = None
    bracket: "Callable[[PairingState], Bracket] | None" = None
    undecided: Callable[[PairingState], frozenset[tuple[int, int]]] | None = None
    closed_by: str | None = None
    by_hand: bool = True
    by_hand_stage: str = ""
    part_of: Callable[[PairingState, Sequence[int]], str] | None = None
    wrong: Callable[[Mapping[str, int]], Mapping[str, str]] | None = None
    most: int = MOST
    most_by: Callable[[Mapping[str, int]], int] | None = None

    def suits(self, game: str) -> bool:
        """Return whether tables of this game can be paired so."""
        return game in GAMES and (sides_of(game) == 2) == self.partners

    @property
    def games(self) -> frozenset[str]:
        """The games it suits."""
        return frozenset(filter(self.suits, GAMES))

    def most_entries(self, options: Mapping[str, int]) -> int:
        """Return how many entries an event with these settings can have."""
        return self.most_by(options) if self.most_by else self.most

    def may_change(self, stage: str) -> bool:
        """Return whether the director may change the seating in a round of this stage."""
        return self.by_hand or (bool(self.by_hand_stage) and stage == self.by_hand_stage)

    def needs_winner(self, stage: str) -> bool:
        """Return whether a meeting in a round of this stage may not end in a draw."""
        return self.undecided is not None and stage != (self.by_hand_stage or None)

    def entries_a_table(self, game: str) -> int:
        """Return how many entries meet at a table of this game."""
        return GAMES[game].seats // self.lineup

    def sides_shared(self, game: str) -> int:
        """Return the sides of a table if two entries share one; else 0."""
        sides = sides_of(game)
        return sides if self.entries_a_table(game) > sides else 0

    def options_read(self, given: Mapping[str, Any]) -> dict[str, int]:
        """Return every setting's value, defaults filled in; raise ``SettingWrong`` otherwise."""
        known = {setting.key: setting for setting in self.settings}
        for key, value in given.items():
            if key not in known:
                raise SettingWrong(key, "unknown")
            setting = known[key]
            if type(value) is not int or not setting.low <= value <= setting.high:
                raise SettingWrong(key, "out_of_range", setting)
        read = {key: given.get(key, setting.default) for key, setting in known.items()}
        for key, code in self.wrong(read).items() if self.wrong else ():
            raise SettingWrong(key, code)
        return read
