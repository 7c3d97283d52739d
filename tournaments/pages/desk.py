"""The desk: one page for the organiser with the state of every table, disputes and calls."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.access import POST, READ, ClubRequest
from clubs.roles import Right
from core.pages import act_and_redirect
from tournaments.deals.selectors.deals import contradicting_hands
from tournaments.events.models import Event, Game
from tournaments.events.selectors.clocks import rounds_tag
from tournaments.events.selectors.hall import hall_tag
from tournaments.events.selectors.rounds import event_overview
from tournaments.events.views.common import (
    address,
    entry_context,
    event_page,
    event_view,
    tagged,
    unchanged,
)
from tournaments.phones.selectors.desk import calling_tables, desk_of, table_waits
from tournaments.phones.services.table_hands import call_acknowledge, dispute_settle


@event_view(Right.RUN, READ)
def desk(request: ClubRequest, event: Event) -> HttpResponse:
    """Show the state of every table, what blocks the next round, and calls."""
    context = _context(event, calling_tables(event))
    return event_page(request, event, "phones/desk.html", context, tab="event-desk")


@event_view(Right.RUN, READ)
def desk_live(request: ClubRequest, event: Event) -> HttpResponse:
    """The same alone, for the page to refresh itself."""
    calling = calling_tables(event)
    tag = f"desk-{event.pk}-{event.version}-{rounds_tag(event, timezone.now())}"
    tag += f"-{hall_tag(event, calling)}-{get_language()}"
    if answer := unchanged(request, tag):
        return answer
    context = _context(event, calling) | entry_context(event) | {"event": event}
    return tagged(render(request, "phones/_desk.html", context), tag)


@event_view(Right.RUN, POST)
def acknowledge(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """Say that somebody is on the way to a table."""
    words = _("Table %(table)d knows that you are on the way.") % {"table": number}
    return act_and_redirect(
        request,
        address("event-desk", event),
        lambda: call_acknowledge(event=event, number=number, by=request.user),
        words,
    )


@event_view(Right.RUN, POST)
def settle(request: ClubRequest, event: Event, number: int, table: int, game: int) -> HttpResponse:
    """Settle what is open at a table in favour of the present record."""
    at = {"table__round__event": event, "table__round__number": number, "table__number": table}
    row = get_object_or_404(Game, number=game, **at)
    match = reverse("match", args=[event.club.slug, row.match_id])
    return act_and_redirect(
        request,
        match if "from-match" in request.POST else address("event-desk", event),
        lambda: dispute_settle(match_id=row.match_id, by=request.user),
        _("It counts as recorded."),
    )


def _context(event: Event, calling: frozenset[int]) -> dict[str, Any]:
    overview = event_overview(event, ahead=False)
    return {
        "desk": desk_of(event, overview, table_waits(event, overview, calling)),
        "following": overview.following,
        "other_deals": contradicting_hands(event),
    }
