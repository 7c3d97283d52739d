"""Is this hand settled? What the tricks, the claim, a ruling and the tally of a record leave open.

A *possible hand* is seven tricks of four with the counters spread over them; in nello only the
tricks count. An *outcome* is how it ends. Everything here is seen from the declaring side.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from rules.game import HandSide
from rules.problems import Code, Problem, Problems, first_stage, problem
from rules.texas42.contracts import Aim, Contract
from rules.texas42.counters import Outcome, nello_outcomes, outcomes
from rules.texas42.dominoes import ALL_POINTS, TRICKS
from rules.texas42.options import Options
from rules.texas42.scoring import both_sides_count, is_made
from rules.trick_play import Taken

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


@dataclass(frozen=True)
class UnsettledHand:
    """A hand without its tally.

    `tricks` are those recorded in full, under the key `tricks_key` (None where none was asked for);
    `faulty` where the record of them cannot be read to its end. `ruled` is the result by a ruling.
    """

    contract: Contract
    level: int
    options: Options
    tricks_key: str | None
    tricks: Sequence[Taken]
    faulty: bool
    claimed_by: HandSide | None
    ruled: bool | None

    @cached_property
    def possible(self) -> frozenset[Outcome]:
        """The outcomes that tricks and claim allow."""
        if self.faulty:
            return frozenset()
        tricks = tuple((self.ours(taken), taken.points) for taken in self.tricks[:TRICKS])
        open_to = nello_outcomes if self.contract.aim is Aim.NO_TRICK else outcomes
        return open_to(tricks, self.claimed_by)

    @property
    def missing(self) -> bool:
        """Whether fewer than seven tricks are recorded."""
        return len(self.tricks) < TRICKS

    @property
    def stopped(self) -> bool:
        """Whether tricks are missing that nobody claimed."""
        return self.missing and self.claimed_by is None

    @property
    def counts_points(self) -> bool:
        return both_sides_count(self.contract.aim, self.options)

    @property
    def ruled_points(self) -> tuple[int, int] | None:
        """All points for one side, by a ruling where both sides' points count."""
        if self.ruled is None or not self.counts_points:
            return None
        return (ALL_POINTS, 0) if self.ruled else (0, ALL_POINTS)

    def makes(self, outcome: Outcome) -> bool:
        return is_made(self.contract.aim, self.level, *outcome)

    def ours(self, taken: Taken) -> bool:
        """Return whether the declaring side won the trick."""
        return (taken.winner - self.contract.declarer) % 2 == 0

    def is_settled_by(self, possible: frozenset[Outcome]) -> bool:
        """Return whether every outcome has the same result, and the same points where both sides
        count."""
        if self.counts_points:
            return len({points for _, points in possible}) == 1
        return len({self.makes(outcome) for outcome in possible}) == 1


def settlement_problems(hand: UnsettledHand, tally: Tally) -> Problems:
    """Return why the hand is not settled, or its record contradicts itself, up to the first stage
    with a problem."""
    return first_stage(
        # Recorded tricks settle the hand by themselves, unless the rest was claimed or ruled on.
        incomplete(hand),
        # The points of a hand come to 42 and its tricks to seven.
        impossible(tally, hand),
        # Some hand has these tricks and these points, and is made or set as the sheet says.
        contradictory(tally, hand),
        # The sheet agrees with the tricks, the claim and the ruling.
        mismatches(tally, hand),
        # Without a ruling, the record and its sheet leave one result.
        left_open(tally, hand),
    )


def incomplete(hand: UnsettledHand) -> Iterator[Problem]:
    """Yield a problem if play stopped before the recorded tricks settled the hand; where both sides
    count, that takes all seven."""
    if hand.tricks_key is None or not hand.stopped or hand.ruled is not None:
        return
    if hand.counts_points or not hand.is_settled_by(hand.possible):
        at = f"/{hand.tricks_key}"
        yield problem(Code.PLAY_INCOMPLETE, at, "The recorded tricks do not settle the hand.")


