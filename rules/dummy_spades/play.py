"""The play, card by card: the winner of each trick and every illegal play.

Source: game play; breaking of spades as in usual spades.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.dummy_spades.cards import DUMMY, FOLLOW, NAMES, PACK, PLAIN, SPADES, winning_place
from rules.problems import Code, Problem, SeatInText, problem
from rules.trick_play import TrickRules, Turn

HANDS: Final = 4


def places_at_table(declarer: int) -> tuple[int, ...]:
    """Return the seats clockwise: declarer, next real player, dummy opposite the declarer, the
    other."""
    return declarer, (declarer + 1) % 3, DUMMY, (declarer + 2) % 3


def orders_with(declarer: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats of a trick in order of play, by leader."""
    places = places_at_table(declarer)
    at = [places.index(leader) for leader in range(HANDS)]
    return tuple(places[place:] + places[:place] for place in at)


ORDERS: Final = tuple(orders_with(declarer) for declarer in range(3))
"""The seats of a trick by declarer and leader."""


def is_revoke(card: int, hand: int, lead: int) -> bool:
    """Return whether a card of another suit was played from a hand that could follow."""
    follow = FOLLOW[lead]
    return not 1 << card & follow and bool(hand & follow)


def is_bad_lead(card: int, hand: int, played: int) -> bool:
    """Return whether a spade was led before spades were broken, from a hand that had another
    suit."""
    return bool(1 << card & SPADES and not played & SPADES and hand & PLAIN)


@dataclass(frozen=True, slots=True)
class CardPlay(TrickRules):
    """The play of a hand; `break_spades`: none is led before one was played to another suit."""

    pack = PACK

    break_spades: bool

    def winning_place(self, trick: Sequence[int], number: int) -> int:
        return winning_place(trick)

    def breach(self, turn: Turn) -> Problem | None:
        """Return the problem of a card that does not follow suit, or of a spade led too early."""
        if turn.trick:
            if is_revoke(turn.piece, turn.hand, turn.trick[0]):
                return problem(
                    Code.PLAY_REVOKE,
                    turn.at,
                    "{seat} may not play {piece}: the suit led could be followed.",
                    seat=SeatInText(turn.seat),
                    piece=NAMES[turn.piece],
                )
        elif self.break_spades and is_bad_lead(turn.piece, turn.hand, turn.gone):
            return problem(
                Code.PLAY_BAD_LEAD,
                turn.at,
                "{seat} may not lead {piece}: no spade has been played yet.",
                seat=SeatInText(turn.seat),
                piece=NAMES[turn.piece],
            )
        return None
