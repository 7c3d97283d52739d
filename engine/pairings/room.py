"""Assign the tables of a round to tables of the room, in shifts if it has too few."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

FIRST = 1


class RoomPlace(NamedTuple):
    """A table of the room, and the shift: 2 plays after the first meeting there."""

    table: int
    shift: int = FIRST


@dataclass(frozen=True, slots=True)
class PlacedTable:
    """A table of a round by its number in the draw.

    ``place`` is its present place, and it ``stays`` if that cannot change. One that has ``begun``
    and must move comes before those that have not.
    """

    number: int
    entries: tuple[int, ...]
    place: RoomPlace
    begun: bool = False
    stays: bool = False


def places_in_room(
    tables: Sequence[PlacedTable],
    room: Collection[int],
    waited: Mapping[int, int] | None = None,
) -> dict[int, RoomPlace]:
    """Return where each table of a round is played, by its number.

    ``room`` are the usable tables. Each table of the round is played at its own number if possible,
    else at the lowest free one. If there are too few, those wait whose entries ``waited`` least
    before, first those that have to move anyway, then the highest numbers.
    """
    if not room:
        raise ValueError("a room has a table")
    staying = {placed.number: placed.place for placed in tables if placed.stays}
    left = [placed for placed in tables if not placed.stays]
    left.sort(key=lambda placed: _claim(placed, room, waited or {}))
    places, shift = dict(staying), FIRST
    while left:
        free = set(room) - {place.table for place in places.values() if place.shift == shift}
        now, left = left[: len(free)], left[len(free) :]
        places |= _seated(now, free, shift)
        shift += 1
    return places


def _claim(
    placed: PlacedTable, room: Collection[int], waited: Mapping[int, int]
) -> tuple[bool, int, bool, int]:
    """Return a sort key: the lowest plays in the first shift."""
    times = sum(waited.get(entry, 0) for entry in placed.entries)
    return not placed.begun, -times, placed.number not in room, placed.number


def _seated(tables: Iterable[PlacedTable], free: set[int], shift: int) -> dict[int, RoomPlace]:
    """Return tables at their own numbers, the others at the lowest free ones."""
    numbers = sorted(placed.number for placed in tables)
    own_places = {number: RoomPlace(number, shift) for number in numbers if number in free}
    rest = sorted(free - own_places.keys())
    moved = (number for number in numbers if number not in own_places)
    return own_places | {
        number: RoomPlace(table, shift) for number, table in zip(moved, rest, strict=False)
    }
