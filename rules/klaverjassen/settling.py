"""Is this hand settled? What the tricks, a claim, a ruling and the tally of a record leave open.

Every key of the tally leaves fewer endings possible. The key after which none is left is the faulty
one: by itself or beside those before it (*impossible*), or beside the record (*mismatch*). Pairs
are the declaring side's and the other's.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, Final

from rules.game import HandSide
from rules.klaverjassen.cards import ALL_POINTS, LAST_TRICK, POINT_CARDS, TRICKS
from rules.klaverjassen.options import Options
from rules.klaverjassen.roem import is_sum
from rules.klaverjassen.scoring import Ending, is_made, score
from rules.problems import Code, Problem, Problems, first_stage, problem
from rules.trick_play import Taken
from rules.trumps import TRICK_SIZE

Endings = frozenset[Ending]
Pair = tuple[int, int]

AT: Final = "/tally"
ENDINGS: Final[Endings] = frozenset(
    Ending(tricks, cards + last)
    for tricks in range(1, TRICKS)
    for cards in POINT_CARDS.sums(TRICK_SIZE * tricks)
    for last in (0, LAST_TRICK)
) | {Ending(0, 0), Ending(TRICKS, ALL_POINTS)}
"""Every way in which a hand may end, whatever was dealt."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The tally of a record; None where a key was left out."""

    made: bool | None
    points: Pair | None
    roem: Pair | None
    tricks: Pair | None


@dataclass(frozen=True, slots=True)
class Course:
    """The tricks recorded in full, and the side that claims the rest: whether the declaring side
    won each, and their card points without those for the last trick."""

    won: Sequence[bool]
    points: Sequence[int | None]
    claim: HandSide | None

    @property
    def missing(self) -> int:
        """How many tricks are not recorded."""
        return TRICKS - len(self.won)

    @property
    def endings(self) -> Endings:
        """Return every ending that tricks and claim leave open. The card points of a side are known
        if those of all its tricks are, or of all the other's."""
        claimed = [] if self.claim is None else [self.claim is HandSide.DECLARER] * self.missing
        won = [*self.won, *claimed]
        points = [*self.points, *(None for _ in claimed)]
        ours, theirs = self._card_points(won, points, side=True), self._card_points(won, points)
        (low, is_low_exact), (rest, is_high_exact) = ours, theirs
        high = ALL_POINTS - rest
        if is_low_exact or is_high_exact:
            low = high = low if is_low_exact else high
        tricks = range(sum(won), TRICKS - won.count(False) + 1)
        return frozenset(e for e in ENDINGS if e.tricks in tricks and low <= e.cards <= high)

    def _card_points(
        self, won: Sequence[bool], points: Sequence[int | None], *, side: bool = False
    ) -> tuple[int, bool]:
        """Return the card points that a side has at least, and whether it has no more."""
        own = [count for ours, count in zip(won, points, strict=True) if ours is side]
        known = sum(count for count in own if count is not None)
        if len(won) < TRICKS:
            return known, False
        return known + LAST_TRICK * (won[-1] is side), None not in own


@dataclass(frozen=True)
class UnsettledHand:
    """What has to be settled: the hand without its tally.

    `tricks_key` is the key of the recorded tricks, None where none was asked for; `roem` what the
    tricks show, None if the record does not say. A table that missed some may count less than the
    cards show (`may_miss`). `ruled` is the result by a ruling.
    """

    needed: int
    options: Options
    course: Course
    tricks_key: str | None
    roem: Pair | None
    may_miss: bool
    ruled: bool | None

    def counted(self, tally: Tally) -> Pair:
        """Return the roem of the tally, else of the tricks, else none."""
        return tally.roem or self.roem or (0, 0)

    def makes(self, ending: Ending, tally: Tally) -> bool:
        """Return whether the declaring side makes its points with this ending."""
        return is_made(ending, self.counted(tally), self.needed, self.options)

    @cached_property
    def recorded(self) -> Endings:
        """What tricks and claim leave open."""
        return self.course.endings if self.tricks_key or self.course.claim else ENDINGS

    def settled(self, tally: Tally) -> Endings:
        """Return what the record and its tally leave open. A sheet that says made or nat and no
        tricks says by its silence that nobody took every trick."""
        possible = self.recorded
        for key in KEYS:
            possible = after(possible, key, tally)
        if tally.made is None:
            return possible
        possible = frozenset(e for e in possible if self.makes(e, tally) is tally.made)
        if self.recorded is ENDINGS and tally.tricks is None:
            return frozenset(e for e in possible if e.tricks not in (0, TRICKS))
        return possible

    def scores(self, tally: Tally) -> frozenset[Pair]:
        """Return the scores that are still possible."""
        roem = self.counted(tally)
        return frozenset(
            score(ending, roem, self.options, made=self.makes(ending, tally))
            for ending in self.settled(tally)
        )


KEYS: Final = ("points", "roem", "tricks")


