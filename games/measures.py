"""What is counted of the hands of a game: plain data in the game's folder, read the same for all.

A measure reads a *case*: ``record`` and ``verdict`` of a legal hand, ``best``, what best play says
of it, and ``entry``, an entry of a list in one of them. A path names a value in it by keys, as
``verdict.declarer``. Records of secret deals are read without their pieces, so a measure rests on
what is written down of every hand.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, TypedDict

from django.utils.translation import gettext_lazy as _

from core.text import Text
from games.base import Record

MADE: Final[Mapping[Any, bool]] = {"made": True, "set": False, True: True, False: False}
"""The meaning of a value at the path ``made`` of a measure."""


class HandRole(StrEnum):
    """A player's part in a hand; ``PLAYER`` if nobody declared."""

    DECLARER = "declarer"
    PARTNER = "partner"
    DEFENDER = "defender"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Measure:
    """Something that a game counts of a player, hand by hand.

    ``definition`` is one line for readers. ``each`` is the path of a list whose entries are counted
    one by one; without it the hand counts once. ``where`` gives for paths the values that they must
    have. ``seat`` is the path of the seat that it is counted for, empty for everybody at the table.
    ``made`` is the path of its success, empty where there is none.
    """

    code: str
    label: Text
    definition: Text
    each: str = ""
    where: Mapping[str, frozenset[Any]] = field(default_factory=dict)
    seat: str = ""
    made: str = ""

    @property
    def has_success(self) -> bool:
        """Whether it can be made or fail."""
        return bool(self.made)

    def occurrences(
        self, record: Record, verdict: Record, seats: int, best: "BestPlayOfHand | None" = None
    ) -> "Iterator[tuple[int, bool | None]]":
        """Yield the seat and the success of each time that the measure applies to a legal hand.

        ``best`` is what best play says of it, where that is known.
        """
        case = {"record": record, "verdict": verdict, "best": best or {}}
        for entry in _entries(case, self.each):
            instance = {**case, "entry": entry}
            if not all(
                _is_in(value_at(instance, path), wanted) for path, wanted in self.where.items()
            ):
                continue
            made = value_at(instance, self.made) if self.made else None
            success = MADE.get(made) if isinstance(made, str | bool) else None
            for seat in range(seats) if not self.seat else (value_at(instance, self.seat),):
                if type(seat) is int and 0 <= seat < seats:
                    yield seat, success


class BestPlayOfHand(TypedDict):
    """What best play says of a declared hand: whether the bid could be made, and whether it was
    set; ``defenders`` are the seats of the other side.
    """

    could_make: bool
    was_set: bool
    defenders: list[int]


def _entries(case: Mapping[str, Any], each: str) -> list[Any]:
    entries = value_at(case, each) if each else [None]
    return entries if isinstance(entries, list) else []


def _is_in(value: Any, wanted: frozenset[Any]) -> bool:
    return isinstance(value, str | int | None) and value in wanted


def value_at(case: Any, path: str) -> Any:
    """Return the value at a path, None where there is none.

    >>> value_at({"verdict": {"points": {"total": 182}}}, "verdict.points.total")
    182
    """
    for key in path.split("."):
        case = case.get(key) if isinstance(case, Mapping) else None
    return case


def no_declaration(record: Record) -> str:
    """Return nothing: the game has no trumps or kinds of contract to name."""
    return ""


def outcome_of(record: Record, verdict: Record) -> str:
    return str(verdict.get("outcome") or "")


def bid_height(bid: str) -> int:
    """Return the number that a bid begins with, 0 where it begins with none."""
    digits = bid[: len(bid) - len(bid.lstrip("0123456789"))]
    return int(digits or 0)


@dataclass(frozen=True, slots=True)
class GameMeasures:
    """How the hands of a game are counted.

    ``declaration`` returns the declaration as a short code, and ``declaration_words`` the label of
    that code. ``outcome`` is "made" or "set" for hands with a bid. ``bid_order`` returns
    the height of a bid; None where no bid is higher than another.
    ``measures`` are the game's own.
    """

    declaration: Callable[[Record], str] = no_declaration
    declaration_words: Callable[[str], str] = str
    outcome: Callable[[Record, Record], str] = outcome_of
    bid_order: Callable[[str], int] | None = bid_height
    measures: tuple[Measure, ...] = ()

    def height(self, bid: str) -> int:
        """Return the height of a bid, 0 for all where no bid is higher than another."""
        return self.bid_order(bid) if self.bid_order else 0

    def measure(self, code: str) -> Measure | None:
        return next((entry for entry in self.measures if entry.code == code), None)


BEST_PLAY: Final = (
    Measure(
        "makeable",
        _("Bids that could be made"),
        _(
            "In known deals, bids that can be made with best play by all; a success if the bid "
            "was made."
        ),
        where={"best.could_make": frozenset({True})},
        seat="verdict.declarer",
        made="verdict.outcome",
    ),
    Measure(
        "unmakeable",
        _("Bids that could be set"),
        _(
            "In known deals, bids that can be set with best play by all; a success if the bid "
            "was made."
        ),
        where={"best.could_make": frozenset({False})},
        seat="verdict.declarer",
        made="verdict.outcome",
    ),
    Measure(
        "settable",
        _("Opponents’ bids that could be set"),
        _("The same for hands that the player defended; a success if the bid was set."),
        each="best.defenders",
        where={"best.could_make": frozenset({False})},
        seat="entry",
        made="best.was_set",
    ),
)
"""The measures of a game with a solver, for hands whose deal is known and has been solved."""
