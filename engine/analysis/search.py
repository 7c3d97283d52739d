"""Best play of one hand at one contract, all hands seen.

Vocabulary: a *ranking* says which pieces answer a lead and which wins; an *aim* says whose tricks
are counted and who wants many of them; a *position* is what is left to play. Pieces are numbers,
hands bit masks, as in `rules`. The search itself is `search.c`, run as WebAssembly.
"""

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from wasmtime import Config, Engine, Func, Instance, Memory, Module, Store

WASM: Final = Path(__file__).with_name("search.wasm")
PIECES: Final = 36
LONGEST_HAND: Final = 9
MEMORY: Final = 1 << 25
"""Bytes of address space for a search, of which the table takes 8 MiB."""
EVERYBODY: Final = 0b1111


class Rule(IntEnum):
    """Which pieces may be played; the numbers are those of `search.c`."""

    FOLLOW = 0
    NEAREST = 1
    TRUMP_ANY_TIME = 2


@dataclass(frozen=True, slots=True, eq=False)
class TrickRanking:
    """Which pieces follow a lead and which of them wins, by lead and piece.

    `free` need never be played to follow. Pieces of one class, other than 0, that are neighbours in
    `lower` (the pieces that each outranks) are equivalent.
    """

    rule: Rule
    follow: Sequence[int]
    strength: Sequence[Sequence[int]]
    trumps: int = 0
    free: int = 0
    lower: Sequence[int] = ()
    classes: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class SearchAim:
    """What is counted: tricks won by the seats of `collect`, a mask for each trick of the hand.

    A collected trick is worth `trick_points`, its pieces' `points` and, the last one,
    `last_points`. The seats of `maximise` want the number high. With `one_trick` the number is 1
    where that seat does not win exactly one trick. `limit`: more than this makes no difference.
    """

    collect: Sequence[int]
    maximise: int
    points: Sequence[int] = ()
    trick_points: int = 1
    last_points: int = 0
    one_trick: int = 0
    seats: int = EVERYBODY
    limit: int = 255

    def best(self, seat: int, numbers: Iterable[int]) -> int:
        """The one of some numbers that a seat would choose."""
        return max(numbers) if self.maximise >> seat & 1 else min(numbers)


@dataclass(frozen=True, slots=True)
class Position:
    """`left` are the pieces in all hands, `trick` those of the trick in progress, which `leader`
    led; `taken` is what was collected so far. `won`: the seat of `one_trick` has won its trick."""

    left: int
    leader: int
    laid: tuple[int, ...] = ()
    taken: int = 0
    won: bool = False


