"""What a hand is worth, one function for each line of the rule book; and the match.

Source: scoring.
"""

from collections.abc import Mapping
from dataclasses import replace

from rules import money
from rules.game import MatchSettlement, MatchStanding, Record
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


class Texas42Match:
    """Two sides; the first to the target wins, the higher total if both pass it in one hand."""

    @property
    def stakes(self) -> tuple[str, ...]:
        """Return the names of the stakes."""
        return ("per_mark", "per_set", "per_point")

    def stake_applies(self, stake: str, options: Options) -> bool:
        """Marks are paid in marks scoring, points in points scoring, sets in both."""
        return stake != ("per_mark" if options.by_points else "per_point")

    def start(self, options: Options) -> MatchStanding:
        """Return the standing before the first hand: no marks, no sets."""
        return MatchStanding(totals=(0, 0), sets=(0, 0))

    def add(self, standing: MatchStanding, verdict: Record, options: Options) -> MatchStanding:
        """Return the standing after one more hand."""
        ours, theirs = standing.totals
        first, second = verdict["score"]
        totals = (ours + first, theirs + second)
        sets = list(standing.sets or (0, 0))
        if verdict["set_team"] is not None:
            sets[verdict["set_team"]] += 1
        added = MatchStanding(totals=totals, hands=standing.hands + 1, sets=tuple(sets))
        return self.ended(added, options)

    def ended(self, standing: MatchStanding, options: Options) -> MatchStanding:
        """Return the standing; the match is over at the target, reached by one side or by the
        higher, or after so many hands."""
        ours, theirs = standing.totals
        if options.hands is not None:
            over = standing.hands >= options.hands
            return replace(standing, over=over, winner=higher_of((ours, theirs)) if over else None)
        winner = winner_of((ours, theirs), options.target)
        return replace(standing, over=winner is not None, winner=winner)

    def settle(
        self, standing: MatchStanding, amounts: Mapping[str, int], options: Options
    ) -> MatchSettlement | None:
        """Let the losers pay the winners; within a side the lower seat gets the odd unit."""
        if standing.winner is None or self.unknown_stakes(standing, amounts):
            return None
        sides = [0, 0]
        sides[standing.winner] = owed(standing, standing.winner, amounts, options)
        sides[1 - standing.winner] = -sides[standing.winner]
        (first, third), (second, fourth) = (money.split(side, 2) for side in sides)
        return MatchSettlement(sides=sides, players=[first, second, third, fourth])

    def unknown_stakes(
        self, standing: MatchStanding, amounts: Mapping[str, int]
    ) -> tuple[str, ...]:
        """Sets, where only the totals are known."""
        return ("per_set",) if standing.sets is None and amounts["per_set"] else ()


def higher_of(totals: tuple[int, int]) -> int | None:
    """Return the side with the higher total; None on a tie, which is a draw after the last hand."""
    if totals[0] == totals[1]:
        return None
    return 0 if totals[0] > totals[1] else 1


def winner_of(totals: tuple[int, int], target: int) -> int | None:
    """Return the side that reached the target, the higher of two; equal totals play on."""
    return higher_of(totals) if max(totals) >= target else None


def owed(standing: MatchStanding, winner: int, amounts: Mapping[str, int], options: Options) -> int:
    """Return what the losers owe, in whole units; the winners' surplus and sets do not count."""
    losers = standing.totals[1 - winner]
    for_sets = amounts["per_set"] * standing.sets[1 - winner] if standing.sets else 0
    if options.by_points:
        return amounts["per_point"] * (standing.totals[winner] - losers) + for_sets
    reached = options.target if options.hands is None else standing.totals[winner]
    return amounts["per_mark"] * (reached - losers) + for_sets
