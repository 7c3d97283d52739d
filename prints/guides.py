"""Guide cards: one for each player or pair, round by round where to sit and with whom."""

from collections.abc import Iterator
from dataclasses import dataclass

from press.base import Imprint, Sheet, Story
from press.cells import Cell, cell, number, text_table
from press.names import draw_name
from press.pen import Align, Pen
from press.style import ACCENT, BODY, HEAD, LEAD, MUTED, PAPER, SMALL, STRONG
from press.table import Column, Table
from press.text import width_of
from press.tiles import INSET, rows_that_fit, tile_stories

_TOP = 46.0
_MOST_ON_A_PAGE = 5


@dataclass(frozen=True, slots=True)
class GuideLabels:
    """The heads of the columns; without `partner` there is no such column.

    >>> GuideLabels("Round", "Table", "Seat", "", "Opponents").partner
    ''
    """

    round: str
    table: str
    seat: str
    partner: str
    opponents: str


@dataclass(frozen=True, slots=True)
class GuideRound:
    """Where somebody is in a round; `opponents` holds what to do where there is no table."""

    round: str
    table: str = ""
    seat: str = ""
    partner: str = ""
    opponents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GuideCard:
    """The way of one entry through the evening."""

    name: str
    number: str
    rounds: tuple[GuideRound, ...]


@dataclass(frozen=True, slots=True)
class GuideCards:
    """The guide cards of a movement."""

    imprint: Imprint
    labels: GuideLabels
    title: str
    cards: tuple[GuideCard, ...]


def guide_stories(document: GuideCards, sheet: Sheet) -> Iterator[Story]:
    """As many cards on a page as have room, all of the same size."""
    width, height = sheet.frame
    tiles = [
        _GuideTile(document, card, table)
        for card in document.cards
        for table in _tables(document.labels, card, width, height - 2 * INSET - _TOP)
    ]
    needed = max((_TOP + tile.table.height(width) for tile in tiles), default=_TOP)
    rows = rows_that_fit(height, needed, _MOST_ON_A_PAGE)
    yield from tile_stories(tiles, columns=1, rows=rows, sheet=sheet, imprint=document.imprint)


@dataclass(frozen=True, slots=True)
class _GuideTile:
    document: GuideCards
    card: GuideCard
    table: Table

    @property
    def title(self) -> str:
        return self.card.name

    def draw(self, pen: Pen, width: float, height: float) -> None:
        used = self._draw_number(pen)
        room = width * 0.66 - used
        draw_name(pen, used, 0, self.card.name, (HEAD, STRONG), width=room, room=2 * STRONG.leading)
        pen.fitted(used, 31, self.document.title, SMALL, width=room)
        club = SMALL.strong().tinted(ACCENT)
        imprint = self.document.imprint
        for y, text, style in ((15, imprint.club, club), (31, imprint.kind, SMALL)):
            pen.fitted(width, y, text, style, width=width * 0.3, align=Align.END)
        self.table.draw(pen, _TOP - 8)

    def _draw_number(self, pen: Pen) -> float:
        """The number in a disc; the place where the name begins."""
        if not self.card.number:
            return 0
        style = LEAD.strong().tinted(PAPER)
        wide = max(26.0, width_of(self.card.number, style) + 12)
        pen.box(0, 2, wide, 26, fill=ACCENT, radius=13)
        pen.text(wide / 2, 15 + style.size * 0.36, self.card.number, style, Align.CENTRE)
        return wide + 10


def _tables(labels: GuideLabels, card: GuideCard, width: float, room: float) -> Iterator[Table]:
    """The card's table, parted where it is longer than a page."""
    rest: Table | None = text_table(
        _columns(labels), [_cells(labels, line) for line in card.rounds], width, least=17
    )
    while rest is not None:
        parts = rest.split(width, room) if rest.height(width) > room else None
        yield parts[0] if parts else rest
        rest = parts[1] if parts else None


def _columns(labels: GuideLabels) -> list[Column]:
    middle = Align.CENTRE
    columns = [
        Column(labels.round, 44, 0, middle),
        Column(labels.table, 44, 0, middle),
        Column(labels.seat, 52, 0, middle),
    ]
    if labels.partner:
        columns.append(Column(labels.partner, 80, 1))
    return [*columns, Column(labels.opponents, 120, 1.5)]


def _cells(labels: GuideLabels, line: GuideRound) -> list[Cell]:
    middle = Align.CENTRE
    sits = bool(line.table)
    quiet = BODY if sits else BODY.tinted(MUTED)
    cells = [
        number(line.round, BODY.tinted(MUTED), middle),
        cell(line.table, style=LEAD.strong(), align=middle),
        number(line.seat, BODY, middle),
    ]
    if labels.partner:
        cells.append(cell(line.partner, style=BODY.strong()))
    return [*cells, cell(*line.opponents, style=quiet)]