def after(possible: Endings, key: str, tally: Tally) -> Endings:
    """Return what one key of the tally leaves open. A side without a trick has no roem."""
    value = getattr(tally, key)
    if value is None:
        return possible
    ours, theirs = value
    match key:
        case "points":
            return frozenset(e for e in possible if (e.cards, ALL_POINTS - e.cards) == value)
        case "roem":
            return frozenset(
                e for e in possible if (e.tricks or not ours) and (e.tricks < TRICKS or not theirs)
            )
        case _:
            return frozenset(e for e in possible if (e.tricks, TRICKS - e.tricks) == value)


def read_tally(tally: Mapping[str, Any] | None, declarer: int) -> Tally:
    """Return the tally of a record of sound shape, seen from the declaring side."""
    tally = tally or {}
    pairs = {
        key: None if key not in tally else _seen_from(tally[key], declarer)
        for key in ("points", "roem", "tricks")
    }
    return Tally(made=tally.get("made"), **pairs)


def _seen_from(pair: Sequence[int], declarer: int) -> Pair:
    return (pair[1], pair[0]) if declarer & 1 else (pair[0], pair[1])


def roem_of(tricks: Sequence[Taken], roem: Sequence[int | None], declarer: int) -> Pair | None:
    """Return the roem of both sides in these tricks, or None if none of them says it."""
    if not any(count is not None for count in roem):
        return None
    ours = theirs = 0
    for trick, count in zip(tricks, roem, strict=True):
        if (trick.winner - declarer) % 2:
            theirs += count or 0
        else:
            ours += count or 0
    return ours, theirs


# The stages


def settlement_problems(hand: UnsettledHand, tally: Tally) -> Problems:
    """Return why the hand is not settled, or its record contradicts itself, up to the first stage
    with a problem."""
    return first_stage(
        # Recorded tricks are all eight, unless the rest was claimed or ruled on.
        _incomplete(hand),
        # Some hand ends as the sheet says; one problem says enough.
        islice(_impossible(hand, tally), 1),
        # The sheet agrees with the tricks, the claim and the ruling.
        islice(_mismatches(hand, tally), 1),
        # The record and its sheet leave one score.
        _unsettled(hand, tally),
    )


def _incomplete(hand: UnsettledHand) -> Iterator[Problem]:
    open_to_the_end = hand.course.claim is None and hand.ruled is None
    if hand.tricks_key is not None and hand.course.missing and open_to_the_end:
        at = f"/{hand.tricks_key}"
        yield problem(Code.PLAY_INCOMPLETE, at, "The recorded tricks do not settle the hand.")


def _impossible(hand: UnsettledHand, tally: Tally) -> Iterator[Problem]:
    if tally.points and sum(tally.points) != ALL_POINTS:
        yield problem(
            Code.TALLY_IMPOSSIBLE,
            f"{AT}/points",
            "The card points of a hand must add up to {total}.",
            total=ALL_POINTS,
        )
    possible = ENDINGS
    for key in KEYS:
        possible = after(possible, key, tally)
        if not possible or (key == "roem" and not is_roem(tally.roem)):
            yield problem(Code.TALLY_IMPOSSIBLE, f"{AT}/{key}", "No hand can end like this.")
    if hand.ruled is None and not _agrees(hand, possible, tally):
        yield problem(
            Code.TALLY_IMPOSSIBLE,
            f"{AT}/made",
            "“Made” or “set” contradicts the rest of the sheet.",
        )


def is_roem(roem: Pair | None) -> bool:
    """Return whether the tricks of two sides may have this roem."""
    return roem is None or (all(map(is_sum, roem)) and is_sum(sum(roem)))


def _agrees(hand: UnsettledHand, possible: Endings, tally: Tally) -> bool:
    return tally.made in (None, *(hand.makes(ending, tally) for ending in possible))


def _mismatches(hand: UnsettledHand, tally: Tally) -> Iterator[Problem]:
    if hand.ruled is not None:
        if tally.made not in (None, hand.ruled):
            yield _mismatch("made")
        return
    possible = hand.recorded
    for key in KEYS:
        possible = after(possible, key, tally)
        if not possible or (key == "roem" and not _is_recorded(hand, tally.roem)):
            yield _mismatch(key)
    if not _agrees(hand, possible, tally):
        yield _mismatch("made")


def _is_recorded(hand: UnsettledHand, roem: Pair | None) -> bool:
    """Return whether the sheet counts the roem of the tricks, or less where the table missed
    some."""
    if roem is None or hand.roem is None or roem == hand.roem:
        return True
    return hand.may_miss and all(map(int.__le__, roem, hand.roem))


def _mismatch(key: str) -> Problem:
    return problem(Code.TALLY_MISMATCH, f"{AT}/{key}", "The record says otherwise.")


def _unsettled(hand: UnsettledHand, tally: Tally) -> Iterator[Problem]:
    if hand.ruled is None and len(hand.scores(tally)) != 1:
        yield problem(Code.TALLY_INSUFFICIENT, AT, "Nothing in the record settles the hand.")
