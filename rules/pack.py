"""A pack of pieces with short names, and the hands that a record says were dealt from it.

A piece is a number, a hand a bit mask. Games differ in the pieces and in how many make a hand;
how a deal is read, and in which order its faults are reported, is the same in all of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.problems import Code, Piece, Problem, Seat, problem, shown

Deal = Sequence[Sequence[str] | None]
Hands = tuple[int | None, ...]
"""By seat: a hand as a mask, or None where it was not written down."""


@dataclass(frozen=True)
class Pack:
    """`numbers` leads from every accepted spelling to a number, `names` from there to the one
    that is written; `hand_size` pieces are dealt to each seat."""

    numbers: Mapping[str, int]
    names: Sequence[Piece]
    hand_size: int

    def bit(self, name: str) -> int:
        """The mask of one piece; none where the word is no piece."""
        number = self.numbers.get(name)
        return 0 if number is None else 1 << number

    def read_hands(self, deal: Deal | None) -> Hands:
        """The hands of a deal without problems."""
        return tuple(
            None if hand is None else sum(1 << self.numbers[name] for name in hand)
            for hand in deal or (None,) * 4
        )

    def deal_problems(self, deal: Deal | None) -> Iterator[Problem]:
        """Seat by seat: words that are no pieces, the size of the hand, pieces dealt twice."""
        dealt = 0
        for seat, hand in enumerate(deal or ()):
            if hand is None:
                continue
            yield from self._unknown(hand, f"/deal/{seat}")
            if len(hand) != self.hand_size:
                yield self._wrong_size(seat, len(hand))
            for i, name in enumerate(hand):
                if dealt & self.bit(name):
                    yield self.dealt_twice(name, f"/deal/{seat}/{i}")
                dealt |= self.bit(name)

    def _unknown(self, hand: Sequence[str], at: str) -> Iterator[Problem]:
        for i, name in enumerate(hand):
            if name not in self.numbers:
                yield unknown_piece(name, f"{at}/{i}")

    def _wrong_size(self, seat: int, count: int) -> Problem:
        return problem(
            Code.DEAL_WRONG_SIZE,
            f"/deal/{seat}",
            "{seat} was dealt {count} pieces, not {wanted}.",
            seat=Seat(seat),
            count=count,
            wanted=self.hand_size,
        )

    def dealt_twice(self, name: str, at: str) -> Problem:
        """The later of two places where the same piece was dealt."""
        return problem(
            Code.DEAL_DUPLICATE,
            at,
            "{piece} was dealt twice.",
            piece=self.names[self.numbers[name]],
        )


def unknown_piece(name: str, at: str) -> Problem:
    """A word in a deal that names no piece of this game."""
    return problem(
        Code.DEAL_UNKNOWN_PIECE, at, "“{piece}” is no piece of this game.", piece=shown(name)
    )


def card_numbers(names: Sequence[str]) -> dict[str, int]:
    """From spelling to place in `names`, for cards named suit first; `H10` is read as `HT`."""
    numbers = {name: number for number, name in enumerate(names)}
    return numbers | {f"{name[0]}10": n for name, n in numbers.items() if name[1] == "T"}
