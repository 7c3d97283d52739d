"""Helpers of an event's pages: loading, layout, submitted forms, refusals."""

import time
from collections.abc import Callable
from threading import Lock
from typing import Any, Concatenate, Final, ParamSpec, TypeVar, cast
from weakref import WeakValueDictionary

from django.core.cache import caches
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.access import ClubRequest, row_view
from clubs.roles import Right
from core.forms import form_status
from core.pages import Message, Outcome
from core.versions import digest_of
from engine.pairings.format import sides_of
from engine.pairings.formats import FORMATS
from scoring.host import Consent, TrialResult
from scoring.views.corrections import agreement, corrected
from tournaments.events.event_hooks import EventLink, event_hooks
from tournaments.events.event_labels import bye_text, entry_labels
from tournaments.events.models import Event, EventState, Round, Table
from tournaments.events.models.rounds import Decision
from tournaments.events.selectors.brackets import has_bracket
from tournaments.events.services.consequences import event_is_past, event_weigh
from tournaments.events.services.decisions import decision_revoke

# Fragments that refresh themselves; most requests are answered with 304.


Value = TypeVar("Value")

FRESH, LONGEST = 1.0, 10.0  # seconds for which a value is cached
WORTH: Final = 20  # times as long as it took to make, on a slow machine
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
    return _cached(key, make)


def shared_by_all(tag: str, make: Callable[[], Value]) -> Value:
    """The same for public pages; ``tag`` contains everything on which the result depends."""
    return _cached(("public", get_language(), tag), make)


_GUARD: Final = Lock()
_LOCKS: Final = WeakValueDictionary[str, Lock]()


def _cached(key: tuple[object, ...], make: Callable[[], Value]) -> Value:
    """Return a value of this process's cache; of many readers who miss it one makes it.

    It is kept for a second, longer if it was slow to make. A result with a form is made for each.
    """
    pages, name = caches["pages"], digest_of(key)
    kept = pages.get(name)
    if kept is None:
        with _GUARD:
            making = _LOCKS.setdefault(name, Lock())
        with making:
            kept = pages.get(name)
            if kept is None:
                began = time.monotonic()
                fresh = make()
                seconds = min(LONGEST, max(FRESH, WORTH * (time.monotonic() - began)))
                is_personal = isinstance(fresh, str) and CSRF_FIELD in fresh
                pages.set(name, () if is_personal else (fresh,), seconds)
                return fresh
    return cast("Value", kept[0]) if kept else make()


P = ParamSpec("P")
EventView = Callable[Concatenate[ClubRequest, Event, P], HttpResponseBase]


def event_view(
    right: Right, methods: tuple[str, ...]
) -> Callable[[EventView[P]], Callable[..., HttpResponseBase]]:
    """Let members with the right in, and pass the event of their club in place of its key."""
    return row_view(right, methods, key="event_id", row_get=event_or_404)


def event_or_404(request: ClubRequest, event_id: int) -> Event:
    """Return the event if it belongs to this club."""
    events = Event.objects.select_related("club")
    return get_object_or_404(events, pk=event_id, club=request.membership.club)


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
    agreed = Consent.of(request)

    def weigh() -> TrialResult[Outcome]:
        return event_weigh(event_id=event.pk, act=action, agreed=agreed, past=past)

    def page(trial: TrialResult[Outcome]) -> HttpResponse:
        context = agreement(request, trial, address)
        template = "tournaments/consequences.html"
        return event_page(request, event, template, context, tab="event", title=title)

    return corrected(request, weigh, back=address, message=message, page=page, refused=refused)


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


def _crumbs(event: Event, tabs: list[dict[str, Any]], title: str) -> list[dict[str, Any]]:
    """Return the breadcrumb of a page; the event represents its first tab."""
    events = {"label": _("Events"), "href": reverse("events", args=[event.club.slug])}
    above = [tab for tab in tabs[1:] if tab["current"]]
    here = [*above, {"label": title}] if title else above
    here = [*here[:-1], *(crumb | {"href": ""} for crumb in here[-1:])]
    first = {"label": event.name, "href": tabs[0]["href"] if here else ""}
    return [events, first, *here]


def _tabs(request: ClubRequest, event: Event, current: str) -> list[dict[str, Any]]:
    may = request.membership.may
    runs, keeps_money = may(Right.RUN), may(Right.MONEY)
    tabs = (
        ("event", _("Rounds"), True),
        ("event-entries", entry_labels(event).plural, True),
        ("event-standings", _("Standings"), True),
        ("event-bracket", _("Bracket"), has_bracket(event)),
        ("event-sheets", _("Read sheets"), may(Right.RECORD) and _has_sheets(event)),
        ("event-deals", _("Deals"), event.deals_per_round or current == "event-deals"),
        ("event-prints", _("Print"), True),
        ("event-money", _("Money"), keeps_money),
        ("event-money-door", _("Door"), not keeps_money and may(Right.DOOR) and _takes_fees(event)),
        ("event-desk", _("Desk"), runs),
        ("event-phones", _("Phones"), runs),
        ("event-rules", _("Rules and stakes"), runs),
        ("event-settings", _("Settings"), runs),
    )
    return [
        {"label": label, "href": address(page, event), "current": page == current}
        for page, label, is_there in tabs
        if is_there
    ]


def _has_sheets(event: Event) -> bool:
    """Whether hands can be recorded, and the game has sheets for marking."""
    return event.state != EventState.DRAFT and event.presenter.marks is not None


def _takes_fees(event: Event) -> bool:
    """Whether there is an entry fee. One query."""
    money = getattr(event, "money", None)
    return money is not None and money.fee > 0


def _links(event: Event) -> list[EventLink]:
    """Return what an event belongs to, and offers to add it."""
    return [link for hooks in event_hooks() for link in hooks.links(event)]