@dataclass(frozen=True)
class Search:
    """One deal under one ranking and aim: what positions are worth, and which plays are best.

    Not safe for use by several threads at once.
    """

    hands: Sequence[int]
    ranking: TrickRanking
    aim: SearchAim
    _machine: "Machine" = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_machine", Machine(packed(self.hands, self.ranking, self.aim)))

    @cached_property
    def players(self) -> int:
        """How many seats play to a trick."""
        return self.aim.seats.bit_count()

    def start(self, leader: int) -> Position:
        """The position before the first lead."""
        return Position(sum(self.hands[seat] for seat in self.seats_from(leader)), leader)

    def seats_from(self, leader: int) -> list[int]:
        """The seats of a trick in the order of play."""
        return [seat % 4 for seat in range(leader, leader + 4) if self.aim.seats >> seat % 4 & 1]

    def turn(self, position: Position) -> int:
        """The seat that plays next."""
        return self.seats_from(position.leader)[len(position.laid)]

    def legal(self, position: Position) -> list[int]:
        """The pieces that may be played next."""
        if not position.left:
            return []
        mask = self._machine.legal(position)
        return [piece for piece in range(PIECES) if mask >> piece & 1]

    def play(self, position: Position, piece: int) -> Position:
        """Return the position after a piece, with the trick taken if it was complete."""
        left, laid = position.left & ~(1 << piece), (*position.laid, piece)
        if len(laid) < self.players:
            return replace(position, left=left, laid=laid)
        strength = self.ranking.strength[laid[0]]
        worth = [strength[each] for each in laid]
        winner = self.seats_from(position.leader)[worth.index(max(worth))]
        return self._after_trick(replace(position, left=left, laid=laid), winner)

    def _after_trick(self, position: Position, winner: int) -> Position:
        aim, left = self.aim, position.left
        taken, won = position.taken, position.won
        if aim.one_trick >> winner & 1:
            taken, won = taken + won, True
        if aim.one_trick and not left:
            taken += not won
        tricks_left = left.bit_count() // self.players
        if aim.collect[-1 - tricks_left] >> winner & 1:
            counted = sum(aim.points[piece] for piece in position.laid) if aim.points else 0
            taken += aim.trick_points + counted + (0 if left else aim.last_points)
        return Position(left, winner, (), taken, won)

    def worth(self, position: Position) -> int:
        """Return what best play by all collects in the whole hand, `limit` at most.

        Searched by bisection, which takes a third of the time of one open search.
        """
        low, high = min(position.taken, self.aim.limit), self.aim.limit
        while low < high:
            middle = (low + high) // 2
            outcome = self.within(position, middle, middle + 1)
            low, high = (outcome, high) if outcome > middle else (low, outcome)
        return low

    def within(self, position: Position, low: int, high: int) -> int:
        """Return `worth` if it is between two numbers; else a bound on its side."""
        later = self._machine.value(position, low - position.taken, high - position.taken)
        return min(position.taken + later, self.aim.limit)

    def options(self, position: Position) -> dict[int, int]:
        """Return the value of each legal play."""
        return {piece: self.worth(self.play(position, piece)) for piece in self.legal(position)}

    def best_line(self, position: Position) -> list[tuple[int, int]]:
        """Return seat and piece from here, without a losing play, to the end or until the limit is
        reached.
        """
        line = []
        while position.left and position.taken < self.aim.limit:
            seat, options = self.turn(position), self.options(position)
            best = self.aim.best(seat, options.values())
            piece = next(piece for piece, worth in options.items() if worth == best)
            line.append((seat, piece))
            position = self.play(position, piece)
        return line


# The machine


class Machine:
    """An instance of the compiled search with its own memory."""

    def __init__(self, game: bytes) -> None:
        engine, module = compiled()
        self.store = Store(engine)
        exports = Instance(self.store, module, []).exports(self.store)
        memory, self.functions = exports["memory"], exports
        assert isinstance(memory, Memory)
        memory.write(self.store, game, self._call("game_address"))
        self._call("prepare")

    def legal(self, position: Position) -> int:
        """The legal plays as a mask."""
        return self._call("moves", position.left, position.leader, *packed_trick(position))

    def value(self, position: Position, low: int, high: int) -> int:
        """Return what is still collected, exact between the two numbers."""
        left, leader, won = position.left, position.leader, position.won
        return self._call("value", left, leader, int(won), *packed_trick(position), low, high)

    def _call(self, name: str, *numbers: int) -> int:
        function = self.functions[name]
        assert isinstance(function, Func)
        answer = function(self.store, *numbers)
        return answer or 0


@cache
def compiled() -> tuple[Engine, Module]:
    """The search, compiled for this machine once in a process; it takes some hundredths of a
    second."""
    config = Config()
    config.memory_reservation = MEMORY
    engine = Engine(config)
    return engine, Module.from_file(engine, str(WASM))


LAYOUT: Final = struct.Struct(f"<4Q{PIECES}Q{PIECES}Q2Q{PIECES * (PIECES + 2)}s6B{LONGEST_HAND}s")
"""The fields of `game` in search.c, in order."""


def packed(hands: Sequence[int], ranking: TrickRanking, aim: SearchAim) -> bytes:
    """The game as search.c reads it."""
    strength = b"".join(bytes(padded(row)) for row in ranking.strength)
    return LAYOUT.pack(
        *hands,
        *padded(ranking.follow),
        *padded(ranking.lower),
        *(ranking.trumps, ranking.free),
        strength.ljust(PIECES * PIECES, b"\0")
        + bytes(padded(aim.points))
        + bytes(padded(ranking.classes)),
        *(ranking.rule, aim.seats, aim.maximise),
        *(aim.trick_points, aim.last_points, aim.one_trick),
        bytes(reversed(aim.collect)),
    )


def padded(row: Sequence[int]) -> list[int]:
    """One number for each piece."""
    return [*row, *[0] * (PIECES - len(row))]


def packed_trick(position: Position) -> tuple[int, int]:
    """Pack a trick: the number of its pieces, then six bits for each piece."""
    return len(position.laid), sum(piece << 6 * i for i, piece in enumerate(position.laid))
