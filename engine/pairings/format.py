"""Formats: ways of deciding who meets whom, with their settings.

A setting is an integer between bounds. Names and explanations are phrases, translated where they
are shown. Problems are codes; the user interface labels them.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Final, NamedTuple

from engine.pairings.drawing import Bracket
from engine.pairings.state import PairingState, PlannedRound
from rules import GAMES
from rules.phrases import Phrase, phrase


class PairReason(StrEnum):
    """Why two entries were paired."""

    FOLD = "fold"
    """The same score, and the places that meet when the upper half plays the lower."""
    NEAR_FOLD = "near_fold"
    """The same score, and as near to that as former meetings, floats and rounds to come allow."""
    FLOAT_ODD = "float_odd"
    """One of an odd score group moves down."""
    FLOAT_MET = "float_met"
    """The group is even, but too many in it, or further down, have met, or could not be paired in
    the rounds to come."""
    AGAIN = "again"
    """They have met before."""
    BYE = "bye"
    """Sits out: of the lowest scores that have not yet."""
    BYE_ABOVE = "bye_above"
    """Sits out although some with a lower score have not yet."""
    BYE_AGAIN = "bye_again"
    """Sits out and has sat out before."""


class PairedEntry(NamedTuple):
    """One side of a pair: twice its meetings won, and its place, from 1, in its score group."""

    entry: int
    points: int
    place: int
    size: int


@dataclass(frozen=True, slots=True)
class PairingReason:
    """The reason for a table or a bye; the higher score, then the better place, first."""

    why: PairReason
    sides: tuple[PairedEntry, ...]


MOST = 64
"""Maximum entries if everybody may meet everybody, and of brackets."""
HALL = 200
"""Maximum entries if rounds are planned one by one, so that pages stay readable."""


def sides_of(game: str) -> int:
    """Return how many sides a match of this game has: two in games of partners, otherwise one for
    each player."""
    return GAMES[game].sides


def side_of(game: str, place: int) -> int:
    """Return the side of the entry at a place; of four players in teams 0 and 2 share one."""
    sides = sides_of(game)
    # Where everybody is a side, one more than seats is a side more: they take turns.
    return place if sides == GAMES[game].seats else place % sides


def seat_number(*, side: int, place: int, sides: int) -> int:
    """Return the seat of a side's player: of two pairs home has seats 0 and 2, away 1 and 3."""
    return place * sides + side


NO_YES: Final = {0: phrase("no"), 1: phrase("yes")}
"""The choices of a setting that is on or off."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A whole number that a format may be given.

    ``choices`` are the words of its values where they are no numbers of something; ``nought`` is
    the word of 0 where only 0 is not.
    """

    key: str
    name: Phrase
    explanation: Phrase
    _: KW_ONLY
    default: int
    low: int
    high: int
    choices: Mapping[int, Phrase] = field(default_factory=dict)
    nought: Phrase | None = None


def choice_setting(
    key: str, name: Phrase, explanation: Phrase, *, default: int, choices: Mapping[int, Phrase]
) -> Setting:
    """Return a setting whose values have words of their own."""
    low, high = min(choices), max(choices)
    return Setting(key, name, explanation, default=default, low=low, high=high, choices=choices)


class SettingWrong(ValueError):
    """A refused setting: its ``key`` and a ``code``.

    The code is ``unknown``, ``out_of_range`` or the result of ``Format.wrong``.
    """

    def __init__(self, key: str, code: str, setting: Setting | None = None) -> None:
        super().__init__(key, code)
        self.key, self.code, self.setting = key, code, setting


