"""The course of the tricks, and every way in which the hand may have ended.

A *course* is what the record says of the tricks; an *ending* is one way to complete it. What is not
recorded stays open: a question has an answer only if all endings give the same one. All counts are
the declaring side's.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules.game import HandSide
from rules.pandoeren.cards import LAST_TRICK, TRICKS, TRUMPS, WHOLE_PACK, cards_in
from rules.pandoeren.contracts import Aim, Bid
from rules.pandoeren.partnership import Partnership
from rules.trumps import Trumps


class Ending(NamedTuple):
    """Tricks of the declaring side; whether the declarer won the first, and the first four."""

    tricks: int
    first: bool
    first_four: bool


Endings = frozenset[Ending]


def _endings(*, alone: bool) -> Endings:
    """Return every ending. A lone declarer who wins every trick won the first four as well."""
    return frozenset(
        Ending(tricks, first, first_four)
        for tricks in range(TRICKS + 1)
        for first, first_four in ((False, False), (True, False), (True, True))
        if tricks >= first + 3 * first_four and (first_four or not alone or tricks < TRICKS)
    )


ALONE: Final = _endings(alone=True)
WITH_PARTNER: Final = _endings(alone=False)


BY_TRICKS: Final = tuple(
    frozenset(ending for ending in WITH_PARTNER if ending.tricks == tricks)
    for tricks in range(TRICKS + 1)
)


def agrees(ending: Ending, first_four: Sequence[bool]) -> bool:
    """Return whether an ending agrees with the known winners of the first four tricks."""
    if ending.first_four and not all(first_four):
        return False
    if len(first_four) == 4 and ending.first_four != all(first_four):
        return False
    return not first_four or ending.first == first_four[0]


def all_endings(partnership: Partnership) -> Endings:
    """Return every ending of a hand played alone, or by two."""
    return ALONE if partnership.alone else WITH_PARTNER


@dataclass(frozen=True, slots=True)
class Course:
    """The complete tricks of a record, the side that claims the rest, and the pack in play.

    `points` of each trick as far as known, without the 5 for the last. `totals` are all possible
    card points, the last trick's 5 included: one number if the discard is known.
    """

    winners: Sequence[int]
    points: Sequence[int | None]
    claim: HandSide | None
    totals: frozenset[int]

    @property
    def missing(self) -> int:
        """How many tricks are not recorded."""
        return TRICKS - len(self.winners)

    @property
    def claimed_by(self) -> HandSide | None:
        """Return the side that takes the missing tricks; a claim means nothing once all are
        recorded."""
        return self.claim if self.missing else None

    def endings(self, partnership: Partnership) -> Endings:
        """Return every ending that the course leaves open, for any candidate as partner."""
        possible, declarer = all_endings(partnership), partnership.declarer
        first_four = self._first_four(declarer, alone=partnership.alone)
        return frozenset(
            ending
            for partner in partnership.candidates
            for ending in possible & self._reached((declarer, partner))
            if agrees(ending, first_four)
        )

    def _reached(self, side: tuple[int | None, ...]) -> Endings:
        """Return the endings with a number of tricks that the side can reach."""
        won = sum(winner in side for winner in self.winners)
        low = won + self.missing * (self.claimed_by is HandSide.DECLARER)
        high = won + self.missing * (self.claimed_by is not HandSide.DEFENCE)
        return frozenset().union(*BY_TRICKS[low : high + 1])

    def _first_four(self, declarer: int, *, alone: bool) -> Sequence[bool]:
        """Return whether the declarer alone won the first four tricks, as far as known."""
        won = [winner == declarer for winner in self.winners[:4]]
        claimed = self.claimed_by
        if claimed is HandSide.DEFENCE or (claimed is HandSide.DECLARER and alone):
            won += [claimed is HandSide.DECLARER] * (4 - len(won))
        return won

    # Card points

    def cards(self, partnership: Partnership) -> frozenset[int]:
        """Return every number of card points that the declaring side may have taken."""
        return frozenset(
            points
            for partner in partnership.candidates
            for points in self._cards({partnership.declarer, partner})
        )

    def _cards(self, side: set[int | None]) -> Iterable[int]:
        ours = [points for winner, points in self._tricks if winner in side]
        theirs = [points for winner, points in self._tricks if winner not in side]
        rest_to, last_to = self._rest_to(side), self._last_to(side)
        least = sum(points or 0 for points in ours) + LAST_TRICK * (last_to is HandSide.DECLARER)
        lost = sum(points or 0 for points in theirs) + LAST_TRICK * (last_to is HandSide.DEFENCE)
        if rest_to is HandSide.DEFENCE and None not in ours:
            return (least,)
        if rest_to is HandSide.DECLARER and None not in theirs:
            return (total - lost for total in self.totals if total - lost >= least)
        return range(least, max(self.totals) - lost + 1)

    @property
    def _tricks(self) -> list[tuple[int, int | None]]:
        """Winners and points, the last trick with its 5."""
        tricks = list(zip(self.winners, self.points, strict=True))
        if not self.missing:
            winner, points = tricks[-1]
            tricks[-1] = (winner, None if points is None else points + LAST_TRICK)
        return tricks

    def _rest_to(self, side: set[int | None]) -> HandSide | None:
        """Return the side that takes card points not recorded, or None if either may."""
        if self.missing:
            return self.claim
        unknown = {winner in side for winner, points in self._tricks if points is None}
        if unknown == {True}:
            return HandSide.DECLARER
        return HandSide.DEFENCE if True not in unknown else None

    def _last_to(self, side: set[int | None]) -> HandSide | None:
        """Return the side that takes the 5 of a last trick without recorded points, as far as
        known."""
        if self.missing:
            return self.claim
        if self.points[-1] is not None:
            return None
        return HandSide.DECLARER if self.winners[-1] in side else HandSide.DEFENCE


def totals(trumps: Trumps, discard: int) -> frozenset[int]:
    """Return all card points of the hand, for a known discard or for any."""
    if discard:
        return frozenset({trumps.total - trumps.worth(discard)})
    return ALL_TOTALS[trumps.word]


ALL_TOTALS: Final = {
    word: frozenset(trumps.total - trumps.points[card] for card in cards_in(WHOLE_PACK))
    for word, trumps in TRUMPS.items()
}


# What an ending comes to


def is_made(bid: Bid, ending: Ending, extra: int, *, any_trick: bool, alone: bool) -> bool:
    """Return whether a contract other than a number contract is made; `extra` is roem and stuk."""
    match bid.contract.aim:
        case Aim.ALL:
            return ending.tricks == TRICKS and extra >= bid.needed
        case Aim.FOUR_THEN_ALL:
            return ending.tricks == TRICKS and (alone or ending.first_four)
        case Aim.ONE:
            return ending.tricks == 1 and (any_trick or ending.first)
        case Aim.NONE:
            return ending.tricks == 0
        case Aim.CARDS:
            raise ValueError("card points decide a number contract")


def is_lost(bid: Bid, course: Course, partnership: Partnership, *, any_trick: bool) -> bool:
    """Return whether the recorded tricks have lost the contract for any partner.

    A shortage of roem settles nothing before the eighth trick, so enough roem is assumed here.
    """
    return not bid.is_number and not any(
        is_made(bid, ending, bid.needed, any_trick=any_trick, alone=partnership.alone)
        for ending in course.endings(partnership)
    )
