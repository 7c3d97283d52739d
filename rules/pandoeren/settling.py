"""Is this hand settled? What the tricks, a claim, a ruling and the tally of a record leave open.

Every key of the tally leaves fewer endings possible. The key after which none is left is the faulty
one: by itself or beside those before it (*impossible*), or beside the record (*mismatch*). `made`
is compared with all others, so it comes last.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, NamedTuple

from rules.game import HandSide
from rules.pandoeren.cards import TRICKS
from rules.pandoeren.contracts import Bid
from rules.pandoeren.course import Course, Endings, all_endings, is_lost, is_made
from rules.pandoeren.options import Options
from rules.pandoeren.partnership import Partnership
from rules.problems import Code, Problem, Problems, first_stage, problem

AT: Final = "/tally"
MOST_ROEM: Final = 500
"""All fours of a kind in two hands; runs come to less."""
ROEM_SUMS: Final = frozenset(
    low + high for low in range(0, MOST_ROEM + 1, 20) for high in range(0, MOST_ROEM + 1, 50)
)
"""Every value of a roem is made up of twenties and fifties, and the other way round."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The tally of a record; None where a key was left out."""

    made: bool | None = None
    cards: int | None = None
    roem: int | None = None
    stuk: int | None = None
    tricks: int | None = None
    first: bool | None = None
    first_four: bool | None = None


class Possible(NamedTuple):
    """Endings and card points that are still possible, each with some of the other."""

    endings: Endings
    cards: frozenset[int]


@dataclass(frozen=True, slots=True)
class UnsettledHand:
    """What has to be settled: the hand without its tally.

    `tricks_key` is the key of the recorded tricks, None where none was asked for. `roem` and
    `stuk` as announced in the record, None if the record does not say. `ruled` is the result by a
    ruling.
    """

    bid: Bid
    options: Options
    partnership: Partnership
    course: Course
    tricks_key: str | None
    roem: int | None
    stuk: int | None
    ruled: bool | None

    def narrowed(self, possible: Possible) -> Possible:
        """Return the endings that agree with some number of card points, and vice versa.

        A side without a trick has no points, one with every trick has all of them.
        """
        totals, cards = self.course.totals, possible.cards
        all_points, no_points = not cards.isdisjoint(totals), 0 in cards
        fits = [no_points, *[bool(cards)] * (TRICKS - 1), all_points]
        endings = frozenset(ending for ending in possible.endings if fits[ending.tricks])
        tricks = {ending.tricks for ending in endings}
        if tricks <= {0, TRICKS}:
            points = totals if TRICKS in tricks else frozenset()
            cards &= points | {0} if 0 in tricks else points
        return Possible(endings, cards)

    def anything(self) -> Possible:
        """Return everything that can be dealt and played."""
        return self.narrowed(
            Possible(all_endings(self.partnership), frozenset(range(max(self.course.totals) + 1)))
        )

    def recorded(self) -> Possible:
        """Return what the tricks and the claim leave open."""
        endings = self.course.endings(self.partnership)
        return self.narrowed(Possible(endings, self.course.cards(self.partnership)))

    def after(self, possible: Possible, key: str, value: int | None) -> Possible:
        """Return what one key of the tally leaves open."""
        if value is None:
            return possible
        if key == "cards":
            return self.narrowed(possible._replace(cards=possible.cards & {value}))
        endings = frozenset(e for e in possible.endings if getattr(e, key) == value)
        return self.narrowed(possible._replace(endings=endings))

    def with_tally(self, tally: Tally) -> Possible:
        """Return what the record and its tally leave open, `made` apart."""
        possible = self.recorded()
        for key in ("cards", "tricks", "first", "first_four"):
            possible = self.after(possible, key, getattr(tally, key))
        return possible

    def roem_and_stuk(self, tally: Tally) -> tuple[int, int]:
        """Return roem and stuk as announced, else as the tally says, else none."""
        roem = tally.roem if self.roem is None else self.roem
        stuk = tally.stuk if self.stuk is None else self.stuk
        return roem or 0, stuk or 0

    def results(self, possible: Possible, tally: Tally) -> frozenset[bool]:
        """Return made, set, or both. A number contract needs the exact card points; a shortage of
        roem settles nothing before it is known that every trick was won."""
        extra = sum(self.roem_and_stuk(tally))
        if self.bid.is_number:
            if len(possible.cards) != 1:
                return frozenset({True, False})
            return frozenset({min(possible.cards) + extra >= self.bid.needed})
        if any(ending.tricks < TRICKS for ending in possible.endings):
            extra = self.bid.needed
        any_trick, alone = self.options.any_trick, self.partnership.alone
        return frozenset(
            is_made(self.bid, ending, extra, any_trick=any_trick, alone=alone)
            for ending in possible.endings
        )

    @property
    def is_ambiguous_claim(self) -> bool:
        """Return whether the rules say that the declarer's claim leaves the result open.

        Without the discard the card points are not known; before the fourth trick of zwabber it is
        not known which of the two wins it.
        """
        if self.course.claimed_by is not HandSide.DECLARER:
            return False
        return not self.bid.is_number or len(self.course.totals) > 1


