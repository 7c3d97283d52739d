"""The results of an event or a season: places, who met whom, and every game by round."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from core.figures import UNKNOWN, figure
from core.text import by_side, comma_list
from engine.pairings.formats import FORMATS
from leagues.models import Season
from paper.documents.event_prints import (
    entrant_words,
    event_imprint,
    has_results,
    needs_results,
    time_words,
    titled,
)
from paper.documents.printouts import Printout, pages
from paper.documents.rows import Phase, Print, PrintOptions
from paper.documents.seasons import LINES_ON_PAGE, table_document
from paper.documents.standings import standings_place, standings_remarks, standings_tables
from paper.documents.subjects import EVENT, SEASON
from press.base import Block
from press.blocks import HALF_PAGE, Document, KeepTogether, Paragraph, Section, remark_blocks
from press.pen import Align
from press.tables import STRIPED, Column, TextCell, TextTable, cell, number
from press.text import BODY, QUIET, SMALL, STRONG, Type
from tournaments.events.event_labels import entry_labels
from tournaments.events.models import Event
from tournaments.events.selectors.events import Entrant
from tournaments.events.selectors.rounds import RoundView, event_overview
from tournaments.events.selectors.standings import CrossGame, CrossRow, cross_table, standings_for
from tournaments.events.selectors.tables import GameView, TableView, Team
from tournaments.events.selectors.totals import RoundTotals, round_totals

MOST_CROSSED: Final = 18
"""More entries have no crosstable: its columns would be too narrow to read."""
_CELL: Final = 22.0
_BETWEEN: Final = 16.0
_GAMES_A_PAGE: Final = 34
_CROSS: Final = SMALL


# --- who met whom


def _cross_table(rows: Sequence[CrossRow], *, is_single: bool) -> TextTable:
    columns = [Column(_("No."), 24, 0, Align.CENTRE), Column("", 90, 1)]
    columns += [Column(str(row.entrant.number), _CELL, 0.14, Align.CENTRE) for row in rows]
    cells = [
        [
            cell(str(row.entrant.number), style=STRONG),
            cell(entrant_words(row.entrant)),
            *(
                cell("×", style=QUIET)
                if other.entrant.entry_id == row.entrant.entry_id
                else _crossing(games, is_single=is_single)
                for other, games in zip(rows, row.cells, strict=True)
            ),
        ]
        for row in rows
    ]
    return TextTable(columns=columns, rows=cells, room=5, fills=STRIPED)


def _crossing(games: Sequence[CrossGame], *, is_single: bool) -> TextCell:
    """The games of two entries, in bold where all were won; the row's own total first."""
    if is_single:
        return number(" ".join(str(game.round_number) for game in games), _CROSS)
    style = _CROSS.strong() if games and all(game.won for game in games) else _CROSS
    return cell(*(map(_cross_words, games) if games else ("",)), style=style)


def _cross_words(game: CrossGame) -> str:
    if not game.is_over:
        return UNKNOWN
    star = "*" if game.by_forfeit else ""
    return by_side((figure(game.total), figure(game.against))) + star


# --- round by round


def _round_table(round_: RoundView) -> TextTable:
    tables = [table for table in round_.tables if not table.is_bye]
    resting = [entrant for table in round_.tables if table.is_bye for entrant in table.entrants]
    if any(len(table.teams) != 2 for table in tables):
        return _sides_table(tables, resting)
    columns = [
        Column(pgettext("furniture", "Table"), 40, 0, Align.CENTRE),
        Column("", 120, 1, Align.END),
        Column(_("Result"), 74, 0, Align.CENTRE),
        Column("", 120, 1),
    ]
    rows = [_meeting(table) for table in tables]
    rows += [_resting(entrant, len(columns)) for entrant in resting]
    return TextTable(columns=columns, rows=rows, room=4)


def _sides_table(tables: Sequence[TableView], resting: Sequence[Entrant]) -> TextTable:
    """Return a row for each side, in two columns that no table is parted between."""
    columns = (
        Column(pgettext("furniture", "Table"), 34, 0, Align.CENTRE),
        Column("", 90, 1),
        Column(_("Result"), 48, 0.1, Align.END, figures=True),
    )
    parts = [list(_sides(table)) for table in tables]
    parts += [[_resting(entrant, len(columns))] for entrant in resting]
    deep = (sum(map(len, parts)) + 1) // 2
    first, second = list[list[TextCell]](), list[list[TextCell]]()
    for part in parts:
        (second if second or len(first) + len(part) / 2 > deep else first).extend(part)
    pairs = zip_longest(first, second, fillvalue=[cell("")] * len(columns))
    rows = [[*left, cell(""), *right] for left, right in pairs]
    if not second:
        return TextTable(columns=columns, rows=first, room=4)
    return TextTable(columns=[*columns, Column("", _BETWEEN), *columns], rows=rows, room=4)


def _meeting(table: TableView) -> list[TextCell]:
    first, second = table.teams
    return [
        cell(table.label),
        cell(_names(first), style=_style(first, table)),
        cell(*_results(table), style=STRONG, under=_state(table)),
        cell(_names(second), style=_style(second, table)),
    ]


def _sides(table: TableView) -> Iterator[list[TextCell]]:
    """A row for each side; the table is named in the first."""
    for place, team in enumerate(table.teams):
        totals = [_total(game, place) for game in table.games if game.counts] or [_forfeit(team)]
        yield [
            cell("" if place else table.label),
            cell(_names(team), style=_style(team, table)),
            number(" · ".join(totals), STRONG),
        ]


