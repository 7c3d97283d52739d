"""The 28 dominoes as numbers 0 to 27, and hands of them as bit masks.

A domino is written higher end first: `"6-4"`. The other way round is read as the same domino.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from rules.pack import Pack
from rules.problems import Code, PieceInText, Problem, SeatInText, problem, shown

ENDS: Final = tuple((high, low) for high in range(7) for low in range(high + 1))
"""The two ends of each domino, higher first, by number."""

NAMES: Final = tuple(f"{high}-{low}" for high, low in ENDS)
PIECES: Final = tuple(PieceInText(name) for name in NAMES)
NUMBERS: Final = {
    **{name: number for number, name in enumerate(NAMES)},
    **{f"{low}-{high}": number for number, (high, low) in enumerate(ENDS)},
}
"""Every accepted spelling and the domino it means."""

BITS: Final = tuple(1 << number for number in range(len(ENDS)))
PACK: Final = sum(BITS)
HAND_SIZE: Final = 7
TRICKS: Final = 7
ALL_POINTS: Final = 42


def count_points(high: int, low: int) -> int:
    """Return the count of a domino: its pips if they are 5 or 10, else 0."""
    return high + low if high + low in {5, 10} else 0


COUNTS: Final = tuple(count_points(high, low) for high, low in ENDS)
DOUBLES: Final = sum(bit for bit, (high, low) in zip(BITS, ENDS, strict=True) if high == low)


@cache
def holding(number: int) -> int:
    """Return the mask of the seven dominoes that bear a number."""
    return sum(bit for bit, ends in zip(BITS, ENDS, strict=True) if number in ends)


class Dominoes(Pack):
    """The pack, with its problems in the words of dominoes."""

    def unknown(self, code: Code, name: str, at: str) -> Problem:
        """Return the problem of a word that is no domino."""
        return problem(code, at, "“{piece}” is not a domino.", piece=shown(name))

    def wrong_hand(self, seat: int, count: int) -> Problem:
        """Return the problem of a hand of any other size than seven."""
        return problem(
            Code.DEAL_WRONG_SIZE,
            f"/deal/{seat}",
            "{seat} was dealt {count} dominoes, not seven.",
            seat=SeatInText(seat),
            count=count,
        )

    def wrong_trick(self, at: str, count: int, wanted: int) -> Problem:
        """Return the problem of a trick with too few or too many dominoes."""
        return problem(
            Code.PLAY_WRONG_SIZE,
            at,
            "This trick has {count} dominoes, not {wanted}.",
            count=count,
            wanted=wanted,
        )

    def too_many_tricks(self, at: str) -> Problem:
        """Return the problem of an eighth trick."""
        return problem(Code.PLAY_TOO_MANY, at, "There are only seven tricks.")


DOMINOES: Final = Dominoes(NUMBERS, PIECES, HAND_SIZE)


# Which domino answers which lead, and which one wins: one table for each way of ranking. Source:
# ranking and suits, no trumps, doubles as trumps, the four rankings of nello, sevens. All tables
# are made once, at import, and shared by everything that replays a hand.


OWN_SUIT: Final = 7
"""The suit of the doubles where they are one; the others are 0 to 6."""
ABOVE_ALL: Final = 7
BELOW_ALL: Final = -1
ANY_TRUMP: Final = 20
"""More than any rank in a suit that is not trumps."""


class Doubles(StrEnum):
    """How the doubles rank where there are no trumps."""

    HIGH = "high"
    LOW = "low"
    OWN = "own"
    OWN_LOW = "own_low"


@dataclass(frozen=True, slots=True, eq=False)
class Suits:
    """One way of ranking.

    `follow[led]` is the mask of dominoes that answer the one led, `strength[led][domino]` what
    each is worth in that trick (0 cannot win, the highest wins, the first of equals).
    `low_follow` and `low_strength` are the same for a lead that stands for its lower end.
    `nearest` marks sevens, where the hand alone says what may be played. `trump_number` is None
    where no number is trumps; `trumps` may still be the doubles.
    """

    follow: tuple[int, ...]
    strength: tuple[tuple[int, ...], ...]
    low_follow: tuple[int, ...]
    low_strength: tuple[tuple[int, ...], ...]
    trumps: int = 0
    trump_number: int | None = None
    nearest: bool = False


def _suits(
    members: Callable[[int], int], doubles: Doubles, trumps: int = 0, number: int | None = None
) -> Suits:
    """Return the tables from the members of each suit; `trumps` are a suit and nothing else."""

    def suit_led(domino: int, end: int) -> int:
        if trumps & BITS[domino]:
            return OWN_SUIT if number is None else number
        if members(OWN_SUIT) & BITS[domino]:
            return OWN_SUIT
        return ENDS[domino][end]

    def strength(suit: int, domino: int) -> int:
        if trumps & BITS[domino]:
            return ANY_TRUMP + _rank(domino, OWN_SUIT if number is None else number, doubles)
        return 2 + _rank(domino, suit, doubles) if members(suit) & BITS[domino] else 0

    def tables(end: int) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        leads = [suit_led(domino, end) for domino in range(28)]
        return (
            tuple(members(suit) for suit in leads),
            tuple(tuple(strength(suit, domino) for domino in range(28)) for suit in leads),
        )

    return Suits(*tables(0), *tables(1), trumps=trumps, trump_number=number)


def _rank(domino: int, suit: int, doubles: Doubles) -> int:
    """Return the place of a domino in a suit, from -1 up: the other end, the double apart."""
    high, low = ENDS[domino]
    if suit == OWN_SUIT:
        return 6 - high if doubles is Doubles.OWN_LOW else high
    if high == low:
        return BELOW_ALL if doubles is Doubles.LOW else ABOVE_ALL
    return low if high == suit else high


def number_is_trumps(trump: int) -> Suits:
    """Return the ranking in which every domino with that number is a trump and nothing else."""
    trumps = holding(trump)

    def members(suit: int) -> int:
        if suit == OWN_SUIT:
            return 0
        return trumps if suit == trump else holding(suit) & ~trumps

    return _suits(members, Doubles.HIGH, trumps, trump)


def no_trumps(doubles: Doubles) -> Suits:
    """Return the ranking of follow me and nello: doubles in their numbers' suits, or a suit of
    their own."""
    if doubles in (Doubles.OWN, Doubles.OWN_LOW):
        return _suits(_doubles_apart, doubles)
    return _suits(lambda suit: 0 if suit == OWN_SUIT else holding(suit), doubles)


def doubles_are_trumps() -> Suits:
    """Return the ranking in which the doubles are trumps and belong to no number."""
    return _suits(_doubles_apart, Doubles.OWN, DOUBLES)


def _doubles_apart(suit: int) -> int:
    return DOUBLES if suit == OWN_SUIT else holding(suit) & ~DOUBLES


def distance(domino: int) -> int:
    """Return how far the pips of a domino are from seven."""
    return abs(sum(ENDS[domino]) - 7)


def nearest_to_seven() -> Suits:
    """Return the ranking of sevens: no suits; the nearest to seven wins, the first played among
    equals."""
    worth = tuple(8 - distance(domino) for domino in range(28))
    every_lead = ((PACK,) * 28, (worth,) * 28)
    return Suits(*every_lead, *every_lead, nearest=True)


AT_DISTANCE: Final = tuple(
    sum(BITS[domino] for domino in range(28) if distance(domino) == away) for away in range(8)
)


def nearest(hand: int) -> int:
    """Return the dominoes of a hand that sevens lets it play: those nearest to seven."""
    for there in AT_DISTANCE:
        if hand & there:
            return hand & there
    return 0


TRUMP_SUITS: Final = tuple(number_is_trumps(trump) for trump in range(7))
NO_TRUMP_SUITS: Final = {doubles: no_trumps(doubles) for doubles in Doubles}
DOUBLES_SUITS: Final = doubles_are_trumps()
SEVENS_SUITS: Final = nearest_to_seven()
