"""Is this hand settled? What the tricks, a claim and the tally of a record leave open."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.dummy_spades.auction import Auction, is_declarers
from rules.dummy_spades.cards import TRICKS
from rules.dummy_spades.scoring import tricks_of_declarer_side
from rules.game import HandSide
from rules.problems import Code, Problem, Problems, first_stage, problem

AT: Final = "/tally"


@dataclass(frozen=True, slots=True)
class Tally:
    """The tally: tricks by hand, and those of declarer and dummy; None where left out."""

    tricks: Sequence[int] | None
    declarer_side: int | None


def read_tally(tally: Mapping[str, Any] | None) -> Tally:
    """Return the tally of a record of sound shape."""
    tally = tally or {}
    return Tally(tally.get("tricks"), tally.get("declarer_side"))


@dataclass(frozen=True, slots=True)
class Course:
    """What the record says without its tally: `won`, tricks by hand in the complete tricks, under
    the key `tricks_key` (None where none was asked for), and the side that claimed the rest."""

    auction: Auction
    tricks_key: str | None
    won: Sequence[int]
    claim: HandSide | None

    @property
    def to_come(self) -> int:
        """How many tricks are not recorded in full."""
        return TRICKS - sum(self.won)

    @property
    def is_open(self) -> bool:
        """Whether tricks are left that nobody claimed."""
        return self.to_come > 0 and self.claim is None

    def claims(self, hand: int) -> bool:
        """Return whether the hand is on the side that takes the tricks to come."""
        return is_declarers(hand, self.auction.declarer) == (self.claim is HandSide.DECLARER)

    @property
    def declarer_side(self) -> int:
        """The tricks of declarer and dummy, where the record settles them."""
        recorded = tricks_of_declarer_side(self.won, self.auction.declarer)
        return recorded + (self.to_come if self.claim is HandSide.DECLARER else 0)


def settlement_problems(course: Course, tally: Tally) -> Problems:
    """Return why the hand is not settled, or its record contradicts itself, up to the first stage
    with a problem."""
    return first_stage(
        # Recorded tricks settle the hand by themselves, unless the rest was claimed.
        _incomplete(course),
        # The tricks of a hand come to thirteen, by hand and by side alike.
        _impossible(tally, course),
        # The sheet agrees with the tricks and the claim.
        _mismatches(tally, course),
        # The record and its sheet leave one result, and no nil open.
        _unsettled(tally, course),
    )


def _incomplete(course: Course) -> Iterator[Problem]:
    """Yield a problem if fewer than thirteen tricks are recorded and nobody claimed the rest; a
    tally does not replace them."""
    if course.tricks_key is not None and course.is_open:
        at = f"/{course.tricks_key}"
        yield problem(Code.PLAY_INCOMPLETE, at, "The recorded tricks do not settle the hand.")


def _impossible(tally: Tally, course: Course) -> Iterator[Problem]:
    """Yield what no deal and no play can produce."""
    if tally.tricks is not None and sum(tally.tricks) != TRICKS:
        yield problem(
            Code.TALLY_IMPOSSIBLE, f"{AT}/tricks", "The tricks of a hand must add up to thirteen."
        )
    if tally.declarer_side is None:
        return
    if tally.declarer_side > TRICKS:
        yield problem(
            Code.TALLY_IMPOSSIBLE, f"{AT}/declarer_side", "A hand has only thirteen tricks."
        )
    declarer = course.auction.declarer
    if tally.tricks and tricks_of_declarer_side(tally.tricks, declarer) != tally.declarer_side:
        yield problem(
            Code.TALLY_IMPOSSIBLE, AT, "The tricks by hand and by side contradict each other."
        )


def _mismatches(tally: Tally, course: Course) -> Iterator[Problem]:
    """Yield where the tally contradicts the tricks and the claim."""
    if course.is_open:
        return
    if tally.tricks is not None and not _follows(tally.tricks, course):
        yield problem(Code.TALLY_MISMATCH, f"{AT}/tricks", "The record says otherwise.")
    if tally.declarer_side not in (None, course.declarer_side):
        yield problem(Code.TALLY_MISMATCH, f"{AT}/declarer_side", "The record says otherwise.")


def _follows(tricks: Sequence[int], course: Course) -> bool:
    """Return whether every hand has at least what it won and only the claiming side has more. As
    the tally adds up to thirteen, that side then has all the rest."""
    return all(
        tally == won or (course.claims(hand) and tally > won)
        for hand, (tally, won) in enumerate(zip(tricks, course.won, strict=True))
    )


def _unsettled(tally: Tally, course: Course) -> Iterator[Problem]:
    """Yield a problem if nothing settles the hand, or if a claim leaves a nil open."""
    if course.is_open and not _settles(tally, course.auction):
        yield problem(Code.TALLY_INSUFFICIENT, AT, "Nothing in the record settles the hand.")
    elif any(_is_left_open(hand, course) for _, hand in course.auction.nils):
        yield problem(
            Code.CLAIM_AMBIGUOUS,
            "/claim",
            "The claim leaves open whether a nil of that side was made.",
        )


def _settles(tally: Tally, auction: Auction) -> bool:
    """Return whether the tally settles the hand: tricks by hand do; tricks by side only if every
    nil is on a side without a trick."""
    if tally.tricks is not None:
        return True
    if tally.declarer_side is None:
        return False
    defence = TRICKS - tally.declarer_side
    return all(
        (tally.declarer_side if is_declarers(hand, auction.declarer) else defence) == 0
        for _, hand in auction.nils
    )


def _is_left_open(hand: int, course: Course) -> bool:
    """Return whether a hand of the claiming side has taken no trick yet and may still take one."""
    claimed = course.claim is not None and course.to_come > 0
    return claimed and course.claims(hand) and course.won[hand] == 0


# The result of a settled hand


def settled_side(course: Course, tally: Tally) -> int:
    """Return the tricks of declarer and dummy from the record, or from the tally where it is
    open."""
    if not course.is_open:
        return course.declarer_side
    if tally.tricks is not None:
        return tricks_of_declarer_side(tally.tricks, course.auction.declarer)
    assert tally.declarer_side is not None
    return tally.declarer_side


def tricks_taken(course: Course, tally: Tally) -> Sequence[int] | None:
    """Return tricks by hand, or None where a claim or a tally by side leaves them open."""
    return course.won if course.to_come == 0 else tally.tricks
