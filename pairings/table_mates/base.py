"""The words of a movement that seats individuals, three or four at a table."""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple

from pairings.base import PlannedRound, Table

Pair = frozenset[int]


class Remainder(StrEnum):
    """What becomes of the players left over when every table has its size."""

    SIT_OUT = "sit_out"
    LARGER_TABLES = "larger_tables"
    """As many tables as are needed take one player more, who take turns; the rest sit out.

    Everybody sits at a larger table once before anybody does twice.
    """


class Shape(NamedTuple):
    """How many tables a round has, how many of them take one more, and how many sit out."""

    size: int
    tables: int
    larger: int
    sitting: int

    @classmethod
    def of(cls, players: int, size: int, remainder: Remainder) -> "Shape":
        """As many tables of ``size`` as there are players for."""
        tables, left = divmod(players, size)
        larger = min(left, tables) if remainder is Remainder.LARGER_TABLES else 0
        return cls(size, tables, larger, left - larger)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of players at each table; the larger tables come first."""
        return (self.size + 1,) * self.larger + (self.size,) * (self.tables - self.larger)

    @property
    def places_larger(self) -> int:
        """The number of players at larger tables."""
        return self.larger * (self.size + 1)


def meetings(rounds: Iterable[PlannedRound]) -> Counter[Pair]:
    """How often each two sat at one table."""
    return Counter(
        frozenset(pair)
        for planned in rounds
        for table in planned.tables
        for pair in combinations(table, 2)
    )


def byes_taken(rounds: Iterable[PlannedRound]) -> Counter[int]:
    """How often each player sat out."""
    return Counter(player for planned in rounds for player in planned.byes)


def larger_counts(rounds: Iterable[PlannedRound], size: int) -> Counter[int]:
    """How often each player sat at a table of more than ``size``."""
    return Counter(
        player
        for planned in rounds
        for table in planned.tables
        for player in table
        if len(table) > size
    )


def seat_counts(rounds: Iterable[PlannedRound]) -> Counter[tuple[int, int]]:
    """How often each player sat in each seat, by (player, seat from 0)."""
    return Counter(
        (player, seat)
        for planned in rounds
        for table in planned.tables
        for seat, player in enumerate(table)
    )


def dealt(order: Sequence[int], sizes: Sequence[int]) -> tuple[Table, ...]:
    """The players in order, cut into tables of these sizes."""
    players = iter(order)
    return tuple(tuple(next(players) for _ in range(size)) for size in sizes)
