"""The play, trick by trick: what may be played, who wins, and every illegal play.

Source: play of the hand, opening lead, sevens.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.pack import Hands
from rules.problems import Code, Problem, SeatInText, problem
from rules.texas42.contracts import Contract
from rules.texas42.dominoes import BITS, COUNTS, DOMINOES, ENDS, NUMBERS, PIECES, nearest
from rules.trick_play import Played, TrickRules, Turn, plays_as_written, replay

# The opening lead


@dataclass(frozen=True, slots=True)
class Opening:
    """How the first lead is announced; `low` if it counts for its lower end."""

    suit: int | None
    low: bool


AS_WRITTEN: Final = Opening(suit=None, low=False)


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


# One trick


def trick_points(trick: Sequence[int]) -> int:
    """Return one point for the trick plus its count."""
    return 1 + sum(COUNTS[domino] for domino in trick)


def winning_place(trick: Sequence[int], contract: Contract, *, low: bool) -> int:
    """Return the place of the domino that wins a complete trick; `low` if the lead counts for its
    lower end."""
    suits = contract.suits
    strength = (suits.low_strength if low else suits.strength)[trick[0]]
    worth = [strength[domino] for domino in trick]
    return worth.index(max(worth))


# The whole hand


@dataclass(frozen=True, slots=True)
class DominoPlay(TrickRules):
    """The play under one contract, with its first lead as announced."""

    pack = DOMINOES

    contract: Contract
    opening: Opening

    def winning_place(self, trick: Sequence[int], number: int) -> int:
        return winning_place(trick, self.contract, low=self.opening.low and number == 0)

    def worth(self, trick: Sequence[int]) -> int:
        return trick_points(trick)

    def breach(self, turn: Turn) -> Problem | None:
        """Return the problem of a domino that has to stay in the hand, or of a bad first lead."""
        lead = turn.trick[0] if turn.trick else turn.piece
        low = self.opening.low and turn.number == 0
        if not may_play(turn.piece, turn.hand, lead, self.contract, low=low):
            return problem(
                Code.PLAY_REVOKE,
                turn.at,
                "{seat} may not play {piece} here: another domino has to be played.",
                seat=SeatInText(turn.seat),
                piece=PIECES[turn.piece],
            )
        return self._bad_lead(turn) if turn.number == 0 and not turn.trick else None

    def _bad_lead(self, turn: Turn) -> Problem | None:
        if not may_lead_first(turn.piece, turn.hand, self.contract):
            return problem(
                Code.PLAY_BAD_LEAD,
                turn.at,
                "{seat} holds a trump and has to lead it first.",
                seat=SeatInText(turn.seat),
            )
        if is_announced_well(self.opening, turn.piece, self.contract):
            return None
        return problem(
            Code.PLAY_BAD_LEAD,
            turn.at,
            "{piece} cannot stand for the suit {suit} here.",
            piece=PIECES[turn.piece],
            suit=self.opening.suit or 0,
        )


def play_rules(plays: Sequence[Sequence[str]], contract: Contract, suit: int | None) -> DominoPlay:
    """Return the rules of this play, its first lead announced as `suit`."""
    lead = NUMBERS.get(plays[0][0]) if plays and plays[0] else None
    opening = read_opening(suit, lead, contract)
    return DominoPlay(contract.orders, contract.leader, contract, opening)


def follow_play(
    plays: Sequence[Sequence[str]], hands: Hands, contract: Contract, suit: int | None
) -> Played:
    """Return the complete tricks as played and every fault."""
    rules = play_rules(plays, contract, suit)
    return replay(plays, rules, DOMINOES.holdings(hands, plays_as_written(plays, rules)))
