"""Seeding the entries before the draw."""

from http import HTTPStatus

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from tournaments.forms.seeds import SeedsForm
from tournaments.models import Event
from tournaments.selectors import event_overview
from tournaments.services.seeding import entries_seed
from tournaments.views.common import address, event_or_404, event_page


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.RUN)
def entries_seeds(request: ClubRequest, event_id: int) -> HttpResponse:
    """Every entry with its seed, to be typed one after the other."""
    event = event_or_404(request, event_id)
    overview = event_overview(event)
    posted = request.POST if request.method == "POST" else None
    entrants = [entrant for entrant in overview.entrants if entrant.is_active]
    seeds = dict(event.entries.values_list("number", "seed"))
    form = SeedsForm(posted, entrants=entrants, seeds=seeds)
    if posted is not None and form.is_valid() and _seeded(event, form, clear="clear" in posted):
        messages.success(request, _("The seeds are set."))
        return redirect(address("event-entries", event))
    context = {"form": form, "overview": overview, "rows": list(zip(entrants, form, strict=True))}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return event_page(
        request,
        event,
        "tournaments/seeds.html",
        context,
        tab="event-entries",
        title=_("Seeds"),
        status=status,
    )


def _seeded(event: Event, form: SeedsForm, *, clear: bool) -> bool:
    seeds = dict.fromkeys(form.seeds) if clear else form.seeds
    try:
        entries_seed(event=event, seeds=seeds)
    except ValidationError as error:
        form.refuse(error)
        return False
    return True
