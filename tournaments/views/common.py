"""Helpers of an event's pages: loading, layout, submitted forms, refusals."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Concatenate, Final, ParamSpec, TypeVar, cast

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.access import ClubRequest, row_view
from clubs.forms.versions import form_status
from clubs.roles import Right
from core.fields import ServiceForm, closed_text
from core.transactions import Closed
from games.wording import speak
from pairings.format import sides_of
from pairings.formats import FORMATS
from tournaments.event_labels import bye_text, entry_labels
from tournaments.event_parts import EventLink, EventTab, PanelPlace, event_parts
from tournaments.models import Event, Round, Table
from tournaments.models.rounds import Decision
from tournaments.selectors.brackets import has_bracket
from tournaments.services.consequences import event_is_past, event_weigh
from tournaments.services.decisions import decision_revoke

# Fragments that refresh themselves; most requests are answered with 304.


Value = TypeVar("Value")

FRESH, LONGEST = 1.0, 10.0  # seconds for which a value is cached
WORTH: Final = 20  # times as long as it took to make, on a slow machine
MOST: Final = 64  # values in one process
CSRF_FIELD: Final = "csrfmiddlewaretoken"  # a result with this has a form of one person


def unchanged(request: HttpRequest, tag: str) -> HttpResponse | None:
    """Return the answer 304 if the browser has this version already."""
    answer = get_conditional_response(request, etag=f'"{tag}"')
    return answer if isinstance(answer, HttpResponseNotModified) else None


def tagged(response: HttpResponse, tag: str) -> HttpResponse:
    """Let the browser cache this version and revalidate it each time."""
    response["ETag"] = f'"{tag}"'
    response["Cache-Control"] = "private, no-cache"
    return response


def audience(request: ClubRequest) -> str:
    """Return a cache key of readers with the same view: role and language."""
    return f"{request.membership.role}-{get_language()}"


def shared(request: ClubRequest, event: Event, tag: str, make: Callable[[], Value]) -> Value:
    """Return the result of ``make``, cached for a second for everybody of one role.

    Nothing is cached for those who run events, so that they see their own changes.

    The key has the club, the event with its versions and its time of creation, the role and the
    language, so no club or role gets another's page. A result with a form is personal and not
    cached. ``tag`` adds anything else on which the result depends; it must not be personal.
    """
    if request.membership.may(Right.RUN):
        return make()
    versions = (event.pk, event.created_at, event.version, event.standings_version)
    key = (request.membership.club_id, *versions, audience(request), tag)
    return _SHELF.get(key, make)


def shared_by_all(tag: str, make: Callable[[], Value]) -> Value:
    """The same for public pages; ``tag`` contains everything on which the result depends."""
    return _SHELF.get(("public", get_language(), tag), make)


class _Shelf:
    """A cache of this process: a second for each value, longer for values slow to compute."""

    def __init__(self) -> None:
        self.values: OrderedDict[Hashable, tuple[float, Any]] = OrderedDict()
        self.lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        began = time.monotonic()
        with self.lock:
            until, value = self.values.get(key, (0.0, None))
        if began < until:
            return cast("Value", value)
        fresh = make()
        if not (isinstance(fresh, str) and CSRF_FIELD in fresh):
            now = time.monotonic()
            until = now + min(LONGEST, max(FRESH, WORTH * (now - began)))
            with self.lock:
                self.values[key] = (until, fresh)
                self.values.move_to_end(key)
                while len(self.values) > MOST:
                    self.values.popitem(last=False)
        return fresh


_SHELF: Final = _Shelf()


Outcome = TypeVar("Outcome")
P = ParamSpec("P")
EventView = Callable[Concatenate[ClubRequest, Event, P], HttpResponseBase]


def event_view(
    right: Right, methods: tuple[str, ...]
) -> Callable[[EventView[P]], Callable[..., HttpResponseBase]]:
    """Let members with the right in, and pass the event of their club in place of its key."""
    return row_view(right, methods, key="event_id", row_get=event_or_404)


def event_or_404(request: ClubRequest, event_id: int) -> Event:
    """Return the event if it belongs to this club, and activate its labels."""
    event = get_object_or_404(
        Event.objects.select_related("club"), pk=event_id, club=request.membership.club
    )
    speak(event.says)
    return event


def round_or_404(event: Event, number: int) -> Round:
    return get_object_or_404(event.rounds, number=number)


def table_or_404(event: Event, number: int, table: int) -> Table:
    """Return a table of the event's round of that number."""
    known = Table.objects.select_related("round")
    return get_object_or_404(known, round__event=event, round__number=number, number=table)


def address(name: str, event: Event, *more: Any) -> str:
    """Return the address of one of the event's pages."""
    return reverse(name, args=[event.club.slug, event.pk, *more])


def event_page(
    request: ClubRequest,
    event: Event,
    template: str,
    context: dict[str, Any],
    *,
    tab: str,
    title: str = "",
    status: int | None = None,
) -> HttpResponse:
    """Render a page in the event's frame: breadcrumb, heading, tabs.

    ``title`` names a page below a tab; other pages have the title of their tab. The status is
    that of the forms of the context, unless another is given.
    """
    forms = (value for value in context.values() if isinstance(value, BaseForm))
    shown = form_status(*forms)
    tabs = shared(request, event, f"tabs-{tab}", lambda: _tabs(request, event, tab))
    frame = {
        "event": event,
        **entry_context(event),
        "crumbs": _crumbs(event, tabs, title),
        "tabs": tabs,
        "title": title or next((item["label"] for item in tabs[1:] if item["current"]), ""),
        "may_run": request.membership.may(Right.RUN),
        "may_record": request.membership.may(Right.RECORD),
        "event_links": shared(request, event, "event_links", lambda: _links(event)),
    }
    return render(request, template, frame | context, status=status or shown)


