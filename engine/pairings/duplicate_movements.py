"""Movements of pairs for evenings with the same deals everywhere: what they have in common."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from engine.pairings.round_robin import leftover_rounds
from engine.pairings.state import Pair, PairingState, PlannedRound, Rounds


def comparisons(rounds: Iterable[PlannedRound]) -> Counter[Pair]:
    """Count the rounds in which each two entries sit in the same direction: they are compared."""
    counts: Counter[Pair] = Counter()
    for planned in rounds:
        for line in zip(*planned.tables, strict=True):
            counts.update(map(frozenset, combinations(line, 2)))
    return counts


def places_in_movement(state: PairingState) -> tuple[int, ...]:
    """Return the entries of the movement: those who play on, or did.

    Whoever came late takes the place of one that had left by then, else a new one at the end.
    """
    rounds_of: dict[int, list[int]] = {}
    for number, planned in enumerate(state.played):
        for entry in planned.entries:
            rounds_of.setdefault(entry, []).append(number)
    here = [entry for entry in state.entries if entry in rounds_of or entry not in state.absent]
    came = {entry: rounds_of.get(entry, [len(state.played)])[0] for entry in here}
    places = [entry for entry in here if not came[entry]]
    for entry in sorted((entry for entry in here if came[entry]), key=came.__getitem__):
        left = (
            place
            for place, other in enumerate(places)
            if other in state.absent and rounds_of[other][-1] < came[entry]
        )
        if (place := next(left, None)) is None:
            places.append(entry)
        else:
            places[place] = entry
    return tuple(places)


def movement_continued(
    state: PairingState, movement: Sequence[PlannedRound], rounds: int, wanted: Counter[Pair]
) -> Rounds:
    """Return the movement's next rounds; matched again if two would meet again."""
    here = frozenset(state.active)
    begun = len(state.played)
    met = {frozenset(table) for planned in state.played for table in planned.tables}
    met |= set(map(frozenset, state.promised))
    plan = [
        PlannedRound.of((table for table in planned.tables if here.issuperset(table)), state.active)
        for planned in movement[begun:rounds]
    ]
    if any(frozenset(table) in met for planned in plan for table in planned.tables):
        left = Counter(pair for pair in wanted if pair <= here and pair not in met)
        return leftover_rounds(state, left, room=max(0, rounds - begun), attempt=0)
    return tuple(planned for planned in plan if planned.tables)
