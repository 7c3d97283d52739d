"""A hand on a sheet for marking: its groups of bubbles, and what marked bubbles mean.

A game declares `HandMarks` in `marks.py` of its folder. The sheet is drawn and read from that
declaration alone; what was marked becomes fields of the entry form, as a typed line does.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile
from typing import Any, ClassVar, Final

from django.utils.translation import gettext as _

from core.figures import read_whole
from games.base import LineFields
from press.bubbles import Bubble, Lines, MarkGroup

__all__ = [
    "Bids",
    "Bubble",
    "HandMarks",
    "Lines",
    "MarkGroup",
    "MarkLegend",
    "Marks",
    "bubbles",
    "calls_of",
    "calls_text",
    "how_to_mark",
    "number",
    "seated",
    "single",
]

Marks = Mapping[str, Sequence[str]]
"""The values of the marked bubbles by group; a group without a mark may be left out."""


MOST_HANDS: Final = 120


@dataclass(frozen=True, slots=True)
class MarkLegend:
    """A label above a bubble in words."""

    label: str
    words: str


class HandMarks(ABC):
    """The bubbles of a hand under the rules of a table."""

    hands: ClassVar[int] = 12
    """Hands of a usual match whose rules do not say how many it has."""
    of_parts: ClassVar[frozenset[str]] = frozenset()
    """The groups of a row that goes with the one above it: who bid before, and what."""

    @abstractmethod
    def lines(self, options: Any, keys: Sequence[str]) -> Lines:
        """Return the groups of a hand, line by line.

        `keys` are the letters of all players of the table. They are numbered in this order in
        bubbles and in keys of groups; where they take turns, `seated` turns them into seats.
        """

    def expected(self, options: Any) -> int:
        """Return how many hands a match has, or takes at most as a rule. A longer one goes on on
        blank sheets."""
        return min(MOST_HANDS, getattr(options, "hands", None) or self.hands)

    @abstractmethod
    def fields(self, marks: Marks, parts: Sequence[Marks] = (), *, dealer: int = 0) -> LineFields:
        """Return the entry form's fields; a missing mark is a field left out.

        `parts` are the rows that go with the hand's own, from which its auction follows.
        """

    @abstractmethod
    def example(self, options: Any) -> tuple[Marks, str]:
        """Return the marks of the worked example, and the hand in words."""

    def goes_on(self, marks: Marks) -> bool:
        """Return whether the next row goes with this one."""
        return False

    def left_open(
        self, marks: Marks, parts: Sequence[Marks] = (), *, dealer: int = 0, options: Any = None
    ) -> str:
        """Return why the hand must be typed, or mended, although its marks are clear; empty if it
        need not."""
        return ""

    def legend(self, options: Any) -> tuple[MarkLegend, ...]:
        """Return the labels that need words."""
        return ()


Bids = Sequence[tuple[int, str]]
"""Seats with what they bid, the last the highest."""


def calls_of(bids: Bids, dealer: int, seats: int) -> list[tuple[int, str]]:
    """Return the calls up to the last bid, with their seats: everybody else passed."""
    calls: list[tuple[int, str]] = []
    seat = (dealer + 1) % seats
    for bidder, bid in bids:
        while seat != bidder:
            calls.append((seat, _PASS))
            seat = (seat + 1) % seats
        calls.append((bidder, bid))
        seat = (seat + 1) % seats
    return calls


def calls_text(calls: Bids) -> str:
    """Return calls as they are typed."""
    return " ".join("p" if call == _PASS else call for _seat, call in calls)


_PASS: Final = "pass"  # noqa: S105 a call


def seated(marks: Marks, lines: Lines, players: Sequence[int], hands: int) -> Marks | None:
    """Return marks of a table at which players take turns, by seats instead of players.

    `players` are those of the hand by seat; a hand that nobody plays, such as a dummy, is numbered
    after the players of the table on the sheet (`hands` of them), and after the seats in the marks.
    None if a player is marked who sits out.
    """
    seats = {str(player): str(seat) for seat, player in enumerate(players)}
    seats[str(hands)] = str(len(players))
    turned: dict[str, Sequence[str]] = {}
    for group in (group for line in lines for group in line if group.key in marks):
        key, values = group.key, list(marks[group.key])
        name, _line, player = key.rpartition("_")
        numbers = [*values] if group.of_players else []
        numbers += [player] if group.of_player else []
        if any(read_whole(number) is not None and number not in seats for number in numbers):
            return None
        if group.of_players:
            values = [seats.get(value, value) for value in values]
        turned[f"{name}_{seats[player]}" if group.of_player else key] = values
    return turned


def how_to_mark() -> str:
    """Return in a line how a sheet is marked."""
    return _(
        "Fill in one bubble per question, dark. If you make a mistake, fill in × at the end of "
        "the row and use the next row."
    )


def bubbles(values: Iterable[str]) -> tuple[Bubble, ...]:
    """Return bubbles whose label is their value."""
    return tuple(Bubble(value, value) for value in values)


def single(marks: Marks, key: str) -> str:
    """Return the only mark of a group; empty if there is none."""
    values = marks.get(key, ())
    return values[0] if len(values) == 1 else ""


def number(marks: Marks, *keys: str) -> str:
    """Return the number whose digits are marked in these groups, the highest first; empty if none
    is. A missing digit is a question mark, which no number has."""
    marked = dropwhile(lambda digit: not digit, (single(marks, key) for key in keys))
    digits = "".join(digit or "?" for digit in marked)
    whole = read_whole(digits)
    return digits if whole is None else str(whole)
