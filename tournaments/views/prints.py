"""Printed matter of a whole event: sheets at once, scorecards by the worker."""

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from scoring.models import Match
from scoring.pdf.render import render_sheets
from scoring.services.documents import document_order
from scoring.services.makers import SCORECARDS
from scoring.services.queueing import hint_on_commit
from scoring.services.scorecards import matches_for_print, sheet_build
from scoring.tasks import document_make
from scoring.views.prints import paper_for, pdf_response
from tournaments.models import Event
from tournaments.selectors import last_begun_number
from tournaments.views.common import address, event_or_404


@require_GET
@club_view(Right.SEE)
def sheets(request: ClubRequest, event_id: int) -> HttpResponse:
    """Empty score sheets for the tables of the round that has begun last."""
    event = event_or_404(request, event_id)
    number = last_begun_number(event)
    found = _matches(event).filter(game_of__table__round__number=number)
    large = request.GET.get("large") == "1"
    built = [sheet_build(match, large=large) for match in matches_for_print(found)]
    if not built:
        messages.info(request, _("Sheets can be printed once a round has begun."))
        return redirect(address("event", event))
    content = render_sheets(built, paper=paper_for(request, event.club))
    name = _("Score sheets %(event)s, round %(number)d") % {"event": event, "number": number}
    return pdf_response(content, name)


@require_POST
@club_view(Right.SEE)
def scorecards(request: ClubRequest, event_id: int) -> HttpResponse:
    """Order the scorecards of all matches that have begun, as one document."""
    event = event_or_404(request, event_id)
    keys = list(_matches(event).filter(hand_count__gt=0).values_list("pk", flat=True))
    if not keys:
        messages.info(request, _("No hand has been recorded yet."))
        return redirect(address("event", event))
    document = document_order(
        club=event.club,
        kind=SCORECARDS,
        title=_("Scorecards: %(event)s") % {"event": event.name},
        parameters={"matches": keys, "paper": paper_for(request, event.club).name.lower()},
        requested_by=request.user,
    )
    hint_on_commit(document_make, str(document.pk))
    return redirect("documents", event.club.slug)


def _matches(event: Event) -> QuerySet[Match]:
    """The event's matches, round by round, table by table."""
    found = Match.objects.filter(game_of__table__round__event=event)
    return found.order_by(
        "game_of__table__round__number", "game_of__table__number", "game_of__number"
    )
