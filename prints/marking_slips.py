"""Round slips for marking: a table's result in bubbles, cut out of a page, read by a camera."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.text import about, comma_list, isolated
from games import PRESENTERS
from games.marks import how_to_mark
from press.base import Imprint, PageLayout, Paper, Printable, Story
from press.bubbles import (
    BEFORE,
    CODE,
    PIECES,
    SLIP_HEAD,
    HeadPlace,
    SheetLayout,
    SheetPart,
    code_place,
    slip_layout,
)
from press.names import draw_name, name_lines
from press.pen import Pen
from press.text import (
    BODY,
    FINE,
    GUIDE,
    INK,
    SMALL,
    SMALLEST,
    STRONG,
    TITLE,
    Type,
    width_of,
    wrap,
)
from press.tiles import TilePage, draw_qr, stacked
from prints.event_prints import event_imprint, needs_rounds, titled
from prints.marking import (
    MM,
    PAPERS,
    draw_foot,
    draw_group,
    draw_marks_of_plane,
    draw_row,
    draw_title,
)
from prints.printouts import Printout, pages
from prints.rows import Phase, Print, PrintOption, PrintOptions
from prints.seating import SeatedRound, SeatedSide, SeatedTable, rounds_seated
from prints.sheet_code import SheetCode
from prints.slips import Slip, slip_of
from prints.subjects import EVENT
from rules import GAMES
from scoring.result_marks import ResultMarks
from scoring.running_score import rules_for
from tournaments.lengths import rules_at
from tournaments.models import Event, Table

SLIP: Final = 0
"""The number of the game on the code of a slip: it is for all games of its table."""
_SPARE: Final = 1
"""Rows for mistakes."""
_EDGE: Final = 20.0
"""Points that printers leave white."""
_LEFT: Final = 24.0
_GAP: Final = 5.0
_NAMES: Final = (
    BODY,
    SMALL,
    Type(size=6.4, leading=6.9),
    Type(size=5.2, leading=5.6),
    Type(size=4.6, leading=4.9),
)
_LARGE: Final = _NAMES[:3]
"""The sizes in which names stand beside each other where they might stand below each other."""
_BESIDE_TALL: Final = 15.0
_BELOW_TALL: Final = 36.0
"""Points for the names of all sides."""
_SHARES: Final = (0.86, 0.8, 0.74, 0.68)
"""Of the size of how to mark."""
_HOW_LINES: Final = 2
_LABELLED: Final = 0.66
"""The most of a line to sign on that its label takes."""


def marking_slip_layout(
    event: Event, table: Table, marks: ResultMarks, *, size: str, across: bool
) -> SheetLayout | None:
    """Return the layout of a table's slip on a piece of a size; None where it has no room."""
    rows = games_at(event, table) + _SPARE
    return slip_layout(marks.lines, size=size, across=across, rows=rows)


def games_at(event: Event, table: Table) -> int:
    """Return how many games a table may play."""
    return table.best_of or event.games_per_meeting


class _NamePlace(NamedTuple):
    """Where a side's letters and its names stand, in points; `foot` is the foot of the letters."""

    side: SeatedSide
    keys: Type
    x: float
    foot: float
    letters: float
    top: float
    width: float
    tall: float

    @property
    def names(self) -> str:
        return " & ".join(self.side.names)

    def draw(self, pen: Pen) -> None:
        pen.text(self.x, self.foot, self.side.keys, self.keys)
        x = self.x + self.letters
        draw_name(pen, x, self.top, self.names, _NAMES, width=self.width, room=self.tall)


def _have_room(
    places: Sequence[_NamePlace], styles: Sequence[Type], *, whole: bool = False
) -> bool:
    """Return whether each name has room in one of the styles; `whole` without a broken word."""
    return all(
        any(
            name_lines(
                place.names, style, place.width, int(place.tall / style.leading), whole=whole
            )
            for style in styles
        )
        for place in places
        if place.names
    )


def _in_two_lines(text: str, style: Type, width: float) -> tuple[Type, Sequence[str]]:
    """Return the largest style in which a text has no more than two lines, and these."""
    for share in _SHARES:
        smaller = style.scaled(share)
        lines = wrap(text, smaller, width)
        if len(lines) <= _HOW_LINES:
            break
    return smaller, lines


