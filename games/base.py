"""Values that a game shows: names, figures, labels of hands, drawn tricks, money."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.problems import Problem

Record = Mapping[str, Any]
Names = Sequence[str]
SEAT_KEYS: Final = ("A", "B", "C", "D")
"""The letter by which each hand is typed and shown: the seats, then a dummy's."""
LineFields = Mapping[str, str | list[str]]
"""Values of a form's fields by name; a list for multiple choices."""


def calls_written(auction: Sequence[Record], derived: Collection[int] | None) -> list[Record]:
    """Return the calls of an auction that were written; ``derived`` are the places of all others.

    Where that was not kept, a lone bid is all that is sure to have been written.
    """
    if derived is not None:
        return [call for place, call in enumerate(auction) if place not in derived]
    bids = [call for call in auction if call["bid"] != "pass"]
    return bids if len(bids) == 1 else list(auction)


def calls_derived(auction: Sequence[Record], typed: int) -> list[int]:
    """Return the places of calls that nobody entered; ``typed`` is how many were entered, 0 for a
    bid alone.
    """
    if typed or all(call["bid"] == "pass" for call in auction):
        return list(range(typed or len(auction), len(auction)))
    return [place for place, call in enumerate(auction) if call["bid"] == "pass"]


def declarer_of(auction: Sequence[Record]) -> int | None:
    """Return the seat of the last bid, if anybody bid."""
    return next((call["seat"] for call in reversed(auction) if call["bid"] != "pass"), None)


def bid_of(auction: Sequence[Record]) -> str:
    """Return the last bid, if anybody bid."""
    return next((call["bid"] for call in reversed(auction) if call["bid"] != "pass"), "")


def auction_words(auction: Sequence[Record], bid_words: Callable[[str], str]) -> str:
    """Return the calls in their order, from the dealer's left."""
    return " · ".join(bid_words(call["bid"]) for call in auction)


class SeatedNames(tuple[str, ...]):
    """The names of a hand's players by seat, where players take turns and the ``dealer`` sits out.

    ``keys`` are the letters that these players have all evening, ``dealer_key`` is the dealer's.
    """

    dealer: str
    keys: tuple[str, ...]
    dealer_key: str

    def __new__(
        cls, names: Sequence[str], dealer: str, *, keys: Sequence[str], dealer_key: str
    ) -> "SeatedNames":
        """``dealer`` is not among the names."""
        seated = super().__new__(cls, names)
        seated.dealer, seated.keys, seated.dealer_key = dealer, (*keys,), dealer_key
        return seated


def dealer_name(record: Record, names: Names) -> str:
    """The dealer's name, at the table or sitting out."""
    return names.dealer if isinstance(names, SeatedNames) else names[record["dealer"]]


def each_name(names: Names, changed: Callable[[str], str]) -> Names:
    """Return the names, each ``changed``, including a dealer who sits out."""
    there = [changed(name) for name in names]
    if not isinstance(names, SeatedNames):
        return there
    return SeatedNames(there, changed(names.dealer), keys=names.keys, dealer_key=names.dealer_key)


def hand_keys(names: Names) -> tuple[str, ...]:
    """Return the letter of each hand: of the players who hold them, then a dummy's."""
    if isinstance(names, SeatedNames):
        return (*names.keys, *SEAT_KEYS[len(names) :])
    return SEAT_KEYS


def team_keys(team: int) -> str:
    """Return the letters of a team, of seats opposite each other: "A & C"."""
    return " & ".join(SEAT_KEYS[team::2])


class LineError(Exception):
    """An invalid typed line; the message says how to correct it."""


@dataclass(frozen=True, slots=True)
class HandTable:
    """The table of a hand: resolved options, names by seat, the dealer's seat. ``dealer_is_given``
    if the dealer of the first hand is fixed."""

    options: Any
    names: tuple[str, ...]
    dealer: int
    dealer_is_given: bool = False

    @property
    def dealer_name(self) -> str:
        """The dealer's name, at the table or sitting out."""
        return self.names.dealer if isinstance(self.names, SeatedNames) else self.names[self.dealer]

    @property
    def rotates(self) -> bool:
        """Whether players take turns, so that the dealer sits out."""
        return isinstance(self.names, SeatedNames)


@dataclass(frozen=True, slots=True)
class SideLabel:
    """A side's heading: the keys of its seats ("A & C") and its players' names."""

    short: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ContractLabel:
    """A contract as text, preceded by a drawn suit's end, piece, or card suit."""

    text: str
    end: int | None = None
    piece: str = ""
    suit: str = ""


@dataclass(frozen=True, slots=True)
class HandLabels:
    """Labels of one hand. ``outcome`` is the verdict's, ``result`` the game's word for it.

    ``points`` are by side if sides count points, empty if not recorded; ``detail`` is printed
    beside the result. ``score`` is the verdict's, by side.
    """

    dealer: str
    bidder: str
    bid: str
    contract: ContractLabel
    outcome: str
    result: str
    score: tuple[int, ...]
    auction: str
    sentence: str
    points: tuple[str, ...] = ()
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ExplanationLine:
    """A step of the explanation of a result: a fact, and its rule. ``state`` is "good" or "bad" for
    the side concerned, else empty; ``pieces`` are drawn."""

    text: str
    rule: str = ""
    state: str = ""
    pieces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """One labelled fact of a record, to be read or compared."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class DrawnPiece:
    """A piece as played: ``piece`` is empty for an unknown word. ``state`` marks the winner of the
    trick, or a piece that a problem refers to."""

    piece: str
    written: str
    name: str
    state: str = ""


@dataclass(frozen=True, slots=True)
class DrawnTrick:
    """A trick for drawing; ``following`` is who plays next in an incomplete one.

    Its pieces are cards or dominoes.
    """

    number: int
    pieces: tuple[DrawnPiece, ...]
    problems: tuple[Problem, ...]
    following: str
    cards: bool = False


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """A line of a settlement: its subject, calculation and amount. A sum follows below the lines
    that it adds up."""

    label: str
    calculation: str
    amount: str
    is_sum: bool = False


@dataclass(frozen=True, slots=True)
class KeyHelp:
    """A code that may be typed, and its meaning."""

    keys: tuple[str, ...]
    meaning: str


@dataclass(frozen=True, slots=True)
class Example:
    """An example line, the same without blanks, its meaning, and the order of its parts."""

    typed: str
    short: str
    meaning: str
    order: str
