"""Standings: the page, and the fragment by which it refreshes itself."""

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from clubs.access import ClubRequest, club_view
from clubs.models import Heartbeat
from clubs.roles import Right
from tournaments.models import Event
from tournaments.selectors import cross_table, standings_for
from tournaments.views.common import entry_context, event_or_404, event_page
from tournaments.views.live import audience, shared, tagged, unchanged


@require_safe
@club_view(Right.SEE)
def standings(request: ClubRequest, event_id: int) -> HttpResponse:
    """The standings with every tie-break, and who met whom."""
    event = event_or_404(request, event_id)
    context = {"standings_html": _standings_html(request, event)}
    return event_page(request, event, "tournaments/standings.html", context, tab="event-standings")


@require_safe
@club_view(Right.SEE)
def standings_live(request: ClubRequest, event_id: int) -> HttpResponse:
    """The tables alone, for the page to refresh itself."""
    event = event_or_404(request, event_id)
    silent = event.is_stale and worker_is_silent()
    tag = f"standings-{event.pk}-{event.version}-{event.standings_version}-{silent:d}"
    tag += f"-{audience(request)}"
    return unchanged(request, tag) or tagged(HttpResponse(_standings_html(request, event)), tag)


def _standings_html(request: ClubRequest, event: Event) -> SafeString:
    """The tables as everybody of one role sees them."""

    def rendered() -> SafeString:
        context = _context(event) | {"event": event, "cross": cross_table(event)}
        return render_to_string("tournaments/_standings.html", context, request)

    return shared(request, event, "standings", rendered)


def worker_is_silent() -> bool:
    """Whether the worker has shown no sign of life for a while."""
    beat = Heartbeat.objects.filter(part="worker").first()
    return beat is None or beat.age.total_seconds() > settings.WORKER_SILENT_AFTER


def _context(event: Event) -> dict[str, Any]:
    found = standings_for(event)
    silent = found.is_stale and worker_is_silent()
    return entry_context(event) | {"standings": found, "worker_silent": silent}
