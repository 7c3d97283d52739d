"""Rounds: the event's front page, planning, beginning, the draw for the notice board."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from tournaments.models import Round
from tournaments.selectors import balance_of, event_overview, lots_of
from tournaments.services.rounds import round_begin, round_undo_begin, rounds_plan
from tournaments.views.common import address, done, entry_context, event_or_404, event_page
from tournaments.views.live import tagged, unchanged
from tournaments.words import entry_words


@require_GET
@club_view(Right.SEE)
def event(request: ClubRequest, event_id: int) -> HttpResponse:
    """The rounds of an event with their tables, and what to do next."""
    found = event_or_404(request, event_id)
    context = {"overview": event_overview(found)}
    return event_page(request, found, "tournaments/event.html", context, tab="event")


@require_GET
@club_view(Right.SEE)
def rounds_live(request: ClubRequest, event_id: int) -> HttpResponse:
    """The rounds alone, for the page to refresh itself."""
    found = event_or_404(request, event_id)
    tag = f"rounds-{found.pk}-{found.version}"
    return unchanged(request, tag) or tagged(
        render(
            request,
            "tournaments/_rounds.html",
            {
                "event": found,
                **entry_context(found),
                "overview": event_overview(found),
                "may_run": request.membership.may(Right.RUN),
                "may_record": request.membership.may(Right.RECORD),
            },
        ),
        tag,
    )


@require_GET
@club_view(Right.SEE)
def draw(request: ClubRequest, event_id: int) -> HttpResponse:
    """All rounds on one page, to be printed and hung up; with the lots that were drawn."""
    found = event_or_404(request, event_id)
    overview = event_overview(found)
    context = {
        "overview": overview,
        "lots": lots_of(found, overview),
        "balance": balance_of(overview),
    }
    return event_page(request, found, "tournaments/draw.html", context, tab="event")


@require_POST
@club_view(Right.RUN)
def plan(request: ClubRequest, event_id: int) -> HttpResponse:
    """Draw the rounds that have not begun."""
    found = event_or_404(request, event_id)
    shuffle = "shuffle" in request.POST
    return done(
        request,
        address("event", found),
        lambda: rounds_plan(event=found, shuffle=shuffle),
        _("The rounds are drawn."),
    )


@require_POST
@club_view(Right.RUN)
def begin(request: ClubRequest, event_id: int, number: int) -> HttpResponse:
    """Begin a round: its tables are set up."""
    found = event_or_404(request, event_id)
    round_ = get_object_or_404(Round, event=found, number=number)
    words = entry_words(found).round_begun % {"number": number}
    return done(request, address("event", found), lambda: round_begin(round=round_), words)


@require_POST
@club_view(Right.RUN)
def begin_undo(request: ClubRequest, event_id: int, number: int) -> HttpResponse:
    """Take the beginning of a round back."""
    found = event_or_404(request, event_id)
    round_ = get_object_or_404(Round, event=found, number=number)
    words = _("Round %(number)d is planned again.") % {"number": number}
    return done(request, address("event", found), lambda: round_undo_begin(round=round_), words)
