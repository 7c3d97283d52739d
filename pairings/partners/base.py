"""Who is what to whom at a table of two pairs: places 0 and 2 against 1 and 3."""

from collections import Counter
from collections.abc import Iterable

from pairings.base import PlannedRound, Table
from pairings.table_mates.base import Pair

SEATS = 4

Rounds = tuple[PlannedRound, ...]


def partners_at(table: Table) -> tuple[Pair, Pair]:
    """The two pairs of a table."""
    return frozenset(table[::2]), frozenset(table[1::2])


def opponents_at(table: Table) -> list[Pair]:
    """Each two of a table that are not partners."""
    return [frozenset((one, other)) for one in table[::2] for other in table[1::2]]


def partnerships(rounds: Iterable[PlannedRound]) -> Counter[Pair]:
    """How often each two were partners."""
    return Counter(
        pair for planned in rounds for table in planned.tables for pair in partners_at(table)
    )


def oppositions(rounds: Iterable[PlannedRound]) -> Counter[Pair]:
    """How often each two were opponents."""
    return Counter(
        pair for planned in rounds for table in planned.tables for pair in opponents_at(table)
    )
