"""Empty score sheets of two sides, and code shared with sheets of single players.

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
from games import PRESENTERS
from games.wording import either
from press.base import Block, Imprint, Printable, Space
from press.blocks import Heading, baseline
from press.marks import draw_marks
from press.names import draw_name, draw_on_line
from press.pen import Align, Pen
from press.tables import PADDING, Column, Span, TableBlock
from press.text import BODY, GUIDE, HEAD, INK, LEAD, RULE, SMALL, STRONG, width_of
from prints.matches import match_imprint, names_of
from scoring.models import Match
from scoring.running_score import HANDS, RunningScore

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


# --- shared by all sheets


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

    def height(self, width: float) -> float:
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

    def height(self, width: float) -> float:
        return (SHORT_FIELD + 4) * self.scale

    def draw(self, pen: Pen, y: float) -> None:
        room = pen.width * _SHORT_TITLE
        height = SHORT_FIELD * self.scale
        styles = [style.scaled(self.scale) for style in _SHORT_TITLES]
        draw_name(pen, 0, y, self.title, styles, width=room - _GUTTER, room=height)
        part = pen.part(room, y, pen.width - room)
        SheetFields(self.fields, self.scale, SHORT_FIELD).draw(part, 0)


@dataclass(frozen=True, slots=True)
class Signatures(Block):
    """A line to sign on for each of `names`."""

    names: tuple[str, ...]
    scale: float
    high: float = _SIGNATURE

    def height(self, width: float) -> float:
        return self.high * self.scale

    def draw(self, pen: Pen, y: float) -> None:
        count = len(self.names)
        panel = (pen.width - (count - 1) * _GUTTER) / count
        small = SMALL.scaled(self.scale)
        foot = y + self.height(pen.width) - 12
        for number, name in enumerate(self.names):
            x = number * (panel + _GUTTER)
            pen.lines([(x, foot, x + panel, foot)], thick=0.5, colour=INK)
            pen.fitted(x, foot + small.size + 2, about(_("Signed"), name), small, width=panel)


# --- a sheet of two sides

_ROW: Final = 25.0
_LETTERS: Final = 60.0


@dataclass(frozen=True, slots=True)
class SheetSide:
    """A side: the heading of its columns, and a field for each player."""

    short: str
    players: tuple[SheetField, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet(Printable):
    """A sheet for one table; `fields` are below the title, `hands` rows or as many as fit.

    `large` prints everything a third larger, with fewer rows; `short` takes no more than its rows
    need, for a part of a page. `draws_marks` draws marks to be
    traced, else there are columns of points; `unit` is that of the target.
    """

    imprint: Imprint
    title: str
    fields: tuple[SheetField, ...]
    unit: str
    draws_marks: bool
    target: int
    sides: tuple[SheetSide, SheetSide]
    hands: int | None = None
    large: bool = False
    short: bool = False

    @property
    def scale(self) -> float:
        """How much larger than usual everything is."""
        return LARGE if self.large else 1.0

    @property
    def file_title(self) -> str:
        return sheet_title(self.title, self.fields)

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        sides = tuple(side.short for side in self.sides)
        if self.short:
            head = ShortHead(self.title, self.fields, self.scale), SheetSides(self)
            foot = Signatures(sides, self.scale, SHORT_SIGNATURE)
            yield from head
            yield self._hands(height - sum(block.height(width) for block in (*head, foot)))
            yield foot
            return
        above = (
            Heading(self.title, ""),
            SheetFields(self.fields, self.scale),
            Space(14 * self.scale),
            SheetSides(self),
            Space(8),
        )
        below = Signatures(sides, self.scale)
        yield from above
        room = height - sum(block.height(width) for block in above) - below.height(width)
        yield self._hands(room)
        yield below

    def _hands(self, room: float) -> TableBlock:
        """The table of hands, its rows as high as the page allows."""
        columns, style = self._columns(), SMALL.scaled(self.scale)
        head = TableBlock(columns, (), style=style).height(0)
        if self.short and self.hands:
            high = max(SHORT_ROW, min(_ROW, (room - head) / self.hands / self.scale)) * self.scale
            boxes = tuple(BoxRow(number, high, self) for number in range(1, self.hands + 1))
            return TableBlock(columns, boxes, style=style)
        fitting = max(1, int((room - head) / (_ROW * self.scale)))
        count = min(fitting, self.hands or fitting)
        height = min((room - head) / count, _ROW * self.scale * 1.25)
        rows = tuple(BoxRow(number, height, self) for number in range(1, count + 1))
        return TableBlock(columns, rows, style=style)

    @property
    def holds(self) -> frozenset[str]:
        """The fields of the entry form that are typed from it."""
        return frozenset(name for _column, names in self._places() for name in names)

    def _least(self, head: str, usual: float) -> float:
        """Return the width of a column with little below its head."""
        head_width = width_of(head, SMALL.scaled(self.scale)) + 2 * PADDING
        return max(usual * self.scale, head_width)

    def _columns(self) -> tuple[Column, ...]:
        return tuple(column for column, _names in self._places())

    def _places(self) -> Iterator[tuple[Column, tuple[str, ...]]]:
        """Yield the columns, each with the fields of the entry form that it answers."""
        wide = 33 * self.scale
        yield Column(_("No."), self._least(_("No."), 22)), ()
        yield Column(str(either(_("Shaker"), _("Dealer"))), 40, 1), ()
        yield Column(_("Bid"), 40, 0.8), ("bid",)
        yield Column(_("Bidder"), 40, 1), ("bidder",)
        yield Column(_("Trumps"), 44, 1), ("contract", "named", "ranking")
        for head in (_("Made"), _("Set")):
            yield Column(head, self._least(head, 31), 0, Align.CENTRE), ("result",)
        if not self.draws_marks:
            for side in self.sides:
                yield Column(side.short, wide, 0, Align.CENTRE, _("Points")), ("points",)
        for side in self.sides:
            yield Column(side.short, wide, 0, Align.CENTRE, self.unit.capitalize()), ()


@dataclass(frozen=True, slots=True)
class SheetSides(Block):
    """Both sides next to each other: names, and the marks to be traced."""

    sheet: ScoreSheet

    def height(self, width: float) -> float:
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
        return self.sheet.draws_marks and not self.sheet.short

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
            pen, x + 2, y, width=panel - 4, height=height, target=self.sheet.target, hands=()
        )


@dataclass(frozen=True, slots=True)
class BoxRow:
    """A numbered row of boxes to write in, with two circles to tick."""

    number: int
    height: float
    sheet: ScoreSheet

    def closer(self, share: float) -> "BoxRow":
        """Return it as it is: a hand that writes needs all its room."""
        return self

    def draw(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        style = BODY.scaled(self.sheet.scale)
        line = baseline(y, style, self.height)
        pen.text(spans[0].anchor(Align.START), line, str(self.number), style)
        for span in spans[5:7]:
            centre = span.x + span.width / 2
            radius = 4.6 * self.sheet.scale
            pen.dot(centre, y + self.height / 2, radius, fill=None, stroke=GUIDE)
        edges = [(span.x, y, span.x, y + self.height) for span in spans[1:]]
        pen.lines(edges, thick=0.4, colour=RULE)


# --- of a table


@dataclass(frozen=True, slots=True)
class SheetTable:
    """The table of a sheet; unknown values are lines to write on.

    ``names`` are by seat. ``placed`` is whether ``title`` names round and table, else there are
    lines for both. ``imprint`` is that of its pages, without kind.
    """

    game: str
    rules: Mapping[str, Any]
    title: str
    names: tuple[str, ...]
    imprint: Imprint
    first_dealer: int | None = None
    day: date | None = None
    placed: bool = True

    @property
    def options(self) -> Any:
        """The rules, resolved."""
        return RunningScore(self.game, self.rules).options

    @property
    def game_name(self) -> str:
        return str(PRESENTERS[self.game].label)

    @property
    def dealer(self) -> str:
        """Return the first dealer, if known."""
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
        game=match.game,
        rules=match.rules,
        title=match.label,
        names=tuple(names_of(match)),
        imprint=match_imprint(match, ""),
        first_dealer=match.first_dealer,
        day=timezone.localtime(match.created_at).date(),
    )


def sides_sheet(table: SheetTable, *, large: bool) -> ScoreSheet:
    """Return the empty sheet of a table, with its players' names."""
    presenter, options = PRESENTERS[table.game], table.options
    hands = getattr(options, HANDS, None) or 0
    goal = f"{presenter.target(options)} {presenter.unit(options)}"
    length = SheetField(_("Hands"), str(hands)) if hands else SheetField(_("Game to"), goal)
    seats = table.seat_fields(presenter.keys)
    first, second = (
        SheetSide(side.short, seats[number::2])
        for number, side in enumerate(presenter.sides(table.names))
    )
    return ScoreSheet(
        imprint=replace(table.imprint, kind=_("Score sheet")),
        title=table.title or _("Score sheet"),
        fields=table.fields(
            length, SheetField(str(either(_("First shaker"), _("First dealer"))), table.dealer)
        ),
        unit=presenter.unit(options),
        draws_marks=presenter.draws_marks(options),
        target=presenter.target(options),
        hands=hands,
        sides=(first, second),
        large=large,
    )