def read_tally(tally: Mapping[str, Any] | None) -> Tally:
    """Return the tally of a record of sound shape."""
    return Tally(**(tally or {}))


def settled(hand: UnsettledHand, tally: Tally) -> bool | None:
    """Return made or set, or None if nothing in the record settles it."""
    if hand.ruled is not None:
        return hand.ruled
    results = hand.results(hand.with_tally(tally), tally)
    return next(iter(results)) if len(results) == 1 else tally.made


def settlement_problems(
    hand: UnsettledHand, tally: Tally, announcements: Iterator[Problem]
) -> Problems:
    """Return why the hand is not settled, or its record contradicts itself, up to the first stage
    with a problem. `announcements` are the problems of roem, denials and stuk."""
    return first_stage(
        # Recorded tricks settle the hand by themselves, unless the rest was claimed or ruled on.
        _incomplete(hand),
        # What was announced was allowed and held.
        announcements,
        # Some hand ends as the sheet says; one problem says enough.
        islice(_impossible(hand, tally), 1),
        # The sheet agrees with the tricks, the announcements, the claim and the ruling.
        islice(_mismatches(hand, tally), 1),
        # The partner is known, and the record and its sheet leave one result.
        _unsettled(hand, tally),
    )


def _incomplete(hand: UnsettledHand) -> Iterator[Problem]:
    """Yield a problem if play stopped before the recorded tricks had lost the contract."""
    course = hand.course
    if hand.tricks_key is None or course.claim is not None or hand.ruled is not None:
        return
    any_trick = hand.options.any_trick
    if course.missing and not is_lost(hand.bid, course, hand.partnership, any_trick=any_trick):
        at = f"/{hand.tricks_key}"
        yield problem(Code.PLAY_INCOMPLETE, at, "The recorded tricks do not settle the hand.")


def _impossible(hand: UnsettledHand, tally: Tally) -> Iterator[Problem]:
    possible = hand.anything()
    for key in ("cards", "roem", "tricks", "first", "first_four"):
        if key == "roem":
            if tally.roem is not None and not is_sum_of_roem(tally.roem):
                yield problem(Code.TALLY_IMPOSSIBLE, f"{AT}/roem", "No roem has that value.")
            continue
        possible = hand.after(possible, key, getattr(tally, key))
        if not possible.endings:
            yield problem(Code.TALLY_IMPOSSIBLE, f"{AT}/{key}", "No hand can end like this.")
            return
    results = hand.results(possible, tally)
    if hand.ruled is None and tally.made not in (None, *results):
        yield problem(
            Code.TALLY_IMPOSSIBLE,
            f"{AT}/made",
            "“Made” or “set” contradicts the rest of the sheet.",
        )


def is_sum_of_roem(points: int) -> bool:
    """Return whether two hands may hold roem that comes to this."""
    return points <= MOST_ROEM and points in ROEM_SUMS


def _mismatches(hand: UnsettledHand, tally: Tally) -> Iterator[Problem]:
    possible = hand.recorded()
    for key in ("cards", "roem", "stuk", "tricks", "first", "first_four"):
        value = getattr(tally, key)
        if key in ("roem", "stuk"):
            agrees = value is None or getattr(hand, key) in (None, value)
        else:
            possible = hand.after(possible, key, value)
            agrees = bool(possible.endings)
        if not agrees:
            yield _mismatch(key)
            return
    if tally.made not in (None, *_results_of_record(hand, possible, tally)):
        yield _mismatch("made")


def _results_of_record(hand: UnsettledHand, possible: Possible, tally: Tally) -> frozenset[bool]:
    if hand.ruled is not None:
        return frozenset({hand.ruled})
    return hand.results(possible, tally)


def _mismatch(key: str) -> Problem:
    return problem(Code.TALLY_MISMATCH, f"{AT}/{key}", "The record says otherwise.")


def _unsettled(hand: UnsettledHand, tally: Tally) -> Iterator[Problem]:
    if not hand.partnership.is_known:
        yield problem(
            Code.TALLY_INSUFFICIENT, "/partner", "The record does not say who the partner was."
        )
    elif settled(hand, tally) is None:
        if hand.is_ambiguous_claim:
            yield problem(
                Code.CLAIM_AMBIGUOUS, "/claim", "The claim leaves open whether the bid was made."
            )
        else:
            yield problem(Code.TALLY_INSUFFICIENT, AT, "Nothing in the record settles the hand.")