def _resting(entrant: Entrant, columns: int) -> list[TextCell]:
    cells = [cell(""), cell(entrant_words(entrant)), cell(_("sits out"), style=QUIET)]
    return [*cells, *[cell("")] * (columns - len(cells))]


def _names(team: Team) -> str:
    return " · ".join(map(entrant_words, team.entrants))


def _style(team: Team, table: TableView) -> Type:
    is_winner = team.won or any(
        won.won and won.entrants == team.entrants
        for game in table.games
        if len(table.games) == 1
        for won in game.teams
    )
    return STRONG if is_winner else BODY


def _results(table: TableView) -> tuple[str, ...]:
    """The games of two sides, and of a series the games won first."""
    if table.given_up:
        return (by_side(map(_forfeit, table.teams), " – "),)
    games = [game for game in table.games if game.counts]
    scores = tuple(map(_score, games)) or (UNKNOWN,)
    if not table.best_of:
        return scores
    return (by_side((team.total for team in table.teams), " – "), comma_list(scores))


def _score(game: GameView) -> str:
    """The totals of two sides; a dash while the game is not begun."""
    if not game.is_begun:
        return UNKNOWN
    return by_side((figure(team.total) for team in game.teams), " – ")


def _total(game: GameView, side: int) -> str:
    """A side's total; a dash while the game is not begun."""
    return figure(game.teams[side].total) if game.is_begun else UNKNOWN


def _forfeit(team: Team) -> str:
    return _("forfeit") if team.gave_up else UNKNOWN


def _state(table: TableView) -> str:
    if any(game.is_disputed for game in table.games):
        return _("disputed")
    is_open = any(game.is_begun and not game.is_over for game in table.games)
    return _("under way") if is_open else ""


# --- of an event that was read in


def _totals_table(totals: RoundTotals) -> TextTable:
    columns = [Column(_("No."), 28, 0, Align.CENTRE), Column("", 110, 1)]
    columns += [Column(str(number_), 30, 0.1, figures=True) for number_ in totals.rounds]
    columns.append(Column(_("Total"), 44, 0.1, figures=True))
    rows = [
        [
            cell(str(row.entrant.number)),
            cell(entrant_words(row.entrant)),
            *(number(UNKNOWN if total is None else figure(total)) for _n, total in row.by_round),
            number(figure(row.total), STRONG),
        ]
        for row in totals.rows
    ]
    return TextTable(columns=columns, rows=rows, room=5, fills=STRIPED)


# --- jobs and rows


def results_document(event: Event) -> Document:
    standings = standings_for(event)
    imprint = replace(event_imprint(event, _("Results")), made_at=time_words(event))
    remarks = remark_blocks([*standings_remarks(standings)], SMALL) if standings.rows else ()
    parts = (*standings_tables(event, standings), *remarks, *_games(event))
    return Document(imprint, event.name, standings_place(event, standings), parts)


def _games(event: Event) -> Iterator[Block]:
    """Yield who met whom, and every game by round; of an event that was read in its totals."""
    if totals := round_totals(event):
        yield Section(_("Results by round"), _totals_table(totals))
        return
    crossed, is_single = cross_table(event), FORMATS[event.format].lineup == 1
    if 1 < len(crossed) <= MOST_CROSSED:
        table = _cross_table(crossed, is_single=is_single)
        yield Section(str(entry_labels(event).met), table)
        if is_single:
            yield Paragraph(_("Each square has the number of the round."), SMALL)
    for round_ in event_overview(event).rounds:
        if round_.is_begun:
            title = _("Round %(number)d") % {"number": round_.number}
            yield KeepTogether(Section(title, _round_table(round_)), HALF_PAGE)


def results_printout(event: Event, options: PrintOptions) -> Printout:
    """Print the places, who met whom and all games of an event."""
    games = event.rounds.filter(tables__games__isnull=False).count()
    estimate = 1 + pages(event.entries.count(), 20) + pages(games, _GAMES_A_PAGE)
    title = titled(_("Results"), event, options)
    total = int(has_results(event))
    return Printout(title, total, lambda: [results_document(event)], options.paper, estimate)


def season_results_printout(season: Season, options: PrintOptions) -> Printout:
    """Print the tables of a season, and the places of each of its evenings."""
    evenings = season.evenings.filter(is_held=True, event__isnull=False)
    title = _("Results %(season)s") % {"season": season.name}

    def documents() -> Iterator[Document]:
        table = table_document(season)
        yield replace(table, imprint=replace(table.imprint, kind=_("Results")))
        for evening in evenings.select_related("event__club").order_by("date", "number"):
            assert evening.event is not None
            yield results_document(evening.event)

    total = season.divisions.count() and 1 + evenings.count()
    estimate = total + pages(season.contenders.count(), LINES_ON_PAGE)
    return Printout(title, total, documents, options.paper, estimate)


EVENT_RESULTS: Final = Print(
    about=EVENT,
    key="results",
    phase=Phase.AFTER,
    title=gettext_lazy("Results"),
    text=gettext_lazy("Places, who met whom, and every game by round."),
    printout=results_printout,
    missing=needs_results,
)
SEASON_RESULTS: Final = Print(
    about=SEASON,
    key="results",
    phase=Phase.AFTER,
    title=gettext_lazy("Results"),
    text=gettext_lazy("The tables of all divisions, then every evening with its games."),
    printout=season_results_printout,
)

PRINTS: Final = (EVENT_RESULTS, SEASON_RESULTS)
