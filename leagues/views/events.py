"""An event that is there already, given a place in a season."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from leagues.forms.evenings import GatherForm
from leagues.models import Evening, Season
from leagues.services.evenings import evening_event_attach
from leagues.services.event_links import event_gather
from leagues.views.common import address
from tournaments.models import Event
from tournaments.views.common import event_or_404, event_page


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.RUN)
def event_season(request: ClubRequest, event_id: int) -> HttpResponse:
    """Choose the evening that an event counts as."""
    event = event_or_404(request, event_id)
    form = GatherForm(request.POST or None, event=event)
    if request.method == "POST" and form.is_valid():
        with form.problems_shown():
            evening = _gathered(event, form.chosen())
            messages.success(request, _("The event counts for this evening."))
            return redirect(address("season-evening", evening.season, evening.number))
    return event_page(
        request,
        event,
        "leagues/event_season.html",
        {"form": form},
        tab="event",
        title=_("Let it count in a season"),
        status=422 if form.errors else 200,
    )


def _gathered(event: Event, place: Evening | Season) -> Evening:
    if isinstance(place, Season):
        return event_gather(event=event, season=place)
    return evening_event_attach(evening=place, event=event)