def read_tally(tally: Mapping[str, Any] | None, declarer: int) -> Tally:
    """Return the tally, seen from the declaring side."""
    tally = tally or {}
    ours = declarer % 2

    def pair(key: str) -> tuple[int, int] | None:
        return (tally[key][ours], tally[key][1 - ours]) if key in tally else None

    return Tally(tally.get("made"), pair("points"), pair("tricks"))


def impossible(tally: Tally, hand: UnsettledHand) -> Iterator[Problem]:
    """Yield what no deal and no play can produce."""
    if tally.points is not None and not _points_add_up(tally.points, hand):
        yield problem(
            Code.TALLY_IMPOSSIBLE, f"{AT}/points", "The points of a hand must add up to 42."
        )
    if tally.tricks is not None and not _tricks_add_up(tally.tricks, hand):
        yield problem(
            Code.TALLY_IMPOSSIBLE, f"{AT}/tricks", "The tricks of a hand must add up to seven."
        )


def contradictory(tally: Tally, hand: UnsettledHand) -> Iterator[Problem]:
    """Yield tricks, points and `made` that fit no single hand. A result by a ruling is not
    checked."""
    if hand.ruled_points is not None and tally.points in (None, hand.ruled_points):
        return
    fitting = [outcome for outcome in hands_of(hand.contract) if allowed(tally, outcome, hand)]
    if not fitting:
        yield problem(Code.TALLY_IMPOSSIBLE, AT, "No hand has these tricks and these points.")
    elif hand.ruled is None and tally.made not in (None, *map(hand.makes, fitting)):
        yield problem(
            Code.TALLY_IMPOSSIBLE,
            f"{AT}/made",
            "“Made” or “set” contradicts these tricks and points.",
        )


def allowed(tally: Tally, outcome: Outcome, hand: UnsettledHand) -> bool:
    """Return whether an outcome fits the sheet; the points of a nello are not used."""
    if hand.contract.aim is Aim.NO_TRICK:
        tally = Tally(None, None, tally.tricks)
    return tally.allows(outcome)


def hands_of(contract: Contract) -> frozenset[Outcome]:
    """Return the outcomes of every possible hand of this contract."""
    return NELLO_HANDS if contract.aim is Aim.NO_TRICK else FOUR_HANDED_HANDS


def _points_add_up(points: tuple[int, int], hand: UnsettledHand) -> bool:
    if hand.contract.aim is Aim.NO_TRICK:
        return sum(points) <= ALL_POINTS
    return sum(points) == ALL_POINTS


def _tricks_add_up(tricks: tuple[int, int], hand: UnsettledHand) -> bool:
    """Return whether the tricks add up to seven, or to less if play stopped early.

    The record shows that by its own tricks or a ruling, the tally by a trick of the declaring side
    in nello, which ends the hand.
    """
    lost_nello = hand.contract.aim is Aim.NO_TRICK and tricks[0] > 0
    seen = bool(hand.tricks) or hand.ruled is not None or lost_nello
    cut_short = hand.stopped and seen
    return sum(tricks) == TRICKS or (cut_short and sum(tricks) < TRICKS)


def mismatches(tally: Tally, hand: UnsettledHand) -> Iterator[Problem]:
    """Yield where the tally contradicts the tricks, the claim or the ruling."""
    for key, agrees in (
        ("made", _made_agrees(tally, hand)),
        ("points", _points_agree(tally.points, hand)),
        ("tricks", _tricks_agree(tally.tricks, hand)),
    ):
        if not agrees:
            yield problem(Code.TALLY_MISMATCH, f"{AT}/{key}", "The record says otherwise.")


def _made_agrees(tally: Tally, hand: UnsettledHand) -> bool:
    if hand.ruled is not None:
        return tally.made in (None, hand.ruled)
    return tally.made in (None, *map(hand.makes, hand.possible))


