"""Which games of a meeting count, and who has won it."""

import pytest

from engine.standings.series import (
    SeriesGame,
    counting,
    is_decided,
    marks,
    meeting_is_over,
    meeting_winner,
    wins,
    wins_needed,
)


def meeting(text: str) -> list[SeriesGame]:
    """Games in words: ``h`` and ``a`` won by home and away, ``d`` drawn, ``.`` still open."""
    winners = {"h": 0, "a": 1, "d": None, ".": None}
    totals = {"h": (7, 4), "a": (3, 7), "d": (5, 5), ".": (2, 1)}
    return [SeriesGame(game != ".", winners[game], totals[game]) for game in text]


NEEDED = [(0, 0), (1, 1), (3, 2), (5, 3), (7, 4), (9, 5)]


@pytest.mark.parametrize(("best_of", "games"), NEEDED)
def test_more_than_half_of_the_games_win_a_series(best_of: int, games: int) -> None:
    assert wins_needed(best_of) == games


COUNTING = [
    # best of, games, which count, decided, over
    (0, "", "", False, False),
    (0, "h.", "yy", False, False),
    (0, "hhh", "yyy", False, True),  # all are played, however it stands
    (3, "...", "yyy", False, False),
    (3, "hh.", "yyn", True, True),
    (3, "hha", "yyn", True, True),  # played all the same: it was not needed
    (3, "ha.", "yyy", False, False),
    (3, "hah", "yyy", True, True),
    (3, "h.h", "yny", True, True),  # out of order: the one left open was not needed
    (3, "dhd", "yyy", False, True),  # time called: nobody has two
    (5, "hahah", "yyyyy", True, True),
    (5, "hhh..", "yyynn", True, True),
    (5, "hh.a.", "yyyyy", False, False),
    (1, "h", "y", True, True),
]


@pytest.mark.parametrize(("best_of", "text", "counts", "decided", "over"), COUNTING)
def test_games_that_a_decided_series_did_not_need_do_not_count(
    best_of: int, text: str, counts: str, *, decided: bool, over: bool
) -> None:
    games = meeting(text)
    assert "".join("y" if counted else "n" for counted in counting(best_of, games)) == counts
    assert is_decided(best_of, games) is decided
    assert meeting_is_over(best_of, games) is over


WINNERS = [
    # games that count, who gave up, winner
    ("hh", (), 0),
    ("hah", (), 0),
    ("ha", (), 1),  # a game each, 10 marks to 11
    ("dd", (), None),
    ("", (), None),
    ("hh", (0,), 1),  # whoever leads and gives up has lost
    ("", (1,), 0),
    ("hh", (0, 1), None),
]


@pytest.mark.parametrize(("text", "given_up", "winner"), WINNERS)
def test_most_games_win_a_meeting_then_most_marks(
    text: str, given_up: tuple[int, ...], winner: int | None
) -> None:
    assert meeting_winner((0, 1), meeting(text), frozenset(given_up)) == winner


def test_level_in_games_and_marks_is_no_win() -> None:
    games = [SeriesGame(True, 0, (7, 5)), SeriesGame(True, 1, (5, 7))]
    assert meeting_winner((0, 1), games, frozenset()) is None


def test_games_and_marks_are_added_up_by_side() -> None:
    games = [*meeting("had."), SeriesGame(False)]
    assert wins(games) == {0: 1, 1: 1}
    assert marks(games) == {0: 7 + 3 + 5 + 2, 1: 4 + 7 + 5 + 1}
