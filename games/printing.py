"""A game's part of printed pages: columns of scorecards and empty sheets, hand records. Frozen
values with every text ready to print; the documents in ``prints`` lay them out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Final, NamedTuple

from django.utils.translation import gettext as _

from core.figures import figure, signed
from games.base import ContractLabel, HandLabels, Names, each_name
from games.wording import HandWords
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


# Scorecards


@dataclass(frozen=True, slots=True)
class Sign:
    """What stands before a contract: a suit's end, a double, or the sign of a suit of cards.

    >>> Sign(end=4)
    Sign(end=4, double=None, suit='')
    """

    end: int | None = None
    double: int | None = None
    suit: str = ""


def contract_sign(contract: ContractLabel) -> Sign:
    """Return what is drawn before the text of a contract."""
    return Sign(contract.end, int(contract.piece[0]) if contract.piece else None, contract.suit)


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column of the hand as a whole, in one or two lines.

    The column is at least `least` points wide, and takes `share` of the room that is left, against
    the others.

    >>> Head("Contract", "called card", share=2).under
    'called card'
    """

    text: str
    under: str = ""
    share: float = 1.0
    least: float = 24.0


@dataclass(frozen=True, slots=True)
class FigureHead:
    """The head of a column of figures, which every side has. One to `spare` is left out where the
    page is too narrow.
    """

    text: str
    spare: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """What a column says of a hand: a line, and a smaller one below it.

    A sign, or the mark of an outcome, is drawn before the text; a card, as the record format writes
    it, behind it. `foot` is a small line that reaches under the columns beside this one.

    >>> Cell("150", "calls the ace of hearts", sign=Sign(suit="S"), card="HA").under
    'calls the ace of hearts'
    """

    text: str
    under: str = ""
    sign: Sign = Sign()
    card: str = ""
    outcome: MarkedOutcome | None = None
    strong: bool = False
    foot: str = ""


@dataclass(frozen=True, slots=True)
class Figures:
    """A side's figures of one hand, the running total last.

    `lines` explain them and stand below, unless the columns are `by_figure`; `changed` says that
    the hand moved the total.

    >>> Figures(("7", "8", "+71", "1", "71"), ("70 + 1 bag = +71",), changed=True).texts[-1]
    '71'
    """

    texts: tuple[str, ...]
    lines: tuple[str, ...] = ()
    changed: bool = False


class ScoredHand(NamedTuple):
    """A hand with all that its row needs; `before` and `after` is where the match stood.

    Names are by seat, of those who played the hand; totals by side, of single players by seat.
    """

    record: Record
    verdict: Record
    labels: HandLabels
    names: Names
    options: Any
    before: MatchStanding
    after: MatchStanding

    def gain(self, side: int) -> int:
        """Return the change of a side's total by the hand."""
        return self.after.totals[side] - self.before.totals[side]


class CardColumns:
    """The columns of a game's scorecard: some of the hand as a whole, the same few for each side.

    These are the usual ones: the hand in a sentence, its score and the total.
    """

    by_figure: ClassVar[bool] = False
    """Whether the sides stand beside each other under each figure, not the figures under each
    side."""

    def heads(self, options: Any) -> tuple[Head, ...]:
        """Return the columns of the hand as a whole."""
        return Head(_("Dealer")), Head(_("Result"), share=3)

    def figure_heads(self, options: Any) -> tuple[FigureHead, ...]:
        """Return the columns of each side, the total last."""
        return FigureHead("±"), FigureHead(_("Total"))

    def cells(self, hand: ScoredHand) -> tuple[Cell, ...]:
        """Return a hand in the columns of `heads`."""
        labels = hand.labels
        outcome = OUTCOMES.get(labels.outcome)
        return Cell(labels.dealer), Cell(labels.sentence, labels.detail, outcome=outcome)

    def figures(self, hand: ScoredHand, side: int) -> Figures:
        """Return a hand in a side's columns; a single player's side is the seat."""
        gain = hand.gain(side)
        texts = (signed(gain) if gain else "", figure(hand.after.totals[side]))
        return Figures(texts, changed=bool(gain))


# Empty sheets


class BoxPurpose(Enum):
    """The purpose of a column's boxes."""

    WRITE = "write"
    GIVEN = "given"
    RING = "ring"
    SUITS = "suits"


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column of the hand as a whole, at least `least` points wide; `share` is its part of the
    room that is left, `holds` are the fields of the entry form that are typed from it.

    >>> SheetColumn("Trumps", BoxPurpose.SUITS, share=0).box
    <BoxPurpose.SUITS: 'suits'>
    """

    head: str
    box: BoxPurpose = BoxPurpose.WRITE
    share: float = 1.0
    holds: tuple[str, ...] = ()
    least: float = 20.0


@dataclass(frozen=True, slots=True)
class SheetDesign:
    """What a game has on an empty sheet.

    `length` is the length of a match, with a label.
    `side_heads` are the boxes of each side, line by line, `side_holds` the fields of the entry form
    that are typed from them, with the seat to be filled in. `by_figure` sets the sides beside each
    other under each head, as in `CardColumns`. `hands` rows, or as many as fit on a page, each
    usually `row` points high. `legend` is at the foot. A `wide` sheet has too many columns for an
    upright page.
    """

    length: Labelled
    side_heads: tuple[tuple[str, ...], ...]
    columns: tuple[SheetColumn, ...] = ()
    hands: int | None = None
    legend: tuple[str, ...] = ()
    side_holds: tuple[str, ...] = ()
    by_figure: bool = False
    wide: bool = False
    row: float = 22.0

    def holds(self, seats: int) -> frozenset[str]:
        """Return the fields of the entry form that such a sheet of so many players answers."""
        by_seat = (name.format(seat=seat) for name in self.side_holds for seat in range(seats))
        return frozenset((*(name for column in self.columns for name in column.holds), *by_seat))


# Hand records


class TableEdge(Enum):
    """A side of the table on paper; clockwise from the reader."""

    SOUTH = 0
    WEST = 1
    NORTH = 2
    EAST = 3


ROUND_THE_TABLE: Final = (TableEdge.SOUTH, TableEdge.WEST, TableEdge.NORTH, TableEdge.EAST)


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


def claim_facts(record: Record, words: HandWords) -> Iterator[Labelled]:
    """Yield who claimed the rest."""
    if "claim" in record:
        yield _("The rest was given to"), words.side(record["claim"])


# The rules of an evening on one page


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule: what it is called, what holds, and what that means.

    `note` says what the preset has; where there is one, the rule differs and is marked.

    >>> RuleLine("Redeal", "never", "After four passes.", note="preset: always").is_marked
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
