"""Who pays whom: the transfers to be ticked off, and the balances they come from."""

from collections.abc import Iterator
from dataclasses import dataclass

from press.base import Block, Imprint
from press.blocks import Paragraph, Section
from press.cells import Cell, cell, figures, number, text_table
from press.pen import Align, Pen
from press.style import BODY, INK, LEAD, QUIET, SMALL, STRONG, TINT
from press.table import Column, Row, Span, Table
from press.titled import TitledStory

_TICK = 22.0
_PAID = 90.0
_GAP = 4.0
_BOX = 11.0
_FEW, _MANY = 10, 80
"""More balances than few stand in two columns, as long as these have room on a page."""
_BETWEEN = 18.0


@dataclass(frozen=True, slots=True)
class Transfer:
    """Who pays whom how much; `paid` says how it was paid, nothing while it is owed.

    >>> Transfer("Ann", "Bob", "12.50 EUR").paid
    ''
    """

    payer: str
    payee: str
    amount: str
    paid: str = ""


@dataclass(frozen=True, slots=True)
class Balance:
    """What somebody gets or owes, with its sign."""

    name: str
    amount: str


@dataclass(frozen=True, slots=True)
class SettlementLabels:
    """The words of the page; `nothing` is said where nobody owes anything."""

    transfers: str
    payer: str
    payee: str
    amount: str
    paid: str
    balances: str
    name: str
    balance: str
    nothing: str


@dataclass(frozen=True, slots=True)
class SettlementSheet:
    """The settlement of an evening or a season; `remarks` stand at the end."""

    imprint: Imprint
    labels: SettlementLabels
    title: str
    place: str
    transfers: tuple[Transfer, ...]
    balances: tuple[Balance, ...]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SettlementStory(TitledStory[SettlementSheet]):
    """Transfers first: they are what is read at the cash box."""

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        document, words = self.document, self.document.labels
        yield self.heading()
        if document.transfers:
            yield Section(words.transfers, _transfers(document, width))
        else:
            yield Paragraph(words.nothing, LEAD)
        if document.balances:
            yield Section(words.balances, _balances(document, width))
        yield from self.remarks(QUIET)


@dataclass(frozen=True, slots=True)
class TickRow:
    """A row with a box to tick in front of its last text, ticked where it is done."""

    row: Row
    done: bool

    @property
    def height(self) -> float:
        return self.row.height

    def draw(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        tick, paid = spans[-1], spans[-1]._replace(x=spans[-1].x + _TICK)
        self.row.draw(pen, y, (*spans[:-1], paid._replace(width=paid.width - _TICK)))
        x = tick.anchor(Align.START) + _GAP
        top = y + (self.height - _BOX) / 2
        pen.box(x, top, _BOX, _BOX, stroke=INK, thick=0.8)
        if self.done:
            still = pen.still(x, top, _BOX)
            still.lines([(2, 6, 4.6, 8.8), (4.6, 8.8, 9.4, 2.4)], thick=1.4, colour=INK, cap=1)


def _transfers(document: SettlementSheet, width: float) -> Table:
    words, align = document.labels, figures(document.imprint)
    columns = (
        Column(words.payer, 90, 1),
        Column(words.payee, 90, 1),
        Column(words.amount, 92, 0, align),
        Column(words.paid, _PAID, 0.25),
    )
    rooms = 10 if len(document.transfers) <= _FEW else 6
    laid = text_table(
        columns, [_transfer(own, align) for own in document.transfers], width, room=rooms
    )
    rows = zip(laid.rows, document.transfers, strict=True)
    return Table(columns, tuple(TickRow(row, bool(own.paid)) for row, own in rows))


def _transfer(own: Transfer, align: Align) -> list[Cell]:
    return [
        cell(own.payer, style=BODY.scaled(1.15)),
        cell(own.payee, style=BODY.scaled(1.15)),
        number(own.amount, LEAD.strong(), align),
        cell(own.paid, style=SMALL),
    ]


def _balances(document: SettlementSheet, width: float) -> Table:
    """By name; in two columns, read one after the other, where that saves a page."""
    words, align = document.labels, figures(document.imprint)
    own = (Column(words.name, 90, 1), Column(words.balance, 96, 0, align))
    count = 2 if _FEW < len(document.balances) <= _MANY else 1
    deep = -(-len(document.balances) // count)
    cells = [(cell(one.name), number(one.amount, STRONG, align)) for one in document.balances]
    empty = (cell(""), cell(""))
    cells += [empty] * (count * deep - len(cells))
    gap, rows = (Column("", _BETWEEN),), [list(pair) for pair in cells[:deep]]
    if count == 1:
        columns: tuple[Column, ...] = own
    else:
        columns = (*own, *gap, *own)
        for row, pair in zip(rows, cells[deep:], strict=True):
            row += [cell(""), *pair]
    fills = [TINT if place % 2 else None for place in range(deep)]
    return text_table(columns, rows, width, room=5, fills=fills)
