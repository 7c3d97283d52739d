"""An evening read in from a spreadsheet, and taken back."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from clubs.access import POST, ClubRequest, club_view
from clubs.roles import Right
from clubs.views.common import crumbs
from core.pages import act_and_redirect
from core.text import isolated
from tournaments.events.forms.totals import TotalsForm
from tournaments.events.models import Event
from tournaments.events.selectors.events import last_game
from tournaments.events.services.totals import event_read_in, event_take_back
from tournaments.events.views.common import address, event_view

STEPS = ("review", "save")


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.RUN)
def event_read(request: ClubRequest) -> HttpResponse:
    """Paste or send a spreadsheet, look at what would become of each line, then save."""
    club = request.membership.club
    sent = request.POST if request.method == "POST" else None
    form = TotalsForm(sent, request.FILES, club=club, game=last_game(club))
    step = request.POST.get("step")
    events = _("Events"), reverse("events", args=[club.slug])
    here = _("Import an evening")
    if step not in STEPS or not form.is_valid():
        if step == "edit":
            # What was typed stays, without complaint about what is to be mended.
            initial = {name: form.data.get(name) for name in form.fields}
            form = TotalsForm(club=club, game=last_game(club))
            form.initial = initial
        status = 422 if step in STEPS else 200
        shown = {"form": form, "crumbs": crumbs(events, here=here)}
        return render(request, "tournaments/event_read.html", shown, status=status)
    status = 200
    if step == "save":
        if form.is_ready and (event := _saved(request, form)):
            return redirect(address("event", event))
        status = 422
    way = crumbs(events, (here, request.path), here=_("Preview"))
    shown = {"form": form, "crumbs": way, "is_asked": step == "save"}
    return render(request, "tournaments/event_read_review.html", shown, status=status)


def _saved(request: ClubRequest, form: TotalsForm) -> Event | None:
    """Read the evening in; None where the form now says what is wrong."""
    entries, made = form.entries(), None
    with form.problems_shown():
        made = event_read_in(
            club=form.club,
            template=form.event_template,
            name=form.event_name,
            date=form.cleaned_data["date"],
            entries=entries,
            by=request.user,
        )
        message = ngettext(
            "The evening is read in with %(count)d entry.",
            "The evening is read in with %(count)d entries.",
            len(entries),
        )
        messages.success(request, message % {"count": len(entries)})
    return made


@event_view(Right.RUN, POST)
def event_back(request: ClubRequest, event: Event) -> HttpResponse:
    """Take an evening that was read in back, with the players added for it."""
    return act_and_redirect(
        request,
        reverse("events", args=[event.club.slug]),
        lambda: event_take_back(event=event),
        _("“%(name)s” has been taken back.") % {"name": isolated(event.name)},
        refused=address("event", event),
    )
