"""The tally that the table recorded: whether it is possible, whether the record agrees, and what it
settles.

A *possible hand* is seven tricks of four with the counters spread over them; in nello only the
tricks count. Everything here is seen from the declaring side.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.problems import Code, Problem, problem
from rules.texas42.contracts import Aim, Contract
from rules.texas42.dominoes import ALL_POINTS, TRICKS
from rules.texas42.options import Options
from rules.texas42.play import Taken
from rules.texas42.scoring import Outcome, both_sides_count, is_made, nello_outcomes, outcomes

AT: Final = "/tally"
NELLO_HANDS: Final = nello_outcomes(())
FOUR_HANDED_HANDS: Final = outcomes(())
"""The outcomes of every possible hand."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The tally: pairs are the declaring side's and the other's; None if left out."""

    made: bool | None
    points: tuple[int, int] | None
    tricks: tuple[int, int] | None

    def allows(self, outcome: Outcome) -> bool:
        """Return whether a hand with these tricks and points fits the sheet, `made` apart.

        Tricks that add up to less than seven are those taken when play stopped.
        """
        tricks, points = outcome
        if self.points is not None and self.points[0] != points:
            return False
        if self.tricks is None:
            return True
        return tricks >= self.tricks[0] and TRICKS - tricks >= self.tricks[1]


@dataclass(frozen=True, slots=True)
class Settled:
    """What the record without its tally leaves open.

    `possible` are the outcomes that its tricks and claim allow; `tricks` those recorded in full;
    `stopped` where no claim was made and tricks are missing; `ruled` the result by a ruling.
    """

    contract: Contract
    level: int
    options: Options
    tricks: Sequence[Taken]
    possible: frozenset[Outcome]
    stopped: bool
    ruled: bool | None

    def makes(self, outcome: Outcome) -> bool:
        """Return whether the contract is made with this outcome."""
        return is_made(self.contract.aim, self.level, *outcome)

    @property
    def counts_points(self) -> bool:
        """Whether both sides' points count."""
        return both_sides_count(self.contract.aim, self.options)

    def ours(self, taken: Taken) -> bool:
        """Return whether the declaring side won the trick."""
        return (taken.winner - self.contract.declarer) % 2 == 0


def read_tally(tally: Mapping[str, Any] | None, declarer: int) -> Tally:
    """Return the tally, seen from the declaring side."""
    tally = tally or {}
    ours = declarer % 2

    def pair(key: str) -> tuple[int, int] | None:
        return (tally[key][ours], tally[key][1 - ours]) if key in tally else None

    return Tally(tally.get("made"), pair("points"), pair("tricks"))


def impossible(tally: Tally, settled: Settled) -> Iterator[Problem]:
    """Yield what no deal and no play can produce."""
    if tally.points is not None and not _points_add_up(tally.points, settled):
        yield problem(Code.TALLY_IMPOSSIBLE, f"{AT}/points", "The points of a hand come to 42.")
    if tally.tricks is not None and not _tricks_add_up(tally.tricks, settled):
        yield problem(Code.TALLY_IMPOSSIBLE, f"{AT}/tricks", "The tricks of a hand come to seven.")


def contradictory(tally: Tally, settled: Settled) -> Iterator[Problem]:
    """Yield tricks, points and `made` that fit no single hand. A result by a ruling is not
    checked."""
    if settled.ruled is not None and settled.counts_points:
        return
    fitting = [
        outcome for outcome in hands_of(settled.contract) if allowed(tally, outcome, settled)
    ]
    if not fitting:
        yield problem(Code.TALLY_IMPOSSIBLE, AT, "No hand has these tricks and these points.")
    elif settled.ruled is None and tally.made not in (None, *map(settled.makes, fitting)):
        yield problem(
            Code.TALLY_IMPOSSIBLE,
            f"{AT}/made",
            "“Made” or “set” contradicts these tricks and points.",
        )


def allowed(tally: Tally, outcome: Outcome, settled: Settled) -> bool:
    """Return whether an outcome fits the sheet; the points of a nello are not used."""
    if settled.contract.aim is Aim.NO_TRICK:
        tally = Tally(None, None, tally.tricks)
    return tally.allows(outcome)


