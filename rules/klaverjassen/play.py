"""The play: following suit, trumping, beating trumps, as in Amsterdam or in Rotterdam.

A hand that can follow suit follows. To a lead of trumps it beats the highest if it can. A hand that
cannot follow a plain suit has to trump and to beat a trump in the trick: in Rotterdam always, in
Amsterdam unless its partner is winning the trick. If it cannot beat the trump, in Rotterdam it
plays a lower one, in Amsterdam it may not as long as it has another card. Source: following suit.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.klaverjassen.cards import NAMES, PACK
from rules.problems import Code, Problem, SeatInText, problem
from rules.trick_play import FOUR_HANDED, TrickRules, Turn
from rules.trumps import Trumps


@dataclass(frozen=True, slots=True)
class CardPlay(TrickRules):
    """The play under one suit of trumps."""

    pack = PACK

    trumps: Trumps
    rotterdam: bool

    def winning_place(self, trick: Sequence[int], number: int) -> int:
        return self.trumps.winner(trick)

    def worth(self, trick: Sequence[int]) -> int:
        return sum(self.trumps.points[card] for card in trick)

    def breach(self, turn: Turn) -> Problem | None:
        """Return the problem of a card that may not be played from this hand."""
        if not turn.trick:
            return None
        follow = self.trumps.follow[turn.trick[0]]
        if turn.hand & follow and not 1 << turn.piece & follow:
            return _revoke(turn)
        if turn.hand & follow & ~self.trumps.cards:
            return None
        return self._trumping(turn)

    def _trumping(self, turn: Turn) -> Problem | None:
        """Return the problem of a card to a lead of trumps, or to a suit that the hand cannot
        follow."""
        trumps, bit = turn.hand & self.trumps.cards, 1 << turn.piece
        higher = trumps & ~self._beaten(turn.trick)
        led = 1 << turn.trick[0] & self.trumps.cards
        if higher and not bit & higher and (led or self._has_to_trump(turn)):
            return _too_low(turn) if bit & trumps else _no_trump(turn)
        if self.rotterdam and trumps and not bit & trumps:
            return _no_trump(turn)
        lower = trumps & ~higher
        if not self.rotterdam and not led and bit & lower and turn.hand & ~lower:
            return _undertrump(turn)
        return None

    def _beaten(self, trick: Sequence[int]) -> int:
        """Return the trumps that are lower than one in the trick."""
        beaten = 0
        for card in trick:
            beaten |= self.trumps.lower[card]
        return beaten

    def _has_to_trump(self, turn: Turn) -> bool:
        partner_wins = self.trumps.winner(turn.trick) == len(turn.trick) - 2
        return self.rotterdam or not partner_wins


def _revoke(turn: Turn) -> Problem:
    return problem(
        Code.PLAY_REVOKE,
        turn.at,
        "{seat} may not play {piece}: the suit led could be followed.",
        seat=SeatInText(turn.seat),
        piece=NAMES[turn.piece],
    )


def _no_trump(turn: Turn) -> Problem:
    return problem(
        Code.PLAY_REVOKE,
        turn.at,
        "{seat} may not play {piece}: a trump has to be played.",
        seat=SeatInText(turn.seat),
        piece=NAMES[turn.piece],
    )


def _too_low(turn: Turn) -> Problem:
    return problem(
        Code.PLAY_UNDERTRUMP,
        turn.at,
        "{seat} may not play {piece}: a higher trump has to be played.",
        seat=SeatInText(turn.seat),
        piece=NAMES[turn.piece],
    )


def _undertrump(turn: Turn) -> Problem:
    return problem(
        Code.PLAY_UNDERTRUMP,
        turn.at,
        "{seat} may not play {piece} under a higher trump.",
        seat=SeatInText(turn.seat),
        piece=NAMES[turn.piece],
    )


def card_play(dealer: int, trumps: Trumps, *, rotterdam: bool) -> CardPlay:
    """Return the play of a hand, in which the dealer's left leads first."""
    return CardPlay(FOUR_HANDED, (dealer + 1) % 4, trumps, rotterdam)
