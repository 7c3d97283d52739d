"""How good a plan of tables is, beside what no plan can better."""

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.movements.table_mates.base import (
    Pair,
    PlannedTables,
    bye_counts,
    meetings,
    seat_counts,
)


@dataclass(frozen=True, slots=True)
class Balance:
    """What a plan is worth.

    ``meetings`` has a row and a column for each of ``players``: how often two met, all told.
    ``repeats`` are the meetings in these rounds of two who had met before; no plan for as many
    rounds with the same players sitting out has fewer than ``lower_bound``, and it may be that
    none reaches it. ``byes`` and ``seats`` count these rounds, by player.
    """

    players: tuple[int, ...]
    meetings: tuple[tuple[int, ...], ...]
    repeats: int
    lower_bound: int
    byes: tuple[int, ...]
    seats: tuple[tuple[int, ...], ...]


def balance(
    players: Sequence[int],
    rounds: Sequence[PlannedTables],
    *,
    met: Mapping[Pair, int] | None = None,
) -> Balance:
    """The balance of these rounds after ``met``, for the ``players`` to be shown."""
    before = Counter(met or {})
    now = meetings(rounds)
    total = before + now
    byes, seats = bye_counts(rounds), seat_counts(rounds)
    widest = max((len(table) for planned in rounds for table in planned.tables), default=0)
    return Balance(
        players=tuple(players),
        meetings=tuple(
            tuple(total[frozenset((one, other))] if one != other else 0 for other in players)
            for one in players
        ),
        repeats=sum(
            max(0, before[pair] + times - 1) - max(0, before[pair] - 1)
            for pair, times in now.items()
        ),
        lower_bound=lower_bound(players, rounds, before),
        byes=tuple(byes[player] for player in players),
        seats=tuple(tuple(seats[player, seat] for seat in range(widest)) for player in players),
    )


def lower_bound(
    players: Sequence[int], rounds: Sequence[PlannedTables], before: Mapping[Pair, int]
) -> int:
    """Repeats that no plan with these tables and sit-outs avoids; the best of three counts."""
    if not rounds:
        return 0
    smallest = min((len(table) for planned in rounds for table in planned.tables), default=0)
    playing = Counter(player for planned in rounds for table in planned.tables for player in table)
    new = Counter({player: len(players) - 1 for player in players})
    for pair in before:
        if before[pair] and all(player in new for player in pair):
            new.subtract(pair)
    single = sum(max(0, playing[one] * (smallest - 1) - new[one]) for one in players)
    pairs = sum(
        len(table) * (len(table) - 1) // 2 for planned in rounds for table in planned.tables
    )
    return max(-(-single // 2), pairs - sum(new.values()) // 2, _crowded(rounds))


def _crowded(rounds: Sequence[PlannedTables]) -> int:
    """Repeats because there are fewer tables than seats at one.

    Whoever plays in two rounds running is in one of (tables before) x (tables now) cells; two in
    one cell meet again. Every round but the first so repeats meetings of the round before.
    """
    repeats = 0
    for before, now in itertools.pairwise(rounds):
        stayed = {player for table in before.tables for player in table} - set(now.byes)
        cells = len(before.tables) * len(now.tables)
        if cells:
            full, more = divmod(len(stayed), cells)
            repeats += (cells - more) * full * (full - 1) // 2 + more * (full + 1) * full // 2
    return repeats
