"""The prize list for the wall: place by place who gets what."""

from collections.abc import Iterator
from dataclasses import dataclass

from press.base import Block, Imprint
from press.blocks import Paragraph
from press.cells import Cell, cell, figures, number, text_table
from press.pen import Align
from press.style import BODY, HEAD, LEAD, SMALL, TINT
from press.table import Column, Table
from press.titled import TitledStory


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize; `place` is as it is printed, `note` says how it came about, as by a shared place.

    >>> Prize("1", ("Ann", "Bob"), "150.00 EUR").note
    ''
    """

    place: str
    names: tuple[str, ...]
    amount: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class PrizeLabels:
    """The heads of the columns, and what is said where there is no prize."""

    place: str
    names: str
    amount: str
    nothing: str


@dataclass(frozen=True, slots=True)
class PrizeList:
    """The prizes of an event; `remarks` say how the pot was divided."""

    imprint: Imprint
    labels: PrizeLabels
    title: str
    place: str
    prizes: tuple[Prize, ...]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PrizeStory(TitledStory[PrizeList]):
    """Large enough to be read on the wall."""

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        document = self.document
        yield self.heading()
        if document.prizes:
            yield _table(document, width)
        else:
            yield Paragraph(document.labels.nothing, LEAD)
        yield from self.remarks(BODY, gap=8)


def _table(document: PrizeList, width: float) -> Table:
    words, align = document.labels, figures(document.imprint)
    columns = (
        Column(words.place, 64, 0, Align.CENTRE),
        Column(words.names, 160, 1),
        Column(words.amount, 130, 0, align),
    )
    rows = [_row(prize, align) for prize in document.prizes]
    fills = [TINT if place % 2 else None for place in range(len(rows))]
    style = SMALL.scaled(1.2)
    return text_table(columns, rows, width, room=14, fills=fills, style=style)


def _row(prize: Prize, align: Align) -> list[Cell]:
    return [
        cell(prize.place, style=HEAD.scaled(1.3), align=Align.CENTRE),
        cell(*prize.names, style=LEAD.scaled(1.1), under=prize.note),
        number(prize.amount, HEAD, align),
    ]
