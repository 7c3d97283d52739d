"""A pack of pieces with short names, and the hands that a record says were dealt from it.

A piece is a number, a hand a bit mask. Games differ in the pieces and the size of a hand; how a
deal is read, in which order its faults are reported, and what a seat is taken to hold is the same
in all of them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules.problems import Code, PieceInText, Problem, SeatInText, problem, shown

Deal = Sequence[Sequence[str] | None]
Hands = tuple[int | None, ...]
"""By seat: a hand as a mask, or None where it was not written down."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """`held[seat]` is what the seat certainly holds, `excluded[seat]` what it cannot hold."""

    held: Sequence[int]
    excluded: Sequence[int]


@dataclass(frozen=True)
class Pack:
    """The pieces of a game: `numbers` maps every accepted spelling to a number, `names` maps a
    number to its canonical spelling; `hand_size` pieces are dealt to each seat, one for each
    trick."""

    numbers: Mapping[str, int]
    names: Sequence[PieceInText]
    hand_size: int

    @cached_property
    def all_pieces(self) -> int:
        """All pieces."""
        return sum(1 << number for number in set(self.numbers.values()))

    @cached_property
    def pieces(self) -> frozenset[str]:
        """All pieces, as verdicts write them."""
        return frozenset(str(self.names[number]) for number in self.numbers.values())

    def bit(self, name: str) -> int:
        """Return the mask of one piece, or an empty mask if the word is no piece."""
        number = self.numbers.get(name)
        return 0 if number is None else 1 << number

    def canonical(self, name: str) -> str:
        """Return a piece as verdicts write it; a word that is no piece stays."""
        number = self.numbers.get(name)
        return name if number is None else str(self.names[number])

    def read_hands(self, deal: Deal | None) -> Hands:
        """Return the hands of a deal without problems."""
        return tuple(
            None if hand is None else sum(1 << self.numbers[name] for name in hand)
            for hand in deal or (None,) * 4
        )

    def deal_problems(self, deal: Deal | None) -> Iterator[Problem]:
        """Yield problems seat by seat: words that are no pieces, the size of the hand, pieces dealt
        twice."""
        dealt = 0
        for seat, hand in enumerate(deal or ()):
            if hand is None:
                continue
            yield from self._unknown(hand, f"/deal/{seat}")
            if len(hand) != self.hand_size:
                yield self.wrong_hand(seat, len(hand))
            for i, name in enumerate(hand):
                if dealt & self.bit(name):
                    yield self.dealt_twice(name, f"/deal/{seat}/{i}")
                dealt |= self.bit(name)

    def _unknown(self, hand: Sequence[str], at: str) -> Iterator[Problem]:
        for i, name in enumerate(hand):
            if name not in self.numbers:
                yield self.unknown(Code.DEAL_UNKNOWN_PIECE, name, f"{at}/{i}")

    def with_the_rest(self, hands: Hands) -> Hands:
        """Return the hands; the last is the rest of the pack if all others are given."""
        if hands.count(None) != 1:
            return hands
        rest = self.all_pieces - sum(hand for hand in hands if hand is not None)
        return tuple(rest if hand is None else hand for hand in hands)

    def holdings(self, hands: Hands, plays: Iterable[tuple[int, int]]) -> Holdings:
        """Return what each seat holds by the deal, else the rest of the pack if the other hands are
        given, else at least every piece that the seat plays, so that a revoke is found without a
        recorded deal. A piece played twice counts for its first player."""
        dealt = sum(hand for hand in hands if hand is not None)
        given = self.with_the_rest(hands)
        held = [hand or 0 for hand in given]
        excluded = tuple(dealt if hand is None else self.all_pieces & ~hand for hand in given)
        seen = 0
        for seat, piece in plays:
            bit = 1 << piece
            if given[seat] is None and not bit & (seen | excluded[seat]):
                held[seat] |= bit
            seen |= bit
        return Holdings(tuple(held), excluded)

    # The problems of this pack, in words that a game may replace by its own

    def unknown(self, code: Code, name: str, at: str) -> Problem:
        """Return the problem of a word that names no piece of this game."""
        return problem(code, at, "“{piece}” is not a piece of this game.", piece=shown(name))

    def wrong_hand(self, seat: int, count: int) -> Problem:
        """Return the problem of a hand that is too small or too big."""
        return problem(
            Code.DEAL_WRONG_SIZE,
            f"/deal/{seat}",
            "{seat} was dealt {count} pieces, not {wanted}.",
            seat=SeatInText(seat),
            count=count,
            wanted=self.hand_size,
        )

    def dealt_twice(self, name: str, at: str) -> Problem:
        """Return the problem of a piece dealt before, at the later of its two places."""
        return problem(
            Code.DEAL_DUPLICATE,
            at,
            "{piece} was dealt twice.",
            piece=self.names[self.numbers[name]],
        )

    def wrong_trick(self, at: str, count: int, wanted: int) -> Problem:
        """Return the problem of a trick with too few or too many pieces."""
        return problem(
            Code.PLAY_WRONG_SIZE,
            at,
            "This trick has {count} pieces, not {wanted}.",
            count=count,
            wanted=wanted,
        )

    def too_many_tricks(self, at: str) -> Problem:
        """Return the problem of a trick after the last one."""
        return problem(
            Code.PLAY_TOO_MANY, at, "There are only {count} tricks.", count=self.hand_size
        )


@dataclass(frozen=True)
class Dealing:
    """How a game is dealt to four hands.

    `order` are the pieces as they lie before the shuffle, `centre` whether one more is turned up in
    the middle. `problems` finds what is wrong with the `deal` (and the `centre`) of a record.
    """

    pack: Pack
    order: Sequence[int]
    problems: Callable[[Mapping[str, Any]], Iterable[Problem]]
    centre: bool = False


def card_numbers(names: Sequence[str]) -> dict[str, int]:
    """From spelling to place in `names`, for cards named suit first; `H10` is read as `HT`."""
    numbers = {name: number for number, name in enumerate(names)}
    return numbers | {f"{name[0]}10": n for name, n in numbers.items() if name[1] == "T"}
