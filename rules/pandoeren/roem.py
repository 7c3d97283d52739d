"""Roem: runs and fours of a kind in one hand, their values and their order.

From low to high: run of three, of four, of five, four queens, four kings, four aces, run of six, of
seven, of eight, four jacks. Runs are in the order ace to 6 in every suit, trumps too; equal runs
compare by the top card, then by suit. Source: roem.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final, NamedTuple

from rules.game import Record
from rules.pandoeren.auction import Auction
from rules.pandoeren.cards import HAND_SIZE, RANKS, SUIT_BITS, SUIT_SIZE, SUITS, rank_mask
from rules.pandoeren.partnership import Partnership
from rules.pandoeren.play import Evidence
from rules.pandoeren.shape import STUK
from rules.problems import Code, Problem, SeatInText, problem
from rules.trumps import Trumps

RUN_VALUES: Final = {3: 20, 4: 50, 5: 100, 6: 120, 7: 140, 8: 160}
FOUR_VALUES: Final = {"Q": 100, "K": 100, "A": 100, "J": 200}
LADDER: Final[tuple[int | str, ...]] = (3, 4, 5, "Q", "K", "A", 6, 7, 8, "J")
"""Lengths of runs and ranks of fours, from low to high."""

STEP: Final = 100
"""Between two rungs of the ladder there is room for every top card and suit."""


def runs(ranks: int) -> list[tuple[int, int]]:
    """Return the longest runs of a suit, each of three or more: (length, place of the top card)."""
    long_runs, length = [], 0
    for place in range(SUIT_SIZE + 1):
        if ranks >> place & 1:
            length += 1
            continue
        if length >= min(RUN_VALUES):
            long_runs.append((min(length, HAND_SIZE), place - 1))
        length = 0
    return long_runs


def run_strength(length: int, top: int, suit: int) -> int:
    """Return a number by which runs and fours compare; spades above hearts, diamonds, clubs."""
    return STEP * (1 + LADDER.index(length)) + len(SUITS) * top + len(SUITS) - 1 - suit


def _suit_strength(ranks: int, suit: int) -> int:
    return max((run_strength(length, top, suit) for length, top in runs(ranks)), default=0)


SUIT_VALUE: Final = tuple(
    sum(RUN_VALUES[length] for length, _ in runs(ranks)) for ranks in range(SUIT_BITS + 1)
)
"""By the cards of one suit: what its runs count."""

SUIT_STRENGTH: Final = tuple(
    tuple(_suit_strength(ranks, suit) for ranks in range(SUIT_BITS + 1))
    for suit in range(len(SUITS))
)
"""By suit and its cards: the strength of the best run, 0 without one."""

FOURS: Final = tuple(
    (rank_mask(rank), value, STEP * (1 + LADDER.index(rank))) for rank, value in FOUR_VALUES.items()
)
"""The four cards, what they count, and their strength."""

assert set(FOUR_VALUES) < set(RANKS)


def roem_value(hand: int) -> int:
    """Return what all runs and fours of a hand count together."""
    value = (
        SUIT_VALUE[hand & SUIT_BITS]
        + SUIT_VALUE[hand >> SUIT_SIZE & SUIT_BITS]
        + SUIT_VALUE[hand >> 2 * SUIT_SIZE & SUIT_BITS]
        + SUIT_VALUE[hand >> 3 * SUIT_SIZE & SUIT_BITS]
    )
    for cards, worth, _ in FOURS:
        if hand & cards == cards:
            value += worth
    return value


def best_roem(hand: int) -> int:
    """Return the strength of the best run or four of a hand; 0 without any. No two hands are
    equal."""
    best = 0
    for suit, by_ranks in enumerate(SUIT_STRENGTH):
        best = max(best, by_ranks[hand >> suit * SUIT_SIZE & SUIT_BITS])
    for cards, _, strength in FOURS:
        if hand & cards == cards:
            best = max(best, strength)
    return best


# Roem announced, denied and revived, and stuk. The declarer's roem stands unless an opponent who
# bid has a better one. If the declarer's stands, the partner's does too; otherwise it may be denied
# in turn, and if it is not, the declarer's denied roem is revived. Source: roem, stuk.


Entries = Sequence[Mapping[str, Any]]
NO_ENTRIES: Final[Entries] = ()


class Reason(Enum):
    """Why a denial succeeded or failed."""

    RUNG = auto()
    """The better of the two stands higher in the list of runs and fours."""
    TOP_CARD = auto()
    """Runs of equal length: the higher top card."""
    SUIT = auto()
    """Runs of equal length and top card: spades, hearts, diamonds, clubs."""
    NOTHING_SHOWN = auto()
    """The other hand has no roem at all."""
    TAKEN_AS_WRITTEN = auto()
    """A hand is not known: the table's word is taken."""
    NOT_ENTITLED = auto()
    """Whoever tries did not bid, or the roem stands without more ado."""


