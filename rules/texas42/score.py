"""What a hand is worth, one function for each line of the rule book. Source: scoring."""

from rules.texas42.auction import LOW_NO, ONE_MARK, marks_of
from rules.texas42.contracts import Aim
from rules.texas42.options import Options
from rules.texas42.pieces import ALL_POINTS, TRICKS


def is_made(aim: Aim, level: int, tricks: int, points: int) -> bool:
    """Whether the declaring side makes its contract with these tricks and points."""
    match aim:
        case Aim.POINTS:
            return points >= level
        case Aim.EVERY_TRICK:
            return tricks == TRICKS
        case Aim.NO_TRICK:
            return tricks == 0


def both_sides_count(aim: Aim, options: Options) -> bool:
    """In points scoring a bid under 42 gives each side what it takes, so every trick matters."""
    return aim is Aim.POINTS and options.by_points


def in_marks(level: int, *, made: bool) -> tuple[int, int]:
    """One mark up to 1 mark, else the marks bid: to the declaring side, or to the other if set."""
    marks = marks_of(level)
    return (marks, 0) if made else (0, marks)


def points_made(taken: int) -> tuple[int, int]:
    """Under 42 and made: each side scores what it took."""
    return taken, ALL_POINTS - taken


def points_set(level: int, taken: int) -> tuple[int, int]:
    """Under 42 and set: the other side scores what it took and the bid."""
    return 0, ALL_POINTS - taken + level


def points_at_stake(level: int, *, made: bool) -> tuple[int, int]:
    """42, 84, 168 and low-no (42): the bid, to the side that succeeded."""
    worth = ONE_MARK if level == LOW_NO else level
    return (worth, 0) if made else (0, worth)


def score(aim: Aim, level: int, options: Options, *, made: bool, taken: int) -> tuple[int, int]:
    """What the declaring side and the other score; `taken` counts only under 42 in points."""
    if not options.by_points:
        return in_marks(level, made=made)
    if aim is not Aim.POINTS:
        return points_at_stake(level, made=made)
    return points_made(taken) if made else points_set(level, taken)


def by_team(declarer: int, ours: int, theirs: int) -> list[int]:
    """A pair of the declaring side's and the other's as team 0's and team 1's."""
    return [theirs, ours] if declarer & 1 else [ours, theirs]
