"""Empty score sheets of single players: as many rows as there are hands, boxes for each player."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _

from games import PRESENTERS
from games.printing import BoxPurpose, SheetColumn
from press.base import Block, Imprint, PageLayout, Paper, Printable, Space
from press.blocks import Heading, Paragraph, baseline
from press.cards import draw_suit
from press.pen import Align, Pen
from press.tables import PADDING, Column, Span, TableBlock
from press.text import BODY, GUIDE, INK, RULE, SMALL, width_of
from prints.score_sheet import (
    LARGE,
    SHORT_FIELD,
    SHORT_ROW,
    SHORT_SIGNATURE,
    SheetField,
    SheetFields,
    SheetSide,
    SheetTable,
    ShortHead,
    Signatures,
    sheet_title,
)
from rules import GAMES
from rules.pieces import SUITS

_LINE: Final = 22.0
_SECOND_LINE: Final = 15.0
_TALLEST: Final = 1.4
_FIELDS_OF_ROW: Final = 7
"""So many fields a wide sheet has in one row; more take two."""
_LOWEST: Final = 0.58
"""Rows shrink to this height before a sheet continues on a second page."""
_LOWER: Final = 0.85
_LEAST: Final = 20.0
_RING: Final = 4.6
_SIGN: Final = 8.0


@dataclass(frozen=True, slots=True)
class PlayersSheet(Printable):
    """A sheet for one table; `fields` are below the title.

    `player_heads` are the boxes of each player, line by line, all lines of equal length. `given` is
    printed in the `GIVEN` column, repeating from the first hand. `hands` rows, over as many pages
    as needed, or as many as fit on one page. `legend` is at the foot. A `wide` sheet lies across.
    """

    imprint: Imprint
    title: str
    fields: tuple[SheetField, ...]
    columns: tuple[SheetColumn, ...]
    sides: tuple[SheetSide, ...]
    player_heads: tuple[tuple[str, ...], ...]
    given: tuple[str, ...] = ()
    hands: int | None = None
    legend: tuple[str, ...] = ()
    large: bool = False
    wide: bool = False
    short: bool = False

    def layout(self, paper: Paper) -> PageLayout:
        return paper.across if self.wide else paper.upright

    @property
    def scale(self) -> float:
        """How much larger than usual everything is."""
        return LARGE if self.large else 1.0

    @property
    def file_title(self) -> str:
        return sheet_title(self.title, self.fields)

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        names = tuple(field for side in self.sides for field in side.players)
        if self.short:
            yield ShortHead(self.title, self.fields, self.scale)
            yield SheetFields(names, self.scale, SHORT_FIELD)
            yield Space(4)
            yield _short_table(self)
            yield from _legend(self)
            shorts = tuple(side.short for side in self.sides)
            yield Signatures(shorts, self.scale, SHORT_SIGNATURE)
            return
        is_single_row = self.wide and len(self.fields) + len(names) <= _FIELDS_OF_ROW
        rows = ((*self.fields, *names),) if is_single_row else (self.fields, names)
        above: tuple[Block, ...] = (
            Heading(self.title, ""),
            *(block for fields in rows for block in (SheetFields(fields, self.scale), Space(5))),
            Space(3),
        )
        below: tuple[Block, ...] = (
            *_legend(self),
            Signatures(tuple(side.short for side in self.sides), self.scale),
        )
        yield from above
        taken = sum(block.height(width) for block in above)
        foot = sum(block.height(width) for block in below)
        yield from _pages(self, height - taken, height, foot)
        yield from below


def _legend(sheet: PlayersSheet) -> Iterator[Block]:
    style = SMALL.scaled(sheet.scale if not sheet.large else 1.15)
    if sheet.legend:
        yield Space(6)
    for text in sheet.legend:
        yield Paragraph(text, style)


def _pages(sheet: PlayersSheet, first: float, full: float, foot: float) -> Iterator[Block]:
    """The tables of hands: as few pages as they take, with as many rows on each.

    `first` is the room on the first page, `full` that on the next; `foot` is kept on the last.
    """
    style = SMALL.scaled(sheet.scale)
    columns = tuple(_columns(sheet))
    head = TableBlock(columns, (), style=style).height(0)
    usual = sheet.scale * (_LINE + _SECOND_LINE * (len(sheet.player_heads) - 1))
    count = sheet.hands or max(1, int((first - foot - head) / usual))
    rooms = [first - foot]
    while (each := -(-count // len(rooms))) * _lowest(usual, rooms) + head > min(rooms):
        rooms = [first, *[full] * (len(rooms) - 1), full - foot]
    height = min((min(rooms) - head) / each, usual * _TALLEST)
    for page, start in enumerate(range(0, count, each)):
        numbers = range(start + 1, min(start + each, count) + 1)
        table = TableBlock(
            columns, tuple(PlayersRow(n, height, sheet) for n in numbers), style=style
        )
        yield table
        if numbers[-1] < count:
            yield Space(rooms[page] - table.height(0))


def _short_table(sheet: PlayersSheet) -> TableBlock:
    """The hands of a sheet that shares its page: rows no higher than a pencil needs."""
    lines = len(sheet.player_heads)
    height = sheet.scale * (SHORT_ROW + _SECOND_LINE * 0.8 * (lines - 1))
    rows = tuple(PlayersRow(n, height, sheet) for n in range(1, (sheet.hands or 0) + 1))
    return TableBlock(tuple(_columns(sheet)), rows, style=SMALL.scaled(sheet.scale))


def _lowest(usual: float, rooms: list[float]) -> float:
    """Return the smallest height of a row: far lower than usual if that saves the second page."""
    return usual * (_LOWEST if len(rooms) == 1 else _LOWER)


def _columns(sheet: PlayersSheet) -> Iterator[Column]:
    yield Column(_("No."), _least(sheet, _("No."), "00"))
    for column in sheet.columns:
        least = _least(sheet, column.head, *sheet.given)
        if column.box is BoxPurpose.SUITS:
            least = max(least, len(SUITS) * _sign(sheet) * 1.25 + 2 * PADDING)
        yield Column(column.head, least, column.share, Align.CENTRE)
    for side in sheet.sides:
        for heads in zip(*sheet.player_heads, strict=True):
            least = _least(sheet, *heads)
            first, *others = heads
            under = " ".join(others)
            yield Column(first, least, 0.9, Align.CENTRE, side.short, under)


def _least(sheet: PlayersSheet, *texts: str) -> float:
    style = SMALL.scaled(sheet.scale)
    return max(_LEAST, *(width_of(text, style) + 2 * PADDING for text in texts))


def _sign(sheet: PlayersSheet) -> float:
    return _SIGN * sheet.scale


@dataclass(frozen=True, slots=True)
class PlayersRow:
    """A numbered row of boxes: to write in, to ring a suit, to tick."""

    number: int
    height: float
    sheet: PlayersSheet

    def closer(self, share: float) -> "PlayersRow":
        """Return it as it is: a hand that writes needs all its room."""
        return self

    def draw(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        sheet = self.sheet
        style = BODY.scaled(sheet.scale)
        pen.text(
            spans[0].anchor(Align.START), baseline(y, style, self.height), str(self.number), style
        )
        column_spans = spans[1 : 1 + len(sheet.columns)]
        for span, column in zip(column_spans, sheet.columns, strict=True):
            self._draw_box(pen, span, y, column.box)
        self._draw_edges(pen, y, spans)

    def _draw_box(self, pen: Pen, span: Span, y: float, box: BoxPurpose) -> None:
        middle = span.x + span.width / 2
        match box:
            case BoxPurpose.RING:
                radius = _RING * self.sheet.scale
                pen.dot(middle, y + self.height / 2, radius, fill=None, stroke=GUIDE)
            case BoxPurpose.SUITS:
                self._draw_suits(pen, middle, y)
            case BoxPurpose.GIVEN if self.sheet.given:
                text = self.sheet.given[(self.number - 1) % len(self.sheet.given)]
                style = BODY.scaled(self.sheet.scale)
                pen.text(middle, baseline(y, style, self.height), text, style, Align.CENTRE)
            case BoxPurpose.WRITE | BoxPurpose.GIVEN:
                return

    def _draw_suits(self, pen: Pen, middle: float, y: float) -> None:
        size = _sign(self.sheet)
        step = size * 1.25
        x = middle - (len(SUITS) * step - size * 0.25) / 2
        for number, suit in enumerate(SUITS):
            draw_suit(pen, suit, x + number * step, y + (self.height + size) / 2, size=size)

    def _draw_edges(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        """Thin lines between boxes, darker ones between players, dashes between their lines."""
        sheet = self.sheet
        first = 1 + len(sheet.columns)
        each, lines = len(sheet.player_heads[0]), len(sheet.player_heads)
        below = y + self.height
        players = {span.x for span in spans[first::each]}
        edges = [(span.x, y, span.x, below) for span in spans[1:] if span.x not in players]
        pen.lines(edges, thick=0.4, colour=RULE)
        pen.lines([(x, y, x, below) for x in players], thick=0.8, colour=INK)
        start = spans[first].x
        for number in range(1, lines):
            down = y + self.height * number / lines
            pen.lines([(start, down, pen.width, down)], thick=0.4, colour=GUIDE, dash=(1.5, 2))


# --- of a table


def players_sheet(table: SheetTable, *, large: bool) -> PlayersSheet:
    """The empty sheet of a table of single players."""
    parts = PRESENTERS[table.game].sheet(table.options, large=large)
    kind = " · ".join((_("Score sheet"), table.game_name))
    return PlayersSheet(
        imprint=replace(table.imprint, kind=kind),
        title=table.title or table.game_name,
        fields=table.fields(SheetField(*parts.length), SheetField(_("First dealer"), table.dealer)),
        columns=parts.columns,
        sides=single_sides(table),
        player_heads=parts.player_heads,
        given=dealers(table),
        hands=parts.hands,
        legend=(*turns_words(table), *parts.legend),
        large=large,
        wide=parts.wide,
    )


def single_sides(table: SheetTable) -> tuple[SheetSide, ...]:
    """The players of a table by the keys of their seats, each a side."""
    keys = PRESENTERS[table.game].player_keys(len(table.names))
    return tuple(
        SheetSide(key, (seat,)) for key, seat in zip(keys, table.seat_fields(keys), strict=False)
    )


def dealers(table: SheetTable) -> tuple[str, ...]:
    """Return the keys of the dealers, from the first hand on; empty if unknown."""
    if table.first_dealer is None:
        return ()
    keys = tuple(side.short for side in single_sides(table))
    return keys[table.first_dealer :] + keys[: table.first_dealer]


def turns_words(table: SheetTable) -> tuple[str, ...]:
    """Return the sentence that players rotate, if they do."""
    takes_turns = len(table.names) > GAMES[table.game].seats
    return (_("The dealer sits out; the player on the left bids first."),) if takes_turns else ()