class Denial(NamedTuple):
    """Whether a denial succeeds, and why."""

    succeeded: bool
    reason: Reason


def why_better(better: int, other: int) -> Reason:
    """Return what makes a run or four of the first strength better than one of the second."""
    if better // STEP != other // STEP:
        return Reason.RUNG
    return Reason.TOP_CARD if better // len(SUITS) != other // len(SUITS) else Reason.SUIT


def denial_between(announcer: int | None, denier: int | None) -> Denial:
    """Return whether a denial by an entitled opponent succeeds, given both hands (None if unknown).

    If a hand is unknown the announcement at the table is believed, unless the other hand has
    nothing to show.
    """
    if denier is None:
        return Denial(succeeded=True, reason=Reason.TAKEN_AS_WRITTEN)
    theirs, announced = best_roem(denier), 0 if announcer is None else best_roem(announcer)
    if not theirs:
        return Denial(succeeded=False, reason=Reason.NOTHING_SHOWN)
    if not announced:
        return Denial(succeeded=True, reason=Reason.TAKEN_AS_WRITTEN)
    succeeded = theirs > announced
    return Denial(succeeded, why_better(max(theirs, announced), min(theirs, announced)))


@dataclass(frozen=True, slots=True)
class Announcements:
    """The announcements of one record, checked against the hands."""

    roem: Entries
    denials: Entries
    stuk: int | None
    auction: Auction
    partnership: Partnership
    trumps: Trumps
    evidence: Evidence

    def problems(self) -> Iterator[Problem]:
        """Yield problems entry by entry: roem, then denials, then stuk."""
        for i, entry in enumerate(self.roem):
            yield from self._roem_problems(i, entry)
        for i, entry in enumerate(self.denials):
            yield from self._denial_problems(i, entry)
        if self.stuk is not None:
            yield from self._stuk_problems(self.stuk)

    @property
    def _counts(self) -> bool:
        return self.auction.bid.counts_roem

    # Roem

    def _roem_problems(self, i: int, entry: Mapping[str, Any]) -> Iterator[Problem]:
        seat, at = entry["seat"], f"/roem/{i}"
        if not self._counts:
            yield problem(Code.ROEM_NOT_ALLOWED, at, "Roem does not count in this contract.")
        elif not self.partnership.may_declare(seat):
            yield problem(
                Code.ROEM_NOT_ALLOWED, at, "Only the declarer and the partner announce roem."
            )
        elif any(earlier["seat"] == seat for earlier in self.roem[:i]):
            yield problem(
                Code.ROEM_NOT_ALLOWED,
                at,
                "{seat} has announced roem already.",
                seat=SeatInText(seat),
            )
        else:
            yield from self._value_problems(seat, entry.get("value"), at)

    def _value_problems(self, seat: int, value: int | None, at: str) -> Iterator[Problem]:
        hand = self.evidence.complete[seat]
        if hand is None:
            if value is None:
                yield problem(
                    Code.ROEM_WRONG_VALUE,
                    at,
                    "The hand of {seat} is not known: the value has to be recorded.",
                    seat=SeatInText(seat),
                )
            return
        counted = roem_value(hand)
        if not counted:
            yield problem(Code.ROEM_NONE, at, "{seat} has no roem.", seat=SeatInText(seat))
        elif value not in (None, counted):
            yield problem(
                Code.ROEM_WRONG_VALUE,
                at,
                "The roem of {seat} counts {counted}.",
                seat=SeatInText(seat),
                counted=counted,
            )

    # Denials

    def _denial_problems(self, i: int, entry: Mapping[str, Any]) -> Iterator[Problem]:
        by, against, at = entry["by"], entry["against"], f"/denials/{i}"
        if not self.may_deny(by):
            yield problem(
                Code.DENIAL_NOT_ENTITLED,
                at,
                "{seat} may not deny roem: only an opponent who bid may.",
                seat=SeatInText(by),
            )
        elif self.announced(against) is None:
            yield problem(
                Code.DENIAL_NOT_ENTITLED,
                at,
                "{seat} has announced no roem.",
                seat=SeatInText(against),
            )
        elif against != self.partnership.declarer and self.declarer_stands:
            yield problem(
                Code.DENIAL_NOT_ENTITLED,
                at,
                "The declarer's roem stands, so the partner's counts automatically.",
            )

    def may_deny(self, seat: int) -> bool:
        """Return whether the seat is an opponent, as far as known, who did not only pass."""
        return (
            self._counts and seat in self.auction.bidders and seat not in self.partnership.declarers
        )

    def announced(self, seat: int) -> int | None:
        """Return the value that the seat announced; None where it did not."""
        for entry in self.roem:
            if entry["seat"] == seat:
                hand = self.evidence.complete[seat]
                return entry.get("value", 0) if hand is None else roem_value(hand)
        return None

    def denial(self, by: int, against: int) -> Denial:
        """Return whether a seat can deny the roem of another, and why; the partner's only where the
        declarer's does not stand."""
        is_free = against != self.partnership.declarer and self.declarer_stands
        if is_free or not self.may_deny(by):
            return Denial(succeeded=False, reason=Reason.NOT_ENTITLED)
        return denial_between(self.evidence.complete[against], self.evidence.complete[by])

    def denied(self, seat: int) -> bool:
        """Return whether the seat's roem was successfully denied."""
        return any(
            self.denial(entry["by"], seat).succeeded
            for entry in self.denials
            if entry["against"] == seat
        )

    @property
    def declarer_stands(self) -> bool:
        """Return whether the declarer announced roem that was not successfully denied."""
        declarer = self.partnership.declarer
        return self.announced(declarer) is not None and not self.denied(declarer)

    def is_revived(self, seat: int) -> bool:
        """Return whether the roem was denied, and counts because the partner's stands."""
        partner = self._partner
        is_declarers = seat == self.partnership.declarer
        return is_declarers and self.denied(seat) and partner is not None and self.stands(partner)

    def stands(self, seat: int) -> bool:
        """Return whether the seat announced roem that counts in the end."""
        if self.announced(seat) is None:
            return False
        return not self.denied(seat) or self.is_revived(seat)

    @property
    def _partner(self) -> int | None:
        """The partner, or who announced roem and may be the partner."""
        declarer, partner = self.partnership.declarer, self.partnership.partner
        if partner is not None:
            return partner
        others = (entry["seat"] for entry in self.roem if entry["seat"] != declarer)
        return next(filter(self.partnership.may_declare, others), None)

    # Stuk

    def _stuk_problems(self, seat: int) -> Iterator[Problem]:
        if not self._counts:
            yield problem(Code.STUK_NOT_ALLOWED, "/stuk", "Stuk does not count in this contract.")
        elif not self.partnership.may_declare(seat):
            yield problem(
                Code.STUK_NOT_ALLOWED, "/stuk", "Only the declarer and the partner announce stuk."
            )
        elif not self._may_hold_marriage(seat):
            yield problem(
                Code.STUK_NOT_HELD,
                "/stuk",
                "{seat} does not hold king and queen of trumps.",
                seat=SeatInText(seat),
            )

    def _may_hold_marriage(self, seat: int) -> bool:
        hand, marriage = self.evidence.complete[seat], self.trumps.marriage
        if hand is None:
            return self.evidence.may_hold(seat, marriage)
        return hand & marriage == marriage

    # The totals of the announcements

    @property
    def roem_counted(self) -> int:
        """The roem of the declaring side that stands; what somebody announced who may be the
        partner counts."""
        side = (seat for seat in (self.partnership.declarer, self._partner) if seat is not None)
        return sum(self.announced(seat) or 0 for seat in side if self.stands(seat))

    @property
    def stuk_counted(self) -> int:
        """Return 20 if stuk was announced, else 0."""
        return 0 if self.stuk is None else STUK


def read_announcements(
    record: Record,
    auction: Auction,
    partnership: Partnership,
    trumps: Trumps,
    evidence: Evidence,
) -> Announcements:
    return Announcements(
        roem=record.get("roem", NO_ENTRIES),
        denials=record.get("denials", NO_ENTRIES),
        stuk=record.get("stuk"),
        auction=auction,
        partnership=partnership,
        trumps=trumps,
        evidence=evidence,
    )