@dataclass(frozen=True, slots=True)
class MarkingSlip:
    """A slip of one table, laid out: a tile."""

    imprint: Imprint
    event: str
    slip: Slip
    marks: ResultMarks
    sheet: SheetLayout
    code: SheetCode

    @property
    def title(self) -> str:
        """Its bookmark."""
        return comma_list((self.slip.round, self.slip.table))

    def needed(self, width: float) -> float:
        """Return its height."""
        return self.sheet.height * MM

    def draw(self, pen: Pen, width: float, height: float) -> None:
        """Draw it; it is never mirrored, as the camera looks for one layout."""
        still, sheet = pen.still(0, 0, width), self.sheet
        draw_marks_of_plane(still, sheet)
        x, top = code_place(sheet.width)
        draw_qr(still, self.code.text, x * MM, top * MM, CODE * MM, quiet=0)
        self._draw_head(still)
        self._draw_example(still)
        for row in range(sheet.rows):
            draw_row(still, sheet, row, str(row + 1) if self.slip.games > 1 else "")
        self._draw_foot(still)

    @property
    def _room(self) -> float:
        """The millimetres beside the code."""
        return code_place(self.sheet.width)[0] - _LEFT - _GAP

    @property
    def has_room(self) -> bool:
        """Whether all names have room."""
        return any(_have_room(places, _NAMES) for places in self._placings)

    @property
    def _placings(self) -> tuple[tuple[_NamePlace, ...], ...]:
        """Where the names may stand: beside each other, or below each other on an upright slip,
        whose example lies below the code."""
        beside = tuple(self._beside())
        return (beside,) if self.code.across else (beside, tuple(self._below()))

    def _beside(self) -> Iterator[_NamePlace]:
        each = self._room * MM / len(self.slip.sides)
        for number, side in enumerate(self.slip.sides):
            letters = width_of(side.keys, STRONG) + 4
            start, tops = (_LEFT * MM + number * each, 18.2 * MM), (14.4 * MM, each - letters - 5)
            yield _NamePlace(side, STRONG, *start, letters, *tops, _BESIDE_TALL)

    def _below(self) -> Iterator[_NamePlace]:
        tall = _BELOW_TALL / len(self.slip.sides)
        keys = STRONG.scaled(min(1.0, tall / STRONG.size))
        letters = max(width_of(side.keys, keys) for side in self.slip.sides) + 4
        for number, side in enumerate(self.slip.sides):
            top = 14.6 * MM + number * tall
            foot, width = top + tall / 2 + keys.size * 0.36, self._room * MM - letters
            yield _NamePlace(side, keys, _LEFT * MM, foot, letters, top, width, tall)

    def _draw_head(self, pen: Pen) -> None:
        slip, x, room = self.slip, _LEFT * MM, self._room * MM
        place = f"{slip.round} · {slip.table}"
        draw_title(pen, x, 10.6 * MM, place, TITLE.scaled(0.8), width=room, top=5.6 * MM)
        draw_title(pen, x, 13.9 * MM, self.event, SMALL, width=room, top=11.4 * MM)
        beside, *below = self._placings
        places = beside if not below or _have_room(beside, _LARGE, whole=True) else below[0]
        for name in places:
            name.draw(pen)
        style, lines = _in_two_lines(how_to_mark(), SMALL.strong().tinted(INK), room)
        top = 21.7 if places is beside else 29.4
        for number, line in enumerate(lines):
            pen.fitted(x, (top + number * 2.8) * MM, line, style, width=room)

    def _draw_example(self, pen: Pen) -> None:
        """The first line as it would be marked: beside the code, or below it on a narrow slip."""
        values, words = self.marks.example()
        legend = comma_list([about(isolated(row.label), row.words) for row in self.marks.legend])
        fine = FINE.tinted(INK)
        texts = [_("Example: %(hand)s") % {"hand": words}, *([legend] if legend else [])]
        is_beside = self.code.across
        room = self._room if is_beside else self.sheet.width - _LEFT - 14
        top = 25.1 if is_beside else SLIP_HEAD + 1.4
        pen.fitted(_LEFT * MM, top * MM, comma_list(texts), fine, width=room * MM)
        heads = [head for head in self.sheet.heads if head.line == 0]
        small = _narrowed(self.sheet, heads, room)
        for head in small.heads:
            marked, y = values.get(head.group.key, ()), top + small.down
            draw_group(pen, small, head, y, marked, before=BEFORE * small.pitch / self.sheet.pitch)

    def _draw_foot(self, pen: Pen) -> None:
        """Lines to sign on, between the lower corners."""
        sheet, sides = self.sheet, self.slip.sides
        gap, y, signed = 8.0, (sheet.height - 13.4) * MM, _("Signed")
        start, room = _LEFT * MM, (sheet.width - 2 * _LEFT) * MM
        labels = [about(signed, side.keys) for side in sides]
        wide = (room - gap * (len(sides) - 1)) / len(sides)
        if any(width_of(label, FINE) * SMALLEST > wide * _LABELLED for label in labels):
            # the word once, before all lines
            pen.text(start, y - 1, signed, FINE)
            word = width_of(signed, FINE) + gap
            start, wide = start + word, wide - word / len(sides)
            labels = [side.keys for side in sides]
        for number, label in enumerate(labels):
            x = start + number * (wide + gap)
            labelled = min(width_of(label, FINE) + 4, wide * _LABELLED)
            pen.fitted(x, y - 1, label, FINE, width=labelled)
            pen.lines([(x + labelled, y, x + wide, y)], thick=0.5, colour=GUIDE)
        foot = (sheet.height - 9.6) * MM
        draw_foot(pen, foot, _LEFT * MM, self.imprint.club, self.code.text)


