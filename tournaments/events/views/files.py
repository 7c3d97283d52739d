"""Entries, results and standings of an event as files for a spreadsheet."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from clubs.access import READ, ClubRequest, club_view
from clubs.roles import Right
from core.cells import CellValue, Number, Rows, number_or_text
from core.figures import decimal_text
from core.tables import table_response
from engine.standings.metric import StoredValue
from tournaments.events.forms.events import EventSearch
from tournaments.events.models import Event
from tournaments.events.selectors.events import entry_list, event_kinds, matching_events
from tournaments.events.selectors.rounds import event_overview
from tournaments.events.selectors.standings import StandingsColumn, standings_for
from tournaments.events.selectors.tables import GameView
from tournaments.events.selectors.totals import round_totals
from tournaments.events.views.common import event_view


@require_safe
@club_view(Right.SEE)
def events_file(request: ClubRequest, form: str) -> HttpResponse:
    """Send the club's events, newest first, searched as their page is."""
    club = request.membership.club
    games, years = event_kinds(club)
    filters = EventSearch(request.GET, games=games, years=years).arguments()
    events: Iterable[Any] = matching_events(club, **filters)  # counted, as the stubs do not know
    head = [_("Event"), _("Date"), _("Game"), pgettext("of an event", "Entries")]
    rows = (
        [
            *(event.name, event.date, str(event.get_game_display())),
            *(event.entry_count, event.begun_count, str(event.get_state_display())),
        ]
        for event in events
    )
    name = _("%(table)s, %(event)s") % {"table": _("Events"), "event": club.name}
    return table_response(form, name, [*head, _("Rounds begun"), _("State")], rows)


@event_view(Right.SEE, READ)
def entries_file(request: ClubRequest, event: Event, form: str) -> HttpResponse:
    """Send the entries by number, with their lineups in the next round."""
    head = [_("No."), _("Names"), _("Seed"), _("From round"), _("Until round")]
    rows = (
        [
            *(
                entrant.number,
                entrant.name_in_files,
                "" if entrant.entry.seed is None else entrant.entry.seed,
            ),
            *(entrant.entry.joined_round, entrant.entry.left_after_round or ""),
        ]
        for entrant in entry_list(event).entrants
    )
    return _file(event, form, _("Entries"), head, rows)


@event_view(Right.SEE, READ)
def results_file(request: ClubRequest, event: Event, form: str) -> HttpResponse:
    """Send each side of each game of all begun rounds, a line a side.

    Of an event that was read in, send its totals by round as they were read.
    """
    if totals := round_totals(event):
        head = [_("No."), _("Names")]
        head += [_("Round %(number)d") % {"number": number} for number in totals.rounds]
        rows = (
            [
                *(row.entrant.number, row.entrant.name_in_files),
                *("" if total is None else total for _number, total in row.by_round),
                row.total,
            ]
            for row in totals.rows
        )
        return _file(event, form, _("Results"), [*head, _("Total")], rows)
    head = [
        *(_("Round"), pgettext("furniture", "Table"), _("Game"), _("Side"), _("No."), _("Names")),
        *(_("Total"), _("Winner"), _("State")),
    ]
    return _file(event, form, _("Results"), head, _results(event))


def _results(event: Event) -> Iterator[list[CellValue]]:
    for round_ in event_overview(event).rounds:
        if not round_.is_begun:
            continue
        for table in round_.tables:
            for game in (game for game in table.games if game.counts):
                for side, team in enumerate(game.teams, start=1):
                    yield [
                        *(round_.number, table.in_room, game.number, side),
                        number_or_text(
                            " · ".join(str(entrant.number) for entrant in team.entrants)
                        ),
                        " · ".join(entrant.name_in_files for entrant in team.entrants),
                        team.total if game.is_begun else "",
                        1 if team.won else 0,
                        _state(game),
                    ]


def _state(game: GameView) -> str:
    if game.is_disputed:
        return _("disputed")
    if game.is_over:
        return _("finished")
    return _("under way") if game.is_begun else _("not begun")


@event_view(Right.SEE, READ)
def standings_file(request: ClubRequest, event: Event, form: str) -> HttpResponse:
    """Send the standings as last computed, with every column."""
    standings = standings_for(event)
    head = [
        *((_("Line"),) if standings.has_lines else ()),
        *(_("Place"), _("No."), _("Names")),
        *(str(column.label.name) for column in standings.columns),
    ]
    rows = (
        [
            *((ranking.seats,) if standings.has_lines else ()),
            *(row.rank, row.entrant.number, row.entrant.name_in_files),
            *(_figure(*each) for each in zip(row.cells, standings.columns, strict=True)),
        ]
        for ranking in standings.rankings
        for row in ranking.rows
    )
    return _file(event, form, _("Standings"), head, rows)


def _figure(value: StoredValue, column: StandingsColumn) -> CellValue:
    """Format a figure with a plain minus sign and its decimals; empty if unknown."""
    if value is None:
        return ""
    if isinstance(value, str):
        return Number(value)
    return Number(decimal_text(value, column.metric.decimals))


def _file(event: Event, form: str, title: str, head: list[str], rows: Rows) -> HttpResponse:
    name = _("%(table)s, %(event)s") % {"table": title, "event": event.name}
    return table_response(form, name, head, rows)
