"""A season on paper: its tables and its calendar."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.figures import signed
from core.languages import date_text
from core.text import comma_list
from leagues.chart import score_words
from leagues.models import Evening, Ranks, Season, SeasonScoring
from leagues.selectors.table import DivisionTable, SeasonLine, SeasonTable, season_table
from leagues.totals import EveningScore
from press.base import Block, Imprint, PageLayout, Printable, Space
from press.blocks import Heading, Paragraph, Stack, remark_blocks
from press.fonts import Base, Script, isolated
from press.packing import in_sequence
from press.pen import Align, Pen
from press.tables import PADDING, Column, TableBlock, TextTable, cell
from press.text import ACCENT, BODY, DISPLAY, HEAD, LEAD, MUTED, RULE, SMALL, SMALLEST, width_of
from prints.event_prints import entrant_words, plain_imprint
from prints.printouts import NothingToPrintError, Printout
from prints.rows import Phase, Print, PrintOptions
from prints.seating import SeatedRound, SeatedTable, rounds_seated
from prints.standings import FigureColumn, StandingsDocument, StandingsGroup, StandingsLine
from prints.subjects import SEASON
from tournaments.models import Table

# --- the calendar

_DATE = 84.0
_DAY = 38.0
_SMALLEST_MONTH = 0.55
_GAP = 20.0
_LEAST = 48.0
"""How high a day is at least, with its date beside it."""


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """An evening with the rounds whose meetings are shown, if any."""

    evening: Evening
    rounds: tuple[SeatedRound, ...] = ()

    @property
    def title(self) -> str:
        title = _("Evening %(number)d") % {"number": self.evening.number}
        title = f"{title} {self.evening.times_mark}".rstrip()
        division = self.evening.division
        return f"{title} · {division.name}" if division else title

    @property
    def note(self) -> str:
        return self.evening.event.name if self.evening.event else ""


@dataclass(frozen=True, slots=True)
class SeasonCalendar(Printable):
    imprint: Imprint
    title: str
    place: str
    days: tuple[CalendarDay, ...]
    remarks: tuple[str, ...] = ()

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield Heading(self.title, self.place)
        if not self.days:
            yield Paragraph(_("No evening is set yet."), BODY.tinted(MUTED))
        for day in self.days:
            yield CalendarDayBlock(
                day, _list(day, width - _DATE - _GAP + 2 * PADDING, self.script), height
            )
        yield from remark_blocks(self.remarks, SMALL)


def _list(day: CalendarDay, width: float, script: Script) -> TableBlock | None:
    """Return the meetings of a day, in the order of its rounds."""
    rows = [
        (cell(_meeting(table)), cell(_place(round_, table), style=SMALL))
        for round_ in day.rounds
        for table in round_.tables
    ]
    if not rows:
        return None
    table = TextTable(columns=[Column("", 120, 3), Column("", 60, 1, Align.END)], rows=rows, room=5)
    return table.laid(width, script)


def _meeting(table: SeatedTable) -> str:
    sides = (comma_list(map(entrant_words, side.entrants)) for side in table.sides)
    return " – ".join(isolated(side) for side in sides)


def _place(round_: SeatedRound, table: SeatedTable) -> str:
    values = {"round": round_.number, "table": table.number}
    return _("round %(round)d, table %(table)d") % values


@dataclass(frozen=True, slots=True)
class CalendarDayBlock(Block):
    """One day with its date at the side."""

    day: CalendarDay
    fixtures: TableBlock | None
    page: float  # the height of the type area

    def height(self, width: float, script: Script) -> float:
        table = sum(row.height for row in self.fixtures.rows) if self.fixtures else 0
        return max(_LEAST, self._text_height(width, script) + table + 6) + 5

    def draw(self, pen: Pen, y: float) -> None:
        pen.rule(y, thick=0.5, colour=RULE)
        self._draw_date(pen.part(0, y, _DATE))
        inner = pen.part(_DATE + _GAP, y, pen.width - _DATE - _GAP)
        Stack(self._texts).draw(inner, 8)
        if self.fixtures is None:
            return
        rows = pen.part(_DATE + _GAP - PADDING, y, inner.width + 2 * PADDING)
        spans = tuple(self.fixtures.spans(rows.width))
        top = 8 + Stack(self._texts).height(inner.width, pen.script)
        for row in self.fixtures.rows:
            row.draw(rows, top, spans)
            top += row.height

    def split(
        self, width: float, room: float, script: Script
    ) -> "tuple[CalendarDayBlock, CalendarDayBlock] | None":
        """Split only a day longer than a page; the rest is under the same date."""
        if self.fixtures is None or self.height(width, script) <= self.page:
            return None
        room -= self._text_height(width, script) + 16
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
        day, month, weekday = (
            date_text(self.day.evening.date, style)
            for style in ("day_alone", "month", "weekday_alone")
        )
        large = DISPLAY.scaled(0.85)
        widest = "00" + "".join(sign for sign in day if not sign.isdecimal())
        large = large.scaled(min(1.0, _DAY / width_of(widest, large, pen.script, Base.LTR)))
        pen.text(0, 32, day, large, base=Base.LTR)
        style, width = LEAD.strong().tinted(ACCENT), _DATE - 42
        if (natural := width_of(month, style, pen.script)) * SMALLEST > width:
            style = style.scaled(max(_SMALLEST_MONTH, width / natural))
        pen.fitted(42, 19, month, style, width=width)
        pen.fitted(42, 32, weekday, SMALL, width=_DATE - 42)

    @property
    def _texts(self) -> tuple[Paragraph, ...]:
        texts = [Paragraph(self.day.title, HEAD)]
        if self.day.note:
            texts.append(Paragraph(self.day.note, SMALL))
        return tuple(texts)

    def _text_height(self, width: float, script: Script) -> float:
        return 8 + Stack(self._texts).height(width - _DATE - _GAP, script)


MOST_EVENINGS = 10
"""Maximum number of evenings beside names and totals; the last ones are printed."""


def season_documents(season: Season) -> Iterator[StandingsDocument]:
    """The table of each division as it was last computed, and that of the guests."""
    table = season_table(season)
    for part in table.parts:
        yield _sheet(table, part)


def calendar_document(season: Season) -> SeasonCalendar:
    """Return every evening with its day and, for fixed pairs, the draw once it exists."""
    evenings = season.evenings.select_related("event", "division").order_by("date", "number")
    return SeasonCalendar(
        _imprint(season, _("Season calendar")),
        season.name,
        _("%(count)d evenings") % {"count": season.evenings.count()},
        tuple(CalendarDay(evening, _rounds(season, evening)) for evening in evenings),
    )


def _imprint(season: Season, kind: str) -> Imprint:
    made_at = ""
    if season.standings_at is not None:
        made_at = date_text(season.standings_at, "moment")
    return plain_imprint(season.club.name, kind, made_at=made_at)


def _sheet(table: SeasonTable, division: DivisionTable) -> StandingsDocument:
    season = table.season
    evenings = division.evenings[-MOST_EVENINGS:]
    names = [season.name]
    if len(table.divisions) > 1 or division.is_of_guests:
        names.append(division.division.name)
    lines = tuple(_line(table, line, evenings, division) for line in division.lines)
    return StandingsDocument(
        _imprint(season, _("Season table")),
        _("Pair") if season.ranks == Ranks.PAIRS else _("Player"),
        "",
        _("Nobody is in this table yet."),
        " · ".join(names),
        _("After %(held)d of %(count)d evenings")
        % {"held": len(division.evenings), "count": season.evenings.count()},
        tuple(_measures(table, evenings)),
        (StandingsGroup(lines),),
        tuple(_remarks(table, division)),
    )


def _measures(table: SeasonTable, evenings: Sequence[Evening]) -> Iterator[FigureColumn]:
    yield FigureColumn(
        _("Total"),
        str(SeasonScoring(table.season.scoring).label).capitalize(),
        _("Round brackets: does not count. Square brackets: filled in for an absence."),
        decides=True,
    )
    if table.is_adjusted:
        yield FigureColumn("±", _("Bonus and penalty points"), _("Part of the total."))
    yield FigureColumn(_("Ev"), _("Evenings"), _("How many were played."))
    for evening in evenings:
        day = date_text(evening.date, "day_month")
        yield FigureColumn(
            f"{evening.number}{evening.times_mark}",
            _("Evening %(number)d") % {"number": evening.number},
            day,
        )


def _line(
    table: SeasonTable, line: SeasonLine, evenings: Sequence[Evening], division: DivisionTable
) -> StandingsLine:
    season, standing = table.season, line.standing
    adjusted = signed(standing.adjusted) if standing.adjusted else ""
    shown = line.cells[len(division.evenings) - len(evenings) :]
    return StandingsLine(
        _rank(line),
        tuple(player.name for player in line.contender.players),
        (
            score_words(standing.known_total, season.total_decimals),
            *([adjusted] if table.is_adjusted else []),
            str(standing.attended),
            *(_cell(cell, season.evening_decimals) for cell in shown),
        ),
        _mark(line),
    )


def _rank(line: SeasonLine) -> str:
    if not line.is_placed:
        return "–"
    standing = line.standing
    return f"{standing.rank}=" if standing.tied else str(standing.rank)


def _mark(line: SeasonLine) -> str:
    """Where the line leads, or why it has no place."""
    if line.seldom:
        return _("too few evenings")
    return {"up": _("goes up"), "down": _("goes down")}.get(line.zone, "")


def _cell(cell: EveningScore | None, places: int) -> str:
    """Return a score; in brackets if it does not count or was not played."""
    if cell is None or cell.score is None:
        return "–"
    text = score_words(cell.score, places) + ("*" if cell.joker else "")
    if not cell.was_there:
        text = f"[{text}]"
    return text if cell.counts else f"({text})"


def _remarks(table: SeasonTable, division: DivisionTable) -> Iterator[str]:
    if len(division.evenings) > MOST_EVENINGS:
        yield _("Only the last %(count)d evenings are printed; all of them count.") % {
            "count": MOST_EVENINGS
        }
    if any(cell.joker for line in division.lines for cell in line.played):
        yield _("* marks a score that a joker doubles.")
    if any(line.standing.tied for line in division.lines):
        yield _("= marks a place that is shared.")
    if table.is_stale:
        yield _("Some newer results are not in this table yet.")


def _rounds(season: Season, evening: Evening) -> tuple[SeatedRound, ...]:
    """Return the rounds of fixed pairs; the meetings of single players would fill pages."""
    if evening.event is None or season.ranks != Ranks.PAIRS:
        return ()
    return rounds_seated(evening.event)


# --- the tables of a season

_BETWEEN = 22.0


@dataclass(frozen=True, slots=True)
class SeasonTables(Printable):
    """The tables of divisions that share a page; what the columns mean is below the last."""

    tables: tuple[StandingsDocument, ...]

    @property
    def imprint(self) -> Imprint:
        return self.tables[0].imprint

    @property
    def file_title(self) -> str:
        names = dict.fromkeys(table.title for table in self.tables)
        return f"{self.imprint.kind} · {comma_list(names)}"

    @property
    def count(self) -> int:
        return len(self.tables)

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        for place, table in enumerate(self.tables):
            if place:
                yield Space(_BETWEEN)
            later = self.tables[place + 1 :]
            is_explained = any(other.measures == table.measures for other in later)
            yield from replace(table, has_legend=not is_explained).blocks(width, height)


def table_pages(tables: Iterable[StandingsDocument], sheet: PageLayout) -> Iterator[SeasonTables]:
    """In their order, as many on each page as have room there whole."""
    width, height = sheet.frame
    tables = list(tables)

    def needed(table: StandingsDocument) -> float:
        return sum(block.height(width, table.script) for block in table.blocks(width, height))

    def alone(table: StandingsDocument) -> float:
        return needed(replace(table, has_legend=False))

    legend = max((needed(table) - alone(table) for table in tables), default=0)
    return map(SeasonTables, in_sequence(tables, alone, room=height - legend, gap=_BETWEEN))


# --- jobs

_LINES, _FIXTURES, _EVENINGS = 24, 32, 12
"""Approximate number on a page."""


def table_printout(season: Season, options: PrintOptions) -> Printout:
    """Print the tables of all divisions."""
    divisions = season.divisions.count()
    if not divisions:
        raise NothingToPrintError(_("This season has no division yet."))
    title = _("Season table %(season)s") % {"season": season.name}
    estimate = divisions + season.contenders.count() // _LINES

    def documents() -> Iterator[SeasonTables]:
        return table_pages(season_documents(season), options.paper.upright)

    return Printout(title, divisions, documents, options.paper, estimate)


def calendar_printout(season: Season, options: PrintOptions) -> Printout:
    """Print every evening of the season."""
    title, estimate = _("Calendar %(season)s") % {"season": season.name}, _calendar_pages(season)
    return Printout(title, 1, lambda: [calendar_document(season)], options.paper, estimate)


def _calendar_pages(season: Season) -> int:
    """Return about how many pages a calendar takes; nothing is built for it. Two queries."""
    count = season.evenings.count() // _EVENINGS + 1
    if season.ranks == Ranks.PAIRS:
        tables = Table.objects.filter(round__event__evenings__season=season)
        count += tables.count() // _FIXTURES
    return count


CALENDAR: Final = Print(
    about=SEASON,
    key="calendar",
    phase=Phase.BEFORE,
    title=gettext_lazy("Calendar"),
    text=gettext_lazy("Every evening with its day and, once it is drawn, who meets whom."),
    printout=calendar_printout,
)
TABLE: Final = Print(
    about=SEASON,
    key="table",
    phase=Phase.DURING,
    title=gettext_lazy("Season table"),
    text=gettext_lazy("The tables of all divisions, and what the columns mean."),
    printout=table_printout,
)

PRINTS: Final = (CALENDAR, TABLE)
