"""Duplicate scoring: worked examples, and a naive second computation to differ from."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.standings.duplicate import (
    Award,
    Compared,
    Comparison,
    DealPosition,
    compare,
    compare_all,
    factored,
)

HALF = Fraction(1, 2)
RESULTS = st.dictionaries(
    st.integers(1, 12),
    st.one_of(st.integers(-3, 3), st.sampled_from(Award)),
    max_size=9,
)
SHARES = {"average_minus": (4, 10), "average": (5, 10), "average_plus": (6, 10)}


def naive(results: dict[int, int | Award], expected: int) -> dict[int, tuple[Fraction, ...]]:
    """The same, table by table against table: halves, share, cross."""
    expected = max(expected, len(results))
    played = [value for value in results.values() if not isinstance(value, Award)]
    results_by_table: dict[int, tuple[Fraction, ...]] = {}
    for table, mine in results.items():
        if isinstance(mine, Award):
            share = Fraction(*SHARES[mine.value])
            tenth = Fraction(max(played, default=0) - min(played, default=0), 10)
            steps = {"average_minus": -1, "average": 0, "average_plus": 1}[mine.value]
            results_by_table[table] = (share * 2 * (expected - 1), share, steps * tenth)
            continue
        halves, differences = 0, []
        for other, theirs in results.items():
            if other == table or isinstance(theirs, Award):
                continue
            halves += 2 if mine > theirs else 1 if mine == theirs else 0
            differences.append(mine - theirs)
        # Each result stands for expected / played of them; of those at this table not itself.
        weight = Fraction(expected, len(played))
        full = halves * weight + (weight - 1)
        share = full / (2 * (expected - 1)) if expected > 1 else HALF
        average = Fraction(sum(differences), len(differences)) if differences else Fraction()
        results_by_table[table] = (full, share, average)
    return results_by_table


@given(RESULTS, st.integers(0, 12))
def test_a_naive_computation_agrees(results: dict[int, int | Award], expected: int) -> None:
    assert {
        table: tuple(comparison) for table, comparison in compare(results, expected).items()
    } == naive(results, expected)


@given(RESULTS, st.integers(2, 12))
def test_two_sides_share_the_top(results: dict[int, int | Award], expected: int) -> None:
    plain = {table: result for table, result in results.items() if not isinstance(result, Award)}
    ours = compare(dict(plain), expected)
    theirs = compare({table: -value for table, value in plain.items()}, expected)
    for table in plain:
        assert ours[table].share + theirs[table].share == 1
        assert ours[table].cross + theirs[table].cross == 0
    if plain:
        assert sum(comparison.share for comparison in ours.values()) == Fraction(len(plain), 2)
        assert sum(comparison.cross for comparison in ours.values()) == 0


@given(RESULTS, st.integers(0, 12))
def test_better_results_are_never_worth_less(
    results: dict[int, int | Award], expected: int
) -> None:
    comparisons = compare(results, expected)
    for table, other in combinations(results, 2):
        mine, theirs = results[table], results[other]
        if not (isinstance(mine, Award) or isinstance(theirs, Award)) and mine > theirs:
            assert comparisons[table].share > comparisons[other].share
            assert comparisons[table].cross > comparisons[other].cross


def test_matchpoints_of_a_whole_board() -> None:
    # North-South scores of a bridge board: 620, 620, 170, 140, -100, top of 8 halves.
    comparisons = compare({1: 620, 2: 620, 3: 170, 4: 140, 5: -100}, 5)
    assert [comparisons[table].halves for table in range(1, 6)] == [7, 7, 4, 2, 0]
    assert comparisons[1].share == Fraction(7, 8)
    assert comparisons[3].cross == Fraction(170 * 4 - (620 + 620 + 140 - 100), 4)


@pytest.mark.parametrize(
    ("halves", "played", "expected", "result"),
    [
        # EBU White Book: (M * E + E - A) / A, with M matchpoints of A scores, E expected.
        (12, 7, 8, Fraction(12 * 8 + 8 - 7, 7)),
        (0, 7, 8, Fraction(1, 7)),
        (6, 7, 8, 7),
        (4, 3, 8, Fraction(37, 3)),
        (0, 1, 8, 7),
        (10, 6, 6, 10),
    ],
)
def test_boards_with_fewer_results_are_factored(
    halves: int, played: int, expected: int, result: Fraction
) -> None:
    assert factored(halves, played, expected) == result


def test_awards_leave_the_others_to_be_factored() -> None:
    # One of four results is a ruling: 60 % of a top of 6 halves; three are left of four.
    comparisons = compare({1: 2, 2: 0, 3: -2, 4: Award.PLUS}, 4)
    assert comparisons[4] == Compared(Fraction(18, 5), Fraction(3, 5), Fraction(4, 10))
    assert [comparisons[table].halves for table in (1, 2, 3)] == [
        Fraction(17, 3),
        3,
        Fraction(1, 3),
    ]


def evening(results: list[dict[int, int | Award]]) -> dict[int, Fraction | None]:
    """The percentages of entries that sit in one direction, by the results of each deal."""
    positions = [
        DealPosition(deal, 0, entry, (entry,), result)
        for deal, of_deal in enumerate(results)
        for entry, result in of_deal.items()
    ]
    return {
        entry: comparison.percent for entry, comparison in compare_all(positions).totals.items()
    }


# Deals played by entries 1 to 4, best first: 100, 67, 33 and 0 per cent each.
PLAYED: dict[int, int | Award] = {1: 3, 2: 2, 3: 1, 4: 0}


@pytest.mark.parametrize(
    ("entry", "award", "percent"),
    [
        (1, Award.PLUS, 100),  # better than 60
        (2, Award.PLUS, Fraction(200, 3)),
        (3, Award.PLUS, 60),
        (4, Award.PLUS, 60),
        (1, Award.MINUS, 40),
        (2, Award.MINUS, 40),
        (3, Award.MINUS, Fraction(100, 3)),  # worse than 40
        (4, Award.MINUS, 0),
        (1, Award.AVERAGE, 50),
    ],
)
def test_average_plus_and_minus_follow_the_session_beyond_60_and_40(
    entry: int, award: Award, percent: Fraction
) -> None:
    # Laws 12C2 and 88; two deals are played and the third is ruled on.
    usual = Fraction(100 * (4 - entry), 3)
    percents = evening([PLAYED, PLAYED, {**PLAYED, entry: award}])
    assert percents[entry] == (2 * usual + percent) / 3


def test_without_a_deal_played_average_plus_is_60_per_cent() -> None:
    assert evening([{1: Award.PLUS, 2: Award.MINUS, 3: 1, 4: 0}])[1] == 60


def test_partners_who_entered_alone_have_an_award_each() -> None:
    alone = [DealPosition(1, 0, 1, (1,), 3), DealPosition(1, 0, 2, (2,), 0)]
    compared = compare_all([*alone, DealPosition(2, 0, 1, (1, 2), Award.PLUS)])
    assert [comparison.share for comparison in compared.by_place[2, 0, 1]] == [1, Fraction(3, 5)]
    assert [compared.totals[entry].percent for entry in (1, 2)] == [100, 30]


def test_an_award_is_as_far_from_nothing_as_its_per_cent_are_from_50() -> None:
    positions = [
        DealPosition(deal, 0, entry, (entry,), result)
        for deal, of_deal in enumerate((PLAYED, {**PLAYED, 1: Award.PLUS}))
        for entry, result in of_deal.items()
    ]
    (value,) = compare_all(positions).by_place[1, 0, 1]
    assert (value.share, value.cross) == (1, 1)  # half of the range from 0 to 2


@pytest.mark.parametrize("expected", [0, 1, 2, 5])
def test_one_table_alone_scores_average(expected: int) -> None:
    assert compare({3: 7}, expected)[3][1:] == (HALF, 0)


def test_nothing_is_expected_where_nothing_was_played() -> None:
    assert compare_all([]) == Comparison(0, {}, {})


def test_totals_are_averages_over_the_deals_played() -> None:
    compared = compare_all(
        [
            DealPosition(1, 0, 1, (1,), 1),
            DealPosition(1, 0, 2, (2,), -1),
            DealPosition(1, 1, 1, (3,), -1),
            DealPosition(1, 1, 2, (4,), 1),
            DealPosition(2, 0, 1, (1,), 0),
            DealPosition(2, 0, 2, (3,), 0),
            DealPosition(3, 0, 1, (1,), 5),
        ]
    )
    assert compared.expected == 2
    totals = compared.totals[1]
    assert (totals.deals, totals.percent, totals.cross) == (3, Fraction(200, 3), 2)
    assert totals.halves == 2 + 1 + 1, "won, level, and average where nobody else played"
    assert compared.totals[3].percent == 25
    assert compared.totals[2].percent == 0
    assert compare_all([]).totals == {}
