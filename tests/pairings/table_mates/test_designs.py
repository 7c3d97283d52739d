"""Designs, each counted out meeting by meeting with no help of the code that made it."""

import pytest

from engine.pairings.designs import FIELDS, STARTERS, design, field_tables, plane_rounds
from engine.pairings.state import PlannedRound
from engine.pairings.table_mates import plan_tables
from engine.pairings.tables import Remainder, RoundShape
from tests.pairings.table_mates.counting import byes, check_round, repeats

PROMISED = [
    # (players, size of table, rounds), from social golfer tables: CSPLib problem 10, with the
    # ten rounds of 32 found by A. Aguado, and Colbourn and Dinitz, "Handbook of Combinatorial
    # Designs", for Kirkman and nearly Kirkman triple systems and resolvable block designs.
    *[(16, 4, 5), (20, 4, 5), (24, 4, 7), (28, 4, 9), (32, 4, 10), (36, 4, 11), (40, 4, 13)],
    *[(44, 4, 11), (48, 4, 15), (52, 4, 17), (60, 4, 19)],
    *[(9, 3, 4), (12, 3, 4), (15, 3, 7), (18, 3, 8), (21, 3, 10), (24, 3, 11), (27, 3, 13)],
    *[(30, 3, 14), (33, 3, 16), (36, 3, 17), (39, 3, 19), (42, 3, 20), (45, 3, 22), (48, 3, 23)],
    *[(51, 3, 25), (54, 3, 26), (57, 3, 28), (60, 3, 29)],
]


@pytest.mark.parametrize(("players", "size", "rounds"), PROMISED)
def test_nobody_meets_twice_where_a_design_is_known(players: int, size: int, rounds: int) -> None:
    everybody = range(1, players + 1)
    plan = plan_tables(everybody, size, rounds, seed="a")
    assert len(plan) == rounds
    for planned in plan:
        check_round(planned, everybody, size)
        assert planned.byes == ()
    assert repeats(plan) == 0


@pytest.mark.parametrize(("players", "size", "rounds"), PROMISED)
def test_a_shorter_evening_is_the_beginning_of_the_longer(
    players: int, size: int, rounds: int
) -> None:
    whole = plan_tables(range(players), size, rounds, seed="a")
    for length in {1, 2, rounds // 2, rounds - 1}:
        begun = plan_tables(range(players), size, length, seed="a")
        assert met_at(begun) == met_at(whole[:length])


def met_at(plan: tuple[PlannedRound, ...]) -> list[set[frozenset[int]]]:
    return [{frozenset(table) for table in planned.tables} for planned in plan]


@pytest.mark.parametrize(("players", "size", "rounds"), PROMISED)
def test_with_one_missing_his_companions_sit_out_and_nobody_twice(
    players: int, size: int, rounds: int
) -> None:
    everybody = range(1, players)
    plan = plan_tables(everybody, size, rounds, seed="a")
    for planned in plan:
        check_round(planned, everybody, size)
        assert len(planned.byes) == size - 1
    assert repeats(plan) == 0
    assert max(byes(plan).values()) == 1


@pytest.mark.parametrize(
    ("players", "size", "rounds"), [key for key in PROMISED if key[:2] in STARTERS]
)
def test_no_design_could_be_longer_where_base_rounds_are_stored(
    players: int, size: int, rounds: int
) -> None:
    assert rounds == (players - 1) // (size - 1)


@pytest.mark.parametrize("order", FIELDS)
def test_the_fields_are_fields(order: int) -> None:
    times, plus = field_tables(order)
    elements = range(order)
    for element in elements:
        assert sorted(plus[element]) == list(elements)
        assert times[element][0] == 0
        assert plus[element][0] == element
        if element:
            assert sorted(times[element]) == list(elements)
        for other in elements:
            assert times[element][other] == times[other][element]
            assert plus[element][other] == plus[other][element]
            for third in elements:
                assert (
                    times[element][plus[other][third]]
                    == plus[times[element][other]][times[element][third]]
                )
                assert times[element][times[other][third]] == times[times[element][other]][third]


@pytest.mark.parametrize("order", [4, 5, 7, 8, 9, 11, 13])
@pytest.mark.parametrize("size", [3, 4])
def test_nobody_meets_twice_on_the_lines_of_a_plane(order: int, size: int) -> None:
    players = order * size
    plan = tuple(PlannedRound(tables) for tables in plane_rounds(order, players))
    assert len(plan) == order + (size == order)
    for planned in plan:
        check_round(planned, range(players), size)
    assert repeats(plan) == 0


@pytest.mark.parametrize("order", [2, 6, 10])
def test_there_is_no_plane_without_a_field(order: int) -> None:
    with pytest.raises(KeyError):
        plane_rounds(order, order * 3)


@pytest.mark.parametrize(
    ("players", "size", "remainder"),
    [
        (8, 4, Remainder.SIT_OUT),
        (17, 4, Remainder.SIT_OUT),
        (10, 3, Remainder.SIT_OUT),
        (7, 4, Remainder.LARGER_TABLES),
        (33, 4, Remainder.LARGER_TABLES),
    ],
)
def test_where_no_design_is_known_none_is_given(
    players: int, size: int, remainder: Remainder
) -> None:
    assert design(players, RoundShape.of(players, size, remainder)) == ()
