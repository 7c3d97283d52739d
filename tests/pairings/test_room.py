"""Where tables stand in a room that has too few, from nothing but numbers."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pairings.room import PlacedTable, RoomPlace, places_in_room


def laid(number: int, table: int | None = None, shift: int = 1, **more: bool) -> PlacedTable:
    """A table of the draw; its entries are twice its number and the one before."""
    return PlacedTable(
        number, (2 * number - 1, 2 * number), RoomPlace(table or number, shift), **more
    )


def test_with_room_enough_everybody_stays_at_his_own_number() -> None:
    tables = [laid(number) for number in range(1, 7)]
    assert places_in_room(tables, range(1, 9)) == {n: RoomPlace(n) for n in range(1, 7)}


def test_who_lost_his_table_goes_to_a_free_one() -> None:
    tables = [laid(number) for number in range(1, 5)]
    places = places_in_room(tables, {1, 2, 4, 5})
    assert places == {1: RoomPlace(1), 2: RoomPlace(2), 3: RoomPlace(5), 4: RoomPlace(4)}


def test_with_no_table_free_he_plays_when_another_has_ended() -> None:
    tables = [laid(number) for number in range(1, 5)]
    places = places_in_room(tables, {1, 2, 4})
    assert places == {1: RoomPlace(1), 2: RoomPlace(2), 3: RoomPlace(1, 2), 4: RoomPlace(4)}


def test_what_has_begun_does_not_move() -> None:
    tables = [laid(1, 4, begun=True, stays=True), *(laid(number) for number in range(2, 5))]
    places = places_in_room(tables, {1, 2, 3, 4})
    assert places == {1: RoomPlace(4), 2: RoomPlace(2), 3: RoomPlace(3), 4: RoomPlace(1)}


def test_an_interrupted_meeting_goes_on_before_one_that_has_not_begun() -> None:
    tables = [laid(1, begun=True, stays=True), laid(2, begun=True), laid(3), laid(4)]
    places = places_in_room(tables, {1, 3, 4})
    assert places == {1: RoomPlace(1), 2: RoomPlace(4), 3: RoomPlace(3), 4: RoomPlace(4, 2)}


def test_who_waited_before_does_not_wait_again() -> None:
    tables = [laid(number) for number in range(1, 5)]
    waited = dict.fromkeys((5, 6, 7), 1)
    places = places_in_room(tables, {1, 2, 4}, waited)
    assert [n for n in places if places[n].shift == 2] == [2]


def test_one_table_is_played_at_as_often_as_it_must() -> None:
    places = places_in_room([laid(number) for number in range(1, 4)], {2})
    assert places == {2: RoomPlace(2), 1: RoomPlace(2, 2), 3: RoomPlace(2, 3)}


def test_an_empty_room_is_refused() -> None:
    with pytest.raises(ValueError, match="a table"):
        places_in_room([laid(1)], ())


@given(
    count=st.integers(1, 12),
    room=st.sets(st.integers(1, 14), min_size=1),
    staying=st.sets(st.integers(1, 12)),
    waited=st.dictionaries(st.integers(1, 24), st.integers(0, 3)),
)
def test_no_two_meet_at_a_table_in_a_shift_and_nothing_that_stays_moves(
    count: int, room: set[int], staying: set[int], waited: dict[int, int]
) -> None:
    tables = [
        laid(number, begun=number in staying, stays=number in staying)
        for number in range(1, count + 1)
    ]
    places = places_in_room(tables, room, waited)
    assert places.keys() == set(range(1, count + 1))
    assert max(Counter(places.values()).values()) == 1
    assert all(places[number] == RoomPlace(number) for number in staying if number <= count)
    moving = {number: place for number, place in places.items() if number not in staying}
    assert {place.table for place in moving.values()} <= room
    shifts = max((place.shift for place in moving.values()), default=1)
    for shift in range(1, shifts):
        assert {place.table for place in places.values() if place.shift == shift} >= room
