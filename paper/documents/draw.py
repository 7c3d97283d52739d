"""The draw for the notice board: the meetings at each table, and an index of names."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.text import comma_list
from paper.documents.event_prints import (
    entrant_words,
    event_imprint,
    format_place,
    needs_rounds,
    titled,
)
from paper.documents.printouts import Printout, pages
from paper.documents.rows import Phase, Print, PrintOption, PrintOptions
from paper.documents.seating import SeatedRound, SeatedTable, rounds_seated
from paper.documents.subjects import EVENT
from press.base import Block, Imprint, Printable, Space
from press.blocks import HALF_PAGE, Heading, KeepTogether, Paragraph, Section, baseline
from press.fonts import Script, isolated
from press.names import alike_styles, draw_name
from press.pen import Align, Pen
from press.tables import STRIPED, Column, TextCell, TextTable, cell, column_scales
from press.text import BODY, HEAD, LEAD, MUTED, RULE, SMALL, Type
from tournaments.events.event_labels import by_bracket, sections_title
from tournaments.events.models import Event
from tournaments.events.models.events import taking_part

_INDEX_GAP = 24.0
_INDEX_HEAD = 16.0
_INDEX_SEAT = 44.0
_INDEX_TABLE = 50.0
_INDEX_LINES = (17.0, 16.5, 16.0)
_INDEX_NAMES = (BODY.scaled(1.1), BODY, Type(size=8, leading=8))
"""The names of an index are alike; a long one alone is smaller, on two lines."""
_TABLE, _SEAT = LEAD.strong(), BODY.tinted(MUTED)
_LARGE_LINE = 27.0
_LARGE_NAMES = (HEAD.scaled(1.15), HEAD, LEAD, Type(size=9, leading=12))
_LEAST_LINES = 3


TitledRound = tuple[str, SeatedRound]
"""A round, or the tables of one bracket in it, under a title."""
IndexLine = tuple[str, str, str]
"""A name, its table and its seat."""


@dataclass(frozen=True, slots=True)
class Draw(Printable):
    """The draw of one round, with an index, or of several; `sides` are the heads over the names."""

    imprint: Imprint
    sides: tuple[str, ...]
    title: str
    place: str
    rounds: tuple[TitledRound, ...]
    index: tuple[IndexLine, ...] = ()

    @property
    def bookmark(self) -> str:
        return " · ".join(filter(None, (self.title, self.place)))

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        """Return large type if everything then fits on one page."""
        large = list(self._blocks(width, height, large=True))
        fits = sum(block.height(width, self.script) for block in large) <= height
        return iter(large) if fits else self._blocks(width, height, large=False)

    def _blocks(self, width: float, height: float, *, large: bool) -> Iterator[Block]:
        yield Heading(self.title, self.place)
        scale = min(
            (
                _scale(self.sides, round_, width, self.script, large=large)
                for _title, round_ in self.rounds
            ),
            default=1,
        )
        for title, round_ in self.rounds:
            table = _tables(self.sides, round_, width, scale, large=large)
            section = Section(title, table) if len(self.rounds) > 1 else table
            yield KeepTogether(section, HALF_PAGE)
            if round_.resting:
                names = comma_list(map(entrant_words, round_.resting))
                yield Space(5)
                words = _("Sitting out: %(names)s") % {"names": names}
                yield Paragraph(words, LEAD if large else BODY)
        if self.index:
            yield Space(4)
            yield Section(_("Where do I play?"), self._index(width, height))

    def _index(self, width: float, height: float) -> "Index":
        """Return the index, with less line spacing if it then fits on a page."""
        given = [
            Index(self.index, line, _index_styles(self.index, width, self.script))
            for line in _INDEX_LINES
        ]
        room = height - HEAD.leading - 16
        return next(
            (index for index in given if index.height(width, self.script) <= room), given[0]
        )


def _columns(sides: tuple[str, ...], round_: SeatedRound, *, large: bool) -> list[Column]:
    columns = [Column(_("Table"), 56 if large else 44, 0, Align.CENTRE)]
    columns += [Column(head, 40, 1) for head in sides]
    if any(map(_note, round_.tables)):
        columns.append(Column(_("Series"), 40, 0.5))
    return columns


def _scale(
    sides: tuple[str, ...], round_: SeatedRound, width: float, script: Script, *, large: bool
) -> float:
    """How much smaller the names of a round are set; those of all rounds are alike."""
    columns = _columns(sides, round_, large=large)
    rows = [_row(table, len(sides), columns, large=large) for table in round_.tables]
    return min(column_scales(columns, rows, width, script)[1 : len(sides) + 1])


def _tables(
    sides: tuple[str, ...], round_: SeatedRound, width: float, scale: float, *, large: bool
) -> TextTable:
    name = HEAD if large else LEAD
    columns = _columns(sides, round_, large=large)
    rows = [_row(table, len(sides), columns, large=large) for table in round_.tables]
    others = [1.0] * (len(columns) - len(sides) - 1)
    return TextTable(
        columns=columns,
        rows=rows,
        room=12 if large else 7,
        fills=STRIPED,
        style=SMALL.scaled(1.2) if large else SMALL,
        least=name.leading,
        scales=[1.0, *[scale] * len(sides), *others],
    )


def _row(
    table: SeatedTable, sides: int, columns: Sequence[Column], *, large: bool
) -> list[TextCell]:
    """A table; fewer sides than elsewhere leave cells empty."""
    style = LEAD.scaled(1.15) if large else BODY.scaled(1.1)
    figure = HEAD.scaled(1.35) if large else HEAD
    cells = [cell(str(table.number), style=figure)]
    cells += [cell(*side.names, style=style) for side in table.sides]
    cells += [cell(style=style)] * (sides - len(table.sides))
    missing = len(columns) - len(cells)
    return cells + [cell(_note(table), style=SMALL)] * missing


def _note(table: SeatedTable) -> str:
    """The length of a series, and the shift if it is not the first."""
    view = table.view
    note = _("best of %(count)d") % {"count": view.best_of} if view.best_of > 1 else ""
    if view.shift > 1:
        later = _("shift %(shift)d") % {"shift": view.shift}
        note = f"{note} · {later}" if note else later
    return note


@dataclass(frozen=True, slots=True)
class Index(Block):
    """Names in two columns, read one after the other; parted between two lines."""

    lines: tuple[IndexLine, ...]
    line: float
    names: Sequence[Type]
    table: Type = _TABLE
    seat: Type = _SEAT

    def height(self, width: float, script: Script) -> float:
        return _INDEX_HEAD + self._deep * self.line

    def draw(self, pen: Pen, y: float) -> None:
        wide = (pen.width - _INDEX_GAP) / 2
        for column in range(2):
            lines = self.lines[column * self._deep : (column + 1) * self._deep]
            if lines:
                self._draw_column(pen.area(column * (wide + _INDEX_GAP), y, wide), lines)

    def split(self, width: float, room: float, script: Script) -> "tuple[Index, Index] | None":
        deep = int((room - _INDEX_HEAD) / self.line)
        if deep < _LEAST_LINES or deep >= self._deep:
            return None
        count = 2 * deep
        return replace(self, lines=self.lines[:count]), replace(self, lines=self.lines[count:])

    @property
    def _deep(self) -> int:
        return -(-len(self.lines) // 2)

    def _draw_column(self, pen: Pen, lines: tuple[IndexLine, ...]) -> None:
        table, seat = pen.width - _INDEX_SEAT, pen.width
        pen.fitted(0, 9, _("Name"), SMALL, width=table - _INDEX_TABLE)
        pen.fitted(table, 9, _("Table"), SMALL, width=44, align=Align.END)
        pen.fitted(seat, 9, _("Seat"), SMALL, width=38, align=Align.END)
        pen.rule(_INDEX_HEAD, thick=0.9)
        y, rules = _INDEX_HEAD, []
        for name, label, key in lines:
            base, room = baseline(y, self.names[0], self.line), table - _INDEX_TABLE
            draw_name(pen, 0, y, name, self.names, width=room, room=self.line)
            pen.fitted(table, base, label, self.table, width=44, align=Align.END)
            pen.fitted(seat, base, key, self.seat, width=38, align=Align.END)
            y += self.line
            rules.append((0.0, y, pen.width, y))
        pen.lines(rules, thick=0.4, colour=RULE)


def _index_styles(lines: Sequence[IndexLine], width: float, script: Script) -> Sequence[Type]:
    room = (width - _INDEX_GAP) / 2 - _INDEX_SEAT - _INDEX_TABLE
    names = (name for name, _table, _seat in lines)
    return alike_styles(names, _INDEX_NAMES, script, width=room, room=_INDEX_LINES[-1])


@dataclass(frozen=True, slots=True)
class DrawByName(Printable):
    """Everybody's table and seat in a round, by name, to be read from a step away."""

    imprint: Imprint
    title: str
    place: str
    index: tuple[IndexLine, ...]

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield Heading(self.title, self.place)
        room = (width - _INDEX_GAP) / 2 - _INDEX_SEAT - _INDEX_TABLE
        names = (name for name, _table, _seat in self.index)
        styles = alike_styles(names, _LARGE_NAMES, self.script, width=room, room=_LARGE_LINE)
        figure = HEAD.scaled(1.3)
        yield Index(self.index, _LARGE_LINE, styles, figure, LEAD.tinted(MUTED))


