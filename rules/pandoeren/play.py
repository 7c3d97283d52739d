"""The play, card by card: what may be played and what was played wrongly.

Source: play of the cards; the jack of trumps that is never forced; under-trumping.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from rules.pandoeren.holdings import Evidence, Tale
from rules.pandoeren.pieces import NAMES, NUMBERS, PACK, TRICKS
from rules.pandoeren.trumps import Trumps
from rules.problems import Code, Problem, Seat, problem
from rules.tricks import piece_fault, trick_fault

NO_CARD: Final = 0


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with the play. `by` is the seat that broke a rule of play: a director may
    have ruled on that; anything else is a fault of the writing."""

    problem: Problem
    by: int | None = None


@dataclass(slots=True)
class Laid:
    """A trick while it is played: the lead, and the trumps below the highest trump on it."""

    lead: int | None = None
    beaten: int = NO_CARD


def is_revoke(card: int, hand: int, lead: int, trumps: Trumps) -> bool:
    """Neither follows nor trumps although the hand could follow without the jack of trumps."""
    bit, follow = 1 << card, trumps.follow[lead]
    return not bit & (follow | trumps.cards) and bool(hand & follow & ~trumps.jack)


def is_undertrump(card: int, hand: int, laid: Laid, trumps: Trumps) -> bool:
    """A trump below one that lies on a plain suit, by a hand with anything else to play."""
    other = hand & ~trumps.jack & ~laid.beaten
    return bool(1 << card & laid.beaten and other)


def lay(laid: Laid, card: int, trumps: Trumps) -> None:
    """Adds a card to the trick. On trumps led any trump may follow, so none counts as beaten."""
    if laid.lead is None:
        laid.lead = card
    elif not 1 << laid.lead & trumps.cards:
        laid.beaten |= trumps.lower[card]


@dataclass(slots=True)
class Walk:
    """The play of one record, from the first lead on."""

    plays: Sequence[Sequence[str]]
    trumps: Trumps
    evidence: Evidence
    tale: Tale
    left: list[int] = field(init=False)
    played: int = 0

    def __post_init__(self) -> None:
        """Where a hand is not given, the seat holds at least what it plays."""
        self.left = [
            played if hand is None else hand
            for hand, played in zip(self.evidence.given, self.tale.played, strict=True)
        ]

    def faults(self) -> Iterator[Fault]:
        """Everything wrong, in order; what follows a fault of the writing is not looked at."""
        leader = self.evidence.declarer
        for t in range(len(self.plays)):
            wrong = trick_fault(self.plays, t, 4, TRICKS)
            if wrong is not None:
                yield Fault(wrong)
                return
            for fault in self._card_faults(t, leader):
                yield fault
                if fault.by is None:
                    return
            if t < len(self.tale.winners):
                leader = self.tale.winners[t]

    def _card_faults(self, t: int, leader: int) -> Iterator[Fault]:
        laid = Laid()
        for i, name in enumerate(self.plays[t]):
            seat, at = (leader + i) % 4, f"/plays/{t}/{i}"
            wrong = self._writing_fault(name, seat, (t, i), at)
            if wrong is not None:
                yield Fault(wrong)
                return
            card = NUMBERS[name]
            breach = self._breach(card, seat, laid, at)
            if breach is not None:
                yield Fault(breach, by=seat)
            lay(laid, card, self.trumps)
            self.played |= 1 << card
            self.left[seat] &= ~(1 << card)

    def _writing_fault(
        self, name: str, seat: int, place: tuple[int, int], at: str
    ) -> Problem | None:
        """A card that this seat cannot have played, whatever the rules of play."""
        unheld = PACK.bit(name) if place in self.tale.unheld else NO_CARD
        return piece_fault(at, name, pack=PACK, played=self.played, seat=seat, excluded=unheld)

    def _breach(self, card: int, seat: int, laid: Laid, at: str) -> Problem | None:
        """A card that the seat holds but may not play now."""
        if laid.lead is None:
            return None
        hand, piece = self.left[seat], NAMES[card]
        if is_revoke(card, hand, laid.lead, self.trumps):
            return problem(
                Code.PLAY_REVOKE,
                at,
                "{seat} may not play {piece}: the suit led could be followed.",
                seat=Seat(seat),
                piece=piece,
            )
        if is_undertrump(card, hand, laid, self.trumps):
            return problem(
                Code.PLAY_UNDERTRUMP,
                at,
                "{seat} may not play {piece} under a higher trump.",
                seat=Seat(seat),
                piece=piece,
            )
        return None
