"""Trick results, the score of a hand, and the match.

Without the dominoes only the counters show whether a list of trick results is possible: two of 10
and three of 5, no more in a trick than it has dominoes, none used twice, and room for the rest in
the tricks to come. Suits and trumps are not considered.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any, Final

from rules import money
from rules.game import Record, Settlement, Side, Standing
from rules.problems import Code, Problem, Seat, problem
from rules.texas42.auction import LOW_NO, ONE_MARK, marks_of
from rules.texas42.contracts import Aim, Contract
from rules.texas42.dominoes import ALL_POINTS, TRICKS
from rules.texas42.options import Options
from rules.texas42.play import Fault, Played, Taken

TENS: Final = 2
FIVES: Final = 3
TOO_MANY: Final = ALL_POINTS + 1
COUNTERS: Final = tuple(product(range(TENS + 1), range(FIVES + 1)))
"""Every choice of counters: how many tens, how many fives."""

Counters = tuple[int, int]
Outcome = tuple[int, int]
"""Tricks and points of the declaring side over a whole hand."""


def value(counters: Counters) -> int:
    """Return the points of some counters."""
    tens, fives = counters
    return 10 * tens + 5 * fives


def fits(counters: Counters, tricks: int, size: int) -> bool:
    """Return whether so many tricks of that size have room for these counters."""
    return sum(counters) <= tricks * size


@lru_cache(maxsize=256)
def choices(points: int | None, size: int) -> tuple[Counters, ...]:
    """Return the counters that one trick may hold; `points` includes the 1 for the trick."""
    return tuple(
        counters
        for counters in COUNTERS
        if fits(counters, 1, size) and points in (None, 1 + value(counters))
    )


@lru_cache(maxsize=4096)
def left_after(points: tuple[int | None, ...], size: int) -> frozenset[Counters]:
    """Return the counters that may be left after tricks with these points; empty if impossible.

    With four dominoes in a trick the rest must fit into the tricks to come; with three, the hand
    that was turned down may hold it.
    """
    left = {(TENS, FIVES)}
    for known in points:
        left = {
            (tens - used_tens, fives - used_fives)
            for tens, fives in left
            for used_tens, used_fives in choices(known, size)
            if used_tens <= tens and used_fives <= fives
        }
    to_come = TRICKS - len(points)
    return frozenset(rest for rest in left if size < 4 or fits(rest, to_come, size))


def follow_results(results: Sequence[Mapping[str, Any]], contract: Contract) -> Played:
    """Return the tricks as recorded, and the first entry that makes the list impossible."""
    played = Played()
    for t, entry in enumerate(results):
        played.tricks.append(Taken(entry["winner"], entry.get("points")))
        wrong = _problem(t, played.tricks, contract)
        if wrong is not None:
            played.faults.append(Fault(wrong))
            break
    return played


def _problem(t: int, tricks: Sequence[Taken], contract: Contract) -> Problem | None:
    at = f"/trick_results/{t}"
    if t >= TRICKS:
        return problem(Code.PLAY_TOO_MANY, at, "There are only seven tricks.")
    order = contract.orders[contract.leader]
    if tricks[t].winner not in order:
        return problem(
            Code.RESULT_IMPOSSIBLE,
            at,
            "{seat} turned the hand down and wins no trick.",
            seat=Seat(tricks[t].winner),
        )
    points = tuple(None if x.points is None else min(x.points, TOO_MANY) for x in tricks)
    if not left_after(points, len(order)):
        return problem(Code.RESULT_IMPOSSIBLE, at, "No tricks can add up to these points.")
    return None


@lru_cache(maxsize=4096)
def outcomes(
    tricks: tuple[tuple[bool, int | None], ...], claimed_by: Side | None = None
) -> frozenset[Outcome]:
    """Return every way in which a four-handed hand that begins with these tricks may end.

    A trick is a pair: whether the declaring side won it, and its points. The tricks to come go to
    the side that claimed them, else to either.
    """
    reached = {(TENS, FIVES, 0, 0)}
    for ours, points in tricks:
        reached = {
            (tens - used[0], fives - used[1], won + ours, total + ours * (1 + value(used)))
            for tens, fives, won, total in reached
            for used in choices(points, 4)
            if used[0] <= tens and used[1] <= fives
        }
    to_come = TRICKS - len(tricks)
    shares = shares_of(to_come, claimed_by)
    return frozenset(
        (won + share, total + share + value(counters))
        for tens, fives, won, total in reached
        for share in shares
        for counters in COUNTERS
        if counters[0] <= tens
        and counters[1] <= fives
        and fits(counters, share, 4)
        and fits((tens - counters[0], fives - counters[1]), to_come - share, 4)
    )


def nello_outcomes(
    tricks: Sequence[tuple[bool, int | None]], claimed_by: Side | None = None
) -> frozenset[Outcome]:
    """Return the same for nello, where only the declarer's tricks count; points are left at 0."""
    won = sum(ours for ours, _ in tricks)
    to_come = TRICKS - len(tricks)
    return frozenset((won + share, 0) for share in shares_of(to_come, claimed_by))


