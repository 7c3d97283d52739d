"""What byes, forfeits, penalties and bonuses count."""

import pytest

from engine.standings.awards import (
    GivenUp,
    RunningSums,
    Score,
    ScoreChange,
    average_score,
    bye_sums,
    change_add,
    forfeit_add,
    meeting_points,
)
from engine.standings.results import NOTHING, Outcome
from tests.standings.summing import summed

CAP = 5
BYES = [
    # score, whether it is a win, games of a meeting; played, won, lost, for, against, capped
    (None, True, 1, (0, 0, 0, 0, 0, 0)),
    (Score(0, 0), True, 1, (1, 1, 0, 0, 0, 0)),
    (Score(7, 4), True, 1, (1, 1, 0, 7, 4, 3)),
    (Score(7, 0), True, 1, (1, 1, 0, 7, 0, 5)),  # capped
    (Score(7, 4), True, 2, (2, 2, 0, 14, 8, 6)),  # best of three takes two
    (None, False, 1, (0, 0, 0, 0, 0, 0)),  # nothing played yet
    (Score(6, 4), False, 1, (1, 1, 0, 6, 4, 2)),
    (Score(4, 6), False, 1, (1, 0, 1, 4, 6, -2)),
    (Score(5, 5), False, 2, (2, 0, 0, 10, 10, 0)),
]


@pytest.mark.parametrize(("score", "is_win", "games", "expected"), BYES)
def test_a_bye_counts_what_the_event_gives_for_it(
    score: Score | None, games: int, expected: tuple[int, ...], *, is_win: bool
) -> None:
    sums = bye_sums(games, score, CAP, is_win=is_win)
    figures = (
        sums[Outcome.GAMES_PLAYED],
        sums[Outcome.GAMES_WON],
        sums[Outcome.GAMES_LOST],
        sums[Outcome.POINTS],
    )
    assert (*figures, sums[Outcome.POINTS_AGAINST], sums[Outcome.CAPPED_DIFFERENCE]) == expected
    assert (sums[Outcome.HANDS], sums[Outcome.POINTS_IN_HANDS], sums[Outcome.GAMES_BEGUN]) == (
        0,
        0,
        0,
    )
    assert (
        sums[Outcome.GAMES_DRAWN]
        == sums[Outcome.GAMES_PLAYED] - sums[Outcome.GAMES_WON] - sums[Outcome.GAMES_LOST]
    )
    assert sums[Outcome.MEETINGS_WON] == min(1, sums[Outcome.GAMES_WON])
    assert sums[Outcome.MEETINGS_DRAWN] == min(1, sums[Outcome.GAMES_DRAWN])


AVERAGES = [
    # marks for, against, games, average
    (0, 0, 0, None),
    (33, 30, 5, Score(7, 6)),  # 6.6 and 6
    (13, 12, 2, Score(7, 6)),  # a half is rounded up
    (1, 2, 3, Score(0, 1)),  # a third and two thirds
    (-3, 8, 2, Score(-2, 4)),  # -1.5: a half is rounded away from zero
]


@pytest.mark.parametrize(("points", "other", "games", "average"), AVERAGES)
def test_an_average_game_is_rounded_to_whole_marks(
    points: int, other: int, games: int, average: Score | None
) -> None:
    assert average_score(points, other, games) == average


def test_a_meeting_given_up_is_won_by_the_other_side_with_every_game() -> None:
    account = RunningSums()
    forfeit_add(account, GivenUp({0: (1,), 1: (2,)}, frozenset({1}), 2), Score(7, 0), CAP)
    won = summed(
        games_played=2,
        games_won=2,
        points=14,
        capped_for=10,
        capped_difference=10,
        meetings=1,
        meetings_won=1,
    )
    lost = summed(
        games_played=2, games_lost=2, points_against=14, capped_difference=-10, meetings=1
    )
    assert account.totals == {1: won, 2: lost}
    assert account.against == {(1, 2): won, (2, 1): lost}


def test_where_both_give_up_both_have_lost() -> None:
    account = RunningSums()
    forfeit_add(account, GivenUp({0: (1,), 1: (2,)}, frozenset({0, 1}), 1), Score(7, 1), CAP)
    assert [account.totals[entry][Outcome.GAMES_LOST] for entry in (1, 2)] == [1, 1]
    assert [account.totals[entry][Outcome.POINTS] for entry in (1, 2)] == [1, 1]
    assert [account.totals[entry][Outcome.GAMES_WON] for entry in (1, 2)] == [0, 0]


def test_partners_give_up_together_and_are_no_opponents() -> None:
    account = RunningSums()
    forfeit_add(account, GivenUp({0: (1, 3), 1: (2, 4)}, frozenset({0}), 1), Score(7, 0), CAP)
    assert {entry: sums[Outcome.GAMES_WON] for entry, sums in account.totals.items()} == {
        **{1: 0, 3: 0},
        **{2: 1, 4: 1},
    }
    assert account.against.keys() == {
        *((1, 2), (1, 4), (3, 2), (3, 4)),
        *((2, 1), (4, 1), (2, 3), (4, 3)),
    }


def test_a_penalty_takes_games_and_marks_and_adds_to_what_is_there() -> None:
    account = RunningSums({1: summed(games_played=3, games_won=2, meetings_won=2, points=20)})
    change_add(account, ScoreChange(1, -1, -5))
    change_add(account, ScoreChange(2, 0, 3))
    first, two = account.totals[1], account.totals[2]
    assert (
        first[Outcome.GAMES_PLAYED],
        first[Outcome.GAMES_WON],
        first[Outcome.MEETINGS_WON],
        first[Outcome.POINTS],
    ) == (3, 1, 1, 15)
    assert (
        first[Outcome.CAPPED_FOR],
        first[Outcome.CAPPED_DIFFERENCE],
        first[Outcome.POINTS_IN_HANDS],
    ) == (-5, -5, -5)
    assert two == summed(points=3, capped_for=3, capped_difference=3, points_in_hands=3)


def test_a_bye_is_among_the_totals_and_among_the_byes_as_a_meeting() -> None:
    account = RunningSums({1: summed(games_played=1, points=7)})
    account.add_bye(1, summed(games_played=2, games_won=2, points=14))
    assert account.totals == {1: summed(games_played=3, games_won=2, points=21)}
    assert account.byes == {1: summed(games_played=2, games_won=2, points=14, meetings=1)}


def test_a_meeting_won_is_two_points_and_a_drawn_one_is_one() -> None:
    assert meeting_points(summed(meetings=6, meetings_won=3, meetings_drawn=2)) == 8


def test_nothing_comes_of_nothing() -> None:
    assert NOTHING.times(3).plus(NOTHING) == NOTHING
