"""Between the entries of an event and the places of a movement: its players from 0 as drawn."""

from collections.abc import Iterable, Mapping, Sequence

from pairings.base import PlannedRound


def places_of(entries: Iterable[int]) -> dict[int, int]:
    """The place in the movement that each entry was drawn to."""
    return {entry: place for place, entry in enumerate(entries)}


def by_place(rounds: Iterable[PlannedRound], place: Mapping[int, int]) -> tuple[PlannedRound, ...]:
    """Rounds with the places of the movement instead of entries."""
    return tuple(
        PlannedRound(
            tuple(tuple(place[entry] for entry in table) for table in planned.tables),
            tuple(place[entry] for entry in planned.byes),
        )
        for planned in rounds
    )


def by_entry(plan: Iterable[PlannedRound], entries: Sequence[int]) -> tuple[PlannedRound, ...]:
    """Rounds of the movement with the entries that were drawn to its places."""
    return tuple(
        PlannedRound(
            tuple(tuple(entries[place] for place in table) for table in planned.tables),
            tuple(entries[place] for place in planned.byes),
        )
        for planned in plan
    )