def draw_by_name_printout(event: Event, options: PrintOptions) -> Printout:
    """The draw of a round by name; of all rounds one after the other."""
    entries = event.entries.filter(taking_part()).count()
    rounds = (
        event.rounds.all() if options.round is None else event.rounds.filter(number=options.round)
    )

    def build() -> Iterator[DrawByName]:
        imprint = event_imprint(event, _("The draw by name"))
        for round_ in rounds_seated(event, options.round):
            title = _("Round %(number)d") % {"number": round_.number}
            place = f"{isolated(event.name)} · {format_place(event)}"
            yield DrawByName(imprint, title, place, tuple(_index(round_)))

    total = rounds.count() * pages(2 * entries, _LARGE_ON_PAGE)
    return Printout(titled(_("The draw by name"), event, options), total, build, options.paper)


_LARGE_ON_PAGE = 50
"""Names on a page in large type."""


def draw_printout(event: Event, options: PrintOptions) -> Printout:
    """The draw of a round with an index of names, or of all rounds."""
    rounds = (
        event.rounds.all() if options.round is None else event.rounds.filter(number=options.round)
    )
    entries = event.entries.filter(taking_part()).count()

    def build() -> Iterator[Draw]:
        rounds_drawn = rounds_seated(event, options.round)
        imprint = event_imprint(event, _("The draw"))
        sides = tuple(_side_heads(rounds_drawn))
        shown_rounds = tuple(
            drawn for round_ in rounds_drawn for drawn in _draw_rounds(event, round_)
        )
        index = tuple(_index(rounds_drawn[0])) if len(rounds_drawn) == 1 else ()
        place = format_place(event)
        if len(rounds_drawn) == 1:
            title = _("Round %(number)d") % {"number": rounds_drawn[0].number}
            single = shown_rounds[0][0] if len(shown_rounds) == 1 else title
            place = f"{single} · {place}"
        yield Draw(imprint, sides, event.name, place, shown_rounds, index)

    total = pages(rounds.count() * entries, 40)
    return Printout(titled(_("The draw"), event, options), total, build, options.paper)


