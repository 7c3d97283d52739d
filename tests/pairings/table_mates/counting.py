"""Counting a plan out the slow way: nothing here is taken from the code that plans."""

from collections import Counter
from collections.abc import Collection, Sequence

from engine.pairings.state import PlannedRound


def times_met(plan: Sequence[PlannedRound], player: int, other: int) -> int:
    """In how many tables of the plan both sit."""
    return sum(
        1 for planned in plan for table in planned.tables if player in table and other in table
    )


def repeats(plan: Sequence[PlannedRound]) -> int:
    """Each meeting counted as often as the two had met before in the plan."""
    seen: Counter[tuple[int, int]] = Counter()
    again = 0
    for planned in plan:
        for table in planned.tables:
            for player in table:
                for other in table:
                    if player < other:
                        again += seen[player, other]
                        seen[player, other] += 1
    return again


def byes(plan: Sequence[PlannedRound]) -> Counter[int]:
    """How often each player sat out."""
    return Counter(player for planned in plan for player in planned.byes)


def check_round(
    planned: PlannedRound, players: Collection[int], size: int, *, larger: int = 0
) -> None:
    """Everybody is in one place, and the tables have their sizes."""
    seated = [player for table in planned.tables for player in table]
    assert sorted([*seated, *planned.byes]) == sorted(players)
    sizes = sorted(len(table) for table in planned.tables)
    assert sizes == [size] * (len(sizes) - larger) + [size + 1] * larger


def spread(counts: Counter[int], players: Collection[int]) -> int:
    """How far the counts of two players are apart at most."""
    return max(counts[player] for player in players) - min(counts[player] for player in players)
