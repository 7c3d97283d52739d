"""The empty score sheet of a table: values, and how they are drawn.

Whatever is known (round, table, names) is printed, whatever is not is a line to write on. The
marks are drawn as guides to be traced, the hands as boxes wide enough for a pencil.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from press.base import Block, Imprint, Printable, Space
from press.blocks import Heading, baseline, draw_on_line
from press.marks import draw_marks
from press.pen import Align, Pen
from press.tables import Column, Row, Span, Table
from press.text import BODY, GUIDE, INK, LEAD, RULE, SMALL, Type
from prints.scorecard import Scoring

LARGE = 1.35
_GUTTER = 28.0
_ROW = 25.0
_FIELD = 34.0
_NAME = 25.0
_LETTERS = 60.0
_SIGNATURE = 44.0


@dataclass(frozen=True, slots=True)
class SheetLabels:
    """The words of a score sheet. Each is what its name says; none may be left out.

    >>> words = SheetLabels(
    ...     hand_number="No.", shaker="Shaker", bid="Bid", bidder="Bidder", contract="Trumps",
    ...     made="Made", set="Set", points="Points", running="Marks", signed="Signed",
    ... )
    """

    hand_number: str
    shaker: str
    bid: str
    bidder: str
    contract: str
    made: str
    set: str
    points: str
    running: str
    signed: str


@dataclass(frozen=True, slots=True)
class Field:
    """A small label with what is known under it; an empty value leaves a line to write on.

    >>> Field("Round", "3").value
    '3'
    """

    label: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class SheetSide:
    """A side: the heading of its columns, and a field for each player.

    >>> SheetSide("A & C", (Field("Seat A", "Ann"), Field("Seat C"))).players[1].value
    ''
    """

    short: str
    players: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet(Printable):
    """A sheet for one table; `fields` stand under the title, `hands` rows or as many as fit.

    `large` prints the large-type sheet: everything a third larger, with fewer rows.
    """

    imprint: Imprint
    labels: SheetLabels
    title: str
    fields: tuple[Field, ...]
    scoring: Scoring
    target: int
    sides: tuple[SheetSide, SheetSide]
    hands: int | None = None
    large: bool = False

    @property
    def scale(self) -> float:
        """How much larger than usual everything is."""
        return LARGE if self.large else 1.0

    @property
    def file_title(self) -> str:
        return sheet_title(self.title, self.fields)

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        above = (
            Heading(self.title, ""),
            Fields(self.fields, self.scale),
            Space(14 * self.scale),
            SheetSides(self),
            Space(8),
        )
        below = Signatures(self.labels.signed, tuple(s.short for s in self.sides), self.scale)
        yield from above
        room = height - sum(block.height(width) for block in above) - below.height(width)
        yield _hands(self, room)
        yield below


@dataclass(frozen=True, slots=True)
class Fields(Block):
    """Fields side by side over the whole width."""

    fields: tuple[Field, ...]
    scale: float

    def height(self, width: float) -> float:
        return _FIELD * self.scale if self.fields else 0

    def draw(self, pen: Pen, y: float) -> None:
        if not self.fields:
            return
        width = (pen.width - _GUTTER * (len(self.fields) - 1)) / len(self.fields)
        for number, field in enumerate(self.fields):
            x = number * (width + _GUTTER)
            draw_field(pen, x, y, field, width=width, scale=self.scale, height=_FIELD)


def sheet_title(title: str, fields: Iterable[Field]) -> str:
    """A sheet's title with what is known of it.

    >>> sheet_title("Score sheet", (Field("Round", "3"), Field("Table")))
    'Score sheet · Round 3'
    """
    known = [f"{field.label} {field.value}" for field in fields if field.value]
    return " · ".join([title, *known])


def draw_field(
    pen: Pen, x: float, y: float, field: Field, *, width: float, scale: float, height: float
) -> None:
    """The label above, the value or nothing on a line to write on."""
    small, strong = SMALL.scaled(scale), LEAD.strong().scaled(scale)
    foot = y + height * scale - 4
    pen.fitted(x, y + small.size, field.label, small, width=width)
    draw_on_line(pen, x, foot, field.value, strong, width=width, room=foot - y - small.leading)
    pen.lines([(x, foot, x + width, foot)], thick=0.5, colour=RULE if field.value else INK)


@dataclass(frozen=True, slots=True)
class SheetSides(Block):
    """Both sides next to each other: names, and the marks to be traced."""

    sheet: ScoreSheet

    def height(self, width: float) -> float:
        marks = _LETTERS if self.sheet.scoring is Scoring.MARKS else 0
        return (self._names + marks + 16) * self.sheet.scale

    def draw(self, pen: Pen, y: float) -> None:
        sheet = self.sheet
        panel = (pen.width - _GUTTER) / 2
        for number, side in enumerate(sheet.sides):
            x = number * (panel + _GUTTER)
            pen.lines([(x, y, x + panel, y)], thick=2.2, colour=INK)
            self._draw_names(pen, x, y + 6, side, panel)
            if sheet.scoring is Scoring.MARKS:
                self._draw_marks(pen, x, y + (self._names + 12) * sheet.scale, panel)

    @property
    def _names(self) -> float:
        return 6 + _NAME * max(len(side.players) for side in self.sheet.sides)

    def _draw_names(self, pen: Pen, x: float, y: float, side: SheetSide, panel: float) -> None:
        scale = self.sheet.scale
        small, strong = SMALL.scaled(scale), LEAD.strong().scaled(scale)
        label = 46.0 * scale
        for field in side.players:
            foot = y + (_NAME - 3) * scale
            line = foot - 5 * scale
            room = (_NAME - 4) * scale
            pen.fitted(x, line, field.label, small, width=label - 4)
            draw_on_line(pen, x + label, foot, field.value, strong, width=panel - label, room=room)
            colour = RULE if field.value else INK
            pen.lines([(x + label, foot, x + panel, foot)], thick=0.5, colour=colour)
            y += _NAME * scale

    def _draw_marks(self, pen: Pen, x: float, y: float, panel: float) -> None:
        height = (_LETTERS - 4) * self.sheet.scale
        draw_marks(
            pen, x + 2, y, width=panel - 4, height=height, target=self.sheet.target, hands=()
        )


def _hands(sheet: ScoreSheet, room: float) -> Table:
    """The table of hands, its rows as high as the page allows."""
    style = SMALL.scaled(sheet.scale)
    head = Table(_columns(sheet), (), style=style).height(0)
    fitting = max(1, int((room - head) / (_ROW * sheet.scale)))
    count = min(fitting, sheet.hands or fitting)
    height = min((room - head) / count, _ROW * sheet.scale * 1.25)
    rows: tuple[Row, ...] = tuple(BoxRow(number, height, sheet) for number in range(1, count + 1))
    return Table(_columns(sheet), rows, style=style)


def _columns(sheet: ScoreSheet) -> tuple[Column, ...]:
    words = sheet.labels
    first, second = (side.short for side in sheet.sides)
    middle = Align.CENTRE
    columns = (
        Column(words.hand_number, 22 * sheet.scale),
        Column(words.shaker, 40, 1),
        Column(words.bid, 40, 0.8),
        Column(words.bidder, 40, 1),
        Column(words.contract, 44, 1),
        Column(words.made, 31 * sheet.scale, 0, middle),
        Column(words.set, 31 * sheet.scale, 0, middle),
    )
    wide = 33 * sheet.scale
    points = (
        Column(first, wide, 0, middle, words.points),
        Column(second, wide, 0, middle, words.points),
    )
    running = (
        Column(first, wide, 0, middle, words.running),
        Column(second, wide, 0, middle, words.running),
    )
    return columns + (points if sheet.scoring is Scoring.POINTS else ()) + running


@dataclass(frozen=True, slots=True)
class BoxRow:
    """A numbered row of boxes to write in, with two circles to tick."""

    number: int
    height: float
    sheet: ScoreSheet

    def draw(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        style: Type = BODY.scaled(self.sheet.scale)
        line = baseline(y, style, self.height)
        pen.text(spans[0].anchor(Align.START), line, str(self.number), style)
        for span in spans[5:7]:
            centre = span.x + span.width / 2
            radius = 4.6 * self.sheet.scale
            pen.dot(centre, y + self.height / 2, radius, fill=None, stroke=GUIDE)
        edges = [(span.x, y, span.x, y + self.height) for span in spans[1:]]
        pen.lines(edges, thick=0.4, colour=RULE)


@dataclass(frozen=True, slots=True)
class Signatures(Block):
    """A line to sign on for each of `names`."""

    signed: str
    names: tuple[str, ...]
    scale: float

    def height(self, width: float) -> float:
        return _SIGNATURE * self.scale

    def draw(self, pen: Pen, y: float) -> None:
        count = len(self.names)
        panel = (pen.width - (count - 1) * _GUTTER) / count
        small = SMALL.scaled(self.scale)
        foot = y + self.height(pen.width) - 12
        for number, name in enumerate(self.names):
            x = number * (panel + _GUTTER)
            pen.lines([(x, foot, x + panel, foot)], thick=0.5, colour=INK)
            pen.fitted(x, foot + small.size + 2, f"{self.signed}  {name}", small, width=panel)