def _side_heads(rounds: tuple[SeatedRound, ...]) -> Iterator[str]:
    """The seats of the sides of the largest table."""
    tables = [table for round_ in rounds for table in round_.tables]
    for side in max((table.sides for table in tables), key=len, default=()):
        words = ngettext("Seat %(keys)s", "Seats %(keys)s", len(side.seats))
        yield words % {"keys": side.keys}


def _draw_rounds(event: Event, round_: SeatedRound) -> Iterator[TitledRound]:
    """Yield the tables of each bracket under a title of their own, byes with the last."""
    round_title = _("Round %(number)d") % {"number": round_.number}
    parts = by_bracket(round_.tables) or [[]]
    for place, part in enumerate(parts, start=1):
        section = sections_title(event, [table.section for table in part])
        title = f"{round_title} · {section}" if section else round_title
        resting = round_.resting if place == len(parts) else ()
        yield title, replace(round_, tables=tuple(part), resting=resting)


def _index(round_: SeatedRound) -> Iterator[IndexLine]:
    """Return all names in order, including byes."""
    seated = [
        (player, table.view.label, key)
        for table in round_.tables
        for side in table.sides
        for key, player in side.seats
    ]
    resting = [(player, "–", "") for entrant in round_.resting for player in entrant.players]
    for player, table, key in sorted(seated + resting, key=lambda line: line[0].in_order):
        yield player.name, table, key


DRAW: Final = Print(
    about=EVENT,
    key="draw",
    phase=Phase.BEFORE,
    title=gettext_lazy("The draw"),
    text=gettext_lazy(
        "For the notice board: who plays at which table, and where each player sits."
    ),
    printout=draw_printout,
    missing=needs_rounds,
    options=frozenset({PrintOption.ROUND}),
)

DRAW_BY_NAME: Final = Print(
    about=EVENT,
    key="draw-by-name",
    phase=Phase.BEFORE,
    title=gettext_lazy("The draw by name"),
    text=gettext_lazy("For the wall, in large type: each name with its table and seat."),
    printout=draw_by_name_printout,
    missing=needs_rounds,
    options=frozenset({PrintOption.ROUND}),
)

PRINTS: Final = (DRAW, DRAW_BY_NAME)
