"""Standings with every tie-break and a legend, of an event or a season."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from reportlab.lib.colors import Color

from core.text import about
from press.base import Block, Imprint, Printable
from press.blocks import Heading, Paragraph, Section, SideBySide, Stack, remark_blocks
from press.fonts import Script
from press.pen import Align
from press.tables import Column, TextCell, TextTable, cell, number
from press.text import BODY, HEAD, LEAD, QUIET, SMALL, STRONG, TINT, width_of
from prints.event_prints import (
    day_of,
    entrant_words,
    event_imprint,
    has_results,
    needs_standings,
    time_words,
    titled,
)
from prints.printouts import Printout, pages
from prints.rows import Phase, Print, PrintOptions
from prints.subjects import EVENT
from standings.metric import Metric
from tournaments.event_labels import LINES_APART, entry_labels
from tournaments.models import Event
from tournaments.selectors.standings import StandingRow, Standings, StandingsColumn, standings_for
from tournaments.templatetags.places import shown

_RANK = 40.0
_LEAST_FIGURE = 27.0
_ROW = 21.0
_PODIUM = 3
_FIRST = LEAD.strong()
_OTHERS = BODY.scaled(1.12)


@dataclass(frozen=True, slots=True)
class FigureColumn:
    """A column of figures: its short head, and its explanation in the legend."""

    head: str
    name: str
    explanation: str
    decides: bool = False


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A place; `names` are printed one below the other, `figures` as the measures.

    `mark` describes the whole line: promotion, dropped out.
    """

    rank: str
    names: tuple[str, ...]
    figures: tuple[str, ...]
    mark: str = ""


