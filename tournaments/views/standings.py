"""Standings: the page, the wall, and the fragments by which both refresh themselves."""

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from scoring.models import Heartbeat
from tournaments.models import Event
from tournaments.selectors import Standings, cross_table, event_overview, standings_for
from tournaments.selectors.clocks import clock_tag, clock_view
from tournaments.views.common import entry_context, event_or_404, event_page
from tournaments.views.live import tagged, unchanged

WALL_ROWS = 16


@require_GET
@club_view(Right.SEE)
def standings(request: ClubRequest, event_id: int) -> HttpResponse:
    """The standings with every tie-break, and who met whom."""
    event = event_or_404(request, event_id)
    context = _context(event) | {"cross": cross_table(event)}
    return event_page(request, event, "tournaments/standings.html", context, tab="event-standings")


@require_GET
@club_view(Right.SEE)
def standings_live(request: ClubRequest, event_id: int) -> HttpResponse:
    """The tables alone, for the page to refresh itself."""
    event = event_or_404(request, event_id)
    silent = event.is_stale and worker_is_silent()
    tag = f"standings-{event.pk}-{event.version}-{event.standings_version}-{silent:d}"
    if answer := unchanged(request, tag):
        return answer
    context = _context(event) | {"event": event, "cross": cross_table(event)}
    return tagged(render(request, "tournaments/_standings.html", context), tag)


@require_GET
@club_view(Right.SEE)
def projector(request: ClubRequest, event_id: int) -> HttpResponse:
    """The standings on the wall."""
    event = event_or_404(request, event_id)
    return render(request, "tournaments/projector.html", {"event": event, **_wall(request, event)})


@require_GET
@club_view(Right.SEE)
def projector_live(request: ClubRequest, event_id: int) -> HttpResponse:
    """What the wall shows, page by page, for it to refresh itself."""
    event = event_or_404(request, event_id)
    wall = _wall(request, event)
    tag = f"wall-{event.pk}-{event.version}-{event.standings_version}-{wall['number']}"
    tag += f"-{wall['worker_silent']:d}-{clock_tag(event)}"
    if answer := unchanged(request, tag):
        return answer
    response = render(request, "tournaments/_projector.html", {"event": event, **wall})
    return tagged(response, tag)


def worker_is_silent() -> bool:
    """Whether the worker has shown no sign of life for a while."""
    beat = Heartbeat.objects.filter(part="worker").first()
    return beat is None or beat.age.total_seconds() > settings.WORKER_SILENT_AFTER


def _context(event: Event) -> dict[str, Any]:
    found = standings_for(event)
    silent = found.is_stale and worker_is_silent()
    return entry_context(event) | {"standings": found, "worker_silent": silent}


def _wall(request: ClubRequest, event: Event) -> dict[str, Any]:
    found = standings_for(event)
    pages = max(1, -(-len(found.rows) // WALL_ROWS))
    asked = request.GET.get("page", "1")
    number = (int(asked) - 1) % pages + 1 if asked.isdecimal() and len(asked) < 4 else 1
    current = event_overview(event).current
    return entry_context(event) | {
        "standings": found,
        "rows": found.rows[(number - 1) * WALL_ROWS : number * WALL_ROWS],
        "columns": _wall_columns(found),
        "number": number,
        "pages": pages,
        "numbers": range(1, pages + 1),
        "following": number % pages + 1,
        "current": current,
        "clock": clock_view(current.round, timezone.now()) if current else None,
        "worker_silent": found.is_stale and worker_is_silent(),
    }


def _wall_columns(found: Standings) -> list[int]:
    """The places of the columns that the wall has room for: games and what decides first."""
    decides = [
        place
        for place, column in enumerate(found.columns)
        if column.decides and not column.metric.needs_tie
    ]
    return [0, *decides[:3]]