def shares_of(to_come: int, claimed_by: Side | None) -> range:
    """Return how many of the tricks to come the declaring side may take."""
    match claimed_by:
        case None:
            return range(to_come + 1)
        case Side.DECLARER:
            return range(to_come, to_come + 1)
        case Side.DEFENCE:
            return range(1)


# What a hand is worth, one function for each line of the rule book. Source: scoring.


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

    def start(self, options: Options) -> Standing:
        """Return the standing before the first hand: no marks, no sets."""
        return Standing(totals=(0, 0), sets=(0, 0))

    def add(self, standing: Standing, verdict: Record, options: Options) -> Standing:
        """Return the standing after one more hand."""
        ours, theirs = standing.totals
        first, second = verdict["score"]
        totals = (ours + first, theirs + second)
        sets = list(standing.sets or (0, 0))
        if verdict["set_team"] is not None:
            sets[verdict["set_team"]] += 1
        added = Standing(totals=totals, hands=standing.hands + 1, sets=tuple(sets))
        return self.ended(added, options)

    def ended(self, standing: Standing, options: Options) -> Standing:
        """Return the standing; the match is over at the target, reached by one side or by the
        higher, or after so many hands."""
        ours, theirs = standing.totals
        if options.hands is not None:
            over = standing.hands >= options.hands
            return replace(standing, over=over, winner=higher_of((ours, theirs)) if over else None)
        winner = winner_of((ours, theirs), options.target)
        return replace(standing, over=winner is not None, winner=winner)

    def settle(
        self, standing: Standing, amounts: Mapping[str, int], options: Options
    ) -> Settlement | None:
        """Let the losers pay the winners; within a side the lower seat gets the odd unit."""
        if standing.winner is None:
            return None
        sides = [0, 0]
        sides[standing.winner] = owed(standing, standing.winner, amounts, options)
        sides[1 - standing.winner] = -sides[standing.winner]
        (first, third), (second, fourth) = (money.split(side, 2) for side in sides)
        return Settlement(sides=sides, players=[first, second, third, fourth])


def higher_of(totals: tuple[int, int]) -> int | None:
    """Return the side with the higher total; None on a tie, which is a draw after the last hand."""
    if totals[0] == totals[1]:
        return None
    return 0 if totals[0] > totals[1] else 1


def winner_of(totals: tuple[int, int], target: int) -> int | None:
    """Return the side that reached the target, the higher of two; equal totals play on."""
    return higher_of(totals) if max(totals) >= target else None


def owed(standing: Standing, winner: int, amounts: Mapping[str, int], options: Options) -> int:
    """Return what the losers owe, in whole units; the winners' surplus and sets do not count."""
    assert standing.sets is not None
    losers = standing.totals[1 - winner]
    for_sets = amounts["per_set"] * standing.sets[1 - winner]
    if options.by_points:
        return amounts["per_point"] * (standing.totals[winner] - losers) + for_sets
    reached = options.target if options.hands is None else standing.totals[winner]
    return amounts["per_mark"] * (reached - losers) + for_sets
