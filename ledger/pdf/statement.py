"""The statement of one player: every entry with what it came to, and the balance after it."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.pdf.base import Block, Imprint, Space
from scoring.pdf.blocks import Heading, Paragraph
from scoring.pdf.cells import Cell, cell, figures, number, text_table
from scoring.pdf.pen import Align
from scoring.pdf.style import BODY, LEAD, QUIET, STRONG, TINT
from scoring.pdf.table import Column, Table


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
    """What somebody paid, won and lost over a while; `opening` and `closing` are balances."""

    imprint: Imprint
    labels: StatementLabels
    name: str
    place: str
    opening: str
    closing: str
    lines: tuple[StatementLine, ...]
    remarks: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Whose it is."""
        return self.name


@dataclass(frozen=True, slots=True)
class StatementStory:
    """One table from the opening to the closing balance."""

    document: Statement

    @property
    def title(self) -> str:
        return f"{self.document.imprint.kind} · {self.document.name}"

    @property
    def imprint(self) -> Imprint:
        return self.document.imprint

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        document = self.document
        yield Heading(document.name, document.place)
        yield _table(document, width)
        for remark in document.remarks:
            yield Space(6)
            yield Paragraph(remark, QUIET)


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
