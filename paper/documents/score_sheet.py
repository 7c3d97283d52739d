"""Empty score sheets: names, a row of boxes for each hand, in the game's own columns.

Known values (round, table, names) are printed, unknown ones are lines to write on. Marks are drawn
as guides to be traced, hands as boxes wide enough for a pencil.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from core.languages import date_text
from core.text import about
from games import GamePresenter
from games.printing import BoxPurpose, SheetDesign
from paper.documents.matches import match_imprint, names_of
from press.base import Block, Imprint, PageLayout, Paper, Printable, Space
from press.blocks import Heading, Paragraph, baseline
from press.cards import draw_suit
from press.fonts import Script
from press.marks import draw_marks
from press.names import draw_name, draw_on_line
from press.pen import Align, Pen
from press.tables import PADDING, Column, Span, TableBlock
from press.text import BODY, GUIDE, HEAD, INK, LEAD, RULE, SMALL, STRONG, width_of
from rules.pieces import SUITS
from scoring.models import Match
from scoring.running_score import RunningScore

LARGE: Final = 1.35
_GUTTER: Final = 28.0
_FIELD: Final = 34.0
_NAME: Final = 25.0
_SHORT_NAME: Final = 20.0
_SIGNATURE: Final = 44.0
SHORT_FIELD: Final = 28.0
SHORT_SIGNATURE: Final = 29.0
SHORT_ROW: Final = 23.0
_SHORT_TITLE: Final = 0.42
_SHORT_TITLES: Final = (HEAD, HEAD.scaled(0.84), LEAD.strong(), STRONG, STRONG.scaled(0.84))


# --- parts of a sheet


@dataclass(frozen=True, slots=True)
class SheetField:
    """A small label with what is known under it; an empty value leaves a line to write on.

    >>> SheetField("Round", "3").value
    '3'
    """

    label: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class SheetFields(Block):
    """Fields side by side over the whole width."""

    fields: tuple[SheetField, ...]
    scale: float
    high: float = _FIELD

    def height(self, width: float, script: Script) -> float:
        return self.high * self.scale if self.fields else 0

    def draw(self, pen: Pen, y: float) -> None:
        if not self.fields:
            return
        width = (pen.width - _GUTTER * (len(self.fields) - 1)) / len(self.fields)
        for number, field in enumerate(self.fields):
            x = number * (width + _GUTTER)
            draw_field(pen, x, y, field, width=width, scale=self.scale, height=self.high)


def sheet_title(title: str, fields: Iterable[SheetField]) -> str:
    """A sheet's title with what is known of it.

    >>> sheet_title("Score sheet", (SheetField("Round", "3"), SheetField("Table")))
    'Score sheet · Round 3'
    """
    known = [f"{field.label} {field.value}" for field in fields if field.value]
    return " · ".join([title, *known])


def draw_field(
    pen: Pen, x: float, y: float, field: SheetField, *, width: float, scale: float, height: float
) -> None:
    """The label above, the value or nothing on a line to write on."""
    small, strong = SMALL.scaled(scale), LEAD.strong().scaled(scale)
    foot = y + height * scale - 4
    pen.fitted(x, y + small.size, field.label, small, width=width)
    draw_on_line(pen, x, foot, field.value, strong, width=width, room=foot - y - small.leading)
    pen.lines([(x, foot, x + width, foot)], thick=0.5, colour=RULE if field.value else INK)


@dataclass(frozen=True, slots=True)
class ShortHead(Block):
    """The title of a sheet that shares its page, with the fields beside it."""

    title: str
    fields: tuple[SheetField, ...]
    scale: float

    def height(self, width: float, script: Script) -> float:
        return (SHORT_FIELD + 4) * self.scale

    def draw(self, pen: Pen, y: float) -> None:
        room = pen.width * _SHORT_TITLE
        height = SHORT_FIELD * self.scale
        styles = [style.scaled(self.scale) for style in _SHORT_TITLES]
        draw_name(pen, 0, y, self.title, styles, width=room - _GUTTER, room=height)
        part = pen.area(room, y, pen.width - room)
        SheetFields(self.fields, self.scale, SHORT_FIELD).draw(part, 0)


@dataclass(frozen=True, slots=True)
class Signatures(Block):
    """A line to sign on for each of `names`."""

    names: tuple[str, ...]
    scale: float
    high: float = _SIGNATURE

    def height(self, width: float, script: Script) -> float:
        return self.high * self.scale

    def draw(self, pen: Pen, y: float) -> None:
        count = len(self.names)
        panel = (pen.width - (count - 1) * _GUTTER) / count
        small = SMALL.scaled(self.scale)
        foot = y + self.height(pen.width, pen.script) - 12
        for number, name in enumerate(self.names):
            x = number * (panel + _GUTTER)
            pen.lines([(x, foot, x + panel, foot)], thick=0.5, colour=INK)
            pen.fitted(x, foot + small.size + 2, about(_("Signed"), name), small, width=panel)


# --- the sheet

_SECOND_LINE: Final = 15.0
_TALLEST: Final = 1.4
_FIELDS_OF_ROW: Final = 7
"""So many fields a wide sheet has in one row; more take two."""
_LOWEST: Final = 0.58
"""Rows shrink to this height before a sheet continues on a second page."""
_LOWER: Final = 0.85
_FIGURE: Final = 33.0
"""The width of a side's boxes that stand under one figure."""
_RING: Final = 4.6
_SIGN: Final = 8.0
_LETTERS: Final = 60.0


