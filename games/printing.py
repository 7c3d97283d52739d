"""A game's part of printed pages: columns of scorecards and empty sheets, hand records. Frozen
values with every text ready to print; the documents in ``prints`` lay them out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, NamedTuple, Protocol

from django.utils.translation import gettext as _

from games.base import Names, each_name
from press.base import Imprint
from press.fonts import isolated
from rules.game import MatchStanding, Record

NO_BREAK: Final = "\N{NO-BREAK SPACE}"
Labelled = tuple[str, str]
"""A label and the text under it."""


class MarkedOutcome(Enum):
    """The outcome of a hand, for the mark drawn beside the text."""

    MADE = "made"
    SET = "set"
    PASSED = "passed"


OUTCOMES: Final = {
    "made": MarkedOutcome.MADE,
    "set": MarkedOutcome.SET,
    "passed_out": MarkedOutcome.PASSED,
}


# Scorecards of single players


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column of the hand as a whole, in one or two lines.

    `share` is how much of the room left by figures this column takes, against the others.

    >>> Head("Contract", "called card", share=2).under
    'called card'
    """

    text: str
    under: str = ""
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Cell:
    """What a column says of a hand: a line, and a smaller one below it.

    A suit, or the mark of an outcome, is drawn before the text; a card behind it. Cards and
    suits are written as in the record format.

    >>> Cell("150", "calls the ace of hearts", suit="S", card="HA").suit
    'S'
    """

    text: str
    under: str = ""
    suit: str = ""
    card: str = ""
    outcome: MarkedOutcome | None = None
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Figures:
    """A player's figures of one hand, the running total last.

    `lines` explain them and stand below; `changed` says that the hand moved the total.

    >>> Figures(("7", "8", "+71", "1", "71"), ("70 + 1 bag = +71",), changed=True).texts[-1]
    '71'
    """

    texts: tuple[str, ...]
    lines: tuple[str, ...] = ()
    changed: bool = False


class ScoredHand(NamedTuple):
    """A hand with all that its row needs; `before` and `after` is where the match stood.

    Names and totals are by seat: those of who played the hand.
    """

    record: Record
    verdict: Record
    names: Names
    options: Any
    before: MatchStanding
    after: MatchStanding

    def gain(self, seat: int) -> int:
        """Return the change of a player's total by the hand."""
        return self.after.totals[seat] - self.before.totals[seat]


class CardColumns(Protocol):
    """How a game fills the columns of a scorecard."""

    def heads(self) -> tuple[Head, ...]:
        """Return the columns of the hand as a whole."""

    def figure_heads(self, *, turns: bool) -> tuple[str, ...]:
        """Return the columns of each player, the total last; ``turns`` with one player more."""

    def cells(self, hand: ScoredHand) -> tuple[Cell, ...]:
        """Return a hand in the columns of `heads`."""

    def figures(self, hand: ScoredHand, seat: int) -> Figures:
        """Return a hand in a player's columns."""


# Empty sheets of single players


