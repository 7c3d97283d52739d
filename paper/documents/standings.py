"""Standings with every tie-break and a legend, of an event or a season."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.text import about
from paper.documents.event_prints import (
    day_of,
    entrant_words,
    event_imprint,
    has_results,
    needs_standings,
    time_words,
    titled,
)
from paper.documents.printouts import Printout, pages
from paper.documents.rows import Phase, Print, PrintOptions
from paper.documents.subjects import EVENT
from press.base import Block
from press.blocks import Document, Paragraph, Section, Stack, TermList, remark_blocks
from press.pen import Align
from press.tables import Column, TextCell, TextTable, cell, number
from press.text import BODY, HEAD, LEAD, QUIET, SMALL, STRONG, TINT
from tournaments.events.event_labels import LINES_APART, entry_labels
from tournaments.events.models import Event
from tournaments.events.selectors.standings import (
    StandingRow,
    Standings,
    StandingsColumn,
    standings_for,
)
from tournaments.events.templatetags.places import shown

_RANK = 40.0
_LEAST_FIGURE = 27.0
_ROW = 21.0
_PODIUM = 3
_FIRST = LEAD.strong()
_OTHERS = BODY.scaled(1.12)
_ON_ONE_LINE = 20
"""Longer standings put the names of a pair on one line."""


def standings_printout(event: Event, options: PrintOptions) -> Printout:
    """The standings as they were last computed."""
    total = pages(event.entries.count(), 20) if has_results(event) else 0
    title = titled(_("Standings"), event, options)
    return Printout(title, total, lambda: [standings_document(event)], options.paper)


def standings_document(event: Event) -> Document:
    standings = standings_for(event)
    imprint = replace(event_imprint(event, _("Standings")), made_at=time_words(event))
    terms = [_explained(standings.columns[n]) for n in _columns_shown(standings)]
    parts = [*standings_tables(event, standings)]
    if standings.rows:
        parts += standings_foot(standings_remarks(standings), terms)
    return Document(imprint, event.name, standings_place(event, standings), tuple(parts))


def standings_place(event: Event, standings: Standings) -> str:
    """The line under the title."""
    state = _("Final standings") if standings.is_final else _("Standings so far")
    return f"{state} · {day_of(event)}"


def standings_tables(event: Event, standings: Standings) -> Iterator[Block]:
    """Yield a table for each ranking, under its name if there are several."""
    if not standings.rows:
        yield Paragraph(_("No game is finished yet."), QUIET)
        return
    columns = _columns_shown(standings)
    figures = [
        figure_column(
            str(standings.columns[n].label.abbreviation),
            _("Ranked by, in this order") if standings.columns[n].decides else "",
        )
        for n in columns
    ]
    for ranking in standings.rankings:
        rows = [
            [
                cell(f"{row.rank}=" if row.tied else str(row.rank)),
                cell(
                    *_names(row, standings),
                    under="" if row.entrant.is_active else _("dropped out"),
                ),
                *(_figure(row, n, standings.columns[n]) for n in columns),
            ]
            for row in ranking.rows
        ]
        table = places_table(str(entry_labels(event).singular), figures, rows)
        yield Section(ranking.name, table) if ranking.name else table


def _columns_shown(standings: Standings) -> list[int]:
    """Return the columns that decide, or in which somebody has a figure."""
    return [
        place
        for place, column in enumerate(standings.columns)
        if column.decides or any(row.cells[place] is not None for row in standings.rows)
    ]


def _names(row: StandingRow, standings: Standings) -> list[str]:
    if len(standings.rows) > _ON_ONE_LINE:
        return [entrant_words(row.entrant)]
    return [player.name for player in row.entrant.players]


def _figure(row: StandingRow, place: int, column: StandingsColumn) -> TextCell:
    """Return a cell, with a star if it covers only some games."""
    star = "*" if row.share(column.metric) else ""
    style = STRONG if column.decides else QUIET
    return number(shown(row.cells[place], column.metric) + star, style)


def _explained(column: StandingsColumn) -> tuple[str, str]:
    label = column.label
    return str(label.abbreviation), about(str(label.name), str(label.explanation))


def standings_remarks(standings: Standings) -> Iterator[str]:
    if any(row.tied for row in standings.rows):
        yield _("= marks a place that is shared.")
    if standings.has_lines:
        yield str(LINES_APART)
    if standings.has_unplayed:
        yield _("“–” means that nothing was played; it ranks last.")
    if standings.is_partial:
        yield _("* counts only games whose hands were counted or recorded.")
    if standings.unequal_hands:
        least, most = standings.unequal_hands
        words = _("Totals decide, although players have played %(least)d to %(most)d hands.")
        yield words % {"least": least, "most": most}
    if standings.is_stale:
        yield _("Some newer results are not in these standings yet.")


# --- shared with the tables of a season


def figure_column(head: str, group: str = "") -> Column:
    """Return a column of figures, as wide as the widest of them."""
    return Column(head, _LEAST_FIGURE, group=group, figures=True, fits=True)


def places_table(
    who: str, figures: Sequence[Column], rows: Sequence[Sequence[TextCell]]
) -> TextTable:
    """Return a table of ranks, names (under the head `who`) and figures.

    The first places are set large, unless many share them. Every second place is tinted; shared
    places have one tint.
    """
    ranks = [row[0].texts for row in rows]
    podium = ranks[:_PODIUM]
    if sum(rank in podium for rank in ranks) > 2 * _PODIUM:
        podium = []
    styled = [
        [
            replace(rank, style=HEAD if rank.texts in podium else LEAD),
            replace(names, style=_FIRST if rank.texts in podium else _OTHERS),
            *others,
        ]
        for rank, names, *others in rows
    ]
    fills = [
        TINT if place % 2 else None
        for place, (_rank, shared) in enumerate(groupby(ranks))
        for _row in shared
    ]
    columns = (Column(_("Place"), _RANK, 0, Align.CENTRE), Column(who, 90, 1), *figures)
    return TextTable(columns=columns, rows=styled, room=4, fills=fills or (None,), least=_ROW)


def standings_foot(remarks: Iterable[str], terms: Sequence[tuple[str, str]]) -> Iterator[Block]:
    """Yield the remarks and what each short head means."""
    legend = Section(_("What the columns mean"), TermList(tuple(terms), SMALL), STRONG)
    yield Stack((*remark_blocks([*remarks], BODY), legend))


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