@dataclass(frozen=True, slots=True)
class SheetSide:
    """A side: the heading of its columns, and a field for each player."""

    short: str
    players: tuple[SheetField, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet(Printable):
    """A sheet for one table; `fields` are below the title.

    `design` has its columns and rows. `given` is printed in the `GIVEN` column, repeating from the
    first hand. Marks to be traced are drawn to the `target`, if there is one. `large` prints
    everything a third larger; `short` takes no more than its rows need, for a part of a page.
    """

    imprint: Imprint
    title: str
    fields: tuple[SheetField, ...]
    sides: tuple[SheetSide, ...]
    design: SheetDesign
    given: tuple[str, ...] = ()
    target: int | None = None
    large: bool = False
    short: bool = False

    def layout(self, paper: Paper) -> PageLayout:
        return paper.across if self.design.wide else paper.upright

    @property
    def scale(self) -> float:
        """How much larger than usual everything is."""
        return LARGE if self.large else 1.0

    @property
    def file_title(self) -> str:
        return sheet_title(self.title, self.fields)

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        shorts = tuple(side.short for side in self.sides)
        signatures = Signatures(shorts, self.scale, SHORT_SIGNATURE if self.short else _SIGNATURE)
        below = (*self._legend(), signatures)
        above = tuple(self._short_head() if self.short else self._head())
        yield from above
        if self.short:
            yield self._short_table()
        else:
            taken, foot = (
                sum(b.height(width, self.script) for b in blocks) for blocks in (above, below)
            )
            yield from self._pages(height - taken, height, foot)
        yield from below

    def _head(self) -> Iterator[Block]:
        yield Heading(self.title, "")
        if self._in_teams:
            yield SheetFields(self.fields, self.scale)
            yield Space(14 * self.scale)
            yield TeamFields(self)
            yield Space(8)
            return
        is_single_row = self.design.wide and len(self.fields) + len(self.sides) <= _FIELDS_OF_ROW
        rows = (self.fields, self._names)
        for fields in (sum(rows, ()),) if is_single_row else rows:
            yield SheetFields(fields, self.scale)
            yield Space(5)
        yield Space(3)

    def _short_head(self) -> Iterator[Block]:
        yield ShortHead(self.title, self.fields, self.scale)
        if self._in_teams:
            yield TeamFields(self)
        else:
            yield SheetFields(self._names, self.scale, SHORT_FIELD)
            yield Space(2)

    @property
    def _in_teams(self) -> bool:
        return any(len(side.players) > 1 for side in self.sides)

    @property
    def _names(self) -> tuple[SheetField, ...]:
        return tuple(field for side in self.sides for field in side.players)

    def _legend(self) -> Iterator[Block]:
        style = SMALL.scaled(1.15 if self.large else 1)
        if self.design.legend:
            yield Space(2 if self.short else 6)
        for text in self.design.legend:
            yield Paragraph(text, style)

    def _pages(self, first: float, full: float, foot: float) -> Iterator[Block]:
        """The tables of hands: as few pages as they take, with as many rows on each.

        `first` is the room on the first page, `full` that on the next; `foot` is kept on the last.
        """
        head = self._table(range(0), 0).height(0, self.script)
        usual = self.scale * (self.design.row + _SECOND_LINE * (len(self.design.side_heads) - 1))
        count = self.design.hands or max(1, int((first - foot - head) / usual))
        rooms = [first - foot]
        while (each := -(-count // len(rooms))) * _lowest(usual, rooms) + head > min(rooms):
            rooms = [first, *[full] * (len(rooms) - 1), full - foot]
        height = min((min(rooms) - head) / each, usual * _TALLEST)
        for page, start in enumerate(range(0, count, each)):
            numbers = range(start + 1, min(start + each, count) + 1)
            table = self._table(numbers, height)
            yield table
            if numbers[-1] < count:
                yield Space(rooms[page] - table.height(0, self.script))

    def _short_table(self) -> TableBlock:
        """The hands of a sheet that shares its page: rows no higher than a pencil needs."""
        lines = len(self.design.side_heads)
        height = self.scale * (SHORT_ROW + _SECOND_LINE * 0.8 * (lines - 1))
        return self._table(range(1, (self.design.hands or 0) + 1), height)

    def _table(self, numbers: range, height: float) -> TableBlock:
        rows = tuple(BoxRow(number, height, self) for number in numbers)
        return TableBlock(tuple(self._columns()), rows, style=SMALL.scaled(self.scale))

    def _columns(self) -> Iterator[Column]:
        yield Column(_("No."), self._least(20, _("No."), "00"))
        for column in self.design.columns:
            least = self._least(column.least, column.head, *self.given)
            if column.box is BoxPurpose.SUITS:
                least = max(least, len(SUITS) * self.sign * 1.25 + 2 * PADDING)
            yield Column(column.head, least, column.share, Align.CENTRE)
        if self.design.by_figure:
            yield from self._figures_of_sides()
            return
        for side in self.sides:
            for heads in zip(*self.design.side_heads, strict=True):
                first, *others = heads
                least = self._least(20, *heads)
                yield Column(first, least, 0.9, Align.CENTRE, side.short, " ".join(others))

    def _figures_of_sides(self) -> Iterator[Column]:
        for heads in zip(*self.design.side_heads, strict=True):
            for side in self.sides:
                least = self._least(_FIGURE * self.scale, side.short)
                yield Column(side.short, least, 0, Align.CENTRE, " ".join(heads))

    def _least(self, usual: float, *texts: str) -> float:
        style = SMALL.scaled(self.scale)
        return max(usual, *(width_of(text, style, self.script) + 2 * PADDING for text in texts))

    @property
    def sign(self) -> float:
        """The height of a suit to ring."""
        return _SIGN * self.scale


def _lowest(usual: float, rooms: list[float]) -> float:
    """Return the smallest height of a row: far lower than usual if that saves the second page."""
    return usual * (_LOWEST if len(rooms) == 1 else _LOWER)


@dataclass(frozen=True, slots=True)
class TeamFields(Block):
    """Both teams next to each other: names, and the marks to be traced."""

    sheet: ScoreSheet

    def height(self, width: float, script: Script) -> float:
        marks = _LETTERS if self._has_marks else 0
        return (self._names + marks + (6 if self.sheet.short else 16)) * self.sheet.scale

    def draw(self, pen: Pen, y: float) -> None:
        sheet = self.sheet
        panel = (pen.width - _GUTTER) / 2
        for number, side in enumerate(sheet.sides):
            x = number * (panel + _GUTTER)
            pen.lines([(x, y, x + panel, y)], thick=2.2, colour=INK)
            self._draw_names(pen, x, y + 6, side, panel)
            if self._has_marks:
                self._draw_marks(pen, x, y + (self._names + 12) * sheet.scale, panel)

    @property
    def _has_marks(self) -> bool:
        """Whether there are marks to trace; few hands leave them to the columns."""
        return self.sheet.target is not None and not self.sheet.short

    @property
    def _names(self) -> float:
        return 6 + self._name * max(len(side.players) for side in self.sheet.sides)

    @property
    def _name(self) -> float:
        return _SHORT_NAME if self.sheet.short else _NAME

    def _draw_names(self, pen: Pen, x: float, y: float, side: SheetSide, panel: float) -> None:
        scale = self.sheet.scale
        small, strong = SMALL.scaled(scale), LEAD.strong().scaled(scale)
        label = 46.0 * scale
        for field in side.players:
            foot = y + (self._name - 3) * scale
            line = foot - 5 * scale
            room = (self._name - 4) * scale
            pen.fitted(x, line, field.label, small, width=label - 4)
            draw_on_line(pen, x + label, foot, field.value, strong, width=panel - label, room=room)
            colour = RULE if field.value else INK
            pen.lines([(x + label, foot, x + panel, foot)], thick=0.5, colour=colour)
            y += self._name * scale

    def _draw_marks(self, pen: Pen, x: float, y: float, panel: float) -> None:
        height = (_LETTERS - 4) * self.sheet.scale
        draw_marks(
            pen, x + 2, y, width=panel - 4, height=height, target=self.sheet.target or 0, hands=()
        )


@dataclass(frozen=True, slots=True)
class BoxRow:
    """A numbered row of boxes: to write in, to ring a suit, to tick."""

    number: int
    height: float
    sheet: ScoreSheet

    def draw(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        sheet = self.sheet
        style = BODY.scaled(sheet.scale)
        pen.text(
            spans[0].anchor(Align.START), baseline(y, style, self.height), str(self.number), style
        )
        for span, column in zip(spans[1:], sheet.design.columns, strict=False):
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
        size = self.sheet.sign
        step = size * 1.25
        x = middle - (len(SUITS) * step - size * 0.25) / 2
        for number, suit in enumerate(SUITS):
            draw_suit(pen, suit, x + number * step, y + (self.height + size) / 2, size=size)

    def _draw_edges(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        """Thin lines between boxes, darker ones between sides, dashes between their lines."""
        design, below = self.sheet.design, y + self.height
        first, lines = 1 + len(design.columns), len(design.side_heads)
        sides = () if design.by_figure else spans[first :: len(design.side_heads[0])]
        pen.lines(
            [(span.x, y, span.x, below) for span in spans[1:] if span not in sides],
            thick=0.4,
            colour=RULE,
        )
        pen.lines([(span.x, y, span.x, below) for span in sides], thick=0.8, colour=INK)
        start = spans[first].x
        for number in range(1, lines):
            down = y + self.height * number / lines
            pen.lines([(start, down, pen.width, down)], thick=0.4, colour=GUIDE, dash=(1.5, 2))


# --- of a table


@dataclass(frozen=True, slots=True)
class SheetTable:
    """The table of a sheet; unknown values are lines to write on.

    ``names`` are by seat. ``placed`` is whether ``title`` names round and table, else there are
    lines for both. ``imprint`` is that of its pages, without kind.
    """

    presenter: GamePresenter
    rules: Mapping[str, Any]
    title: str
    names: tuple[str, ...]
    imprint: Imprint
    first_dealer: int | None = None
    day: date | None = None
    placed: bool = True

    @property
    def options(self) -> Any:
        return RunningScore(self.presenter.name, self.rules).options

    @property
    def game_name(self) -> str:
        return str(self.presenter.label)

    @property
    def dealer(self) -> str:
        return "" if self.first_dealer is None else self.names[self.first_dealer]

    def fields(self, *more: SheetField) -> tuple[SheetField, ...]:
        """Return the fields below the title: the place if the title has none, the day, and more."""
        places = () if self.placed else (SheetField(_("Round")), SheetField(_("Table")))
        day = date_text(self.day) if self.day else ""
        return (*places, SheetField(_("Date"), day), *more)

    def seat_fields(self, keys: tuple[str, ...]) -> tuple[SheetField, ...]:
        """The seats with their names; a dummy has a key and no seat."""
        named = zip(keys, self.names, strict=False)
        return tuple(SheetField(_("Seat %(key)s") % {"key": key}, name) for key, name in named)


def table_of_match(match: Match) -> SheetTable:
    """The table of a match whose seats are loaded."""
    return SheetTable(
        presenter=match.presenter,
        rules=match.rules,
        title=match.label,
        names=tuple(names_of(match)),
        imprint=match_imprint(match, ""),
        first_dealer=match.first_dealer,
        day=timezone.localtime(match.created_at).date(),
    )


def table_sheet(table: SheetTable, *, large: bool) -> ScoreSheet:
    """Return the empty sheet of a table that may have no match yet."""
    presenter, options = table.presenter, table.options
    design = presenter.sheet(options)
    kind, title = _("Score sheet"), table.title or _("Score sheet")
    if not presenter.in_teams:
        kind, title = " · ".join((kind, table.game_name)), table.title or table.game_name
    dealer = SheetField(str(presenter.words.first_dealer), table.dealer)
    return ScoreSheet(
        imprint=replace(table.imprint, kind=kind),
        title=title,
        fields=table.fields(SheetField(*design.length), dealer),
        sides=_sides(table),
        design=replace(design, legend=(*_turns_words(table), *design.legend)),
        given=_dealers(table),
        target=presenter.target(options) if presenter.draws_marks(options) else None,
        large=large,
    )


def _sides(table: SheetTable) -> tuple[SheetSide, ...]:
    presenter = table.presenter
    seats = table.seat_fields(presenter.player_keys(len(table.names)))
    sides = presenter.sides(table.names)
    return tuple(
        SheetSide(side.short, seats[number :: len(sides)]) for number, side in enumerate(sides)
    )


def _dealers(table: SheetTable) -> tuple[str, ...]:
    """Return the keys of the dealers, from the first hand on; empty if unknown."""
    if table.first_dealer is None:
        return ()
    keys = table.presenter.player_keys(len(table.names))
    return keys[table.first_dealer :] + keys[: table.first_dealer]


def _turns_words(table: SheetTable) -> tuple[str, ...]:
    """Return the sentence that players rotate, if they do."""
    takes_turns = len(table.names) > table.presenter.laws.seats
    return (_("The dealer sits out; the player on the left bids first."),) if takes_turns else ()
