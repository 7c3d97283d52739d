"""The calendar of a season: day by day who plays whom, and where."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from press.base import Block, Imprint
from press.blocks import Paragraph, Stack
from press.cells import cell, text_table
from press.fonts import Base
from press.pen import Align, Pen
from press.style import ACCENT, BODY, DISPLAY, HEAD, LEAD, MUTED, RULE, SMALL
from press.table import PADDING, Column, Table
from press.titled import TitledStory

_DATE = 84.0
_GAP = 20.0
_LEAST = 52.0


@dataclass(frozen=True, slots=True)
class Fixture:
    """A line of a day: what is played, and where or when.

    >>> Fixture("Ann & Bob, Cleo & Dan", "Back room").where
    'Back room'
    """

    text: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A day: its number set large, month and weekday beside it, what happens on it."""

    day: str
    month: str
    weekday: str
    title: str
    note: str = ""
    fixtures: tuple[Fixture, ...] = ()


@dataclass(frozen=True, slots=True)
class Calendar:
    """The calendar of a season."""

    imprint: Imprint
    title: str
    place: str
    days: tuple[CalendarDay, ...]
    nothing: str
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CalendarStory(TitledStory[Calendar]):
    """Day below day; a day is parted only where it is longer than a page."""

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        document = self.document
        yield self.heading()
        if not document.days:
            yield Paragraph(document.nothing, BODY.tinted(MUTED))
        for day in document.days:
            yield Day(day, _list(day, width - _DATE - _GAP + 2 * PADDING), height)
        yield from self.remarks(SMALL)


def _list(day: CalendarDay, width: float) -> Table | None:
    if not day.fixtures:
        return None
    columns = [Column("", 120, 3)]
    has_place = any(fixture.where for fixture in day.fixtures)
    if has_place:
        columns.append(Column("", 60, 1, Align.END))
    rows = [
        [cell(fixture.text), cell(fixture.where, style=SMALL, align=Align.END)][: len(columns)]
        for fixture in day.fixtures
    ]
    return text_table(columns, rows, width, room=5)


@dataclass(frozen=True, slots=True)
class Day:
    """One day with its date at the side."""

    day: CalendarDay
    fixtures: Table | None
    page: float  # the height of the type area

    def height(self, width: float) -> float:
        table = sum(row.height for row in self.fixtures.rows) if self.fixtures else 0
        return max(_LEAST, self._text_height(width) + table + 10) + 6

    def draw(self, pen: Pen, y: float) -> None:
        pen.rule(y, thick=0.5, colour=RULE)
        self._draw_date(pen.part(0, y, _DATE))
        inner = pen.part(_DATE + _GAP, y, pen.width - _DATE - _GAP)
        Stack(self._texts).draw(inner, 8)
        if self.fixtures is None:
            return
        rows = pen.part(_DATE + _GAP - PADDING, y, inner.width + 2 * PADDING)
        spans = tuple(self.fixtures.spans(rows.width))
        top = 8 + Stack(self._texts).height(inner.width)
        for row in self.fixtures.rows:
            row.draw(rows, top, spans)
            top += row.height

    def split(self, width: float, room: float) -> "tuple[Day, Day] | None":
        """Only a day longer than a page is parted; the rest stands under the same date."""
        if self.fixtures is None or self.height(width) <= self.page:
            return None
        room -= self._text_height(width) + 16
        count = 0
        while room >= self.fixtures.rows[count].height:
            room -= self.fixtures.rows[count].height
            count += 1
        first, rest = self.fixtures.rows[:count], self.fixtures.rows[count:]
        if not first:
            return None
        return (
            replace(self, fixtures=replace(self.fixtures, rows=first)),
            replace(self, fixtures=replace(self.fixtures, rows=rest)),
        )

    def _draw_date(self, pen: Pen) -> None:
        pen.text(0, 32, self.day.day, DISPLAY.scaled(0.85), base=Base.LTR)
        pen.fitted(42, 19, self.day.month, LEAD.strong().tinted(ACCENT), width=_DATE - 42)
        pen.fitted(42, 32, self.day.weekday, SMALL, width=_DATE - 42)

    @property
    def _texts(self) -> tuple[Paragraph, ...]:
        texts = [Paragraph(self.day.title, HEAD)]
        if self.day.note:
            texts.append(Paragraph(self.day.note, SMALL))
        return tuple(texts)

    def _text_height(self, width: float) -> float:
        return 8 + Stack(self._texts).height(width - _DATE - _GAP)
