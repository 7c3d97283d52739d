"""A table with one player more than its game has seats: whoever deals sits the hand out.

Pure arithmetic. Players are numbered clockwise round the table, seats as in a hand record, hands
from 1. The deal passes to the next player each hand. The record is that of the game as ever: the
player at the dealer's left has seat 0 and speaks first, so the deal is written at the last seat.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from rules import GAMES
from rules.game import Standing

Value = TypeVar("Value")

HANDS: Final = "hands"
"""The option that ends a match after so many hands, in games that have it."""


@dataclass(frozen=True, slots=True)
class Rotation:
    """Who plays which hand: ``players`` at a game of ``seats``; ``first_dealer`` deals hand 1.

    Where there are no more players than seats, a player is a seat and nothing turns.
    """

    seats: int
    players: int
    first_dealer: int = 0

    @property
    def turns(self) -> bool:
        """Whether somebody sits out each hand."""
        return self.players > self.seats

    def resting(self, hand: int) -> int | None:
        """Who deals this hand and sits out; nobody where all play."""
        return (self.first_dealer + hand - 1) % self.players if self.turns else None

    def seated(self, hand: int) -> tuple[int, ...]:
        """The players of this hand by seat."""
        dealer = self.resting(hand)
        if dealer is None:
            return tuple(range(self.seats))
        return tuple((dealer + 1 + seat) % self.players for seat in range(self.seats))

    def hands_played(self, player: int, hands: int) -> int:
        """In how many of the first ``hands`` this player played."""
        if not self.turns:
            return hands
        since = (player - self.first_dealer) % self.players
        dealt = (hands - since + self.players - 1) // self.players
        return hands - max(dealt, 0)

    def gathered(self, values: Sequence[Value], hand: int) -> tuple[Value, ...]:
        """Values by player in the order of this hand's seats."""
        return tuple(values[player] for player in self.seated(hand)) if self.turns else (*values,)

    def scattered(
        self, values: Sequence[Value], by_seat: Sequence[Value], hand: int
    ) -> tuple[Value, ...]:
        """The values by player, those who played this hand with what they have ``by_seat``."""
        if not self.turns:
            return (*by_seat,)
        seats = {player: seat for seat, player in enumerate(self.seated(hand))}
        return tuple(
            by_seat[seats[player]] if player in seats else value
            for player, value in enumerate(values)
        )

    # Standings, which have one value for each player or, at the seats, for each who plays.

    def begun(self, standing: Standing) -> Standing:
        """A game's first standing for all players."""
        more = (0,) * (self.players - self.seats)
        bags = standing.bags
        return replace(
            standing, totals=standing.totals + more, bags=None if bags is None else bags + more
        )

    def at_seats(self, standing: Standing, hand: int) -> Standing:
        """A standing as those who play this hand have it, by seat."""
        bags = standing.bags
        return replace(
            standing,
            totals=self.gathered(standing.totals, hand),
            bags=None if bags is None else self.gathered(bags, hand),
        )

    def from_seats(self, standing: Standing, played: Standing, hand: int) -> Standing:
        """``standing`` after this hand, which left those who played it with ``played``."""
        before, after = standing.bags, played.bags
        return replace(
            played,
            totals=self.scattered(standing.totals, played.totals, hand),
            bags=self.scattered(before, after, hand) if before and after else None,
        )


def may_turn(game: str, players: int) -> bool:
    """Whether so many may take turns: one more than seats, where everybody plays for himself."""
    found = GAMES[game]
    everybody = len(found.match.start(found.options.resolve({})).totals) == found.seats
    return everybody and players == found.seats + 1


def rules_for(game: str, rules: Mapping[str, Any], players: int) -> dict[str, Any]:
    """The rules that so many are to play under.

    Where a number of hands ends the match, players who take turns play so many more that nobody
    has fewer hands than at a full table: 20 for five where four play 16.
    """
    found = GAMES[game]
    hands = getattr(found.options.resolve(dict(rules)), HANDS, None)
    if players <= found.seats or hands is None:
        return dict(rules)
    most = next(option.high for option in found.options.options if option.name == HANDS)
    return {**rules, HANDS: min(-(-hands * players // found.seats), most)}
