"""Sheets for marking: bubbles to fill, which a camera reads. A row a hand, with what it asks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.text import about, comma_list
from games import PRESENTERS, GamePresenter
from games.marks import Lines, MarkLegend, Marks, how_to_mark
from paper.documents.event_prints import needs_rounds, titled
from paper.documents.printouts import Printout, pages
from paper.documents.rows import Phase, Print, PrintOption, PrintOptions
from paper.documents.score_sheet import SheetTable
from paper.documents.sheet_code import SheetCode
from paper.documents.sheets import Place, placed_tables, tables_count
from paper.documents.subjects import EVENT
from press.base import Block, Imprint, NewSheet, PageLayout, Paper, Printable
from press.bubbles import (
    BEFORE,
    CANCEL,
    CODE,
    CORNER,
    CORNERS,
    DEALER_ASIDE,
    GUIDE,
    LABEL_UP,
    LARGE,
    MARGIN,
    Bubble,
    HeadPlace,
    SheetLayout,
    best_layout,
    code_place,
)
from press.fonts import Script
from press.names import alike_styles, draw_name
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
from rules import GAMES
from tournaments.events.models import Event

MM: Final = 72 / 25.4
_LABEL: Final = Type(size=7, leading=8)
_RING: Final = 0.8
_CLUB: Final = (1.0, SMALLEST, 0.66)
_PAIR: Final = 2
_OUTWARD: Final = 2.5
"""How far a label may go on into the gap beside its group, in millimetres."""
_LEGEND_LINES: Final = 2
_FINE_LINES: Final = 3
_WORDS_UP: Final = 2.65
"""From the foot of a label up to that of the words above it, in millimetres."""
_SIDE: Final = 24.0
"""Where what stands between the lower corners begins and ends, in millimetres from the edges."""
_TOTAL: Final = (30.0, 12.0)
"""The width and height of the box for a total."""
_DEALER_LABEL: Final = 0.7
_DEALER: Final = 36.0
"""The least width of what says who deals first, in millimetres."""
_CLOSE: Final = 1.1
"""The leading of close lines, in sizes of their type."""
_TITLE_SHARES: Final = (1.0, 0.88, 0.76, 0.66, 0.58)
"""Of the size of a title on two lines."""
_NAMES: Final = (
    LEAD,
    BODY,
    SMALL.tinted(INK),
    Type(size=8, leading=8.5),
    Type(size=6.4, leading=6.9),
    Type(size=5.2, leading=5.6),
    Type(size=4.6, leading=4.9),
    Type(size=4.2, leading=4.6),
    Type(size=4.6, leading=4.3),
)
"""Of the players; long names take up to four lines."""
_NAME_ROOM: Final = 17.2
"""Of a name, in points."""
PAPERS: Final[Mapping[Paper, str]] = {Paper.A4: "A", Paper.LETTER: "L"}


def marking_layout(
    game: str,
    options: Any,
    size: str,
    players: int | None = None,
    *,
    place: Lines = (),
    asks_dealer: bool = True,
    large: bool = False,
) -> tuple[SheetLayout, bool]:
    """Return the layout of a game's sheets under resolved rules, and whether it is across.

    It has the rows that a match is expected to take. `players` is given where they take turns,
    `place` on a sheet that is of no table. Who deals first is not asked where players take turns or
    the deals are given. Raises `KeyError` for a game without such sheets.
    """
    presenter = PRESENTERS[game]
    if presenter.marks is None:
        raise KeyError(game)
    seats = presenter.laws.seats
    keys = presenter.player_keys(players or seats)
    return best_layout(
        presenter.marks.lines(options, keys),
        size=size,
        hands=presenter.marks.expected(options),
        place=place,
        dealers=seats if asks_dealer and (players or seats) == seats else 0,
        scale=LARGE if large else 1.0,
    )


@dataclass(frozen=True, slots=True)
class MarkingSheet(Printable):
    """One page for one table; `dealer` is the number of who deals first, if known, and
    `dealer_words` what the game calls them."""

    imprint: Imprint
    title: str
    names: tuple[tuple[str, str], ...]
    dealer: int | None
    dealer_words: str
    sheet: SheetLayout
    code: SheetCode
    example: Marks
    example_words: str
    legend: tuple[MarkLegend, ...]
    sides: tuple[str, ...] = ()
    """The letters of those who sign together."""

    @property
    def file_title(self) -> str:
        return self.title

    def layout(self, paper: Paper) -> PageLayout:
        sheet = paper.across if self.code.across else paper.upright
        return replace(sheet, side=0.0, top=0.0, bottom=0.0, bare=True)

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield _MarkingPage(self, height)


@dataclass(frozen=True, slots=True)
class _MarkingPage(Block):
    document: MarkingSheet
    full: float

    def height(self, width: float, script: Script) -> float:
        return self.full

    def draw(self, pen: Pen, y: float) -> None:
        """Draw the page; it is never mirrored, as the camera looks for one layout."""
        still = pen.unmirrored(0, y, pen.width)
        sheet = self.document.sheet
        _draw_marks_of_plane(still, sheet)
        x, top = code_place(sheet.width)
        draw_qr(still, self.document.code.text, x * MM, top * MM, CODE * MM, quiet=0)
        self._draw_head(still)
        self._draw_dealers(still)
        first = (self.document.code.page - 1) * sheet.hands + 1
        for row in range(sheet.rows):
            is_place = row < sheet.place_rows
            _draw_row(still, sheet, row, "" if is_place else str(first + row - sheet.place_rows))
        self._draw_foot(still)

    def _draw_head(self, pen: Pen) -> None:
        document = self.document
        x = 24 * MM
        room = code_place(document.sheet.width)[0] * MM - x - 14
        style = TITLE.scaled(0.72)
        beside = room - self._dealers_room()
        _draw_title(pen, x, 15 * MM, document.title, style, width=beside, top=9 * MM)
        each = beside / max(1, len(document.names))
        styles = alike_styles(
            (name for _key, name in document.names),
            _NAMES,
            pen.script,
            width=each - 18,
            room=_NAME_ROOM,
        )
        for number, (key, name) in enumerate(document.names):
            at = x + number * each
            pen.text(at, 21.5 * MM, key, STRONG)
            draw_name(pen, at + 12, 16.9 * MM, name, styles, width=each - 18, room=_NAME_ROOM)
            if not name:
                pen.lines([(at + 12, 22 * MM, at + each - 8, 22 * MM)], thick=0.5, colour=RULE)
        pen.fitted(x, 25.6 * MM, how_to_mark(), SMALL.strong().tinted(INK), width=room)
        fine = FINE.tinted(INK)
        legend = comma_list([f"{row.label} {row.words}" for row in document.legend])
        lines = wrap(legend, fine, room, pen.script)[:_LEGEND_LINES] if legend else []
        for number, text in enumerate([*lines, *self._example(fine, room, len(lines))]):
            pen.fitted(x, (28.7 + number * 2.75) * MM, text, fine, width=room)

    def _example(self, style: Type, room: float, lines: int) -> list[str]:
        """The worked example below so many lines: the hand in words, and the bubbles to fill in for
        it where there is room."""
        document = self.document
        hand = _("Example: %(hand)s") % {"hand": document.example_words}
        filled = [
            f"{head.group.label} {bubble.label}"
            for head in document.sheet.heads
            for bubble in head.group.bubbles
            if bubble.value in document.example.get(head.group.key, ())
        ]
        bubbles = _("Fill in %(bubbles)s.") % {"bubbles": comma_list(filled)}
        whole = wrap(f"{hand} {bubbles}", style, room, self.document.script)
        return list(whole) if lines + len(whole) <= _FINE_LINES else [hand]

    def _dealers_room(self) -> float:
        """Return how much of the head the first dealer takes, in points."""
        sheet = self.document.sheet
        return max(sheet.dealers * sheet.pitch, _DEALER) * MM if sheet.dealers else 0

    def _draw_dealers(self, pen: Pen) -> None:
        """Who deals first, and a bubble for each player who does instead."""
        document, sheet = self.document, self.document.sheet
        width = self._dealers_room()
        if not width:
            return
        right = (code_place(sheet.width)[0] - DEALER_ASIDE) * MM
        words, question = document.dealer_words, _("fill in who")
        if document.dealer is not None:
            words = about(words, " ".join(document.names[document.dealer]))
            question = _("if somebody else, fill in who")
        pen.fitted(
            right, 10.6 * MM, words, SMALL.strong().tinted(INK), width=width, align=Align.END
        )
        pen.fitted(right, 13.5 * MM, question, FINE.tinted(INK), width=width, align=Align.END)
        for place, (key, _name) in zip(sheet.dealer_places(), document.names, strict=False):
            _draw_bubble(pen, sheet, place.x, place.y)
            up = (place.y - sheet.radius - _DEALER_LABEL) * MM
            pen.fitted(place.x * MM, up, key, _LABEL, width=sheet.pitch * MM, align=Align.CENTRE)

    def _draw_foot(self, pen: Pen) -> None:
        document, sheet = self.document, self.document.sheet
        self._draw_signatures(pen, (sheet.height - 13.4) * MM)
        foot = (sheet.height - 9.6) * MM
        _draw_foot(pen, foot, _SIDE * MM, document.imprint.club, document.code.text)

    def _draw_signatures(self, pen: Pen, y: float) -> None:
        """For each side a box for its total and a line to sign on, between the lower corners."""
        words, x = _("Total, signature"), _SIDE * MM
        pen.text(x, y - 1, words, FINE.tinted(INK))
        x += width_of(words, FINE, pen.script) + 8
        wide = (pen.width - _SIDE * MM - x) / max(1, len(self.document.sides))
        for number, side in enumerate(self.document.sides):
            left = x + number * wide
            pen.text(left, y - 1, side, FINE.strong().tinted(INK))
            left += width_of(side, FINE.strong(), pen.script) + 3
            pen.box(left, y - _TOTAL[1], *_TOTAL, stroke=RULE, thick=0.6)
            end = x + (number + 1) * wide - 8
            pen.lines([(left + _TOTAL[0] + 3, y, end, y)], thick=0.5, colour=RULE)


def _draw_title(
    pen: Pen, x: float, y: float, text: str, style: Type, *, width: float, top: float
) -> None:
    """Draw a title on a line at `y`; a long one smaller, on two lines from `top` on."""
    if width_of(text, style, pen.script) * SMALLEST <= width:
        pen.fitted(x, y, text, style, width=width)
        return
    room = y - top + style.size * 0.2
    half = room / 2 / _CLOSE
    styles = [replace(style, size=half * share, leading=room / 2) for share in _TITLE_SHARES]
    draw_name(pen, x, top, text, styles, width=width, room=room)


def _draw_foot(pen: Pen, foot: float, side: float, club: str, code: str) -> None:
    """Draw the club, as long as the code beside it allows; `side` is the margin of both."""
    right = pen.width - side
    pen.text(right, foot, code, FINE, Align.END)
    width = right - side - width_of(code, FINE, pen.script) - 8
    styles = [replace(SMALL, leading=SMALL.size * 1.12).scaled(share) for share in _CLUB]
    draw_name(pen, side, foot - 9, club, styles, width=width, room=13.2)


def _start(sheet: SheetLayout, head: HeadPlace) -> float:
    return head.x - sheet.pitch / 2 + 0.4


def _label(sheet: SheetLayout) -> Type:
    return _LABEL.scaled(sheet.scale)


def _draw_group_words(pen: Pen, sheet: SheetLayout, head: HeadPlace, y: float) -> None:
    """Draw what a group asks over it and up to the next one, or before the edge if it is the
    last."""
    style, start = _label(sheet).strong(), _start(sheet, head)
    following = [_start(sheet, o) for o in sheet.heads if o.line == head.line and o.x > head.x]
    end = min(following, default=sheet.width - 14) - 0.6
    width = (end - start) * MM
    if not following and width_of(head.group.label, style, pen.script) > width:
        pen.text(end * MM, y * MM, head.group.label, style, Align.END)
    else:
        pen.fitted(start * MM, y * MM, head.group.label, style, width=width)


def _draw_label(pen: Pen, sheet: SheetLayout, x: float, y: float, bubble: Bubble) -> None:
    style = _label(sheet)
    if bubble.value == CANCEL:
        style = style.strong().scaled(1.4)
    width = sheet.pitch * MM - 1
    pen.fitted(x * MM, y * MM, bubble.label, style, width=width, align=Align.CENTRE)


def _draw_pair(pen: Pen, sheet: SheetLayout, head: HeadPlace, y: float) -> None:
    """Draw what two bubbles mean, as long words: on into the gaps beside them."""
    edge, room = (head.x + sheet.pitch / 2) * MM, (sheet.pitch + _OUTWARD) * MM
    words = zip(head.group.bubbles, (-1, 1), (Align.END, Align.START), strict=True)
    for bubble, place, align in words:
        pen.fitted(edge + place, y * MM, bubble.label, _label(sheet), width=room, align=align)


def _draw_row(pen: Pen, sheet: SheetLayout, row: int, number: str) -> None:
    """Draw a row of empty bubbles below a pale line, with its number at its edge; above each line
    of some rows is what it asks."""
    top, words = sheet.row_top(row), sheet.words_above(row)
    left, right = MARGIN[0] * MM, (sheet.width - MARGIN[0]) * MM
    pen.lines([(left, top * MM, right, top * MM)], thick=0.4, colour=RULE)
    for head in sheet.heads_of(row):
        line = row * sheet.lines + head.line
        y = sheet.line_middle(line)
        if words:
            _draw_group_words(pen, sheet, head, y - (LABEL_UP + _WORDS_UP) * sheet.scale)
        if head.group.line:
            pen.text(18.9 * MM, y * MM + 3, head.group.line, SMALL.tinted(INK), Align.CENTRE)
        _draw_group(pen, sheet, head, y)
    middle = sheet.line_middle(row * sheet.lines) * MM
    pen.fitted(15.6 * MM, middle + 3, number, STRONG, width=11, align=Align.CENTRE)


def _draw_group(pen: Pen, sheet: SheetLayout, head: HeadPlace, y: float) -> None:
    """Draw the bubbles of a group, `y` millimetres down."""
    if head.group.before:
        x, width = (_start(sheet, head) - BEFORE) * MM, (BEFORE - 2) * MM
        pen.fitted(x, y * MM + 3, head.group.before, SMALL.tinted(INK), width=width)
    above = y - LABEL_UP * sheet.scale
    labels = [width_of(bubble.label, _label(sheet), pen.script) for bubble in head.group.bubbles]
    is_pair = len(labels) == _PAIR and max(labels) > sheet.pitch * MM - 1
    if is_pair:
        _draw_pair(pen, sheet, head, above)
    for number, bubble in enumerate(head.group.bubbles):
        x = head.x + number * sheet.pitch
        if not is_pair:
            _draw_label(pen, sheet, x, above, bubble)
        _draw_bubble(pen, sheet, x, y)


def _draw_bubble(pen: Pen, sheet: SheetLayout, x: float, y: float) -> None:
    """Draw an empty bubble around a point in millimetres."""
    canvas = pen.canvas
    canvas.setDash([])
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(_RING)
    canvas.circle(*pen.place(x * MM, y * MM), sheet.radius * MM, stroke=1, fill=0)


def _draw_marks_of_plane(pen: Pen, sheet: SheetLayout) -> None:
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
    """Print the sheets for each game of a round, or of all.

    Printed on both sides, a paper stays at its table: one round on its front, the next on its back.
    """
    size = PAPERS[options.paper]

    def documents() -> Iterator[Printable]:
        at_table: int | None = None
        placed = placed_tables(event, options.round)
        in_order = sorted(placed, key=_by_table) if options.two_sided else placed
        for place, table in in_order:
            if options.two_sided and place[1] != at_table:
                yield NewSheet()
            at_table = place[1]
            yield from marking_sheets(event, place, table, size, large=options.large)

    title = titled(_("Sheets for marking"), event, options)
    total = tables_count(event, options.round) * _pages_of(event, size, large=options.large)
    return Printout(title, total, documents, options.paper)


def _by_table(placed: tuple[Place, SheetTable]) -> tuple[int, int, int]:
    (number, table, game), _sheet = placed
    return table, number, game


def _pages_of(event: Event, size: str, *, large: bool) -> int:
    options = GAMES[event.game].options.resolve(event.rules)
    layout, _across = marking_layout(event.game, options, size, large=large)
    return pages_of(event.game, options, layout)


def pages_of(game: str, options: Any, layout: SheetLayout) -> int:
    """Return how many pages the expected hands of a match take."""
    marks = PRESENTERS[game].marks
    assert marks is not None
    return pages(marks.expected(options), layout.hands)


def marking_sheets(
    event: Event, place: Place, table: SheetTable, size: str, *, large: bool = False
) -> Iterator[MarkingSheet]:
    """Yield the pages of a game at a table."""
    layout, across = marking_layout(
        event.game,
        table.options,
        size,
        len(table.names),
        asks_dealer=not event.deals_per_round,
        large=large,
    )
    yield from sheet_pages(event, place, table, size, layout=layout, across=across)


def sheet_pages(
    event: Event,
    place: Place,
    table: SheetTable,
    size: str,
    *,
    layout: SheetLayout,
    across: bool,
) -> Iterator[MarkingSheet]:
    """Yield the pages of a game at a table in a layout."""
    presenter = event.presenter
    marks = presenter.marks
    assert marks is not None
    players = len(table.names)
    example, words = marks.example(table.options)
    count = pages_of(event.game, table.options, layout)
    for page in range(1, count + 1):
        code = SheetCode(event.pk, *place, page, size, across=across, digest=layout.digest)
        paged = ngettext("page %(page)d", "page %(page)d", page) % {"page": page}
        yield MarkingSheet(
            imprint=table.imprint,
            title=f"{table.title} · {paged}" if count > 1 else table.title,
            names=tuple(zip(presenter.player_keys(players), table.names, strict=True)),
            dealer=table.first_dealer,
            dealer_words=str(presenter.words.first_dealer),
            sheet=layout,
            code=code,
            example=_example_of(example, layout, presenter.laws.seats, players),
            example_words=words,
            legend=marks.legend(table.options),
            sides=_signing(presenter, table.names),
        )


def _signing(presenter: GamePresenter, names: Sequence[str]) -> tuple[str, ...]:
    """Return the letters of each side; where players take turns, of each player."""
    if len(names) == presenter.laws.seats:
        return tuple(side.short for side in presenter.sides(names))
    return tuple(presenter.player_keys(len(names)))


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
    text=gettext_lazy(
        "Bubbles to fill in at the table; photograph them and the hands are read. Two-sided, two "
        "rounds at a table share one sheet of paper."
    ),
    printout=marking_printout,
    suits=lambda event: event.presenter.marks is not None,
    missing=needs_rounds,
    options=frozenset({PrintOption.ROUND, PrintOption.LARGE, PrintOption.TWO_SIDED}),
)


PRINTS: Final = (MARKING_SHEETS,)
