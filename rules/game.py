"""What a game provides to the rule book, and the results.

A game is one `GameLaws` value: its option table, the shape of its records, a function that judges a
well-formed hand under resolved options, and a `MatchBook` that adds hands up.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from importlib import import_module
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from rules.options import OptionTable
from rules.pack import Dealing
from rules.problems import Problems, verdict_values
from rules.shape import Field, Shape

Resolved = TypeVar("Resolved")

Record = Mapping[str, Any]
"""A hand record whose shape has been checked."""


class HandSide(StrEnum):
    """The declarer's side or the other, as claims and rulings name it."""

    DECLARER = "declarer"
    DEFENCE = "defence"


@dataclass(frozen=True, slots=True)
class Judgement:
    """The rule book's judgement of one hand.

    `facts` holds the verdict's keys after `warnings`, in the order of the game's `facts`; for an
    illegal hand only those that are known without a result.
    """

    problems: Problems
    warnings: Problems
    facts: Mapping[str, Any]

    @property
    def ok(self) -> bool:
        """Whether the record is legal."""
        return not self.problems

    def as_dict(self) -> dict[str, Any]:
        """Return the verdict, ready for JSON."""
        return verdict_values(self.problems, self.warnings, self.facts)


@dataclass(frozen=True, slots=True)
class MatchStanding:
    """The state of a match after `hands` hands.

    `over` ends the match with or without a winner. `sets` counts how often each side was set,
    `bags` the current tricks over the bid, in games that have them; `sets` are None too where
    nobody knows them, as of a match of which only the totals were written down.
    """

    totals: tuple[int, ...]
    hands: int = 0
    over: bool = False
    winner: int | None = None
    sets: tuple[int, ...] | None = None
    bags: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class MatchSettlement:
    """What each side and each player receives, in whole units of the currency; each sums to 0."""

    sides: Sequence[int]
    players: Sequence[int]


class Length(NamedTuple):
    """When a match ends: after so many hands, else at a target; None where there is none."""

    hands: int | None = None
    target: int | None = None


class MatchBook(ABC, Generic[Resolved]):
    """How a game adds up its hands, until so many are played or one side alone leads at a target.

    `stakes` are named in the order of the rule book; their amounts are whole units of a currency.
    """

    sides: ClassVar[int]
    stakes: ClassVar[tuple[str, ...]]

    @abstractmethod
    def length(self, options: Resolved) -> Length:
        """Return when a match ends under these options."""

    def stake_applies(self, stake: str, options: Resolved) -> bool:
        """Return whether that stake has a meaning under these options."""
        return True

    def start(self, options: Resolved) -> MatchStanding:
        """Return the standing before the first hand."""
        return MatchStanding(totals=(0,) * self.sides)

    def add(self, standing: MatchStanding, verdict: Record, options: Resolved) -> MatchStanding:
        """Return the standing after one more hand; one that was passed out counts as a hand."""
        totals = tuple(map(int.__add__, standing.totals, verdict["score"]))
        added = replace(standing, totals=totals, hands=standing.hands + 1)
        return self.ended(self.counted(added, verdict, options), options)

    def counted(self, standing: MatchStanding, verdict: Record, options: Resolved) -> MatchStanding:
        """Return the standing with what the hand counts besides its score."""
        return standing

    def ended(self, standing: MatchStanding, options: Resolved) -> MatchStanding:
        """Return the standing as over or not, as totals and hands say, for any number of players. A
        tie after the last hand is a draw, at the target it plays on."""
        hands, target = self.length(options)
        leader = sole_leader(standing.totals)
        if hands is not None:
            over = standing.hands >= hands
        else:
            over = target is not None and leader is not None and max(standing.totals) >= target
        return replace(standing, over=over, winner=leader if over else None)

    @abstractmethod
    def settle(
        self, standing: MatchStanding, amounts: Mapping[str, int], options: Resolved
    ) -> MatchSettlement | None:
        """Return what is owed as the match stands, or None if nothing is owed yet or somebody's
        part is not known."""

    def unknown_stakes(
        self, standing: MatchStanding, amounts: Mapping[str, int]
    ) -> tuple[str, ...]:
        """Return the stakes of which nobody knows how often they are owed."""
        return ()


def sole_leader(totals: Sequence[int]) -> int | None:
    """Return who has the highest total, or None on a tie."""
    best = max(totals)
    return totals.index(best) if totals.count(best) == 1 else None


@dataclass(frozen=True)
class GameLaws(Generic[Resolved]):
    """One game. See `docs/rules/adding-a-game.md`.

    `about` describes a hand's record in a sentence or two. `seats` are the seats that deal and have
    names. `fields` are the record's keys after `rules`, `facts` those of a verdict after
    `warnings`. `dealing` says how deals are made and read; without it there are none.
    """

    name: str
    about: str
    seats: int
    options: OptionTable[Resolved]
    fields: tuple[Field, ...]
    facts: Mapping[str, Shape]
    judge: Callable[[Record, Resolved], Judgement]
    match: MatchBook[Resolved]
    dealing: Dealing | None = None

    @cached_property
    def sides(self) -> int:
        """How many sides a match has: two teams, or every player is one."""
        options: Any = self.options.resolve({})
        return len(self.match.start(options).totals)

    @cached_property
    def has_contracts(self) -> bool:
        """Whether a hand is made or set; else it is only played."""
        outcome = self.facts.get("outcome")
        return outcome is not None and not any(outcome("set", ""))


# The games of the rule book. A new game adds one word here, or is registered.


NAMES: Final = ("texas42", "pandoeren", "dummy_spades", "klaverjassen")


class _GameRegistry(Mapping[str, GameLaws[Any]]):
    """The games by name. Each game's package is imported on first use, so that a short run of the
    command line loads only the games whose records it reads."""

    def __init__(self) -> None:
        self.games: dict[str, GameLaws[Any] | None] = dict.fromkeys(NAMES)

    def __getitem__(self, name: str) -> GameLaws[Any]:
        game = self.games[name]
        if game is None:
            # By convention the package `texas42` holds the game as `TEXAS42`.
            game = getattr(import_module(f"rules.{name}"), name.upper())
            self.games[name] = game
        return game

    def __contains__(self, name: object) -> bool:
        return name in self.games

    def __iter__(self) -> Iterator[str]:
        return iter(self.games)

    def __len__(self) -> int:
        return len(self.games)


_shelf: Final = _GameRegistry()
GAMES: Final[Mapping[str, GameLaws[Any]]] = _shelf


def register(game: GameLaws[Any]) -> None:
    """Add a game, or open one of the rule book's own."""
    _shelf.games[game.name] = game


def unregister(name: str) -> None:
    """Remove a game that was registered."""
    del _shelf.games[name]
