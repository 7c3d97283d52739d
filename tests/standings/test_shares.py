"""Comparing by the game those who played unequal numbers of games."""

from fractions import Fraction

from engine.standings.ranking import by_the_game, ranked, ranked_by_the_game
from engine.standings.results import Outcome, Results, Sums
from tests.standings.summing import summed

ORDER = ("games_won", "points", "difference")


def sums(won: int, played: int, points: int, other: int) -> Sums:
    return summed(
        games_played=played,
        games_won=won,
        games_lost=played - won,
        points=points,
        points_against=other,
    )


def test_five_of_six_is_more_than_four_of_five_although_both_lost_once() -> None:
    results = Results((1, 2), {1: sums(4, 5, 35, 20), 2: sums(5, 6, 35, 20)}, {})
    assert [row.entry for row in ranked_by_the_game(results, ORDER)] == [2, 1]


def test_four_of_five_is_more_than_four_of_six_where_games_won_are_level() -> None:
    results = Results((1, 2), {1: sums(4, 6, 40, 20), 2: sums(4, 5, 30, 20)}, {})
    assert [row.entry for row in ranked(results, ORDER)] == [1, 2]
    assert [row.entry for row in ranked_by_the_game(results, ORDER)] == [2, 1]


def test_shares_are_exact_and_marks_are_compared_by_the_game() -> None:
    results = Results((1, 2, 3), {1: sums(2, 6, 24, 30), 2: sums(1, 3, 12, 15), 3: summed()}, {})
    shared = by_the_game(results)
    assert (
        shared.total(1)[Outcome.GAMES_WON] == shared.total(2)[Outcome.GAMES_WON] == Fraction(1, 3)
    )
    rows = ranked_by_the_game(results, ORDER)
    assert [(row.entry, row.rank, row.tied) for row in rows[:2]] == [(1, 1, True), (2, 1, True)]


def test_what_is_shown_of_the_totals_is_the_whole() -> None:
    results = Results((1, 2), {1: sums(4, 6, 40, 20), 2: sums(4, 5, 30, 20)}, {})
    rows = {row.entry: row for row in ranked_by_the_game(results, ORDER)}
    assert (rows[1].values["games_won"], rows[1].values["points"]) == (4, 40)
    assert (rows[2].values["games_won"], rows[2].values["points"]) == (4, 30)


def test_what_parts_those_who_are_level_by_their_shares_is_shown() -> None:
    met = {
        (1, 2): summed(games_played=1, games_lost=1),
        (2, 1): summed(games_played=1, games_won=1),
    }
    totals = {1: sums(2, 6, 24, 30), 2: sums(1, 3, 12, 15)}
    rows = ranked_by_the_game(Results((1, 2), totals, met), ["games_won", "head_to_head"])
    assert [(row.entry, row.values["head_to_head"]) for row in rows] == [(2, 1), (1, 0)]
