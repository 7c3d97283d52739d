"""Sheets for marking: bubbles to fill, which a camera reads. A line a hand, an example on top."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.text import comma_list
from games import PRESENTERS
from games.marks import Lines, MarkLegend, Marks, how_to_mark
from press.base import Block, Imprint, PageLayout, Paper, Printable
from press.bubbles import (
    BEFORE,
    BUBBLE_DOWN,
    CANCEL,
    CODE,
    CORNER,
    CORNERS,
    EXAMPLE_TOP,
    GUIDE,
    LABEL,
    LABEL_UP,
    Bubble,
    HeadPlace,
    SheetLayout,
    best_layout,
    code_place,
)
from press.names import draw_name
from press.pen import Align, Pen
from press.text import (
    BODY,
    FINE,
    INK,
    LEAD,
    RULE,
    SMALL,
    SMALLEST,
    STRONG,
    TITLE,
    Type,
    width_of,
    wrap,
)
from press.tiles import draw_qr
from prints.event_prints import needs_rounds, titled
from prints.printouts import Printout
from prints.rows import Phase, Print, PrintOption, PrintOptions
from prints.score_sheet import SheetTable
from prints.sheet_code import SheetCode
from prints.sheets import placed_tables, tables_count
from prints.subjects import EVENT
from rules import GAMES
from tournaments.models import Event

MM: Final = 72 / 25.4
_LABEL: Final = Type(size=6.6, leading=8)
_RING: Final = 0.8
_DOT: Final = 0.86
_CLUB: Final = (1.0, SMALLEST, 0.66)
_PAIR: Final = 2
_OUTWARD: Final = 2.5
"""How far a label may go on into the gap beside its group, in millimetres."""
_LEGEND_LINES: Final = 2
_CLOSE: Final = 1.1
"""The leading of close lines, in sizes of their type."""
_TITLE_SHARES: Final = (1.0, 0.88, 0.76, 0.66, 0.58)
"""Of the size of a title on two lines."""
_NAMES: Final = (
    LEAD,
    BODY,
    SMALL,
    Type(size=6.4, leading=6.9),
    Type(size=5.2, leading=5.6),
    Type(size=4.6, leading=4.9),
    Type(size=4.2, leading=4.6),
    Type(size=4.6, leading=4.3),
)
"""Of the players; long names take up to four lines."""
PAPERS: Final[Mapping[Paper, str]] = {Paper.A4: "A", Paper.LETTER: "L"}


def marking_layout(
    game: str, options: Any, size: str, players: int | None = None, *, place: Lines = ()
) -> tuple[SheetLayout, bool]:
    """Return the layout of a game's sheets under resolved rules, and whether it is across.

    `players` is given where they take turns, `place` on a sheet that is of no table. Raises
    `KeyError` for a game without such sheets.
    """
    presenter = PRESENTERS[game]
    if presenter.marks is None:
        raise KeyError(game)
    keys = presenter.player_keys(players or presenter.laws.seats)
    lines, least = presenter.marks.lines(options, keys), presenter.marks.least_line(keys)
    return best_layout(lines, size=size, place=place, least=least)


@dataclass(frozen=True, slots=True)
class MarkingSheet(Printable):
    """One page for one table; `first` is the number of its first hand."""

    imprint: Imprint
    title: str
    names: tuple[tuple[str, str], ...]
    dealer: str
    sheet: SheetLayout
    code: SheetCode
    example: Marks
    example_words: str
    legend: tuple[MarkLegend, ...]

    @property
    def file_title(self) -> str:
        return self.title

    def layout(self, paper: Paper) -> PageLayout:
        turned = paper.across if self.code.across else paper.upright
        return replace(turned, side=0.0, top=0.0, bottom=0.0, bare=True)

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield _MarkingPage(self, height)


@dataclass(frozen=True, slots=True)
class _MarkingPage(Block):
    document: MarkingSheet
    full: float

    def height(self, width: float) -> float:
        return self.full

    def draw(self, pen: Pen, y: float) -> None:
        """Draw the page; it is never mirrored, as the camera looks for one layout."""
        still = pen.still(0, y, pen.width)
        sheet = self.document.sheet
        draw_marks_of_plane(still, sheet)
        x, top = code_place(sheet.width)
        draw_qr(still, self.document.code.text, x * MM, top * MM, CODE * MM, quiet=0)
        self._draw_head(still)
        self._draw_example(still)
        first = (self.document.code.page - 1) * (sheet.rows - sheet.place_rows) + 1
        for row in range(sheet.rows):
            is_place = row < sheet.place_rows
            draw_row(still, sheet, row, "" if is_place else str(first + row - sheet.place_rows))
        self._draw_foot(still)

    def _draw_head(self, pen: Pen) -> None:
        document = self.document
        x = 24 * MM
        room = code_place(document.sheet.width)[0] * MM - x - 14
        style = TITLE.scaled(0.72)
        draw_title(pen, x, 15 * MM, document.title, style, width=room, top=9 * MM)
        each = room / max(1, len(document.names))
        for number, (key, name) in enumerate(document.names):
            at = x + number * each
            pen.text(at, 21.5 * MM, key, STRONG)
            draw_name(pen, at + 12, 16.9 * MM, name, _NAMES, width=each - 18, room=17.2)
            if not name:
                pen.lines([(at + 12, 22 * MM, at + each - 8, 22 * MM)], thick=0.5, colour=RULE)
        pen.fitted(x, 25.6 * MM, how_to_mark(), SMALL.strong().tinted(INK), width=room)
        fine = FINE.tinted(INK).scaled(1.1)
        legend = comma_list([f"{row.label} {row.words}" for row in document.legend])
        example = _("Example: %(hand)s") % {"hand": document.example_words}
        lines = [*wrap(legend, fine, room)[:_LEGEND_LINES], example]
        for number, text in enumerate(line for line in lines if line):
            pen.fitted(x, (28.7 + number * 2.6) * MM, text, fine, width=room)

    def _draw_example(self, pen: Pen) -> None:
        """The worked example, each group under its label."""
        document, sheet = self.document, self.document.sheet
        top = EXAMPLE_TOP * MM
        tall = sheet.lines * (sheet.line + LABEL) * MM
        pen.box(13.4 * MM, top, (sheet.width - 26.8) * MM, tall + 1, stroke=RULE, thick=0.5)
        for head in sheet.heads:
            line = EXAMPLE_TOP + head.line * (sheet.line + LABEL)
            _draw_group_label(pen, sheet, head, (line + 2.9) * MM)
            values = document.example.get(head.group.key, ())
            draw_group(pen, sheet, head, line + LABEL + BUBBLE_DOWN, values)

    def _draw_foot(self, pen: Pen) -> None:
        document, sheet = self.document, self.document.sheet
        foot = (sheet.height - 12) * MM
        draw_foot(pen, foot, 24 * MM, document.imprint.club, document.code.text)


def draw_title(
    pen: Pen, x: float, y: float, text: str, style: Type, *, width: float, top: float
) -> None:
    """Draw a title on a line at `y`; a long one smaller, on two lines from `top` on."""
    if width_of(text, style) * SMALLEST <= width:
        pen.fitted(x, y, text, style, width=width)
        return
    room = y - top + style.size * 0.2
    half = room / 2 / _CLOSE
    styles = [replace(style, size=half * share, leading=room / 2) for share in _TITLE_SHARES]
    draw_name(pen, x, top, text, styles, width=width, room=room)


def draw_foot(pen: Pen, foot: float, side: float, club: str, code: str) -> None:
    """Draw the club, as long as the code beside it allows; `side` is the margin of both."""
    right = pen.width - side
    pen.text(right, foot, code, FINE, Align.END)
    width = right - side - width_of(code, FINE) - 8
    styles = [replace(SMALL, leading=SMALL.size * 1.12).scaled(share) for share in _CLUB]
    draw_name(pen, side, foot - 9, club, styles, width=width, room=13.2)


def _start(sheet: SheetLayout, head: HeadPlace) -> float:
    return head.x - sheet.pitch / 2 + 0.4


def _draw_group_label(pen: Pen, sheet: SheetLayout, head: HeadPlace, y: float) -> None:
    """Draw it over the group and up to the next one, or before the frame where it is the last."""
    style, start = FINE.strong(), _start(sheet, head)
    following = [
        _start(sheet, other) - (BEFORE if other.group.before else 0)
        for other in sheet.heads
        if other.line == head.line and other.x > head.x
    ]
    end = min(following, default=sheet.width - 14) - 0.6
    width = (end - start) * MM
    if not following and width_of(head.group.label, style) > width:
        pen.text(end * MM, y, head.group.label, style, Align.END)
    else:
        pen.fitted(start * MM, y, head.group.label, style, width=width)


def _draw_label(pen: Pen, x: float, y: float, bubble: Bubble, width: float) -> None:
    style = _LABEL.strong().scaled(1.4) if bubble.value == CANCEL else _LABEL
    pen.fitted(x, y, bubble.label, style, width=width, align=Align.CENTRE)


def _draw_words(pen: Pen, x: float, y: float, words: tuple[Bubble, ...], width: float) -> None:
    """Draw what two bubbles mean, the first at `x`, as long words: on into the gaps beside them."""
    style, edge = _LABEL.scaled(0.9), x + width / 2
    room = width + _OUTWARD * MM
    for bubble, place, align in zip(words, (-1, 1), (Align.END, Align.START), strict=True):
        pen.fitted(edge + place, y, bubble.label, style, width=room, align=align)


def draw_row(pen: Pen, sheet: SheetLayout, row: int, number: str) -> None:
    """Draw a row of empty bubbles below a line, with its number at its edge."""
    top = sheet.row_top(row)
    pen.lines([(13.4 * MM, top * MM, (sheet.width - 13.4) * MM, top * MM)], thick=0.4, colour=RULE)
    middle = (top + sheet.down) * MM
    pen.fitted(15.6 * MM, middle + 3, number, STRONG, width=11, align=Align.CENTRE)
    for head in sheet.heads_of(row):
        y = top + head.line * sheet.line + sheet.down
        if head.group.line:
            pen.text(18.9 * MM, y * MM + 3, head.group.line, SMALL.tinted(INK), Align.CENTRE)
        draw_group(pen, sheet, head, y, ())


def draw_group(
    pen: Pen,
    sheet: SheetLayout,
    head: HeadPlace,
    y: float,
    values: Collection[str],
    *,
    before: float = BEFORE,
) -> None:
    """Draw the bubbles of a group, `y` millimetres down, those of some values filled.

    `before` is the room for what stands before them.
    """
    radius, canvas = sheet.radius * MM, pen.canvas
    if head.group.before:
        x, width = (_start(sheet, head) - before) * MM, (before - 2) * MM
        pen.fitted(x, y * MM + 3, head.group.before, SMALL.tinted(INK), width=width)
    pitch, above = sheet.pitch * MM, (y - LABEL_UP) * MM
    labels = [width_of(bubble.label, _LABEL) * SMALLEST for bubble in head.group.bubbles]
    are_words = len(labels) == _PAIR and max(labels) > pitch - 1
    if are_words:
        _draw_words(pen, head.x * MM, above, head.group.bubbles, pitch)
    for number, bubble in enumerate(head.group.bubbles):
        x = (head.x + number * sheet.pitch) * MM
        if not are_words:
            _draw_label(pen, x, above, bubble, pitch - 1)
        across, up = pen.place(x, y * MM)
        canvas.setDash([])
        canvas.setStrokeColor(INK)
        canvas.setLineWidth(_RING)
        canvas.circle(across, up, radius, stroke=1, fill=0)
        if bubble.value in values:
            canvas.setFillColor(INK)
            canvas.circle(across, up, radius * _DOT, stroke=0, fill=1)


def draw_marks_of_plane(pen: Pen, sheet: SheetLayout) -> None:
    """The squares in the corners, and those at the ends of each line, as one path."""
    path = pen.canvas.beginPath()
    cell = CORNER / len(CORNERS[0])
    for (left, top), pattern in zip(sheet.corners, CORNERS, strict=True):
        for row, line in enumerate(pattern):
            for column, dark in enumerate(line):
                if dark == "1":
                    x, y = left + column * cell, top + (row + 1) * cell
                    # a hair wider than the cell, so that no white line shows between two
                    path.rect(*pen.place(x * MM, y * MM), cell * MM + 0.05, cell * MM + 0.05)
    for x, y in sheet.guides:
        half = GUIDE / 2
        path.rect(*pen.place((x - half) * MM, (y + half) * MM), GUIDE * MM, GUIDE * MM)
    pen.canvas.setFillColor(INK)
    pen.canvas.drawPath(path, stroke=0, fill=1)


# --- of an event


def marking_printout(event: Event, options: PrintOptions) -> Printout:
    """Print the sheets for each game of a round, or of all."""
    size = PAPERS[options.paper]

    def documents() -> Iterator[Printable]:
        for place, table in placed_tables(event, options.round):
            yield from marking_sheets(event, place, table, size)

    title = titled(_("Sheets for marking"), event, options)
    total = tables_count(event, options.round) * _pages_of(event, size)
    return Printout(title, total, documents, options.paper)


def _pages_of(event: Event, size: str) -> int:
    marks = PRESENTERS[event.game].marks
    assert marks is not None
    options = GAMES[event.game].options.resolve(event.rules)
    layout, _across = marking_layout(event.game, options, size)
    return -(-_hands(event, marks.hands) // layout.rows)


def _hands(event: Event, usual: int) -> int:
    options = GAMES[event.game].options.resolve(event.rules)
    return getattr(options, "hands", None) or usual


def marking_sheets(
    event: Event, place: tuple[int, int, int], table: SheetTable, size: str
) -> Iterator[MarkingSheet]:
    """Yield the pages of a game at a table; `place` is its round, table and game."""
    players = len(table.names)
    layout, across = marking_layout(event.game, table.options, size, players)
    yield from sheet_pages(event, place, table, size, layout=layout, across=across)


def sheet_pages(
    event: Event,
    place: tuple[int, int, int],
    table: SheetTable,
    size: str,
    *,
    layout: SheetLayout,
    across: bool,
) -> Iterator[MarkingSheet]:
    """Yield the pages of a game at a table in a layout."""
    presenter = PRESENTERS[event.game]
    marks = presenter.marks
    assert marks is not None
    players = len(table.names)
    example, words = marks.example(table.options)
    hands = getattr(table.options, "hands", None) or marks.hands
    pages = -(-hands // (layout.rows - layout.place_rows))
    for page in range(1, pages + 1):
        code = SheetCode(event.pk, *place, page, size, across=across, digest=layout.digest)
        paged = ngettext("page %(page)d", "page %(page)d", page) % {"page": page}
        yield MarkingSheet(
            imprint=table.imprint,
            title=f"{table.title} · {paged}" if pages > 1 else table.title,
            names=tuple(zip(presenter.player_keys(players), table.names, strict=True)),
            dealer=table.dealer,
            sheet=layout,
            code=code,
            example=_example_of(example, layout, presenter.laws.seats, players),
            example_words=words,
            legend=marks.legend(table.options),
        )


def _example_of(example: Marks, layout: SheetLayout, seats: int, players: int) -> Marks:
    """Return the example as `players` who take turns mark it: a dummy is numbered after them."""
    of_players = {group.key for group in layout.groups if group.of_players}
    dummy = {str(seats): str(players)}
    return {
        key: [dummy.get(value, value) for value in values] if key in of_players else values
        for key, values in example.items()
    }


MARKING_SHEETS: Final = Print(
    about=EVENT,
    key="marking-sheets",
    phase=Phase.BEFORE,
    title=gettext_lazy("Sheets for marking"),
    text=gettext_lazy("Bubbles to fill in at the table; photograph them and the hands are read."),
    printout=marking_printout,
    suits=lambda event: PRESENTERS[event.game].marks is not None,
    missing=needs_rounds,
    options=frozenset({PrintOption.ROUND}),
)


PRINTS: Final = (MARKING_SHEETS,)
