"""A season on paper: its calendar and its tables."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.figures import signed
from core.languages import date_text
from core.text import about, comma_list
from leagues.chart import score_words
from leagues.models import Evening, Ranks, Season, SeasonScoring
from leagues.selectors.table import DivisionTable, SeasonLine, SeasonTable, season_table
from leagues.totals import EveningScore
from paper.documents.event_prints import entrant_words, plain_imprint
from paper.documents.printouts import NothingToPrintError, Printout
from paper.documents.rows import Phase, Print, PrintOptions
from paper.documents.seating import SeatedRound, rounds_seated
from paper.documents.standings import figure_column, places_table, standings_foot
from paper.documents.subjects import SEASON
from press.base import Block, Imprint
from press.blocks import FULL_PAGE, Document, KeepTogether, Paragraph, Section, Stack, remark_blocks
from press.fonts import Base, Script, isolated
from press.pen import Align, Pen
from press.tables import PADDING, Column, TableBlock, TextCell, TextTable, cell, number
from press.text import (
    ACCENT,
    BODY,
    DISPLAY,
    HEAD,
    LEAD,
    MUTED,
    QUIET,
    RULE,
    SMALL,
    SMALLEST,
    STRONG,
    width_of,
)
from tournaments.events.models import Table

# --- the calendar

_DATE = 84.0
_DAY = 38.0
_SMALLEST_MONTH = 0.55
_GAP = 20.0
_LEAST = 48.0
"""How high a day is at least, with its date beside it."""


_FIXTURES, _EVENINGS = 32, 12
"""Approximate number on a page."""


def calendar_printout(season: Season, options: PrintOptions) -> Printout:
    title, estimate = _("Calendar %(season)s") % {"season": season.name}, _calendar_pages(season)
    return Printout(title, 1, lambda: [calendar_document(season)], options.paper, estimate)


def _calendar_pages(season: Season) -> int:
    """Return about how many pages a calendar takes. Two queries."""
    count = season.evenings.count() // _EVENINGS + 1
    if season.ranks == Ranks.PAIRS:
        tables = Table.objects.filter(round__event__evenings__season=season)
        count += tables.count() // _FIXTURES
    return count


def calendar_document(season: Season) -> Document:
    """Return every evening with its day and, for fixed pairs, the draw once it exists."""
    evenings = season.evenings.select_related("event", "division").order_by("date", "number")
    return Document(
        _imprint(season, _("Season calendar")),
        season.name,
        _("%(count)d evenings") % {"count": season.evenings.count()},
        tuple(calendar_blocks((evening, _rounds(season, evening)) for evening in evenings)),
    )


def calendar_blocks(days: Iterable[tuple[Evening, Sequence[SeatedRound]]]) -> Iterator[Block]:
    """Yield a block for each evening with the rounds whose meetings are shown."""
    blocks = [EveningBlock(evening, tuple(_meetings(rounds))) for evening, rounds in days]
    yield from (KeepTogether(block, FULL_PAGE) for block in blocks)
    if not blocks:
        yield Paragraph(_("No evening is set yet."), BODY.tinted(MUTED))


def _rounds(season: Season, evening: Evening) -> tuple[SeatedRound, ...]:
    """Return the rounds of fixed pairs; the meetings of single players would fill pages."""
    if evening.event is None or season.ranks != Ranks.PAIRS:
        return ()
    return rounds_seated(evening.event)


def _meetings(rounds: Iterable[SeatedRound]) -> Iterator[tuple[TextCell, TextCell]]:
    """Yield who meets whom, and in which round at which table."""
    for round_ in rounds:
        for table in round_.tables:
            sides = (comma_list(map(entrant_words, side.entrants)) for side in table.sides)
            place = {"round": round_.number, "table": table.number}
            yield (
                cell(" – ".join(isolated(side) for side in sides)),
                cell(_("round %(round)d, table %(table)d") % place, style=SMALL),
            )


@dataclass(frozen=True, slots=True)
class EveningBlock(Block):
    """An evening of the calendar with its date at the side; split between two meetings."""

    evening: Evening
    meetings: tuple[tuple[TextCell, TextCell], ...]

    def height(self, width: float, script: Script) -> float:
        rows = sum(row.height for row in self._table(width, script).rows)
        return max(_LEAST, self._above(width, script) + rows + 6) + 5

    def draw(self, pen: Pen, y: float) -> None:
        pen.rule(y, thick=0.5, colour=RULE)
        self._draw_date(pen.area(0, y, _DATE))
        Stack(self._texts).draw(pen.area(_DATE + _GAP, y, pen.width - _DATE - _GAP), 8)
        table = self._table(pen.width, pen.script)
        rows = pen.area(_DATE + _GAP - PADDING, y, _beside(pen.width))
        top = self._above(pen.width, pen.script)
        for row in table.rows:
            row.draw(rows, top, tuple(table.spans(rows.width)))
            top += row.height

    def split(
        self, width: float, room: float, script: Script
    ) -> "tuple[EveningBlock, EveningBlock] | None":
        """The rest is under the same date."""
        room -= self._above(width, script) + 16
        heights = accumulate(row.height for row in self._table(width, script).rows)
        count = sum(height <= room for height in heights)
        if not 0 < count < len(self.meetings):
            return None
        return (
            replace(self, meetings=self.meetings[:count]),
            replace(self, meetings=self.meetings[count:]),
        )

    def _table(self, width: float, script: Script) -> TableBlock:
        columns = Column("", 120, 3), Column("", 60, 1, Align.END)
        table = TextTable(columns=columns, rows=self.meetings, room=5)
        return table.typeset(_beside(width), script)

    def _above(self, width: float, script: Script) -> float:
        """The height of what is above the meetings."""
        return 8 + Stack(self._texts).height(width - _DATE - _GAP, script)

    @property
    def _texts(self) -> tuple[Paragraph, ...]:
        title = _("Evening %(number)d") % {"number": self.evening.number}
        title = f"{title} {self.evening.times_mark}".rstrip()
        if self.evening.division:
            title = f"{title} · {self.evening.division.name}"
        texts = [Paragraph(title, HEAD)]
        if self.evening.event:
            texts.append(Paragraph(self.evening.event.name, SMALL))
        return tuple(texts)

    def _draw_date(self, pen: Pen) -> None:
        day, month, weekday = (
            date_text(self.evening.date, style) for style in ("day_alone", "month", "weekday_alone")
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


def _beside(width: float) -> float:
    """The width of the table beside the date; its texts begin where the others do."""
    return width - _DATE - _GAP + 2 * PADDING


# --- the table

MOST_EVENINGS = 10
"""Maximum number of evenings beside names and totals; the last ones are printed."""
LINES_ON_PAGE: Final = 24
"""Approximate number."""


def table_printout(season: Season, options: PrintOptions) -> Printout:
    divisions = season.divisions.count()
    if not divisions:
        raise NothingToPrintError(_("This season has no division yet."))
    title = _("Season table %(season)s") % {"season": season.name}
    estimate = divisions + season.contenders.count() // LINES_ON_PAGE
    return Printout(title, 1, lambda: [table_document(season)], options.paper, estimate)


def table_document(season: Season) -> Document:
    """The table of each division as it was last computed, and that of the guests."""
    table = season_table(season)
    place = _after(season, table.parts[0]) if len(table.parts) == 1 else ""
    foot = standings_foot((), _terms(table)) if table.parts else ()
    parts = (*_division_blocks(table), *foot)
    return Document(_imprint(season, _("Season table")), season.name, place, parts)


def _division_blocks(table: SeasonTable) -> Iterator[Block]:
    """Yield the table and the remarks of each division, under its name if there are several."""
    for part in table.parts:
        body: Block = _division_table(table, part)
        if not part.lines:
            body = Paragraph(_("Nobody is in this table yet."), QUIET)
        blocks = (body, *remark_blocks([*_remarks(table, part)], BODY))
        if len(table.parts) > 1:
            after = Paragraph(_after(table.season, part), QUIET)
            yield KeepTogether(Section(part.division.name, Stack((after, *blocks))), FULL_PAGE)
        else:
            yield from blocks


def _after(season: Season, part: DivisionTable) -> str:
    values = {"held": len(part.evenings), "count": season.evenings.count()}
    return _("After %(held)d of %(count)d evenings") % values


def _division_table(table: SeasonTable, part: DivisionTable) -> TextTable:
    season, evenings = table.season, _evenings_shown(part)
    columns = [figure_column(_("Total")), figure_column(_("Ev"))]
    if table.is_adjusted:
        columns.insert(1, figure_column("±"))
    columns += [figure_column(f"{evening.number}{evening.times_mark}") for evening in evenings]
    rows = []
    for line in part.lines:
        standing = line.standing
        figures = [
            number(score_words(standing.known_total, season.total_decimals), STRONG),
            number(str(standing.attended), QUIET),
        ]
        if table.is_adjusted:
            adjusted = signed(standing.adjusted) if standing.adjusted else ""
            figures.insert(1, number(adjusted, QUIET))
        scores = line.cells[len(part.evenings) - len(evenings) :]
        figures += [number(_score(score, season.evening_decimals), QUIET) for score in scores]
        names = (player.name for player in line.contender.players)
        rows.append([cell(_rank(line)), cell(*names, under=_mark(line)), *figures])
    who = _("Pair") if season.ranks == Ranks.PAIRS else _("Player")
    return places_table(who, columns, rows)


def _evenings_shown(part: DivisionTable) -> Sequence[Evening]:
    return part.evenings[-MOST_EVENINGS:]


def _terms(table: SeasonTable) -> list[tuple[str, str]]:
    """Return what the heads of the columns of all divisions mean."""
    scoring = str(SeasonScoring(table.season.scoring).label).capitalize()
    brackets = _("Round brackets: does not count. Square brackets: filled in for an absence.")
    terms = [(_("Total"), about(scoring, brackets))]
    if table.is_adjusted:
        terms.append(("±", about(_("Bonus and penalty points"), _("Part of the total."))))
    terms.append((_("Ev"), about(_("Evenings"), _("How many were played."))))
    shown = {evening for part in table.parts for evening in _evenings_shown(part)}
    for evening in sorted(shown, key=lambda evening: evening.number):
        name = _("Evening %(number)d") % {"number": evening.number}
        day = date_text(evening.date, "day_month")
        terms.append((f"{evening.number}{evening.times_mark}", about(name, day)))
    return terms


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


def _score(score: EveningScore | None, places: int) -> str:
    """Return a score; in brackets if it does not count or was not played."""
    if score is None or score.score is None:
        return "–"
    text = score_words(score.score, places) + ("*" if score.joker else "")
    if not score.was_there:
        text = f"[{text}]"
    return text if score.counts else f"({text})"


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


def _imprint(season: Season, kind: str) -> Imprint:
    made_at = ""
    if season.standings_at is not None:
        made_at = date_text(season.standings_at, "moment")
    return plain_imprint(season.club.name, kind, made_at=made_at)


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
