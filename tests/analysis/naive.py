"""A second, slow search over the rule book's own play: every play tried, positions remembered.

It shares nothing with `analysis` but the questions.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from rules.pandoeren.play import is_revoke, is_undertrump
from rules.texas42.contracts import Aim, Contract, Kind, three_handed
from rules.texas42.dominoes import Suits
from rules.texas42.play import may_play, trick_points, winning_place
from rules.trick_play import FOUR_HANDED
from rules.trumps import Trumps

Hands = tuple[frozenset[int], ...]
Trick = tuple[int, ...]
ALL = 1000
"""More than any hand holds."""


@dataclass
class Game:
    """`allowed` of a hand to the pieces laid; `place` that wins a trick; `gain` for the winner of
    a trick and its pieces, with this many tricks to come; who wants the sum of gains high."""

    allowed: Callable[[frozenset[int], Trick], list[int]]
    place: Callable[[Trick], int]
    gain: Callable[[int, Trick, int], int]
    maximise: frozenset[int]
    seats: tuple[int, ...] = (0, 1, 2, 3)
    known: dict[tuple[Hands, int], int] = field(default_factory=dict)
    between: dict[tuple[Hands, int], tuple[int, int]] = field(default_factory=dict)

    def best(self, hands: Hands, leader: int) -> int:
        """The sum of gains from the beginning of a trick on."""
        if not any(hands):
            return 0
        if (hands, leader) not in self.known:
            self.known[hands, leader] = self.best_within(hands, self.order(leader), ())
        return self.known[hands, leader]

    def order(self, leader: int) -> list[int]:
        """The seats that play to a trick, the leader first."""
        return [seat % 4 for seat in range(leader, leader + 4) if seat % 4 in self.seats]

    def best_within(self, hands: Hands, order: Sequence[int], laid: Trick) -> int:
        """The same from within a trick."""
        if len(laid) == len(order):
            winner = order[self.place(laid)]
            to_come = max(len(hand) for hand in hands)
            return self.gain(winner, laid, to_come) + self.best(hands, winner)
        return self.choose(order[len(laid)], self.after_each(hands, order, laid).values())

    def after_each(self, hands: Hands, order: Sequence[int], laid: Trick) -> dict[int, int]:
        """What follows each play that is allowed."""
        seat = order[len(laid)]
        return {
            piece: self.best_within(without(hands, seat, piece), order, (*laid, piece))
            for piece in self.allowed(hands[seat], laid)
        }

    def choose(self, seat: int, numbers: Iterable[int]) -> int:
        """What a seat wants most."""
        return (max if seat in self.maximise else min)(numbers)

    # Whole deals are too many plays to try them all: is a number reached, yes or no

    def reaches(self, hands: Hands, leader: int, number: int) -> bool:
        """Whether the gains come to a number, trying plays only until one decides."""
        if number <= 0 or not any(hands):
            return number <= 0
        low, high = self.between.get((hands, leader), (0, ALL))
        if low < number <= high:
            if self.reaches_within(hands, self.order(leader), (), number):
                low = number
            else:
                high = number - 1
            self.between[hands, leader] = low, high
        return number <= low

    def reaches_within(self, hands: Hands, order: Sequence[int], laid: Trick, number: int) -> bool:
        """The same from within a trick."""
        if len(laid) == len(order):
            winner = order[self.place(laid)]
            to_come = max(len(hand) for hand in hands)
            return self.reaches(hands, winner, number - self.gain(winner, laid, to_come))
        seat = order[len(laid)]
        some = (
            self.reaches_within(without(hands, seat, piece), order, (*laid, piece), number)
            for piece in self.allowed(hands[seat], laid)
        )
        return any(some) if seat in self.maximise else all(some)


def without(hands: Hands, seat: int, piece: int) -> Hands:
    """The hands after a play."""
    return tuple(hand - {piece} if i == seat else hand for i, hand in enumerate(hands))


def as_sets(hands: Sequence[int]) -> Hands:
    return tuple(frozenset(n for n in range(64) if hand >> n & 1) for hand in hands)


def texas42(
    suits: Suits,
    gain: Callable[[int, Trick, int], int],
    maximise: set[int],
    turned_down: int | None = None,
) -> Game:
    """Dominoes under one ranking."""
    orders = FOUR_HANDED if turned_down is None else three_handed(turned_down)
    contract = Contract(
        *(Kind.TRUMP, suits, Aim.POINTS, 0, 0, orders), lead_trump=False, low_end=False
    )

    allowed, place = allowed_and_place(contract, low=False)
    seats = tuple(seat for seat in range(4) if seat != turned_down)
    return Game(allowed, place, gain, frozenset(maximise), seats)


def allowed_and_place(
    contract: Contract, *, low: bool
) -> tuple[Callable[[frozenset[int], Trick], list[int]], Callable[[Trick], int]]:
    """What may be played to a trick and which place wins it, the lead read one way."""

    def allowed(hand: frozenset[int], laid: Trick) -> list[int]:
        if not laid and not contract.suits.nearest:
            return list(hand)
        mask, lead = sum(1 << piece for piece in hand), laid[0] if laid else 0
        return [piece for piece in hand if may_play(piece, mask, lead, contract, low=low)]

    def place(laid: Trick) -> int:
        return winning_place(laid, contract, low=low)

    return allowed, place


def domino_points(side: set[int]) -> Callable[[int, Trick, int], int]:
    """A trick is worth 1 and its counters to the side that is asked about."""
    return lambda winner, laid, _: trick_points(laid) if winner in side else 0


def trick_count(side: set[int]) -> Callable[[int, Trick, int], int]:
    """Tricks of a side."""
    return lambda winner, _, __: int(winner in side)


def pandoeren(trumps: Trumps, gain: Callable[[int, Trick, int], int], maximise: set[int]) -> Game:
    """Cards under one suit of trumps, or none."""

    def allowed(hand: frozenset[int], laid: Trick) -> list[int]:
        if not laid:
            return list(hand)
        mask = sum(1 << card for card in hand)
        return [
            card
            for card in hand
            if not is_revoke(card, mask, laid[0], trumps)
            and not is_undertrump(card, mask, laid, trumps)
        ]

    return Game(allowed, trumps.winner, gain, frozenset(maximise))


def card_points(trumps: Trumps, side: set[int]) -> Callable[[int, Trick, int], int]:
    """Card points of a side, with 5 for the last trick."""

    def gain(winner: int, laid: Trick, to_come: int) -> int:
        points = sum(trumps.points[card] for card in laid) + (0 if to_come else 5)
        return points if winner in side else 0

    return gain
