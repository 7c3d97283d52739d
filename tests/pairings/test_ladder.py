"""RunningScore tables: rounds together, and who goes up and down."""

from dataclasses import replace

import pytest

from engine.pairings.ladder import Ladder
from engine.pairings.state import Table
from tests.pairings.evenings import evening, first_pair, pairs, result

ladder = Ladder().plan


def lowest(table: Table) -> frozenset[int]:
    """The pair that has the lowest number wins."""
    return min(pairs(table), key=min)


def test_four_stay_for_three_rounds_each_with_each_as_partner() -> None:
    played = evening(ladder, 12, ranked=True)
    had = [played.play() for _ in range(3)]
    for number in range(3):
        assert len({frozenset(planned.tables[number]) for planned in had}) == 1
        partners = {pair for planned in had for pair in pairs(planned.tables[number])}
        assert len(partners) == 6


@pytest.mark.parametrize(
    ("movers", "tables"),
    [
        # 1 wins thrice, then 2 and 3 once or twice as their partners; ties go by the standings.
        (1, [{1, 2, 3, 5}, {4, 6, 7, 9}, {8, 10, 11, 12}]),
        (2, [{1, 2, 5, 6}, {3, 4, 9, 10}, {7, 8, 11, 12}]),
    ],
)
def test_the_best_go_up_and_the_last_go_down(movers: int, tables: list[set[int]]) -> None:
    played = evening(ladder, 12, ranked=True, movers=movers)
    for _ in range(3):
        played.play(lowest)
    assert [set(table) for table in played.next_round().tables] == tables


def test_marks_decide_between_as_many_games_won() -> None:
    played = evening(ladder, 8, together=1)
    first = played.next_round()
    upper, lower = first.tables
    home, other = pairs(lower)
    best, last = max(home), min(pairs(upper)[1])
    marks = dict.fromkeys(home, 7) | dict.fromkeys(other, 3) | {best: 9}
    state = replace(
        played.state,
        played=(first,),
        results=(
            (
                result(upper, first_pair(upper), {entry: 5 - (entry == last) for entry in upper}),
                result(lower, home, marks),
            ),
        ),
    )
    (planned,) = ladder(state)
    assert set(planned.tables[0]) == {*upper} - {last} | {best}


def test_when_somebody_leaves_the_tables_part_at_once() -> None:
    played = evening(ladder, 9, ranked=True)
    played.change(gone=[9])
    played.play(lowest)
    played.change(gone=[8], come=[10])
    planned = played.next_round()
    # 1 and 4 won at the one table, 5 and 8 at the other: 5 goes up, 3 comes down.
    assert [set(table) for table in planned.tables] == [{1, 2, 4, 5}, {3, 6, 7, 10}]


def test_one_table_goes_on_and_on() -> None:
    played = evening(ladder, 4, ranked=True, rounds=7)
    had = [frozenset(pairs(played.play().tables[0])) for _ in range(6)]
    assert set(had[:3]) == set(had[3:]) != set(had[:2])
