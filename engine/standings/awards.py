"""Results without play: byes, forfeits, penalties and bonuses."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from engine.standings.results import NOTHING, Outcome, Sums
from engine.standings.rounding import rounded

Pair = tuple[int, int]


class Bye(NamedTuple):
    """A bye during meetings of this many games.

    ``target`` is the target of these games if it is not the event's.
    """

    entry: int
    games: int
    target: int | None = None


class ScoreChange(NamedTuple):
    """A penalty or bonus: games and marks added to an entry."""

    entry: int
    games: int
    marks: int


class Score(NamedTuple):
    """Points (or marks) of one game, for a side and against it."""

    points: int
    points_against: int

    def swapped(self) -> "Score":
        """Return the same from the other side."""
        return Score(self.points_against, self.points)


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A meeting of this many games forfeited by one side or more; entries by side."""

    sides: Mapping[int, tuple[int, ...]]
    given_up: frozenset[int]
    games: int


@dataclass(slots=True)
class RunningSums:
    """Sums being accumulated, in total and against each opponent."""

    totals: dict[int, Sums] = field(default_factory=dict)
    against: dict[Pair, Sums] = field(default_factory=dict)
    byes: dict[int, Sums] = field(default_factory=dict)

    def add(self, entry: int, sums: Sums) -> None:
        """Add to the entry's totals."""
        self.totals[entry] = self.totals.get(entry, NOTHING).plus(sums)

    def add_against(self, entry: int, other: int, sums: Sums) -> None:
        """Add to the entry's sums against another."""
        known = self.against.get((entry, other), NOTHING)
        self.against[entry, other] = known.plus(sums)

    def add_bye(self, entry: int, sums: Sums) -> None:
        """Add to the entry's totals, and to its byes."""
        self.add(entry, sums)
        meeting = sums.replaced({Outcome.MEETINGS: 1})
        self.byes[entry] = self.byes.get(entry, NOTHING).plus(meeting)


def game(score: Score, cap: int, *, won: bool, lost: bool) -> Sums:
    return Sums(
        {
            Outcome.GAMES_PLAYED: 1,
            Outcome.GAMES_WON: int(won),
            Outcome.GAMES_LOST: int(lost),
            Outcome.GAMES_DRAWN: int(not (won or lost)),
            Outcome.POINTS: score.points,
            Outcome.POINTS_AGAINST: score.points_against,
            Outcome.CAPPED_FOR: min(score.points, cap),
            Outcome.CAPPED_DIFFERENCE: max(-cap, min(score.points - score.points_against, cap)),
        }
    )


def bye_sums(games: int, score: Score | None, cap: int, *, is_win: bool) -> Sums:
    """Return the sums of a bye for this many games with this score; empty without a score.

    The games are won if ``is_win``, else by the score.
    """
    if score is None:
        return NOTHING
    won = is_win or score.points > score.points_against
    game_sums = game(score, cap, won=won, lost=not won and score.points < score.points_against)
    return game_sums.times(games).replaced(
        {
            Outcome.MEETINGS_WON: game_sums[Outcome.GAMES_WON],
            Outcome.MEETINGS_DRAWN: game_sums[Outcome.GAMES_DRAWN],
        }
    )


def meeting_points(sums: Sums) -> int:
    """Return twice the meetings won, so that a drawn one is a whole number."""
    return 2 * sums[Outcome.MEETINGS_WON] + sums[Outcome.MEETINGS_DRAWN]


def average_score(points: int, other: int, games: int) -> Score | None:
    """Return the average marks a game, in whole marks; None if no game is finished."""
    if not games:
        return None
    return Score(rounded(Fraction(points, games)), rounded(Fraction(other, games)))


def forfeit_add(account: RunningSums, meeting: GivenUp, score: Score, cap: int) -> None:
    """Count a forfeit: the other side wins every game with ``score``.

    If all forfeited, each of them has lost.
    """
    for side, entries in meeting.sides.items():
        lost = side in meeting.given_up
        game_sums = game(score.swapped() if lost else score, cap, won=not lost, lost=lost)
        sums = game_sums.times(meeting.games).replaced(
            {Outcome.MEETINGS: 1, Outcome.MEETINGS_WON: int(not lost)}
        )
        for entry in entries:
            account.add(entry, sums)
            for other in _others(meeting, side):
                account.add_against(entry, other, sums)


def change_add(account: RunningSums, change: ScoreChange) -> None:
    """Add a penalty or bonus: a game counts as won, and as a meeting if meetings rank."""
    games = Outcome.GAMES_WON, Outcome.MEETINGS_WON
    marks = (
        *(Outcome.POINTS, Outcome.CAPPED_FOR, Outcome.CAPPED_DIFFERENCE),
        Outcome.POINTS_IN_HANDS,
    )
    numbers = dict.fromkeys(games, change.games) | dict.fromkeys(marks, change.marks)
    account.add(change.entry, Sums(numbers))


def _others(meeting: GivenUp, side: int) -> Iterator[int]:
    for number, entries in meeting.sides.items():
        if number != side:
            yield from entries
