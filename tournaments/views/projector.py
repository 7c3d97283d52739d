"""The wall, and the fragment by which it refreshes itself, page by page."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from games.numbers import read_whole
from tournaments.models import Event, EventState
from tournaments.selectors import event_overview, standings_for
from tournaments.selectors.brackets import bracket_view
from tournaments.selectors.clocks import clock_view, rounds_tag
from tournaments.selectors.next_step import draw_state
from tournaments.views.common import entry_context, event_or_404
from tournaments.views.live import tagged, unchanged
from tournaments.views.standings import worker_is_silent
from tournaments.views.wall import wall_columns, wall_pages


@require_safe
@club_view(Right.SEE)
def projector(request: ClubRequest, event_id: int) -> HttpResponse:
    """Where to sit, the clock, the bracket, the standings: whatever the hall wants to know now."""
    event = event_or_404(request, event_id)
    return render(request, "tournaments/projector.html", {"event": event, **_wall(event, 1)})


@require_safe
@club_view(Right.SEE)
def projector_live(request: ClubRequest, event_id: int) -> HttpResponse:
    """A page of the wall, for it to turn and to refresh itself."""
    event = event_or_404(request, event_id)
    number = read_whole(request.GET.get("page", ""), most=999) or 1
    silent = event.is_stale and worker_is_silent()
    tag = f"wall-{event.pk}-{event.version}-{event.standings_version}-{number}-{silent:d}"
    tag += f"-{rounds_tag(event, timezone.now())}"
    if answer := unchanged(request, tag):
        return answer
    context = {"event": event, **_wall(event, number)}
    return tagged(render(request, "tournaments/_projector.html", context), tag)


def _wall(event: Event, asked: int) -> dict[str, Any]:
    overview = event_overview(event)
    current = overview.current
    found = standings_for(event, begun=current.number if current else 0)
    outdated = draw_state(event).outdated
    pages = wall_pages(event, overview, found, bracket_view(event, overview), outdated)
    number = (asked - 1) % len(pages) + 1
    playing = [view for view in overview.rounds if view.open_tables]
    clocked = [view for view in playing if getattr(view.round, "clock", None)]
    timed = clocked[-1] if clocked else current
    is_playing = timed and timed.open_tables and event.state != EventState.FINISHED
    return entry_context(event) | {
        "standings": found,
        "page": pages[number - 1],
        "columns": wall_columns(found),
        "number": number,
        "pages": len(pages),
        "numbers": range(1, len(pages) + 1),
        "current": current,
        "clock": clock_view(timed.round, timezone.now()) if timed and is_playing else None,
        "worker_silent": found.is_stale and worker_is_silent(),
    }