def _narrowed(sheet: SheetLayout, heads: Sequence[HeadPlace], room: float) -> SheetLayout:
    """Return a line as it is drawn from `_LEFT` in so much room."""
    first, last = heads[0], heads[-1]
    start = first.x - sheet.pitch / 2 - (BEFORE if first.group.before else 0)
    share = min(1.0, room / (last.x + last.width - start))
    moved = tuple(
        head._replace(x=_LEFT + (head.x - start) * share, width=head.width * share)
        for head in heads
    )
    return replace(sheet, heads=moved, pitch=sheet.pitch * share)


@dataclass(frozen=True, slots=True)
class MarkingSlips(Printable):
    """The slips of a round, or of all, on pages that are cut into pieces of one size."""

    imprint: Imprint
    title: str
    slips: tuple[MarkingSlip, ...]
    piece: SheetPart

    def layout(self, paper: Paper) -> PageLayout:
        turned = paper.across if self.piece.columns > 1 else paper.upright
        return replace(turned, side=0.0, top=0.0, bottom=0.0, bare=True)

    def stories(self, paper: Paper) -> Iterator[Story]:
        """As many on a page as the piece allows, in the order in which the cut stack lies."""
        height = self.layout(paper).height
        page = TilePage((), self.piece.columns, self.piece.rows, height, 0.0, _EDGE)
        yield from stacked(self.slips, page, self.imprint)


def marking_slips_printout(event: Event, options: PrintOptions) -> Printout:
    """A slip for every table of a round, or of all that are drawn."""
    size = PAPERS[options.paper]
    tables = Table.objects.filter(round__event=event, is_bye=False)
    if options.round is not None:
        tables = tables.filter(round__number=options.round)

    def build() -> Iterator[MarkingSlips]:
        yield marking_slips(event, rounds_seated(event, options.round), size)

    title = titled(_("Round slips for marking"), event, options)
    return Printout(title, pages(tables.count(), _ON_A_PAGE), build, options.paper)


_ON_A_PAGE: Final = 2


def marking_slips(event: Event, rounds: Sequence[SeatedRound], size: str) -> MarkingSlips:
    """Return the slips of rounds, all of the smallest piece on which each has room."""
    seated = [(round_, table) for round_ in rounds for table in round_.tables]
    for piece in PIECES[size]:
        slips = tuple(_slips(event, seated, piece))
        if len(slips) == len(seated):
            imprint = event_imprint(event, _("Round slips"))
            return MarkingSlips(imprint, event.name, slips, piece)
    raise AssertionError


def _slips(
    event: Event, seated: Sequence[tuple[SeatedRound, SeatedTable]], piece: SheetPart
) -> Iterator[MarkingSlip]:
    """Yield those slips that have room on a piece; on a whole page each has."""
    imprint = event_imprint(event, _("Round slips"))
    drawn = Table.objects.filter(round__event=event).select_related("round")
    tables = {(table.round.number, table.number): table for table in drawn}
    for round_, seats in seated:
        table = tables[round_.number, seats.view.number]
        slip = replace(slip_of(event, round_, seats), games=games_at(event, table))
        marks = _marks_at(event, table, slip)
        sheet = marking_slip_layout(event, table, marks, size=piece.size, across=piece.across)
        if sheet is not None:
            place = (event.pk, round_.number, seats.view.number, SLIP, 1)
            code = SheetCode(*place, piece.size, across=piece.across, digest=sheet.digest)
            tile = MarkingSlip(imprint, event.name, slip, marks, sheet, code)
            if tile.has_room or piece.size in PIECES:
                yield tile


def _marks_at(event: Event, table: Table, slip: Slip) -> ResultMarks:
    round_, players = table.round, sum(len(side.names) for side in slip.sides)
    rules = rules_at(event, number=round_.number, stage=round_.stage, section=table.section)
    options = GAMES[event.game].options.resolve(rules_for(event.game, rules, players))
    sides = tuple(side.keys for side in slip.sides)
    return ResultMarks(event.game, options, sides, sets=slip.sets)


MARKING_SLIPS: Final = Print(
    about=EVENT,
    key="marking-slips",
    phase=Phase.BEFORE,
    title=gettext_lazy("Round slips for marking"),
    text=gettext_lazy("Results in bubbles; photograph the slips and the totals are read."),
    printout=marking_slips_printout,
    suits=lambda event: PRESENTERS[event.game].marks is not None,
    missing=needs_rounds,
    options=frozenset({PrintOption.ROUND}),
)

PRINTS: Final = (MARKING_SLIPS,)