def hands_of(contract: Contract) -> frozenset[Outcome]:
    """Return the outcomes of every possible hand of this contract."""
    return NELLO_HANDS if contract.aim is Aim.NO_TRICK else FOUR_HANDED_HANDS


def _points_add_up(points: tuple[int, int], settled: Settled) -> bool:
    if settled.contract.aim is Aim.NO_TRICK:
        return sum(points) <= ALL_POINTS
    return sum(points) == ALL_POINTS


def _tricks_add_up(tricks: tuple[int, int], settled: Settled) -> bool:
    """Return whether the tricks add up to seven, or to less if play stopped early.

    The record shows that by its own tricks or a ruling, the tally by a trick of the declaring side
    in nello, which ends the hand.
    """
    lost_nello = settled.contract.aim is Aim.NO_TRICK and tricks[0] > 0
    seen = bool(settled.tricks) or settled.ruled is not None or lost_nello
    cut_short = settled.stopped and seen
    return sum(tricks) == TRICKS or (cut_short and sum(tricks) < TRICKS)


def mismatches(tally: Tally, settled: Settled) -> Iterator[Problem]:
    """Yield where the tally contradicts the tricks, the claim or the ruling."""
    for key, agrees in (
        ("made", _made_agrees(tally, settled)),
        ("points", _points_agree(tally.points, settled)),
        ("tricks", _tricks_agree(tally.tricks, settled)),
    ):
        if not agrees:
            yield problem(Code.TALLY_MISMATCH, f"{AT}/{key}", "The record says otherwise.")


def _made_agrees(tally: Tally, settled: Settled) -> bool:
    if settled.ruled is not None:
        return tally.made in (None, settled.ruled)
    return tally.made in (None, *map(settled.makes, settled.possible))


def _points_agree(points: tuple[int, int] | None, settled: Settled) -> bool:
    if points is None or settled.contract.aim is Aim.NO_TRICK:
        return True
    if settled.ruled is not None and settled.counts_points:
        return points == ((ALL_POINTS, 0) if settled.ruled else (0, ALL_POINTS))
    if not settled.stopped:
        return any(points[0] == possible for _, possible in settled.possible)
    return _at_least(points, settled, lambda taken: 1 if taken.points is None else taken.points)


def _tricks_agree(tricks: tuple[int, int] | None, settled: Settled) -> bool:
    if tricks is None:
        return True
    if not settled.stopped:
        return any(tricks[0] == possible for possible, _ in settled.possible)
    return _at_least(tricks, settled, lambda _: 1)


def _at_least(pair: tuple[int, int], settled: Settled, worth: Callable[[Taken], int]) -> bool:
    """Yield a problem if, after an early stop, a side has less than the recorded tricks gave it."""
    ours = sum(worth(taken) for taken in settled.tricks if settled.ours(taken))
    theirs = sum(worth(taken) for taken in settled.tricks if not settled.ours(taken))
    return pair[0] >= ours and pair[1] >= theirs


def with_tally(tally: Tally, settled: Settled) -> frozenset[Outcome]:
    """Return the outcomes that the record and its tally leave possible.

    Recorded tricks that were cut short settle the hand alone.
    """
    if settled.stopped and settled.tricks:
        return settled.possible
    made = tally.made if settled.ruled is None else None
    return frozenset(
        outcome
        for outcome in settled.possible
        if allowed(tally, outcome, settled) and made in (None, settled.makes(outcome))
    )


def unsettled(tally: Tally, settled: Settled) -> Iterator[Problem]:
    """Yield a problem if the record leaves more than one result open, or none."""
    possible = with_tally(tally, settled)
    if not possible:
        yield problem(Code.TALLY_MISMATCH, AT, "The sheet and the rest of the record disagree.")
    elif not is_settled(possible, settled):
        yield problem(Code.TALLY_INSUFFICIENT, AT, "Nothing in the record settles the hand.")


def is_settled(possible: frozenset[Outcome], settled: Settled) -> bool:
    """Return whether every outcome has the same result, and the same points where both sides
    count."""
    if settled.counts_points:
        return len({points for _, points in possible}) == 1
    return len({settled.makes(outcome) for outcome in possible}) == 1
