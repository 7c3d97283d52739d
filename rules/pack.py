"""A pack of pieces with short names, and the hands that a record says were dealt from it.

A piece is a number, a hand a bit mask. Games differ in the pieces and the size of a hand; how a
deal is read, and in which order its faults are reported, is the same in all of them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.problems import Code, PieceInText, Problem, SeatInText, problem, shown

Deal = Sequence[Sequence[str] | None]
Hands = tuple[int | None, ...]
"""By seat: a hand as a mask, or None where it was not written down."""


@dataclass(frozen=True)
class Pack:
    """The pieces of a game: `numbers` maps every accepted spelling to a number, `names` maps a
    number to its canonical spelling; `hand_size` pieces are dealt to each seat."""

    numbers: Mapping[str, int]
    names: Sequence[PieceInText]
    hand_size: int

    def bit(self, name: str) -> int:
        """Return the mask of one piece, or an empty mask if the word is no piece."""
        number = self.numbers.get(name)
        return 0 if number is None else 1 << number

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
            seat=SeatInText(seat),
            count=count,
            wanted=self.hand_size,
        )

    def dealt_twice(self, name: str, at: str) -> Problem:
        """Yield the later of two places where the same piece was dealt."""
        return problem(
            Code.DEAL_DUPLICATE,
            at,
            "{piece} was dealt twice.",
            piece=self.names[self.numbers[name]],
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


def unknown_piece(name: str, at: str) -> Problem:
    """Return the problem of a word in a deal that names no piece of this game."""
    return problem(
        Code.DEAL_UNKNOWN_PIECE, at, "“{piece}” is not a piece of this game.", piece=shown(name)
    )


def card_numbers(names: Sequence[str]) -> dict[str, int]:
    """From spelling to place in `names`, for cards named suit first; `H10` is read as `HT`."""
    numbers = {name: number for number, name in enumerate(names)}
    return numbers | {f"{name[0]}10": n for name, n in numbers.items() if name[1] == "T"}


# Tricks as a record writes them: who played which piece, and whose piece it was. What every trick
# game asks before its own rules: how many pieces lie in a trick, whether each is one, whether it
# was there to be played, and what a seat is taken to hold. A hand is a bit mask.


Trick = Sequence[int | None]
"""The pieces of a trick in the order played; None for a word that is no piece."""


@dataclass(frozen=True, slots=True)
class TrickOrder:
    """How tricks go round: `orders[leader]` are the seats of a trick, `winning_place` gives the
    place of the winning piece in it, and a hand has `tricks` of them."""

    orders: Sequence[Sequence[int]]
    winning_place: Callable[[Sequence[int]], int]
    tricks: int


def tricks_key(record: Mapping[str, Any]) -> str | None:
    """Return the key under which a record has its tricks, even an empty list of them."""
    return next((key for key in ("plays", "trick_results") if key in record), None)


def plays_as_written(
    plays: Sequence[Trick], table: TrickOrder, leader: int
) -> Iterator[tuple[int, int]]:
    """Yield seat and piece of each play, up to a fault that makes the rest unreadable."""
    for t, trick in enumerate(plays[: table.tricks]):
        known = [piece for piece in trick if piece is not None]
        order = table.orders[leader]
        if len(known) < len(trick) or not is_right_size(plays, t, len(order)):
            return
        yield from zip(order, known, strict=False)
        if len(known) == len(order):
            leader = order[table.winning_place(known)]


def is_right_size(plays: Sequence[Sequence[object]], t: int, size: int) -> bool:
    """Return whether a trick is complete; only the last one may have fewer pieces."""
    return len(plays[t]) == size or (len(plays[t]) < size and t == len(plays) - 1)


# What each seat is taken to hold


@dataclass(frozen=True, slots=True)
class Holdings:
    """`held[seat]` is what the seat certainly holds, `excluded[seat]` what it cannot hold."""

    held: tuple[int, ...]
    excluded: tuple[int, ...]


def holdings(hands: Hands, plays: Iterable[tuple[int, int]], pack: Pack) -> Holdings:
    """Return what each seat holds by the deal, else the rest of the pack if the other hands are
    given, else at least every piece that the seat plays. A piece played twice counts for its first
    player."""
    whole = sum(1 << number for number in set(pack.numbers.values()))
    dealt = sum(hand for hand in hands if hand is not None)
    given = with_the_rest(hands, whole)
    held = [hand or 0 for hand in given]
    excluded = tuple(dealt if hand is None else whole & ~hand for hand in given)
    seen = 0
    for seat, piece in plays:
        bit = 1 << piece
        if given[seat] is None and not bit & (seen | excluded[seat]):
            held[seat] |= bit
        seen |= bit
    return Holdings(tuple(held), excluded)


def with_the_rest(hands: Hands, whole: int) -> Hands:
    """Return the hands; the last is the rest of the pack if all others are given."""
    if hands.count(None) != 1:
        return hands
    rest = whole - sum(hand for hand in hands if hand is not None)
    return tuple(rest if hand is None else hand for hand in hands)


# What cannot have been played so, whatever the rules of play


def trick_fault(
    plays: Sequence[Sequence[object]], t: int, size: int, tricks: int
) -> Problem | None:
    """Return the problem of a trick after the last one, or of the wrong size."""
    if t >= tricks:
        return too_many(f"/plays/{t}", tricks)
    if is_right_size(plays, t, size):
        return None
    return problem(
        Code.PLAY_WRONG_SIZE,
        f"/plays/{t}",
        "This trick has {count} pieces, not {wanted}.",
        count=len(plays[t]),
        wanted=size,
    )


def too_many(at: str, tricks: int) -> Problem:
    """Return the problem of a trick after the last one."""
    return problem(Code.PLAY_TOO_MANY, at, "There are only {count} tricks.", count=tricks)


def piece_fault(
    at: str, name: str, *, pack: Pack, played: int, seat: int, excluded: int
) -> Problem | None:
    """Return the problem of a word that is no piece, of a piece already played, or of one that the
    seat cannot hold."""
    number = pack.numbers.get(name)
    if number is None:
        return problem(
            Code.PLAY_UNKNOWN_PIECE, at, "“{piece}” is not a piece of this game.", piece=shown(name)
        )
    piece = pack.names[number]
    if played >> number & 1:
        return problem(Code.PLAY_DUPLICATE, at, "{piece} has been played already.", piece=piece)
    if excluded >> number & 1:
        return problem(
            Code.PLAY_NOT_HELD,
            at,
            "{seat} does not hold {piece}.",
            seat=SeatInText(seat),
            piece=piece,
        )
    return None
