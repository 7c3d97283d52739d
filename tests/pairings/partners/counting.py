"""Counting a plan of pairs out the slow way: nothing here is taken from the code that plans."""

from collections import Counter
from collections.abc import Iterable

from engine.pairings.state import PlannedRound


def partner_times(plan: Iterable[PlannedRound]) -> Counter[tuple[int, int]]:
    """How often each two, the lower number first, sat opposite each other as partners."""
    times: Counter[tuple[int, int]] = Counter()
    for planned in plan:
        for north, east, south, west in planned.tables:
            times[min(north, south), max(north, south)] += 1
            times[min(east, west), max(east, west)] += 1
    return times


def opponent_times(plan: Iterable[PlannedRound]) -> Counter[tuple[int, int]]:
    """How often each two, the lower number first, were opponents."""
    times: Counter[tuple[int, int]] = Counter()
    for planned in plan:
        for north, east, south, west in planned.tables:
            for player, other in ((north, east), (east, south), (south, west), (west, north)):
                times[min(player, other), max(player, other)] += 1
    return times


def again(times: Counter[tuple[int, int]]) -> int:
    """Each time counted as often as the two had it before."""
    return sum(sum(range(count)) for count in times.values())


def cost(plan: Iterable[PlannedRound]) -> int:
    """Partners again at a hundred, opponents again at ten, companions again at one."""
    rounds = tuple(plan)
    partners, opponents = partner_times(rounds), opponent_times(rounds)
    return 100 * again(partners) + 10 * again(opponents) + again(partners + opponents)
