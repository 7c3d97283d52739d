"""Everything that can be printed for an event: short things at once, long ones by the worker."""

from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ClubRequest, club_view
from clubs.queueing import enqueue_on_commit
from clubs.roles import Right
from prints.documents import NothingToPrintError
from prints.event_prints import (
    EventPrint,
    Facts,
    Phase,
    Wish,
    event_print_now,
    event_print_order,
    facts_of,
    print_is_short,
    prints_for,
)
from prints.forms import WishForm
from prints.tasks import document_make
from prints.views.matches import pdf_response
from tournaments.models import Event
from tournaments.selectors.next_step import draw_state
from tournaments.views.common import address, event_or_404, event_page

LOCAL: Final = {"localhost", "127.0.0.1"}
"""Where a computer reaches only itself."""


@require_safe
@club_view(Right.SEE)
def prints(request: ClubRequest, event_id: int) -> HttpResponse:
    """The list, by when things are wanted, each with what may be chosen."""
    event = event_or_404(request, event_id)
    facts = facts_of(event)
    found = prints_for(facts.event, request.membership)
    site = _site(request)
    rows = [(row, row.missing(facts), WishForm(row=row, facts=facts, site=site)) for row in found]
    phases = [(phase, [row for row in rows if row[0].phase is phase]) for phase in Phase]
    context = {
        "phases": [(phase, group) for phase, group in phases if group],
        "outdated": draw_state(event).outdated,
        "is_local": request.get_host().partition(":")[0] in LOCAL,
    }
    return event_page(request, event, "tournaments/prints.html", context, tab="event-prints")


@require_safe
@club_view(Right.SEE)
def print_file(request: ClubRequest, event_id: int, what: str) -> HttpResponse:
    """A short print; a long one is ordered on the page that this leads to."""
    event = event_or_404(request, event_id)
    try:
        row, wish = _asked(request, event, what, request.GET)
        if not print_is_short(event, row, wish):
            messages.info(
                request, _("This one is long: order it here and it is made in the background.")
            )
            return redirect(address("event-prints", event))
        title, content = event_print_now(event=event, row=row, wish=wish)
    except NothingToPrintError as error:
        return _nothing(request, event, error)
    return pdf_response(content, title)


@require_POST
@club_view(Right.SEE)
def print_order(request: ClubRequest, event_id: int, what: str) -> HttpResponse:
    """Go to the file where it is short, else order it and go where its progress is shown."""
    event = event_or_404(request, event_id)
    try:
        row, wish = _asked(request, event, what, request.POST)
        if print_is_short(event, row, wish):
            return redirect(f"{address('event-print', event, what)}?{_query(request.POST)}")
        document = event_print_order(event=event, row=row, wish=wish, by=request.user)
    except NothingToPrintError as error:
        return _nothing(request, event, error)
    enqueue_on_commit(document_make, str(document.pk))
    return redirect("document-progress", event.club.slug, document.pk)


def _asked(
    request: ClubRequest, event: Event, key: str, data: QueryDict
) -> tuple[EventPrint, Wish]:
    """The row and the wish; 404 where this member or this event has none such.

    An address for the codes that is none is told.
    """
    found = {row.key: row for row in prints_for(event, request.membership)}
    if key not in found:
        raise Http404
    facts: Facts = facts_of(event)
    given = {"paper": event.club.paper} | data.dict()
    form = WishForm(given, row=found[key], facts=facts, site=_site(request))
    if "site" in form.errors:
        raise NothingToPrintError(" ".join(map(str, form.errors["site"])))
    if not form.is_valid():
        raise Http404
    return found[key], form.wish()


def _site(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")


def _query(data: QueryDict) -> str:
    chosen = data.copy()
    chosen.pop("csrfmiddlewaretoken", None)
    return chosen.urlencode()


def _nothing(request: HttpRequest, event: Event, error: NothingToPrintError) -> HttpResponse:
    messages.info(request, str(error))
    return redirect(address("event-prints", event))
