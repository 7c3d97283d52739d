"""The bracket of an event, drawn; and the fragment by which the page refreshes itself."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from tournaments.models import Event
from tournaments.selectors.brackets import bracket_view
from tournaments.views.bracket_sheets import sheets_of
from tournaments.views.common import event_or_404, event_page
from tournaments.views.live import tagged, unchanged


@require_GET
@club_view(Right.SEE)
def bracket(request: ClubRequest, event_id: int) -> HttpResponse:
    """The brackets drawn as brackets, and the same in a table."""
    found = event_or_404(request, event_id)
    context = _context(found)
    return event_page(request, found, "tournaments/bracket.html", context, tab="event-bracket")


@require_GET
@club_view(Right.SEE)
def bracket_live(request: ClubRequest, event_id: int) -> HttpResponse:
    """The drawing alone, for the page to refresh itself."""
    found = event_or_404(request, event_id)
    tag = f"bracket-{found.pk}-{found.version}"
    if answer := unchanged(request, tag):
        return answer
    context = _context(found) | {"event": found}
    return tagged(render(request, "tournaments/_bracket.html", context), tag)


def _context(event: Event) -> dict[str, Any]:
    view = bracket_view(event)
    if view is None:
        raise Http404
    return {
        "parts": sheets_of(view),
        "champions": [view.entrants[number] for _part, number in view.bracket.champions[:1]],
    }
