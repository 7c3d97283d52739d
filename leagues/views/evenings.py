"""The evenings of a season, and an event given a place in one."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import FORM, ClubRequest, club_view
from clubs.roles import Right
from core.forms import form_status
from core.pages import act_and_redirect, submit
from core.text import isolated
from leagues.forms.evenings import AttachEventForm, AttachForm, EveningForm, EveningsForm
from leagues.models import Contender, Evening, Joker, Season
from leagues.selectors.seasons import beside, calendar_of, roll_of
from leagues.services.evenings import (
    absence_clear,
    absence_note,
    evening_event_attach,
    evening_event_create,
    evening_remove,
    evening_update,
    evenings_add,
    event_gather,
    joker_declare,
    joker_take_back,
)
from leagues.views.pages import address, season_or_404, season_page, season_view
from tournaments.events.models import Event
from tournaments.events.views.common import event_page, event_view


@season_view(Right.SEE, FORM)
def calendar(request: ClubRequest, season: Season) -> HttpResponse:
    """All evenings, and the row in which more are added."""
    posted = request.method == "POST"
    if posted and not request.membership.may(Right.RUN):
        raise PermissionDenied
    form = EveningsForm(request.POST if posted else None, season=season)
    answer = submit(
        request,
        form,
        address("season-calendar", season),
        lambda: evenings_add(
            season=season, dates=form.dates(), division=form.cleaned_data["division"]
        ),
        lambda added: (
            ngettext("%(count)d evening added.", "%(count)d evenings added.", len(added))
            % {"count": len(added)}
        ),
    )
    if answer:
        return answer
    divided = season.divisions.count() > 1
    context = {"form": form, "evenings": calendar_of(season), "divided": divided}
    status = 422 if form.errors else 200
    template = "leagues/calendar.html"
    return season_page(request, season, template, context, tab="season-calendar", status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.SEE)
def evening(request: ClubRequest, season_id: int, number: int) -> HttpResponse:
    """Show the expected contenders of an evening, its date and its division."""
    season, evening = _evening(request, season_id, number)
    posted = request.method == "POST"
    if posted and not request.membership.may(Right.RUN):
        raise PermissionDenied
    form = EveningForm(request.POST if posted else None, evening=evening)
    answer = submit(
        request,
        form,
        address("season-evening", season, number),
        lambda: evening_update(evening=evening, version=form.version, **form.cleaned_data),
        _("Saved."),
    )
    if answer:
        return answer
    context = {
        "form": form,
        "attach_form": AttachForm(season=season),
        "evening": evening,
        "roll": roll_of(evening),
        "held": evening.is_held,
        "beside": beside(evening),
    }
    return season_page(
        request,
        season,
        "leagues/evening.html",
        context,
        tab="season-calendar",
        status=form_status(form),
        below=_below(evening),
    )


@require_POST
@club_view(Right.RUN)
def evening_make(request: ClubRequest, season_id: int, number: int) -> HttpResponse:
    """Create the event of an evening and enter everybody expected."""
    season, evening = _evening(request, season_id, number)
    return act_and_redirect(
        request,
        lambda event: reverse("event-entries", args=[season.club.slug, event.pk]),
        lambda: evening_event_create(evening=evening, created_by=request.user),
        _("The evening is set up, and those who are coming are entered."),
        refused=address("season-evening", season, number),
    )


@require_POST
@club_view(Right.RUN)
def evening_attach(request: ClubRequest, season_id: int, number: int) -> HttpResponse:
    """Let an existing event count for an evening, or detach the event."""
    season, evening = _evening(request, season_id, number)
    target = address("season-evening", season, number)
    if "detach" in request.POST:
        message = _("The event no longer counts.")
        return act_and_redirect(
            request, target, lambda: evening_event_attach(evening=evening, event=None), message
        )
    form = AttachForm(request.POST, season=season)
    if not form.is_valid():
        messages.error(request, _("Choose an event."))
        return redirect(target)
    event = form.cleaned_data["event"]
    message = _("The event counts for this evening.")
    return act_and_redirect(
        request, target, lambda: evening_event_attach(evening=evening, event=event), message
    )


@require_POST
@club_view(Right.RUN)
def evening_take_out(request: ClubRequest, season_id: int, number: int) -> HttpResponse:
    season, evening = _evening(request, season_id, number)
    target = address("season-calendar", season)
    message = _("Evening %(number)d has been removed.") % {"number": number}
    return act_and_redirect(request, target, lambda: evening_remove(evening=evening), message)


@require_POST
@club_view(Right.RUN)
def absence(request: ClubRequest, season_id: int, number: int, contender_id: int) -> HttpResponse:
    """Set the state of a contender: ``comes``, ``noticed`` or ``unnoticed``."""
    season, evening = _evening(request, season_id, number)
    contender = get_object_or_404(Contender, season=season, pk=contender_id)
    state = request.POST.get("state", "")
    target = f"{address('season-evening', season, number)}#who-{contender_id}"
    if state == "comes":
        message = _("%(name)s is coming.") % {"name": isolated(contender)}
        return act_and_redirect(
            request, target, lambda: absence_clear(evening=evening, contender=contender), message
        )
    noticed = state == "noticed"
    said = _("%(name)s is absent with notice.") if noticed else _("%(name)s is absent.")
    return act_and_redirect(
        request,
        target,
        lambda: absence_note(evening=evening, contender=contender, noticed=noticed),
        said % {"name": isolated(contender)},
    )


@require_POST
@club_view(Right.RUN)
def joker(request: ClubRequest, season_id: int, number: int, contender_id: int) -> HttpResponse:
    """Declare a contender's joker for an evening, or take it back."""
    season, evening = _evening(request, season_id, number)
    contender = get_object_or_404(Contender, season=season, pk=contender_id)
    target = f"{address('season-evening', season, number)}#who-{contender_id}"
    name = {"name": isolated(contender)}
    if "back" in request.POST:
        declared = get_object_or_404(Joker, evening=evening, contender=contender)
        message = _("%(name)s has the joker back.") % name
        return act_and_redirect(request, target, lambda: joker_take_back(joker=declared), message)
    message = _("The evening counts double for %(name)s.") % name
    return act_and_redirect(
        request, target, lambda: joker_declare(evening=evening, contender=contender), message
    )


def _below(evening: Evening) -> list[tuple[str, str]]:
    """Return the breadcrumbs from the season to one of its evenings."""
    here = _("Evening %(number)d") % {"number": evening.number}
    return [
        (pgettext("of a season", "Calendar"), address("season-calendar", evening.season)),
        (here, ""),
    ]


def _evening(request: ClubRequest, season_id: int, number: int) -> tuple[Season, Evening]:
    season = season_or_404(request, season_id)
    known = Evening.objects.select_related("event", "division", "season__club")
    return season, get_object_or_404(known, season=season, number=number)


@event_view(Right.RUN, FORM)
def event_season(request: ClubRequest, event: Event) -> HttpResponse:
    """Choose the evening that an event counts as."""
    form = AttachEventForm(request.POST or None, event=event)
    answer = submit(
        request,
        form,
        lambda evening: address("season-evening", evening.season, evening.number),
        lambda: _gathered(event, form.chosen()),
        _("The event counts for this evening."),
    )
    return answer or event_page(
        request,
        event,
        "leagues/event_season.html",
        {"form": form},
        tab="event",
        title=_("Add to a season"),
        status=422 if form.errors else 200,
    )


def _gathered(event: Event, place: Evening | Season) -> Evening:
    if isinstance(place, Season):
        return event_gather(event=event, season=place)
    return evening_event_attach(evening=place, event=event)
