"""Standings: the page, and the fragment by which it refreshes itself."""

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from scoring.models import Heartbeat
from tournaments.models import Event
from tournaments.selectors import cross_table, standings_for
from tournaments.views.common import entry_context, event_or_404, event_page
from tournaments.views.live import tagged, unchanged


@require_safe
@club_view(Right.SEE)
def standings(request: ClubRequest, event_id: int) -> HttpResponse:
    """The standings with every tie-break, and who met whom."""
    event = event_or_404(request, event_id)
    context = _context(event) | {"cross": cross_table(event)}
    return event_page(request, event, "tournaments/standings.html", context, tab="event-standings")


@require_safe
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


def worker_is_silent() -> bool:
    """Whether the worker has shown no sign of life for a while."""
    beat = Heartbeat.objects.filter(part="worker").first()
    return beat is None or beat.age.total_seconds() > settings.WORKER_SILENT_AFTER


def _context(event: Event) -> dict[str, Any]:
    found = standings_for(event)
    silent = found.is_stale and worker_is_silent()
    return entry_context(event) | {"standings": found, "worker_silent": silent}
