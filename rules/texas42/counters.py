"""The counters of a hand: which tricks may hold them, and every way in which a hand may end.

Without the dominoes only the counters show whether a list of trick results is possible: two of 10
and three of 5, no more in a trick than it has dominoes, none used twice, and room for the rest in
the tricks to come. Suits and trumps are not considered.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Final

from rules.game import HandSide
from rules.problems import Code, Problem, SeatInText, problem
from rules.texas42.contracts import Contract
from rules.texas42.dominoes import ALL_POINTS, DOMINOES, TRICKS
from rules.trick_play import Fault, Played, Taken, tricks_written

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
    tricks = tricks_written(results)
    for t in range(len(tricks)):
        wrong = _problem(t, tricks[: t + 1], contract)
        if wrong is not None:
            return Played(tricks[: t + 1], [Fault(wrong)])
    return Played(tricks)


def _problem(t: int, tricks: Sequence[Taken], contract: Contract) -> Problem | None:
    at = f"/trick_results/{t}"
    if t >= TRICKS:
        return DOMINOES.too_many_tricks(at)
    order = contract.orders[contract.leader]
    if tricks[t].winner not in order:
        return problem(
            Code.RESULT_IMPOSSIBLE,
            at,
            "{seat} turned the hand down and wins no trick.",
            seat=SeatInText(tricks[t].winner),
        )
    points = tuple(None if x.points is None else min(x.points, TOO_MANY) for x in tricks)
    if not left_after(points, len(order)):
        return problem(Code.RESULT_IMPOSSIBLE, at, "No tricks can add up to these points.")
    return None


@lru_cache(maxsize=4096)
def outcomes(
    tricks: tuple[tuple[bool, int | None], ...], claimed_by: HandSide | None = None
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
    tricks: Sequence[tuple[bool, int | None]], claimed_by: HandSide | None = None
) -> frozenset[Outcome]:
    """Return the same for nello, where only the declarer's tricks count; points are left at 0."""
    won = sum(ours for ours, _ in tricks)
    to_come = TRICKS - len(tricks)
    return frozenset((won + share, 0) for share in shares_of(to_come, claimed_by))


def shares_of(to_come: int, claimed_by: HandSide | None) -> range:
    """Return how many of the tricks to come the declaring side may take."""
    match claimed_by:
        case None:
            return range(to_come + 1)
        case HandSide.DECLARER:
            return range(to_come, to_come + 1)
        case HandSide.DEFENCE:
            return range(1)