@dataclass(frozen=True, slots=True)
class StandingsGroup:
    """A part of a table with its own heading: a division; a single one needs none."""

    lines: tuple[StandingsLine, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class StandingsDocument(Printable):
    """A table of standings; `remarks` are printed below it, such as a shared place or a lot.

    `who` heads the names, `ranked_by` the columns that decide, if there are several; `nothing` is
    printed if nobody has a place.
    """

    imprint: Imprint
    who: str
    ranked_by: str
    nothing: str
    title: str
    place: str
    measures: tuple[FigureColumn, ...]
    groups: tuple[StandingsGroup, ...]
    remarks: tuple[str, ...] = ()
    has_legend: bool = True

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield Heading(self.title, self.place)
        if not any(group.lines for group in self.groups):
            yield Paragraph(self.nothing, QUIET)
            return
        legend = (_legend(self.measures, self.script),) if self.has_legend else ()
        foot = (*remark_blocks(self.remarks, BODY), *legend)
        tables = [(group.title, places_table(self, group)) for group in self.groups]
        yield from (Section(title, table) if title else table for title, table in tables)
        yield Stack(foot)


def _legend(measures: tuple[FigureColumn, ...], script: Script) -> Section:
    """Return every short head with its name and meaning, in two columns read one by one."""
    indent = (
        max([20.0, *(width_of(measure.head, SMALL.strong(), script) for measure in measures)]) + 10
    )
    lines = tuple(_explained(measure, indent) for measure in measures)
    middle = -(-len(lines) // 2)
    columns = Stack(lines[:middle]), Stack(lines[middle:])
    body = SideBySide(columns, shares=(0.5, 0.5), gap=24)
    return Section(_("What the columns mean"), body, STRONG)


def _explained(measure: FigureColumn, indent: float) -> Paragraph:
    text = about(measure.name, measure.explanation)
    return Paragraph(text, SMALL, label=measure.head, indent=indent)


def places_table(document: StandingsDocument, group: StandingsGroup) -> TextTable:
    podium = _podium(group.lines)
    rows = [_row(document, line, is_first=line.rank in podium) for line in group.lines]
    fills = list(_fills(group.lines))
    return TextTable(columns=_columns(document, group), rows=rows, room=4, fills=fills, least=_ROW)


def _fills(lines: tuple[StandingsLine, ...]) -> Iterator[Color | None]:
    """Return the tints: every second place; shared places have the same one."""
    for place, (_rank, shared) in enumerate(groupby(lines, key=lambda line: line.rank)):
        for _line in shared:
            yield TINT if place % 2 else None


def _columns(document: StandingsDocument, group: StandingsGroup) -> list[Column]:
    columns = [Column(_("Place"), _RANK, 0, Align.CENTRE), Column(document.who, 90, 1)]
    for place, measure in enumerate(document.measures):
        shown = (width_of(line.figures[place], STRONG, document.script) for line in group.lines)
        widest = max([width_of(measure.head, SMALL, document.script), *shown], default=0) + 8
        columns.append(
            Column(
                measure.head,
                max(_LEAST_FIGURE, widest),
                group=document.ranked_by if measure.decides else "",
                figures=True,
            )
        )
    return columns


def _podium(lines: tuple[StandingsLine, ...]) -> set[str]:
    """The ranks that are set large: those of the first three, unless many share them."""
    first = {line.rank for line in lines[:_PODIUM]}
    return first if sum(line.rank in first for line in lines) <= 2 * _PODIUM else set()


def _row(document: StandingsDocument, line: StandingsLine, *, is_first: bool) -> list[TextCell]:
    figures = zip(document.measures, line.figures, strict=True)
    return [
        cell(line.rank, style=HEAD if is_first else LEAD),
        cell(*line.names, style=_FIRST if is_first else _OTHERS, under=line.mark),
        *(number(figure, STRONG if measure.decides else QUIET) for measure, figure in figures),
    ]


_ON_ONE_LINE = 20
"""Longer standings put the names of a pair on one line."""


def standings_printout(event: Event, options: PrintOptions) -> Printout:
    """The standings as they were last computed."""

    def build() -> Iterator[StandingsDocument]:
        yield standings_document(event)

    total = pages(event.entries.count(), 20) if has_results(event) else 0
    return Printout(titled(_("Standings"), event, options), total, build, options.paper)


def standings_document(event: Event) -> StandingsDocument:
    standings = standings_for(event)
    columns = [
        place
        for place, column in enumerate(standings.columns)
        if _is_shown(standings, place, column)
    ]
    groups = tuple(
        StandingsGroup(tuple(_line(row, standings, columns) for row in ranking.rows), ranking.name)
        for ranking in standings.rankings
    )
    imprint = replace(event_imprint(event, _("Standings")), made_at=time_words(event))
    return StandingsDocument(
        imprint,
        str(entry_labels(event).singular),
        _("Ranked by, in this order"),
        _("No game is finished yet."),
        event.name,
        _state(event, standings),
        tuple(_measure(standings.columns[place]) for place in columns),
        groups,
        _remarks(standings),
    )


def _is_shown(standings: Standings, place: int, column: StandingsColumn) -> bool:
    """Return whether a column is informative: it decides, or somebody has a figure in it."""
    return column.decides or any(row.cells[place] is not None for row in standings.rows)


def _measure(column: StandingsColumn) -> FigureColumn:
    label = column.label
    texts = str(label.abbreviation), str(label.name), str(label.explanation)
    return FigureColumn(*texts, decides=column.decides)


def _line(row: StandingRow, standings: Standings, columns: list[int]) -> StandingsLine:
    names = tuple(player.name for player in row.entrant.players)
    if len(standings.rows) > _ON_ONE_LINE:
        names = (entrant_words(row.entrant),)
    return StandingsLine(
        f"{row.rank}=" if row.tied else str(row.rank),
        names,
        tuple(_figure(row, place, standings.columns[place].metric) for place in columns),
        "" if row.entrant.is_active else _("dropped out"),
    )


def _figure(row: StandingRow, place: int, metric: Metric) -> str:
    """Return a cell, with a star if it covers only some games."""
    return shown(row.cells[place], metric) + ("*" if row.share(metric) else "")


def _state(event: Event, standings: Standings) -> str:
    state = _("Final standings") if standings.is_final else _("Standings so far")
    return f"{state} · {day_of(event)}"


def _remarks(standings: Standings) -> tuple[str, ...]:
    remarks = []
    if any(row.tied for row in standings.rows):
        remarks.append(_("= marks a place that is shared."))
    if standings.has_lines:
        remarks.append(str(LINES_APART))
    if standings.has_unplayed:
        remarks.append(_("“–” means that nothing was played; it ranks last."))
    if standings.is_partial:
        remarks.append(_("* counts only games whose hands were counted or recorded."))
    if standings.unequal_hands:
        least, most = standings.unequal_hands
        words = _("Totals decide, although players have played %(least)d to %(most)d hands.")
        remarks.append(words % {"least": least, "most": most})
    if standings.is_stale:
        remarks.append(_("Some newer results are not in these standings yet."))
    return tuple(remarks)


STANDINGS: Final = Print(
    about=EVENT,
    key="standings",
    phase=Phase.DURING,
    title=gettext_lazy("Standings"),
    text=gettext_lazy("With every tie-break, and what the columns mean."),
    printout=standings_printout,
    missing=needs_standings,
)

PRINTS: Final = (STANDINGS,)
