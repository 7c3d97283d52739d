"""The bracket of an event, drawn; and the fragment by which the page refreshes itself."""

from typing import Any

from django.db.models import Max
from django.http import HttpResponse
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
    """The brackets drawn as brackets, and the same in a table; empty where the format has none."""
    found = event_or_404(request, event_id)
    context = _context(found)
    return event_page(request, found, "tournaments/bracket.html", context, tab="event-bracket")


@require_GET
@club_view(Right.SEE)
def bracket_live(request: ClubRequest, event_id: int) -> HttpResponse:
    """The drawing alone, for the page to refresh itself."""
    found = event_or_404(request, event_id)
    # A round planned anew is a new row; planning alone does not raise the version.
    newest = found.rounds.aggregate(newest=Max("pk"))["newest"]
    tag = f"bracket-{found.pk}-{found.version}-{newest}"
    if answer := unchanged(request, tag):
        return answer
    context = _context(found) | {"event": found}
    return tagged(render(request, "tournaments/_bracket.html", context), tag)


def _context(event: Event) -> dict[str, Any]:
    view = bracket_view(event)
    champion = view and view.bracket.champion
    return {
        "parts": sheets_of(view) if view else (),
        "champion": view.entrants[champion] if view and champion else None,
    }
