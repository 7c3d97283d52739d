"""How good a plan of tables is, beside what no plan can better."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from pairings.base import PlannedRound
from pairings.table_mates.base import Pair, byes_taken, meetings, seat_counts


@dataclass(frozen=True, slots=True)
class Balance:
    """What a plan is worth.

    ``meetings`` has a row and a column for each of ``players``: how often two met, all told.
    ``repeats`` counts each meeting in these rounds as often as the two had met before, so that a
    third meeting weighs two. No plan for as many rounds with the same players sitting out, and at
    larger tables, has fewer than ``lower_bound``, and it may be that none reaches it.
    ``byes`` and ``seats`` count these rounds, by player.
    """

    players: tuple[int, ...]
    meetings: tuple[tuple[int, ...], ...]
    repeats: int
    lower_bound: int
    byes: tuple[int, ...]
    seats: tuple[tuple[int, ...], ...]


def balance(
    players: Sequence[int],
    rounds: Sequence[PlannedRound],
    *,
    met: Mapping[Pair, int] | None = None,
) -> Balance:
    """The balance of these rounds after ``met``, for the ``players`` to be shown."""
    before = Counter(met or {})
    now = meetings(rounds)
    total = before + now
    byes, seats = byes_taken(rounds), seat_counts(rounds)
    widest = max((len(table) for planned in rounds for table in planned.tables), default=0)
    return Balance(
        players=tuple(players),
        meetings=tuple(
            tuple(total[frozenset((one, other))] if one != other else 0 for other in players)
            for one in players
        ),
        repeats=sum(times * before[pair] + times * (times - 1) // 2 for pair, times in now.items()),
        lower_bound=lower_bound(players, rounds, before),
        byes=tuple(byes[player] for player in players),
        seats=tuple(tuple(seats[player, seat] for seat in range(widest)) for player in players),
    )


def lower_bound(
    players: Sequence[int], rounds: Sequence[PlannedRound], before: Mapping[Pair, int]
) -> int:
    """Repeats that no plan avoids in which as many sit at each table and the same sit out, or at
    larger tables; the best of three counts."""
    if not rounds:
        return 0
    smallest = min(len(table) for planned in rounds for table in planned.tables)
    playing = Counter(player for planned in rounds for table in planned.tables for player in table)
    taking = {player: times * (smallest - 1) for player, times in playing.items()}
    fewest = fewest_repeats(players, taking, before, total=meetings(rounds).total())
    return max(fewest, _crowded(rounds))


def fewest_repeats(
    players: Sequence[int], taking: Mapping[int, int], before: Mapping[Pair, int], *, total: int
) -> int:
    """Repeats that nobody avoids who is to be ``taking`` so many further times one of the others.

    ``before`` is how often each two were together so far, ``total`` how often any two are to be.
    The better of two counts: each player by himself, and all pairs at once.
    """
    rows = {
        one: Counter(before.get(frozenset((one, other)), 0) for other in players if other != one)
        for one in players
    }
    single = sum(_cheapest(rows[one], taking.get(one, 0)) for one in players)
    pairs = Counter[int]()
    for row in rows.values():
        pairs.update(row)
    met = Counter({times: number // 2 for times, number in pairs.items()})
    return max(-(-single // 2), _cheapest(met, total))


def _cheapest(met: Counter[int], more: int) -> int:
    """What ``more`` meetings repeat at least among pairs of which ``met[n]`` met n times so far."""
    repeats, times, pairs = 0, min(met, default=0), 0
    while more > 0 and met:
        pairs += met[times]
        now = min(more, pairs)
        repeats += now * times
        more -= now
        times += 1
    return repeats


def _crowded(rounds: Sequence[PlannedRound]) -> int:
    """Repeats because there are fewer tables than seats at one.

    Whoever plays in both of two rounds is in one of (tables x tables) cells, and two in one cell
    meet in both. Tables of another size are cells of their own: who sits there is settled. The
    repeats of an evening are those of all its pairs of rounds.
    """
    repeats = 0
    for one, other in combinations(map(_sizes, rounds), 2):
        both = Counter((one.of[player], other.of[player]) for player in one.of.keys() & other.of)
        for (first, second), players in both.items():
            cells = one.tables[first] * other.tables[second]
            full, more = divmod(players, cells)
            repeats += cells * full * (full - 1) // 2 + more * full
    return repeats


class _Sizes(NamedTuple):
    """The size of everybody's table in a round, and how many tables have each size."""

    of: dict[int, int]
    tables: Counter[int]


def _sizes(planned: PlannedRound) -> _Sizes:
    return _Sizes(
        {player: len(table) for table in planned.tables for player in table},
        Counter(map(len, planned.tables)),
    )
