"""What a hand is worth, one function for each line of the rule book; and the match.

Source: scoring.
"""

from collections.abc import Mapping

from rules.game import Length, MatchStanding
from rules.match_books import TeamMatch
from rules.texas42.auction import LOW_NO, ONE_MARK, marks_of
from rules.texas42.contracts import Aim
from rules.texas42.dominoes import ALL_POINTS, TRICKS
from rules.texas42.options import Options


def is_made(aim: Aim, level: int, tricks: int, points: int) -> bool:
    """Return whether the declaring side makes its contract with these tricks and points."""
    match aim:
        case Aim.POINTS:
            return points >= level
        case Aim.EVERY_TRICK:
            return tricks == TRICKS
        case Aim.NO_TRICK:
            return tricks == 0


def both_sides_count(aim: Aim, options: Options) -> bool:
    """Return whether every trick matters: in points scoring a bid under 42 gives each side what it
    takes."""
    return aim is Aim.POINTS and options.by_points


def in_marks(level: int, *, made: bool) -> tuple[int, int]:
    """Return one mark up to 1 mark, else the marks bid: for the declaring side, or for the other if
    set."""
    marks = marks_of(level)
    return (marks, 0) if made else (0, marks)


def points_made(taken: int) -> tuple[int, int]:
    """Return the scores of a bid under 42 that is made: each side scores what it took."""
    return taken, ALL_POINTS - taken


def points_set(level: int, taken: int) -> tuple[int, int]:
    """Return the scores of a bid under 42 that is set: the other side scores what it took and the
    bid."""
    return 0, ALL_POINTS - taken + level


def points_at_stake(level: int, *, made: bool) -> tuple[int, int]:
    """Return the scores of 42, 84, 168 and low-no (42): the bid, for the side that succeeded."""
    worth = ONE_MARK if level == LOW_NO else level
    return (worth, 0) if made else (0, worth)


def score(aim: Aim, level: int, options: Options, *, made: bool, taken: int) -> tuple[int, int]:
    """Return the scores of the declaring side and the other; `taken` counts only under 42 in
    points."""
    if not options.by_points:
        return in_marks(level, made=made)
    if aim is not Aim.POINTS:
        return points_at_stake(level, made=made)
    return points_made(taken) if made else points_set(level, taken)


def by_team(declarer: int, ours: int, theirs: int) -> list[int]:
    """Convert a pair of the declaring side's and the other's to team 0's and team 1's."""
    return [theirs, ours] if declarer & 1 else [ours, theirs]


# The match: hands added up to a target, and the money at its end. Source: scoring (seven marks,
# the word ALL, playing for money), 42 with points.


class Texas42Match(TeamMatch[Options]):
    """The first to the target wins, the higher total if both pass it in one hand; or the higher
    after so many hands."""

    stakes = ("per_mark", "per_set", "per_point")

    def stake_applies(self, stake: str, options: Options) -> bool:
        """Marks are paid in marks scoring, points in points scoring, sets in both."""
        return stake != ("per_mark" if options.by_points else "per_point")

    def length(self, options: Options) -> Length:
        """Return the number of hands, else the target."""
        return Length(options.hands, options.target)

    def owed(
        self, standing: MatchStanding, winner: int, amounts: Mapping[str, int], options: Options
    ) -> int:
        """Return what the losers owe; the winners' surplus and sets do not count."""
        losers = standing.totals[1 - winner]
        for_sets = amounts["per_set"] * standing.sets[1 - winner] if standing.sets else 0
        if options.by_points:
            return amounts["per_point"] * (standing.totals[winner] - losers) + for_sets
        reached = options.target if options.hands is None else standing.totals[winner]
        return amounts["per_mark"] * (reached - losers) + for_sets

    def unknown_stakes(
        self, standing: MatchStanding, amounts: Mapping[str, int]
    ) -> tuple[str, ...]:
        """Sets, where only the totals are known."""
        return ("per_set",) if standing.sets is None and amounts["per_set"] else ()
