"""The tables and ratings of a season as files for a spreadsheet."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.access import READ, ClubRequest, club_view
from clubs.roles import Right
from core.cells import CellValue, Number, Rows
from core.figures import decimal_text
from core.tables import table_response
from core.text import comma_list, in_one_cell
from engine.standings.rounding import rounded
from leagues.models import Season
from leagues.selectors.ratings import ratings_for
from leagues.selectors.seasons import calendar_of, seasons_of
from leagues.selectors.table import DivisionTable, SeasonLine, season_table
from leagues.views.pages import many_words, season_view


@require_safe
@club_view(Right.SEE)
def seasons_file(request: ClubRequest, form: str) -> HttpResponse:
    """Send the club's seasons in the order of their page."""
    club = request.membership.club
    seasons: Iterable[Any] = seasons_of(club)  # counted, as the stubs do not know
    head = [_("Season"), _("Game"), _("Begins on"), _("Evenings"), _("Played"), _("Ranked")]
    rows = (
        [
            *(season.name, str(season.get_game_display()), season.starts_on),
            *(season.evening_count, season.held, season.contender_count),
            _("finished") if season.is_finished else "",
        ]
        for season in seasons
    )
    name = _("%(table)s, %(event)s") % {"table": _("Seasons"), "event": club.name}
    return table_response(form, name, [*head, _("State")], rows)


@season_view(Right.SEE, READ)
def calendar_file(request: ClubRequest, season: Season, form: str) -> HttpResponse:
    """Send the evenings of a season with their events and how many came."""
    head = [_("No."), _("Date"), _("Division"), _("Event"), _("Played")]
    head += [_("absent with notice"), _("absent without notice"), _("Counts")]
    rows: Rows = (
        [
            *(row.evening.number, row.evening.date),
            row.evening.division.name if row.evening.division else "",
            row.evening.event.name if row.evening.event else "",
            *(row.played, row.noticed, row.unnoticed, row.evening.times_mark),
        ]
        for row in calendar_of(season)
    )
    return _file(season, form, _("Evenings of the season"), head, rows)


@season_view(Right.SEE, READ)
def season_file(request: ClubRequest, season: Season, form: str) -> HttpResponse:
    """Send the tables of all divisions, with a column for each evening that was held."""
    table = season_table(season)
    held = {evening.number: evening for part in table.divisions for evening in part.evenings}
    numbers = sorted(held)
    head = [_("Division"), _("Rank"), many_words(season), _("Total"), _("Evenings played")]
    head += [_("Bonus and penalty points")] if table.is_adjusted else []
    head += [_("Jokers")] if table.has_jokers else []
    for number in numbers:
        title = _("Evening %(number)d") % {"number": number}
        head.append(f"{title} {held[number].times_mark}".rstrip())
    rows: list[list[CellValue]] = []
    for part in table.parts:
        for line in part.lines:
            row = line.standing
            cells = dict(zip(part.numbers, line.cells, strict=True))
            season_cells = [cells.get(number) for number in numbers]
            scores = [cell.score if cell else None for cell in season_cells]
            rows.append(
                [
                    part.division.name,
                    row.rank if line.is_placed else "",
                    in_one_cell(player.name for player in line.contender.players),
                    _score(row.known_total, season.total_decimals),
                    row.attended,
                    *([row.adjusted] if table.is_adjusted else []),
                    *([_jokers(part, line)] if table.has_jokers else []),
                    *(_score(score, season.evening_decimals) for score in scores),
                ]
            )
    return _file(season, form, _("Table of the season"), head, rows)


@season_view(Right.SEE, READ)
def ratings_file(request: ClubRequest, season: Season, form: str) -> HttpResponse:
    """Send the rating list."""
    head = [_("Rank"), many_words(season), _("Rating"), _("Estimate"), _("Uncertainty"), _("Games")]
    rows: Rows = (
        [
            row.place,
            in_one_cell(player.name for player in row.players),
            *(_score(rounded(value, 2), 2) for value in (row.shown, row.mu, row.sigma)),
            row.matches,
        ]
        for row in ratings_for(season)
    )
    return _file(season, form, _("Ratings"), head, rows)


def _jokers(part: DivisionTable, line: SeasonLine) -> str:
    """Return the numbers of the evenings that a joker doubles."""
    cells = zip(part.numbers, line.cells, strict=True)
    return comma_list(number for number, cell in cells if cell and cell.joker)


def _score(value: int | None, decimals: int) -> CellValue:
    """Format a score with its decimals; empty if there is none."""
    return "" if value is None else Number(decimal_text(value, decimals))


def _file(season: Season, form: str, title: str, head: list[str], rows: Rows) -> HttpResponse:
    name = _("%(table)s, %(season)s") % {"table": title, "season": season.name}
    return table_response(form, name, head, rows)
