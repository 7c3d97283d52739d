"""The play, trick by trick: what may be played, who wins, and every illegal play.

Source: play of the hand, opening lead, sevens.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rules.pack import Holdings
from rules.problems import Code, Problem, SeatInText, problem, shown
from rules.texas42.contracts import Contract
from rules.texas42.deal import Hands, Opening, Trick, holdings, trick_points, winner_of
from rules.texas42.dominoes import (
    BITS,
    ENDS,
    NUMBERS,
    PIECES,
    TRICKS,
    nearest,
)

AS_WRITTEN: Final = Opening(suit=None, low=False)


@dataclass(frozen=True, slots=True)
class Taken:
    """One complete trick: its winner and, if known, its points."""

    winner: int
    points: int | None


class Fault(NamedTuple):
    """A fault in the play. `by` is the seat that broke a rule with a domino it holds, on which a
    director may have ruled; without it the fault is one of the record."""

    problem: Problem
    by: int | None = None


@dataclass(slots=True)
class Played:
    """The recorded tricks, up to a fault that makes the rest unreadable."""

    tricks: list[Taken] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


# The opening lead


def read_opening(suit: int | None, lead: int | None, contract: Contract) -> Opening:
    """Return how the first lead is announced; a wrong announcement counts for the higher end."""
    if suit is None or lead is None:
        return AS_WRITTEN
    return Opening(suit, low=stands_low(suit, lead, contract))


def stands_low(suit: int, lead: int, contract: Contract) -> bool:
    """Return whether a domino that is neither trump nor double is announced for its lower end."""
    high, low = ENDS[lead]
    plain = high != low and not BITS[lead] & contract.suits.trumps
    return contract.low_end and plain and suit == low


def is_announced_well(opening: Opening, lead: int, contract: Contract) -> bool:
    """Return whether the announcement is legal: a trump for the trump number, anything else for its
    higher end or, once, its lower.

    Doubles that are trumps are no number, so nothing may be announced for them.
    """
    if opening.suit is None or opening.low:
        return True
    if BITS[lead] & contract.suits.trumps:
        return opening.suit == contract.suits.trump_number
    return opening.suit == ENDS[lead][0]


# One domino


def may_play(domino: int, remaining: int, lead: int, contract: Contract, *, low: bool) -> bool:
    """Return whether a hand with these dominoes may play this one to that lead."""
    suits = contract.suits
    if suits.nearest:
        return bool(BITS[domino] & nearest(remaining))
    answers = (suits.low_follow if low else suits.follow)[lead]
    return bool(BITS[domino] & answers) or not remaining & answers


def may_lead_first(domino: int, remaining: int, contract: Contract) -> bool:
    """Return whether the first lead is allowed: where the rules ask for it, a trump if the leader
    has one."""
    trumps = contract.suits.trumps
    return not contract.lead_trump or bool(BITS[domino] & trumps) or not remaining & trumps


# The full check


def follow_play(
    plays: Sequence[Sequence[str]], hands: Hands, contract: Contract, suit: int | None
) -> Played:
    """Return the complete tricks as played and every fault, up to one that makes the rest
    unreadable."""
    tricks: list[Trick] = [[NUMBERS.get(name) for name in trick] for trick in plays]
    lead = tricks[0][0] if tricks and tricks[0] else None
    opening = read_opening(suit, lead, contract)
    walk = _Walk(plays, contract, opening, holdings(hands, tricks, contract, opening))
    return walk.run()


@dataclass(slots=True)
class _Walk:
    """The replay of one record, trick by trick."""

    plays: Sequence[Sequence[str]]
    contract: Contract
    opening: Opening
    holdings: Holdings
    played: int = 0

    def run(self) -> Played:
        result = Played()
        leader = self.contract.leader
        for t, trick in enumerate(self.plays):
            order = self.contract.orders[leader]
            result.faults += self._trick_faults(t, trick, order)
            if any(fault.by is None for fault in result.faults):
                break
            if len(trick) == len(order):
                dominoes = [NUMBERS[name] for name in trick]
                leader = winner_of(dominoes, self.contract, leader, low=self._stands_low(t))
                result.tricks.append(Taken(leader, trick_points(dominoes)))
        return result

    def _stands_low(self, t: int) -> bool:
        return t == 0 and self.opening.low

    def _trick_faults(self, t: int, trick: Sequence[str], order: Sequence[int]) -> Iterator[Fault]:
        at = f"/plays/{t}"
        if t >= TRICKS:
            yield Fault(problem(Code.PLAY_TOO_MANY, at, "There are only seven tricks."))
            return
        last = t == len(self.plays) - 1
        if len(trick) > len(order) or (len(trick) < len(order) and not last):
            yield Fault(
                problem(
                    Code.PLAY_WRONG_SIZE,
                    at,
                    "This trick has {count} dominoes, not {wanted}.",
                    count=len(trick),
                    wanted=len(order),
                )
            )
            return
        lead = NUMBERS.get(trick[0], 0) if trick else 0
        for i, (seat, name) in enumerate(zip(order, trick, strict=False)):
            fault = self._writing_fault(f"{at}/{i}", seat, name)
            if fault is not None:
                yield fault
                return
            domino = NUMBERS[name]
            yield from self._mistakes(t, i, seat, domino, lead)
            self.played |= BITS[domino]

    def _writing_fault(self, at: str, seat: int, name: str) -> Fault | None:
        """Return the problem of a domino that this seat cannot have played under any rules of
        play."""
        domino = NUMBERS.get(name)
        if domino is None:
            return Fault(
                problem(
                    Code.PLAY_UNKNOWN_PIECE, at, "“{piece}” is not a domino.", piece=shown(name)
                )
            )
        piece = PIECES[domino]
        if self.played & BITS[domino]:
            return Fault(
                problem(Code.PLAY_DUPLICATE, at, "{piece} has been played already.", piece=piece)
            )
        if self.holdings.excluded[seat] & BITS[domino]:
            return Fault(
                problem(
                    Code.PLAY_NOT_HELD,
                    at,
                    "{seat} does not hold {piece}.",
                    seat=SeatInText(seat),
                    piece=piece,
                )
            )
        return None

    def _mistakes(self, t: int, i: int, seat: int, domino: int, lead: int) -> Iterator[Fault]:
        """Yield the first problem of a domino that the seat holds but may not play now."""
        at = f"/plays/{t}/{i}"
        remaining = (self.holdings.held[seat] | BITS[domino]) & ~self.played
        piece = PIECES[domino]
        if not may_play(domino, remaining, lead, self.contract, low=self._stands_low(t)):
            revoke = problem(
                Code.PLAY_REVOKE,
                at,
                "{seat} may not play {piece} here: another domino has to be played.",
                seat=SeatInText(seat),
                piece=piece,
            )
            yield Fault(revoke, by=seat)
        elif t == i == 0:
            yield from self._lead_mistakes(at, seat, domino, remaining)

    def _lead_mistakes(self, at: str, seat: int, domino: int, remaining: int) -> Iterator[Fault]:
        if not may_lead_first(domino, remaining, self.contract):
            not_trump = problem(
                Code.PLAY_BAD_LEAD,
                at,
                "{seat} holds a trump and has to lead it first.",
                seat=SeatInText(seat),
            )
            yield Fault(not_trump, by=seat)
        elif not is_announced_well(self.opening, domino, self.contract):
            misannounced = problem(
                Code.PLAY_BAD_LEAD,
                at,
                "{piece} cannot stand for the suit {suit} here.",
                piece=PIECES[domino],
                suit=self.opening.suit or 0,
            )
            yield Fault(misannounced, by=seat)