class Format(ABC):
    """A way of deciding who meets whom.

    What a format can do beside planning rounds is a method or a value here; each default is that of
    a format which cannot.
    """

    key: ClassVar[str]
    name: ClassVar[Phrase]
    explanation: ClassVar[Phrase]
    """How it goes, in sentences."""
    lineup: ClassVar[int]
    """The players of an entry."""
    settings: ClassVar[tuple[Setting, ...]] = ()
    most: ClassVar[int] = MOST
    """Maximum entries, see ``most_entries``."""

    partners: ClassVar[bool] = True
    """Whether it suits games with two sides at a table, or those in which everybody plays alone.
    With partners the first deal of a table is drawn by lot, else it falls to the first seat."""

    from_results: ClassVar[bool] = False
    """Whether only the next round is planned, once no table plays."""
    begin_alone: ClassVar[bool] = False
    """Whether each table is planned as soon as it is known who meets there; a round is what is
    begun together."""
    draws_rounds: ClassVar[bool] = False
    """Whether a lot over all entries is drawn for each round."""
    ranked_by: ClassVar[str | None] = None
    """The stage whose rounds ``PairingState.ranking`` counts, ``""`` for all rounds; None where no
    ranking is needed."""
    by_score: ClassVar[bool] = False
    """Whether entries with similar scores meet: byes count what they score, meetings and byes come
    again only where the state ``may_repeat``, and ``reasons`` say why who meets."""
    has_bracket: ClassVar[bool] = False
    """Whether it has a bracket, see ``BracketFormat``."""
    closed_by: ClassVar[str | None] = None
    """The stage from whose first round on nobody can be entered; None if there is none."""
    by_hand: ClassVar[bool] = True
    """Whether the director may change planned rounds."""
    by_hand_stage: ClassVar[str] = ""
    """The one stage in which the director may; its rounds are all planned at once, and its draw has
    parts, see ``part_of``."""

    @abstractmethod
    def plan(self, state: PairingState) -> tuple[PlannedRound, ...]:
        """Return the rounds still to be played; what was played is never repeated or altered."""

    def rounds_in_all(self, state: PairingState) -> int | None:
        """Return the number of rounds intended, where fewer may be possible; None where all rounds
        intended are planned."""
        return None

    def rounds_possible(self, entries: int) -> int | None:
        """Return how many rounds entries can play without a repeat; None for any number."""
        return None

    def reasons(
        self, state: PairingState, number: int, planned: PlannedRound
    ) -> tuple[PairingReason, ...]:
        """Return why the tables and then the byes of round ``number``, from 1, are what they
        are; empty without reasons."""
        return ()

    def places(self, state: PairingState) -> Mapping[int, int]:
        """Return final places by entry, as far as the format decides them."""
        return {}

    def bracket(self, state: PairingState) -> Bracket:
        """Return the drawing of the bracket; empty without one."""
        return Bracket(())

    def undecided(self, state: PairingState) -> frozenset[tuple[int, int]]:
        """Return the tables, by round and number from 1, that ended without the winner whom they
        need."""
        return frozenset()

    def lines(self, state: PairingState) -> Mapping[int, int]:
        """Return the line of each entry, if those of different lines are never compared while all
        tables play the same deals, and so are ranked apart; empty where all are compared."""
        return {}

    def part_of(self, state: PairingState, entries: Sequence[int]) -> str:
        """Return the section of the draw in which these entries may meet; empty where they may
        not, and in a draw without parts."""
        return ""

    def wrong(self, options: Mapping[str, int]) -> Mapping[str, str]:
        """Return a code for each setting that does not go with the others."""
        return {}

    def most_entries(self, options: Mapping[str, int]) -> int:
        """Return how many entries an event with these settings can have."""
        return self.most

    def suits(self, game: str) -> bool:
        """Return whether tables of this game can be paired so."""
        return game in GAMES and (sides_of(game) == 2) == self.partners

    @property
    def games(self) -> frozenset[str]:
        return frozenset(filter(self.suits, GAMES))

    def may_change(self, stage: str) -> bool:
        """Return whether the director may change the seating in a round of this stage."""
        return self.by_hand or (bool(self.by_hand_stage) and stage == self.by_hand_stage)

    def needs_winner(self, stage: str) -> bool:
        """Return whether a meeting in a round of this stage may not end in a draw."""
        return self.has_bracket and stage != (self.by_hand_stage or None)

    def entries_a_table(self, game: str) -> int:
        """Return how many entries meet at a table of this game."""
        return GAMES[game].seats // self.lineup

    def sides_shared(self, game: str) -> int:
        """Return the sides of a table if two entries share one; otherwise 0."""
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
        for key, code in self.wrong(read).items():
            raise SettingWrong(key, code)
        return read


class BracketFormat(Format):
    """Pairs in a bracket, which follows results, decides places and needs a winner of each table.

    Its draw decides who meets, nobody else.
    """

    lineup = 2
    from_results = True
    has_bracket = True
    by_hand = False

    @abstractmethod
    def places(self, state: PairingState) -> Mapping[int, int]: ...

    @abstractmethod
    def bracket(self, state: PairingState) -> Bracket: ...

    @abstractmethod
    def undecided(self, state: PairingState) -> frozenset[tuple[int, int]]: ...