class BoxPurpose(Enum):
    """The purpose of a column's boxes."""

    WRITE = "write"
    GIVEN = "given"
    RING = "ring"
    SUITS = "suits"


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column of the hand as a whole; `share` is its part of the room for writing, `holds` are the
    fields of the entry form that are typed from it.

    >>> SheetColumn("Trumps", BoxPurpose.SUITS, share=0).box
    <Box.SUITS: 'suits'>
    """

    head: str
    box: BoxPurpose = BoxPurpose.WRITE
    share: float = 1.0
    holds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetParts:
    """The game's part of an empty sheet.

    `length` is the length of a match, with a label. `player_heads` are the boxes of each player,
    line by line, `player_holds` the fields of the entry form that are typed from them, with the
    seat to be filled in. `hands` rows, or as many as fit on a page. `legend` is at the foot.
    A `wide` sheet has too many columns for an upright page.
    """

    length: Labelled
    player_heads: tuple[tuple[str, ...], ...]
    columns: tuple[SheetColumn, ...] = ()
    hands: int | None = None
    legend: tuple[str, ...] = ()
    player_holds: tuple[str, ...] = ()
    wide: bool = False

    def holds(self, seats: int) -> frozenset[str]:
        """Return the fields of the entry form that such a sheet of so many players answers."""
        by_player = (name.format(seat=seat) for name in self.player_holds for seat in range(seats))
        return frozenset((*(name for column in self.columns for name in column.holds), *by_player))


# Hand records


class TableEdge(Enum):
    """A side of the table on paper; clockwise from the reader."""

    SOUTH = 0
    WEST = 1
    NORTH = 2
    EAST = 3


ROUND_THE_TABLE: Final = (TableEdge.SOUTH, TableEdge.WEST, TableEdge.NORTH, TableEdge.EAST)


@dataclass(frozen=True, slots=True)
class Sign:
    """What stands before a contract: a suit's end, a double, or the sign of a suit of cards.

    >>> Sign(end=4)
    Sign(end=4, double=None, suit='')
    """

    end: int | None = None
    double: int | None = None
    suit: str = ""


class JudgedHand(NamedTuple):
    """A legal hand: its record, its verdict, and its players by seat."""

    record: Record
    verdict: Record
    names: Names

    @property
    def isolated_names(self) -> Names:
        """The names, each isolated from the direction of the sentence around it."""
        return each_name(self.names, isolated)


class HandRecordFormat:
    """How a game's hands are recorded on paper; a hand has a number from 0, a dummy's the last.

    These are the usual answers: four seats clockwise, nothing counted by trick.
    """

    pack: frozenset[str] = frozenset()
    """All pieces, if the hands of a deal make up the pack; else none."""

    def canonical(self, piece: str) -> str:
        """Return a piece as verdicts spell it."""
        return piece

    def edges(self, hand: JudgedHand) -> tuple[TableEdge, ...]:
        """Return the place of each hand on paper."""
        return ROUND_THE_TABLE

    def order(self, hand: JudgedHand) -> tuple[int, ...]:
        """Return the hands in the order in which they play, from the first column on."""
        return (0, 1, 2, 3)

    def sign(self, hand: JudgedHand) -> Sign:
        """Return the sign before the contract."""
        return Sign()

    def call(self, call: Record, keys: Sequence[str]) -> str:
        """Return a call as text, hands by their ``keys``."""
        return str(call["bid"])

    def facts(self, hand: JudgedHand) -> Iterator[Labelled]:
        """Yield further facts, as far as neither diagram nor tricks show them."""
        return iter(())

    def trick_points(self, hand: JudgedHand, number: int, pieces: Sequence[str]) -> str:
        """Return the points of a complete trick, from 1; empty if tricks are not counted."""
        return ""


def claim_facts(record: Record, sides: tuple[str, str]) -> Iterator[Labelled]:
    """Yield who claimed the rest; ``sides`` are the words for declarer and defence."""
    if "claim" in record:
        yield _("The rest was given to"), sides[record["claim"] != "declarer"]


# The rules of an evening on one page


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule: what it is called, what holds, and what that means.

    `note` says what the preset has; where there is one, the rule differs and is marked.

    >>> RuleLine("Nello", "never", "The bidder plays alone.", note="preset: always").is_marked
    True
    """

    label: str
    value: str = ""
    text: str = ""
    note: str = ""

    @property
    def is_marked(self) -> bool:
        """Whether it differs from the preset."""
        return bool(self.note)


@dataclass(frozen=True, slots=True)
class RuleSection:
    """Rules under a heading.

    >>> RuleSection("The deal", (RuleLine("Dominoes", "7 each"),)).lines[0].text
    ''
    """

    title: str
    lines: tuple[RuleLine, ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of an evening; `lead` is a summary line, `key` explains the mark and is printed if
    a rule has it.
    """

    imprint: Imprint
    title: str
    place: str
    lead: str
    key: str
    sections: tuple[RuleSection, ...]

    @property
    def has_marks(self) -> bool:
        """Whether anything differs from the preset."""
        return any(line.is_marked for section in self.sections for line in section.lines)
