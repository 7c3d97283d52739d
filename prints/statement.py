"""The statement of one player: every entry with what it came to, and the balance after it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from press.base import Block, Imprint, Sheet
from press.blocks import Paragraph
from press.cells import Cell, cell, figures, number, text_table
from press.pen import Align, Pen
from press.style import BODY, GUIDE, LEAD, QUIET, STRONG, TINT
from press.table import Column, Table
from press.titled import TitledStory

_CUT = 40.0


@dataclass(frozen=True, slots=True)
class StatementLine:
    """An entry; `amount` and `balance` with their signs, `note` where it was reversed.

    >>> StatementLine("3 May 2026", "Entry fee", "5.00 EUR", "15.00 EUR").note
    ''
    """

    day: str
    text: str
    amount: str
    balance: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class StatementLabels:
    """The words of a statement."""

    day: str
    text: str
    amount: str
    balance: str
    opening: str
    closing: str


@dataclass(frozen=True, slots=True)
class Statement:
    """What somebody paid, won and lost over a while; `opening` and `closing` are balances.

    `steps` say what he is to do now.
    """

    imprint: Imprint
    labels: StatementLabels
    name: str
    place: str
    opening: str
    closing: str
    lines: tuple[StatementLine, ...]
    remarks: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Whose it is."""
        return self.name


@dataclass(frozen=True, slots=True)
class StatementStory(TitledStory[Statement]):
    """One table from the opening to the closing balance."""

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        document = self.document
        yield self.heading()
        for step in document.steps:
            yield Paragraph(step, LEAD.strong())
        yield _table(document, width)
        yield from self.remarks(QUIET)


@dataclass(frozen=True, slots=True)
class StatementsStory:
    """Statements that share a page, to be cut apart; a longer one has pages of its own."""

    documents: tuple[Statement, ...]

    @property
    def title(self) -> str:
        names = " · ".join(document.name for document in self.documents)
        return f"{self.imprint.kind} · {names}"

    @property
    def imprint(self) -> Imprint:
        return self.documents[0].imprint

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        for place, document in enumerate(self.documents):
            if place:
                yield Cut()
            yield from StatementStory(document).blocks(width, height)


@dataclass(frozen=True, slots=True)
class Cut:
    """The line along which a page is cut."""

    def height(self, width: float) -> float:
        return _CUT

    def draw(self, pen: Pen, y: float) -> None:
        middle = y + _CUT / 2
        pen.lines([(0, middle, pen.width, middle)], thick=0.5, colour=GUIDE, dash=(2.0, 3.0))

    def split(self, width: float, room: float) -> None:
        return None


def statement_stories(documents: Iterable[Statement], sheet: Sheet) -> Iterator[StatementsStory]:
    """In their order, as many on each page as have room there whole."""
    width, height = sheet.frame
    page: tuple[Statement, ...] = ()
    left = height
    for document in documents:
        needed = sum(block.height(width) for block in StatementStory(document).blocks(*sheet.frame))
        if page and needed + _CUT > left:
            yield StatementsStory(page)
            page, left = (), height
        left -= needed + (_CUT if page else 0)
        page = (*page, document)
    if page:
        yield StatementsStory(page)


def _table(document: Statement, width: float) -> Table:
    words, align = document.labels, figures(document.imprint)
    columns = (
        Column(words.day, 78),
        Column(words.text, 120, 1),
        Column(words.amount, 88, 0, align),
        Column(words.balance, 92, 0, align),
    )
    rows = [
        [
            cell(""),
            cell(words.opening, style=QUIET),
            cell(""),
            number(document.opening, QUIET, align),
        ],
        *(_line(line, align) for line in document.lines),
        [
            cell(""),
            cell(words.closing, style=LEAD.strong()),
            cell(""),
            number(document.closing, LEAD.strong(), align),
        ],
    ]
    fills = [None] * (len(rows) - 1) + [TINT]
    return text_table(columns, rows, width, fills=fills)


def _line(line: StatementLine, align: Align) -> list[Cell]:
    return [
        cell(line.day, style=QUIET),
        cell(line.text, under=line.note),
        number(line.amount, STRONG, align),
        number(line.balance, BODY, align),
    ]
