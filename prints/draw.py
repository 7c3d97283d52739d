"""The draw for the notice board: table by table who meets, and an index to find a name in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from press.base import Block, Imprint, Space
from press.blocks import Heading, Paragraph, Section, baseline
from press.cells import Cell, cell, text_table
from press.pen import Align, Pen
from press.style import BODY, HEAD, LEAD, MUTED, RULE, SMALL, TINT
from press.table import Column, Table

_INDEX_GAP = 24.0
_INDEX_HEAD = 16.0
_INDEX_LINE = 17.0
_LEAST_LINES = 3


@dataclass(frozen=True, slots=True)
class DrawTable:
    """A table with the names at it, side by side."""

    number: str
    sides: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class DrawRound:
    """A round; `rest` says who sits out, `heads` what the columns of the sides are called."""

    title: str
    tables: tuple[DrawTable, ...]
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Find:
    """A line of the index: a name, and where it plays.

    >>> Find("Ann Lee", "4", "2").table
    '4'
    """

    name: str
    table: str
    seat: str = ""


@dataclass(frozen=True, slots=True)
class DrawLabels:
    """The heads of the columns, and of the index."""

    table: str
    sides: tuple[str, ...]
    note: str
    index: str
    name: str
    seat: str


@dataclass(frozen=True, slots=True)
class Draw:
    """The draw of one round, with an index, or of several."""

    imprint: Imprint
    labels: DrawLabels
    title: str
    place: str
    rounds: tuple[DrawRound, ...]
    index: tuple[Find, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawStory:
    """Table by table, round below round, then the index."""

    document: Draw

    @property
    def title(self) -> str:
        return " · ".join(filter(None, (self.document.title, self.document.place)))

    @property
    def imprint(self) -> Imprint:
        return self.document.imprint

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        """In large type where all of it then stands on one page."""
        large = list(self._blocks(width, large=True))
        fits = sum(block.height(width) for block in large) <= height
        return iter(large) if fits else self._blocks(width, large=False)

    def _blocks(self, width: float, *, large: bool) -> Iterator[Block]:
        document = self.document
        yield Heading(document.title, document.place)
        for round_ in document.rounds:
            table = _tables(document.labels, round_, width, large=large)
            yield Section(round_.title, table) if len(document.rounds) > 1 else table
            if round_.rest:
                yield Space(5)
                yield Paragraph(round_.rest, LEAD if large else BODY)
        if document.index:
            yield Space(4)
            yield Section(document.labels.index, Index(document.labels, document.index))


def _tables(labels: DrawLabels, round_: DrawRound, width: float, *, large: bool) -> Table:
    name = HEAD if large else LEAD
    columns = [Column(labels.table, 56 if large else 44, 0, Align.CENTRE)]
    columns += [Column(head, 40, 1) for head in labels.sides]
    if any(table.note for table in round_.tables):
        columns.append(Column(labels.note, 40, 0.5))
    rows = [_row(table, columns, large=large) for table in round_.tables]
    fills = [TINT if place % 2 else None for place in range(len(rows))]
    return text_table(
        columns,
        rows,
        width,
        room=12 if large else 7,
        fills=fills,
        style=SMALL.scaled(1.2) if large else SMALL,
        least=name.leading,
    )


def _row(table: DrawTable, columns: Sequence[Column], *, large: bool) -> list[Cell]:
    style = LEAD.scaled(1.15) if large else BODY.scaled(1.1)
    figure = HEAD.scaled(1.35) if large else HEAD
    cells = [cell(table.number, style=figure, align=Align.CENTRE)]
    cells += [cell(*names, style=style) for names in table.sides]
    missing = len(columns) - len(cells)
    return cells + [cell(table.note, style=SMALL)] * missing


@dataclass(frozen=True, slots=True)
class Index:
    """Names in two columns, read one after the other; parted between two lines."""

    labels: DrawLabels
    lines: tuple[Find, ...]

    def height(self, width: float) -> float:
        return _INDEX_HEAD + self._deep * _INDEX_LINE

    def draw(self, pen: Pen, y: float) -> None:
        wide = (pen.width - _INDEX_GAP) / 2
        for column in range(2):
            own = self.lines[column * self._deep : (column + 1) * self._deep]
            if own:
                self._draw_column(pen.part(column * (wide + _INDEX_GAP), y, wide), own)

    def split(self, width: float, room: float) -> "tuple[Index, Index] | None":
        deep = int((room - _INDEX_HEAD) / _INDEX_LINE)
        if deep < _LEAST_LINES or deep >= self._deep:
            return None
        count = 2 * deep
        return replace(self, lines=self.lines[:count]), replace(self, lines=self.lines[count:])

    @property
    def _deep(self) -> int:
        return -(-len(self.lines) // 2)

    def _draw_column(self, pen: Pen, lines: tuple[Find, ...]) -> None:
        table, seat = pen.width - 44, pen.width
        pen.fitted(0, 9, self.labels.name, SMALL, width=table - 50)
        pen.fitted(table, 9, self.labels.table, SMALL, width=44, align=Align.END)
        pen.fitted(seat, 9, self.labels.seat, SMALL, width=38, align=Align.END)
        pen.rule(_INDEX_HEAD, thick=0.9)
        y = _INDEX_HEAD
        for line in lines:
            base = baseline(y, BODY, _INDEX_LINE)
            pen.fitted(0, base, line.name, BODY.scaled(1.1), width=table - 50)
            pen.fitted(table, base, line.table, LEAD.strong(), width=44, align=Align.END)
            pen.fitted(seat, base, line.seat, BODY.tinted(MUTED), width=38, align=Align.END)
            y += _INDEX_LINE
        rules = ((0.0, place, pen.width, place) for place in _steps(_INDEX_HEAD, len(lines)))
        pen.lines(rules, thick=0.4, colour=RULE)


def _steps(start: float, count: int) -> Iterator[float]:
    return (start + place * _INDEX_LINE for place in range(1, count + 1))