def entry_context(event: Event) -> dict[str, Any]:
    """Return the template context for entries and tables.

    ``versus`` if two sides meet there; ``single`` if an entry is one player.
    """
    format_ = FORMATS[event.format]
    return {
        "labels": entry_labels(event),
        "single": format_.lineup == 1,
        "versus": sides_of(event.game) == 2,
        "least": format_.entries_a_table(event.game),
        "bye_scores": bye_text(event),
    }


Message = str | Callable[[Outcome], str]
"""A message, or a function that makes it from the outcome."""


def sent(
    request: HttpRequest,
    form: ServiceForm,
    address: str | Callable[[Outcome], str],
    action: Callable[[], Outcome],
    message: Message[Outcome] = "",
) -> HttpResponse | None:
    """Process a valid submitted form, show a message and redirect.

    Return None if the page with the form is to be shown: nothing was submitted, or the form now has
    errors, and nothing has changed.
    """
    if request.method == "POST" and form.is_bound and form.is_valid():
        with form.problems_shown():
            with transaction.atomic():
                outcome = action()
            _say(request, message, outcome)
            return redirect(address if isinstance(address, str) else address(outcome))
    return None


def done(
    request: HttpRequest, address: str, action: Callable[[], Outcome], message: Message[Outcome]
) -> HttpResponse:
    """Act and show a message, or the refusal; then redirect."""
    try:
        outcome = action()
    except ValidationError as error:
        refusal_say(request, error)
    else:
        _say(request, message, outcome)
    return redirect(address)


def _say(request: HttpRequest, message: Message[Outcome], outcome: Outcome) -> None:
    if text := message if isinstance(message, str) else message(outcome):
        messages.success(request, text)


def weighed(
    request: ClubRequest,
    event: Event,
    address: str,
    action: Callable[[], Outcome],
    message: Message[Outcome],
    *,
    title: str,
    past: Callable[[Event], bool] = event_is_past,
    refused: Callable[[ValidationError], HttpResponse] | None = None,
) -> HttpResponse:
    """Act, but show the consequences first if ``past`` play may be affected.

    The page with the consequences resubmits the same form with a mark of them. A refusal is shown
    by ``refused``, else as a message.
    """
    try:
        trial = event_weigh(
            event_id=event.pk, act=action, agreed=request.POST.get("agreed", ""), past=past
        )
    except ValidationError as error:
        if refused is not None and not isinstance(error, Closed):
            return refused(error)
        refusal_say(request, error)
        return redirect(address)
    if trial.is_kept:
        _say(request, message, trial.outcome)
        return redirect(address)
    fields = [(name, value) for name in request.POST for value in request.POST.getlist(name)]
    context = {
        "weighed": trial,
        "sent": [field for field in fields if field[0] not in {"agreed", CSRF_FIELD}],
        "back": address,
    }
    return event_page(
        request, event, "tournaments/consequences.html", context, tab="event", title=title
    )


def revoked(request: ClubRequest, event: Event, decision: Decision, address: str) -> HttpResponse:
    """Take a decision back, its consequences shown first."""
    return weighed(
        request,
        event,
        address,
        lambda: decision_revoke(decision=decision, by=request.user),
        _("It is taken back and no longer counts."),
        title=_("Before it is taken back"),
    )


def refusal_say(request: HttpRequest, error: ValidationError) -> None:
    """Show a refusal; for a finished event with a link to the page that reopens it."""
    if isinstance(error, Closed):
        messages.error(request, closed_text(error))
        return
    for message in error.messages:
        messages.error(request, message)


def _crumbs(event: Event, tabs: list[dict[str, Any]], title: str) -> list[dict[str, Any]]:
    """Return the breadcrumb of a page; the event represents its first tab."""
    events = {"label": _("Events"), "href": reverse("events", args=[event.club.slug])}
    if not title:
        return [events, {"label": event.name, "href": ""}]
    above = [tab for tab in tabs[1:] if tab["current"]]
    first = {"label": event.name, "href": tabs[0]["href"]}
    return [events, first, *above, {"label": title, "href": ""}]


def _tabs(request: ClubRequest, event: Event, current: str) -> list[dict[str, Any]]:
    tabs = [
        EventTab(10, "event", _("Rounds")),
        EventTab(20, "event-entries", entry_labels(event).plural),
        EventTab(30, "event-standings", _("Standings")),
        EventTab(60, "event-prints", _("Print")),
    ]
    if has_bracket(event):
        tabs.append(EventTab(40, "event-bracket", _("Bracket")))
    if request.membership.may(Right.RUN):
        tabs.append(EventTab(90, "event-rules", _("Rules and stakes")))
        tabs.append(EventTab(100, "event-settings", _("Settings")))
    for part in event_parts():
        tabs += part.tabs(request, event, current)
    return [
        {"label": tab.label, "href": address(tab.page, event), "current": tab.page == current}
        for tab in sorted(tabs, key=lambda tab: tab.position)
    ]


def _links(event: Event) -> list[EventLink]:
    """Return what an event belongs to, and offers to add it."""
    return [link for part in event_parts() for link in part.links(event)]


def panels(request: ClubRequest, event: Event, place: PanelPlace) -> list[SafeString]:
    """Return what the apps above put at a place of an event's pages."""
    return [panel for part in event_parts() for panel in part.panels(request, event, place)]