def _points_agree(points: tuple[int, int] | None, hand: UnsettledHand) -> bool:
    if points is None or hand.contract.aim is Aim.NO_TRICK:
        return True
    if hand.ruled_points is not None:
        return points == hand.ruled_points
    if not hand.stopped:
        return any(points[0] == possible for _, possible in hand.possible)
    return _at_least(points, hand, lambda taken: 1 if taken.points is None else taken.points)


def _tricks_agree(tricks: tuple[int, int] | None, hand: UnsettledHand) -> bool:
    if tricks is None:
        return True
    if not hand.stopped:
        return any(tricks[0] == possible for possible, _ in hand.possible)
    return _at_least(tricks, hand, lambda _: 1)


def _at_least(pair: tuple[int, int], hand: UnsettledHand, worth: Callable[[Taken], int]) -> bool:
    """Yield a problem if, after an early stop, a side has less than the recorded tricks gave it."""
    ours = sum(worth(taken) for taken in hand.tricks if hand.ours(taken))
    theirs = sum(worth(taken) for taken in hand.tricks if not hand.ours(taken))
    return pair[0] >= ours and pair[1] >= theirs


def with_tally(tally: Tally, hand: UnsettledHand) -> frozenset[Outcome]:
    """Return the outcomes that the record and its tally leave possible.

    Recorded tricks that were cut short settle the hand alone.
    """
    if hand.stopped and hand.tricks:
        return hand.possible
    made = tally.made if hand.ruled is None else None
    return frozenset(
        outcome
        for outcome in hand.possible
        if allowed(tally, outcome, hand) and made in (None, hand.makes(outcome))
    )


def left_open(tally: Tally, hand: UnsettledHand) -> Iterator[Problem]:
    """Yield a problem if, without a ruling, more than one result is left, or none."""
    if hand.ruled is not None:
        return
    possible = with_tally(tally, hand)
    if not possible:
        yield problem(Code.TALLY_MISMATCH, AT, "The sheet and the rest of the record disagree.")
    elif not hand.is_settled_by(possible):
        yield problem(Code.TALLY_INSUFFICIENT, AT, "Nothing in the record settles the hand.")


# The result of a settled hand


def result(hand: UnsettledHand, tally: Tally) -> bool:
    """Return whether a settled hand is made."""
    if hand.ruled is not None:
        return hand.ruled
    return hand.makes(next(iter(with_tally(tally, hand))))


def points_taken(hand: UnsettledHand, tally: Tally) -> tuple[int, int] | None:
    """Return the points of the declaring side and of the other, as far as the record says."""
    if hand.ruled_points is not None:
        return hand.ruled_points
    if hand.contract.aim is Aim.NO_TRICK:
        claimed = hand.missing and hand.claimed_by is not None
        return None if claimed else recorded_points(hand)
    cut_short = hand.stopped and hand.tricks_key is not None
    if hand.missing and (hand.ruled is not None or cut_short):
        return recorded_points(hand)
    left = {points for _, points in with_tally(tally, hand)}
    return (points := left.pop(), ALL_POINTS - points) if len(left) == 1 else None


def recorded_points(hand: UnsettledHand) -> tuple[int, int] | None:
    """Return the points of the recorded tricks, or None if there are none or one has no points."""
    ours, theirs = 0, 0
    for taken in hand.tricks:
        if taken.points is None:
            return None
        if hand.ours(taken):
            ours += taken.points
        else:
            theirs += taken.points
    return (ours, theirs) if hand.tricks else None


def tricks_taken(hand: UnsettledHand) -> list[int] | None:
    """Return tricks by seat, or None if a claim took some or none is complete."""
    winners = [taken.winner for taken in hand.tricks]
    if not winners or (hand.claimed_by is not None and hand.missing):
        return None
    return [winners.count(seat) for seat in range(4)]
