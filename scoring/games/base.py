"""What a game's page has to say, and the values it says it in."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rules.game import Standing
from rules.problems import Problem, Value

Record = Mapping[str, Any]
Names = Sequence[str]


class CommandError(Exception):
    """A typed command that cannot be understood; the message says how to mend it."""


@dataclass(frozen=True, slots=True)
class Table:
    """The table at which the next hand is played: resolved options, names by seat, who deals."""

    options: Any
    names: tuple[str, ...]
    dealer: int


@dataclass(frozen=True, slots=True)
class SideWords:
    """A side's heading: the keys of its seats ("A & C") and its players' names."""

    short: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ContractWords:
    """A contract in words, with what is drawn before them: a suit's end or a piece."""

    text: str
    end: int | None = None
    piece: str = ""


@dataclass(frozen=True, slots=True)
class HandWords:
    """One hand in words. ``points`` are by side, empty where the record does not say."""

    shaker: str
    bidder: str
    bid: str
    contract: ContractWords
    outcome: str
    points: tuple[str, ...]
    score: tuple[int, ...]
    auction: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Fact:
    """One labelled fact of a record, to be read or compared."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class DrawnPiece:
    """A piece as it was played: ``piece`` is empty for a word that is none.

    ``state`` marks the winner of the trick, or a piece that a problem speaks of.
    """

    piece: str
    written: str
    name: str
    state: str = ""


@dataclass(frozen=True, slots=True)
class DrawnTrick:
    """A trick as it is drawn; ``following`` is who plays next, where it is not whole."""

    number: int
    pieces: tuple[DrawnPiece, ...]
    problems: tuple[Problem, ...]
    following: str


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """One line of a settlement: what it is for, how it is reckoned, what it comes to."""

    label: str
    reckoning: str
    amount: str


@dataclass(frozen=True, slots=True)
class KeyHelp:
    """What may be typed, and what it means."""

    keys: tuple[str, ...]
    meaning: str


class GamePage(Protocol):
    """The page of one game."""

    @property
    def game(self) -> str:
        """The game's name in the record format."""

    def sides(self, names: Names) -> tuple[SideWords, ...]:
        """The sides, in the order of scores."""

    def seat_keys(self) -> tuple[str, ...]:
        """The letter by which each seat is typed and shown."""

    def value_words(self, name: str, value: Value) -> str:
        """A value of a problem in words: a bid, a contract; ``name`` is its place in the text."""

    def target(self, options: Any) -> int:
        """What a side needs to win."""

    def draws_marks(self, options: Any) -> bool:
        """Whether totals are drawn as strokes of the ALL."""

    def unit(self, options: Any) -> str:
        """The word for what is counted."""

    def words(self, record: Record, verdict: Record, names: Names) -> HandWords:
        """A legal hand in words."""

    def facts(self, record: Record, names: Names) -> tuple[Fact, ...]:
        """Any record of sound shape, legal or not, in labelled facts."""

    def tricks(
        self, record: Record, options: Any, names: Names, problems: Collection[Problem]
    ) -> tuple[DrawnTrick, ...]:
        """The recorded tricks as they are drawn, each with the problems that speak of it."""

    def agreed(self, options: Any) -> tuple[str, ...]:
        """The rules of the table in a few words each, what is usual left out."""

    def stakes(self, stakes: Mapping[str, str]) -> tuple[MoneyLine, ...]:
        """What was agreed to be played for."""

    def reckoning(
        self,
        standing: Standing,
        stakes: Mapping[str, str],
        options: Any,
        sides: Sequence[SideWords],
    ) -> tuple[MoneyLine, ...]:
        """How the settlement of a match that is won comes about, line by line."""

    def command(self, text: str, options: Any) -> dict[str, str]:
        """The entry form's fields that a typed line stands for; raises ``CommandError``."""

    def command_help(self, options: Any) -> tuple[KeyHelp, ...]:
        """The words that a typed line may hold under these rules."""
