"""The projector page by page: seats, standings, bracket, winners; and the fragment that refreshes
it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import Any, NamedTuple, TypeVar

from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from clubs.access import READ, ClubRequest
from clubs.roles import Right
from core.figures import read_whole
from tournaments.deals.selectors.travellers import travellers_of
from tournaments.events.event_labels import by_bracket
from tournaments.events.models import Event, EventState
from tournaments.events.selectors.brackets import BracketView, bracket_view
from tournaments.events.selectors.clocks import clock_view, rounds_tag
from tournaments.events.selectors.hall import HallTable, TableWaits, hall_table, hall_tag
from tournaments.events.selectors.next_step import OutdatedDraw, draw_state
from tournaments.events.selectors.rounds import EventOverview, RoundView, event_overview
from tournaments.events.selectors.standings import StandingRow, Standings, standings_for
from tournaments.events.views.brackets import PartSheet, projector_sheets
from tournaments.events.views.common import entry_context, event_view, tagged, unchanged
from tournaments.events.views.rounds import worker_is_silent
from tournaments.phones.selectors.desk import calling_tables, table_waits
from tournaments.phones.selectors.sign_ups import public_page_of

# The pages of the projector.


ROWS = 16
TABLES, SOME_TABLES, LARGE_TABLES, FEW_TABLES = 16, 12, 8, 4
WINNERS, MOST_WINNERS = 3, 6

Item = TypeVar("Item")


class ProjectorPanel(NamedTuple):
    """A page of another app: its caption, and a function that renders it.

    ``address`` is shown below every page.
    """

    caption: str
    html: Callable[[], SafeString]
    address: str = ""


class PageContent(Enum):
    WINNERS = "winners"
    TABLES = "tables"
    BRACKET = "bracket"
    STANDINGS = "standings"
    REDRAWN = "redrawn"
    PANEL = "panel"


@dataclass(frozen=True, slots=True)
class ProjectorPage:
    """A page: places of the standings, tables of a round, a part of the bracket, or a panel.

    A ``round`` whose draw is being corrected shows only that.
    """

    shows: PageContent
    rows: tuple[StandingRow, ...] = ()
    round: RoundView | None = None
    tables: tuple[HallTable, ...] = ()
    sheet: PartSheet | None = None
    panel: ProjectorPanel | None = None
    line: str = ""

    @property
    def size(self) -> str:
        """How large tables can be written: few in one column, some or all of them in two."""
        count = len(self.round.tables) if self.round else 0
        sizes = {FEW_TABLES: "few", LARGE_TABLES: "large", SOME_TABLES: "some"}
        return next((size for most, size in sizes.items() if count <= most), "many")


def projector_pages(
    event: Event,
    overview: EventOverview,
    standings: Standings,
    bracket: BracketView | None,
    *,
    outdated: OutdatedDraw | None,
    waits: TableWaits,
) -> tuple[ProjectorPage, ...]:
    """Return the pages in order, at least one.

    Before the first hand of a round only the seating; then the bracket, scores and standings.
    Between rounds the next draw comes first, at the end the winners.
    """
    sheets = projector_sheets(bracket) if bracket else ()
    brackets = [ProjectorPage(PageContent.BRACKET, sheet=sheet) for sheet in sheets]
    places = list(_standings_pages(standings))
    current = overview.current
    if outdated:
        brackets = []
    if event.state == EventState.FINISHED:
        return (*_winners(standings), *places, *brackets)
    if current and current.open_tables:
        earlier = [_still_playing(view) for view in overview.rounds if view is not current]
        rounds = [current, *(view for view in earlier if view.tables)]
        tables = [page for round_ in rounds for page in _table_pages(round_, waits)]
        return tuple([*brackets, *tables, *places] if is_under_way(current) else tables)
    following = list(_table_pages(overview.following, waits)) if overview.following else []
    if outdated and overview.following:
        following = [ProjectorPage(PageContent.REDRAWN, round=overview.following)]
    if current is None and following:
        return tuple(following)
    return (*following, *brackets, *places)


def is_under_way(round_: RoundView) -> bool:
    """Whether a hand has been recorded in it, or a meeting was given up."""
    tables = [table for table in round_.tables if not table.is_bye]
    return any(table.is_over or any(game.is_begun for game in table.games) for table in tables)


def columns_shown(standings: Standings) -> list[int]:
    """Return the columns that fit on the projector: games and the first metrics."""
    decides = [
        place
        for place, column in enumerate(standings.columns)
        if column.decides and not column.metric.needs_tie
    ]
    return [0, *decides[:3]]


def _standings_pages(standings: Standings) -> Iterator[ProjectorPage]:
    """Yield pages of sixteen places, each line separately; an empty page before the first
    standings."""
    if not standings.rows:
        yield ProjectorPage(PageContent.STANDINGS)
    for ranking in standings.rankings:
        for rows in _paged(ranking.rows, ROWS):
            yield ProjectorPage(PageContent.STANDINGS, rows=tuple(rows), line=ranking.name)


def _table_pages(round_: RoundView, waits: TableWaits) -> Iterator[ProjectorPage]:
    """Yield pages of sixteen tables; each bracket has its own pages."""
    for part in by_bracket(round_.tables):
        shown = replace(round_, tables=tuple(part))
        for tables in _paged(shown.tables, TABLES):
            places = tuple(hall_table(shown, table, waits) for table in tables)
            yield ProjectorPage(PageContent.TABLES, round=shown, tables=places)


def _still_playing(round_: RoundView) -> RoundView:
    """The tables of a round that have not finished."""
    return replace(round_, tables=round_.open_tables)


def _winners(standings: Standings) -> Iterator[ProjectorPage]:
    """Yield the first three places of each line, unless too many share them to fit."""
    for ranking in standings.rankings:
        rows = tuple(row for row in ranking.rows if row.rank <= WINNERS)
        if 0 < len(rows) <= MOST_WINNERS:
            yield ProjectorPage(PageContent.WINNERS, rows=rows, line=ranking.name)


def _paged(items: Sequence[Item], most: int) -> list[Sequence[Item]]:
    return [items[at : at + most] for at in range(0, len(items), most)]


@event_view(Right.SEE, READ)
def projector(request: ClubRequest, event: Event) -> HttpResponse:
    """Show the projector: seating, clock, bracket, standings."""
    context = {"event": event, **_projector(request, event, 1, calling_tables(event))}
    return render(request, "tournaments/projector.html", context)


@event_view(Right.SEE, READ)
def projector_live(request: ClubRequest, event: Event) -> HttpResponse:
    """Return one projector page, for paging and refreshing."""
    number = read_whole(request.GET.get("page", ""), most=999) or 1
    calling = calling_tables(event)
    silent = event.is_stale and worker_is_silent()
    tag = f"wall-{event.pk}-{event.version}-{event.standings_version}-{number}-{silent:d}"
    page = public_page_of(event)
    tag += f"-{page.code if page else ''}"
    tag += f"-{rounds_tag(event, timezone.now())}-{hall_tag(event, calling)}"
    if answer := unchanged(request, tag):
        return answer
    context = {"event": event, **_projector(request, event, number, calling)}
    return tagged(render(request, "tournaments/_projector.html", context), tag)


def _projector(
    request: ClubRequest, event: Event, page_number: int, calling: frozenset[int]
) -> dict[str, Any]:
    overview = event_overview(event)
    current = overview.current
    standings = standings_for(event, begun=current.number if current else 0)
    bracket = bracket_view(event, overview)
    panels = [*_own_phone_panels(request, event), *_deal_panels(event, overview)]
    pages = (
        *projector_pages(
            event,
            overview,
            standings,
            bracket,
            outdated=draw_state(event).outdated,
            waits=table_waits(event, overview, calling),
        ),
        *(ProjectorPage(PageContent.PANEL, panel=panel) for panel in panels),
    )
    number = (page_number - 1) % len(pages) + 1
    playing = [view for view in overview.rounds if view.open_tables]
    clocked = [view for view in playing if getattr(view.round, "clock", None)]
    timed = clocked[-1] if clocked else current
    is_playing = timed and timed.open_tables and event.state != EventState.FINISHED
    return entry_context(event) | {
        "standings": standings,
        "addresses": [panel.address for panel in panels if panel.address],
        "page": pages[number - 1],
        "columns": columns_shown(standings),
        "number": number,
        "pages": len(pages),
        "numbers": range(1, len(pages) + 1),
        "current": current,
        "clock": clock_view(timed.round, timezone.now()) if timed and is_playing else None,
        "worker_silent": standings.is_stale and worker_is_silent(),
    }


def _own_phone_panels(request: ClubRequest, event: Event) -> Iterator[ProjectorPanel]:
    """Yield the address of the public page, while it is on."""
    if page := public_page_of(event):
        address = page.address(request, "public-rounds")
        yield ProjectorPanel(_("On your own phone"), partial(_link_panel, address), address)


def _link_panel(href: str) -> SafeString:
    text = _("Standings, tables and clock on your own phone:")
    return render_to_string("components/projector_link.html", {"href": href, "text": text})


def _deal_panels(event: Event, overview: EventOverview) -> Iterator[ProjectorPanel]:
    """Yield the deals of the last round, between rounds and at the end."""
    current = overview.current
    if not event.deals_per_round or current is None or current.open_tables:
        return
    travellers = travellers_of(event)
    for deal in travellers.deals:
        if deal.round_number == current.number:
            shown = replace(deal, rows=deal.rows[:ROWS])
            values = {"deal": shown, "travellers": travellers}
            caption = _("Deal %(number)d") % {"number": deal.number}
            yield ProjectorPanel(
                caption, partial(render_to_string, "deals/_projector_deal.html", values)
            )
