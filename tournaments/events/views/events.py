"""A club's events: the list, a new one, its settings, its rules."""

from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import FORM, POST, ClubRequest, club_view
from clubs.roles import Right
from clubs.selectors import picture_of
from clubs.views.common import crumbs
from core.pages import act_and_redirect, submit
from core.text import isolated
from games.presets import EventTemplate
from rules import GAMES
from tournaments.events.event_hooks import event_hooks
from tournaments.events.forms.events import EventForm, EventSearch, ReopenForm
from tournaments.events.forms.new_events import ExpectedForm, Kind, NewEventForm
from tournaments.events.forms.rules import RulesForm, StakesForm
from tournaments.events.models import Event, EventState
from tournaments.events.presets import TEMPLATES, templates_of
from tournaments.events.selectors.ending import open_tables
from tournaments.events.selectors.events import event_kinds, last_event, last_game, matching_events
from tournaments.events.selectors.next_step import too_many_rounds_text
from tournaments.events.selectors.ranking import order_proposed
from tournaments.events.services.consequences import event_weigh
from tournaments.events.services.events import (
    event_create_as_suggested,
    event_create_from_template,
    event_create_like,
    event_delete,
    event_finish,
    event_reopen,
    event_update,
)
from tournaments.events.suggestions import Suggestion
from tournaments.events.views.common import address, event_page, event_view

PAGE = 30
FEW = 8
"""So few events need no search form."""


