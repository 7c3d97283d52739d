"""The Berger tables, against the tables as federations print them."""

from collections import Counter

import pytest

from engine.pairings.berger import berger_rounds
from engine.pairings.state import Meeting, bye_counts

PUBLISHED = {
    # FIDE Handbook C.05 (General rules for competitions), annex 1, one line a round.
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}


def published(size: int) -> list[tuple[Meeting, ...]]:
    return [
        tuple(Meeting(*map(int, table.split("-"))) for table in line.split())
        for line in PUBLISHED[size]
    ]


@pytest.mark.parametrize("size", PUBLISHED)
def test_an_even_field_plays_the_published_table(size: int) -> None:
    rounds = berger_rounds(range(1, size + 1))
    assert [planned.tables for planned in rounds] == published(size)
    assert all(planned.byes == () for planned in rounds)


@pytest.mark.parametrize("size", PUBLISHED)
def test_in_an_odd_field_whoever_would_meet_the_highest_number_sits_out(size: int) -> None:
    rounds = berger_rounds(range(1, size))
    for planned, printed in zip(rounds, published(size), strict=True):
        assert planned.tables == printed[1:]
        assert planned.byes == (min(printed[0]),)


@pytest.mark.parametrize("size", range(2, 65))
def test_every_two_meet_once_and_nobody_sits_at_two_tables(size: int) -> None:
    rounds = berger_rounds(range(1, size + 1))
    pairs = Counter(frozenset(table) for planned in rounds for table in planned.tables)
    assert len(pairs) == size * (size - 1) // 2
    assert set(pairs.values()) == {1}
    assert len(rounds) == size - 1 + size % 2
    for planned in rounds:
        seated = [entry for table in planned.tables for entry in table] + list(planned.byes)
        assert sorted(seated) == list(range(1, size + 1))


@pytest.mark.parametrize("size", range(2, 65))
def test_byes_of_any_number_of_rounds_differ_by_at_most_one(size: int) -> None:
    entries = range(1, size + 1)
    rounds = berger_rounds(entries)
    for length in range(len(rounds) + 1):
        byes = bye_counts(entries, rounds[:length]).values()
        assert max(byes) - min(byes) <= 1


def test_the_second_cycle_swaps_home_and_away() -> None:
    first, second = berger_rounds(range(1, 7)), berger_rounds(range(1, 7), cycles=2)[5:]
    swapped = [tuple(Meeting(away, home) for home, away in planned.tables) for planned in first]
    assert [planned.tables for planned in second] == swapped


@pytest.mark.parametrize("entries", [(), (7,)])
def test_fewer_than_two_entries_have_no_round(entries: tuple[int, ...]) -> None:
    assert berger_rounds(entries) == ()
