"""The play of a hand, trick by trick: who took what, and everything that was played wrongly.

What every trick game asks is here: how many pieces lie in a trick, whether each is one, whether it
was there to be played. A game adds its `TrickRules`. A piece is a number, a hand a bit mask.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, NamedTuple

from rules.pack import Holdings, Pack
from rules.problems import Code, Problem, SeatInText, problem

FOUR_HANDED: Final = tuple(tuple((leader + i) % 4 for i in range(4)) for leader in range(4))
"""The seats of a trick, by its leader."""


class Taken(NamedTuple):
    """A complete trick: its winner and, if known, its points."""

    winner: int
    points: int | None


class Fault(NamedTuple):
    """A fault in the play. `by` is the seat that broke a rule with a piece it holds, on which a
    director may have ruled; without it the fault is one of the record."""

    problem: Problem
    by: int | None = None


@dataclass(slots=True)
class Played:
    """The complete tricks and every fault, up to one that makes the rest unreadable."""

    tricks: list[Taken] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    @property
    def winners(self) -> list[int]:
        return [trick.winner for trick in self.tricks]

    @property
    def is_readable(self) -> bool:
        """Whether the record can be read to its end."""
        return all(fault.by is not None for fault in self.faults)


@dataclass(slots=True)
class Turn:
    """A seat that plays a piece: `hand` is what it holds, with the piece, `trick` what lies before
    it, of trick `number` counted from 0; `gone` are all pieces played earlier."""

    seat: int = 0
    piece: int = 0
    hand: int = 0
    trick: list[int] = field(default_factory=list)
    number: int = 0
    gone: int = 0

    @property
    def at(self) -> str:
        """The place of the piece in the record."""
        return f"/plays/{self.number}/{len(self.trick)}"


@dataclass(frozen=True, slots=True)
class TrickRules(ABC):
    """How the tricks of one hand are played: `leader` leads first, `orders[leader]` are the seats
    of a trick."""

    pack: ClassVar[Pack]

    orders: Sequence[Sequence[int]]
    leader: int

    @abstractmethod
    def winning_place(self, trick: Sequence[int], number: int) -> int:
        """Return the place of the winning piece in a complete trick, `number` counted from 0."""

    def worth(self, trick: Sequence[int]) -> int | None:
        """Return the points of a complete trick; None in games that count tricks alone."""
        return None

    @abstractmethod
    def breach(self, turn: Turn) -> Problem | None:
        """Return why a seat may not play a piece that it holds, or None if it may."""

    @property
    def tricks(self) -> int:
        """How many tricks a hand has."""
        return self.pack.hand_size


# What a record says of the tricks


def tricks_key(record: Mapping[str, Any]) -> str | None:
    """Return the key under which a record has its tricks, even an empty list of them."""
    return next((key for key in ("plays", "trick_results") if key in record), None)


def tricks_written(results: Iterable[Mapping[str, Any]]) -> list[Taken]:
    """Return the tricks of a record that has only winners and points."""
    return [Taken(result["winner"], result.get("points")) for result in results]


def plays_as_written(
    plays: Sequence[Sequence[str]], rules: TrickRules
) -> Iterator[tuple[int, int]]:
    """Yield seat and piece of each play, up to a fault that makes the rest unreadable."""
    numbers, leader = rules.pack.numbers, rules.leader
    for t, names in enumerate(plays[: rules.tricks]):
        order = rules.orders[leader]
        known = [numbers[name] for name in names if name in numbers]
        if len(known) < len(names) or not is_right_size(plays, t, len(order)):
            return
        yield from zip(order, known, strict=False)
        if len(known) == len(order):
            leader = order[rules.winning_place(known, t)]


def is_right_size(plays: Sequence[Sequence[object]], t: int, size: int) -> bool:
    """Return whether a trick is complete; only the last one may have fewer pieces."""
    return len(plays[t]) == size or (len(plays[t]) < size and t == len(plays) - 1)


# The replay


def replay(plays: Sequence[Sequence[str]], rules: TrickRules, holdings: Holdings) -> Played:
    """Return the complete tricks as played and every fault."""
    played, turn, leader = Played(), Turn(), rules.leader
    for t, names in enumerate(plays):
        order = rules.orders[leader]
        turn.number, turn.trick = t, []
        if wrong := _wrong_size(plays, t, len(order), rules):
            played.faults.append(Fault(wrong))
            break
        played.faults += _faults(zip(order, names, strict=False), turn, rules, holdings)
        if played.faults and played.faults[-1].by is None:
            break
        if len(names) == len(order):
            leader = order[rules.winning_place(turn.trick, t)]
            played.tricks.append(Taken(leader, rules.worth(turn.trick)))
    return played


def _faults(
    trick: Iterable[tuple[int, str]], turn: Turn, rules: TrickRules, holdings: Holdings
) -> Iterator[Fault]:
    """Play one trick: yield each piece that may not be played, up to one that was not there."""
    numbers = rules.pack.numbers
    for turn.seat, name in trick:
        piece = numbers.get(name)
        bit, seat = 0 if piece is None else 1 << piece, turn.seat
        if piece is None or bit & (turn.gone | holdings.excluded[seat]):
            yield Fault(_not_there(turn, name, rules.pack))
            return
        turn.piece, turn.hand = piece, (holdings.held[seat] | bit) & ~turn.gone
        breach = rules.breach(turn)
        if breach is not None:
            yield Fault(breach, by=seat)
        turn.trick.append(piece)
        turn.gone |= bit


def _wrong_size(
    plays: Sequence[Sequence[object]], t: int, size: int, rules: TrickRules
) -> Problem | None:
    """Return the problem of a trick after the last one, or of the wrong size."""
    if t >= rules.tricks:
        return rules.pack.too_many_tricks(f"/plays/{t}")
    if is_right_size(plays, t, size):
        return None
    return rules.pack.wrong_trick(f"/plays/{t}", len(plays[t]), size)


def _not_there(turn: Turn, name: str, pack: Pack) -> Problem:
    """Return the problem of a word that is no piece, of a piece already played, or of one that the
    seat cannot hold."""
    number = pack.numbers.get(name)
    if number is None:
        return pack.unknown(Code.PLAY_UNKNOWN_PIECE, name, turn.at)
    piece = pack.names[number]
    if turn.gone >> number & 1:
        return problem(
            Code.PLAY_DUPLICATE, turn.at, "{piece} has been played already.", piece=piece
        )
    return problem(
        Code.PLAY_NOT_HELD,
        turn.at,
        "{seat} does not hold {piece}.",
        seat=SeatInText(turn.seat),
        piece=piece,
    )