@require_safe
@club_view(Right.SEE)
def events(request: ClubRequest) -> HttpResponse:
    """The club's events, newest first: those that ``?q=``, ``?game=`` and ``?year=`` ask for."""
    club = request.membership.club
    games, years = event_kinds(club)
    search = EventSearch(request.GET, games=games, years=years)
    filters = search.arguments()
    pages = Paginator(matching_events(club, **filters), PAGE)
    context = {
        "page": pages.get_page(request.GET.get("page")),
        "search": search,
        "is_searched": bool(filters),
        "is_searchable": bool(filters) or pages.count > FEW,
        "has_kinds": len(games) > 1,
        "has_years": len(years) > 1,
        "query": urlencode(filters),
        "may_run": request.membership.may(Right.RUN),
        "picture": picture_of(club),
    }
    return render(request, "tournaments/events.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.RUN)
def event_new(request: ClubRequest) -> HttpResponse:
    """A new event: like the last one, as suggested for the evening, or from a template.

    ``?game=``, ``?players=`` and ``?minutes=`` describe the evening; missing ones are taken from
    the club's last evening.
    """
    club, game = request.membership.club, _requested_game(request)
    last = last_event(club, game)
    evening = ExpectedForm(request.GET, game=game, last=last)
    template = next(iter(templates_of(game).values()))
    suggested = evening.suggestions(last.event.rules if last else template.rules)
    form = NewEventForm(request.POST or None, game=game, suggested=suggested, last=last)
    if answer := submit(
        request,
        form,
        lambda event: address("event-entries", event),
        lambda: _event_made(request, form.kind, last.event if last else None, form.cleaned_data),
        _("The event is set up. Who is here?"),
    ):
        return answer
    context = {
        "form": form,
        "evening": evening,
        "crumbs": crumbs((_("Events"), reverse("events", args=[club.slug])), here=_("New event")),
        "query": urlencode({name: evening[name].value() for name in evening.fields}),
        "waiting": [link for hooks in event_hooks() for link in hooks.waiting(club, game)],
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/event_new.html", context, status=status)


def _event_made(
    request: ClubRequest, kind: Kind, last: Event | None, named: dict[str, Any]
) -> Event:
    """Create the event that was chosen, under this name on this day."""
    given = {"name": named["name"], "date": named["date"], "created_by": request.user}
    club = request.membership.club
    match kind:
        case Event():
            return event_create_like(event=kind, **given)
        case Suggestion():
            return event_create_as_suggested(club=club, suggestion=kind, last=last, **given)
        case EventTemplate():
            return event_create_from_template(club=club, template=kind, **given)


def _requested_game(request: ClubRequest) -> str:
    chosen = TEMPLATES.get(request.POST.get("template", ""))
    typed = chosen.game if chosen else request.GET.get("game", "")
    return typed if typed in GAMES else last_game(request.membership.club)


@event_view(Right.RUN, FORM)
def event_settings(request: ClubRequest, event: Event) -> HttpResponse:
    """Name, date, format and tie-breaks.

    htmx requests only the settings of another format when it is chosen.
    """
    locked = event.state != EventState.DRAFT
    chosen = request.GET.get("format", "")
    form = EventForm(request.POST or None, event=event, locked=locked, chosen=chosen)
    if request.htmx and request.method == "GET":
        return render(request, "tournaments/_format_fields.html", {"form": form})
    if answer := submit(
        request,
        form,
        address("event-settings", event),
        lambda: event_update(event=event, version=form.version, **form.changes()),
        _("Saved."),
    ):
        return answer
    context = {
        "form": form,
        "groups": form.groups(),
        "proposal": None if event.state == EventState.FINISHED else order_proposed(event),
        "locked": locked,
        "too_many_rounds": too_many_rounds_text(event),
        "questions": open_tables(event).questions if locked else (),
    }
    template = "tournaments/event_settings.html"
    return event_page(request, event, template, context, tab="event-settings")


@event_view(Right.RUN, POST)
def event_rank_a_hand(request: ClubRequest, event: Event) -> HttpResponse:
    """Accept the proposal to rank by points a hand first."""
    proposal = order_proposed(event)

    def accept() -> None:
        if proposal is not None:
            event_update(event=event, tie_breaks=proposal.tie_breaks)

    return act_and_redirect(
        request, address("event-settings", event), accept, _("Points per hand now decide first.")
    )


@event_view(Right.RUN, FORM)
def event_rules(request: ClubRequest, event: Event) -> HttpResponse:
    """Show and change the rules and stakes of an event, with every option explained.

    htmx requests only the fields when another preset is previewed: its options, and its stakes with
    the present input. A preset submitted with the options of another is saved with its own options;
    the page is shown again first if something that differed would be lost.
    """
    if request.method == "POST" and event.rules_frozen:
        messages.error(request, _("The rules are frozen: a hand has been recorded under them."))
        return redirect(address("event-rules", event))
    rules, stakes = _rules_forms(request, event)
    dropped = [*rules.dropped, *stakes.dropped]
    if (
        not dropped
        and rules.is_valid()
        and (
            answer := submit(
                request,
                stakes,
                address("event-rules", event),
                lambda: _rules_save(event, rules, stakes),
                _("Rules and stakes are saved."),
            )
        )
    ):
        return answer
    if stakes.differences is not None:
        rules.conflict_show(stakes)
        stakes.differences = None
    context = {
        "rules": rules,
        "stakes": stakes,
        "frozen": event.rules_frozen,
        "dropped": dropped,
        # Open sections stay open while presets are previewed.
        "stakes_open": bool(request.htmx) and any(map(request.GET.get, stakes.amounts)),
    }
    if request.htmx and request.method == "GET":
        return render(request, "tournaments/_rules_fields.html", context)
    template = "tournaments/event_rules.html"
    return event_page(request, event, template, context, tab="event-rules")


@event_view(Right.RUN, POST)
def event_end(request: ClubRequest, event: Event) -> HttpResponse:
    words = _("The event is finished; its standings are final.")
    target = address("event-standings", event)
    unfinished = "unfinished" in request.POST
    return act_and_redirect(
        request,
        target,
        lambda: event_finish(event=event, by=request.user, unfinished=unfinished),
        words,
    )


@event_view(Right.RUN, FORM)
def event_open_again(request: ClubRequest, event: Event) -> HttpResponse:
    """Reopen a finished event, after showing the reversals and asking for a reason."""
    form = ReopenForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        return act_and_redirect(
            request,
            address("event", event),
            lambda: event_reopen(event=event, by=request.user, reason=form.cleaned_data["reason"]),
            _("The event is open again."),
        )
    if event.state != EventState.FINISHED:
        messages.info(request, _("This event is not finished."))
        return redirect(address("event", event))
    reopen = partial(event_reopen, event=event, by=request.user, reason="")
    try:
        weighed = event_weigh(event_id=event.pk, act=reopen, trial=True)
    except ValidationError as error:
        messages.info(request, " ".join(error.messages))
        return redirect(address("event", event))
    context = {
        "form": form,
        "weighed": weighed,
        "transitions": event.transitions.select_related("made_by"),
    }
    return event_page(
        request,
        event,
        "tournaments/event_reopen.html",
        context,
        tab="event-settings",
        title=_("Reopen this event"),
    )


@event_view(Right.RUN, POST)
def event_remove(request: ClubRequest, event: Event) -> HttpResponse:
    """Delete an event that was never begun."""
    return act_and_redirect(
        request,
        reverse("events", args=[event.club.slug]),
        lambda: event_delete(event=event),
        _("“%(name)s” has been deleted.") % {"name": isolated(event.name)},
        refused=address("event-settings", event),
    )


def _rules_save(event: Event, rules: RulesForm, stakes: StakesForm) -> Event:
    """Save both at once."""
    return event_update(
        event=event,
        rules=rules.cleaned_data["rules"],
        stakes=stakes.cleaned_data["stakes"],
        time_pays=stakes.cleaned_data.get("time_pays") or event.time_pays,
        version=f"{rules.version} {stakes.version}",
    )


def _rules_forms(request: ClubRequest, event: Event) -> tuple[RulesForm, StakesForm]:
    data = request.POST if request.method == "POST" else None
    rules = RulesForm(data, event=event, initial_rules=_rules_shown(request, event))
    stakes = StakesForm(
        data,
        event=event,
        rules=rules.rules_now,
        initial_stakes=request.GET.dict() if "currency" in request.GET else event.stakes,
        is_exchanged=rules.is_exchanged,
    )
    return rules, stakes


def _rules_shown(request: ClubRequest, event: Event) -> dict[str, Any]:
    """Return the event's rules, or those of a preset that the organiser previews."""
    preset = request.GET.get("preset")
    known = preset in GAMES[event.game].options.presets
    return {"preset": preset} if known and not event.rules_frozen else event.rules
