"""An event's public page: rounds, standings and bracket for anybody, and its settings.

Nothing here shows money, notes, reasons or who wrote something, and every name is a public one.
"""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from clubs.access import ClubRequest, public_view
from clubs.forms.public import PublicPageForm
from clubs.roles import Right
from games.figures import read_whole
from games.wording import speak
from tournaments.models import Event, EventPage
from tournaments.selectors.brackets import bracket_view, has_bracket
from tournaments.selectors.clocks import rounds_tag
from tournaments.selectors.next_step import draw_state
from tournaments.selectors.public import names_tag, public_lineup
from tournaments.selectors.rounds import event_overview
from tournaments.selectors.standings import standings_for
from tournaments.services.public import event_page_update
from tournaments.views.brackets import bracket_context
from tournaments.views.common import (
    FORM,
    POST,
    address,
    entry_context,
    event_page,
    event_view,
    sent,
    shared_by_all,
    tagged,
    unchanged,
)
from tournaments.views.rounds import round_clocks, worker_is_silent

PAGES = EventPage.objects.select_related("event__club")
TITLES = {
    "rounds": gettext_lazy("Rounds"),
    "standings": gettext_lazy("Standings"),
    "bracket": gettext_lazy("Bracket"),
}


@require_safe
@public_view(PAGES.all)
def part(request: HttpRequest, page: EventPage, name: str) -> HttpResponse:
    """A part of the public page: rounds with the clock, standings, or the bracket."""
    event = _event_of(page, name)
    tag = _tag(request, page, name)
    context = {"live": reverse(f"public-{name}-live", args=[page.code]), "part": name}
    context["part_html"] = _part_html(request, event, name, tag)
    return public_page(request, page, "tournaments/public/part.html", context, tab=name)


@require_safe
@public_view(PAGES.all)
def part_live(request: HttpRequest, page: EventPage, name: str) -> HttpResponse:
    """The part alone, for the page to refresh itself. Three queries while nothing has changed."""
    event = _event_of(page, name)
    tag = _tag(request, page, name)
    return unchanged(request, tag) or tagged(
        HttpResponse(_part_html(request, event, name, tag)), tag
    )


def public_page(
    request: HttpRequest,
    page: EventPage,
    template: str,
    context: dict[str, Any],
    *,
    tab: str,
    status: int = 200,
) -> HttpResponse:
    """A page in the public frame of an event: heading and tabs."""
    event = page.event
    names = [name for name in TITLES if name != "bracket" or has_bracket(event)]
    frame = {
        "public": page,
        "club": event.club,
        "event": event,
        "tabs": [
            {
                "label": TITLES[name],
                "href": reverse(f"public-{name}", args=[page.code]),
                "current": name == tab,
            }
            for name in names
        ],
        "title": TITLES[tab],
    }
    answer = render(request, template, frame | context, status=status)
    answer["Cache-Control"] = "private, no-cache"
    return answer


def _event_of(page: EventPage, name: str) -> Event:
    """The event in its own words; 404 where it has no such part."""
    if name == "bracket" and not has_bracket(page.event):
        raise Http404
    speak(page.event.says)
    return page.event


def _asked(request: HttpRequest) -> frozenset[int]:
    """The folded rounds that are to come with their tables: ``?round=5&round=6``."""
    given = (read_whole(text, most=9999) for text in request.GET.getlist("round"))
    return frozenset(number for number in given if number is not None)


def _tag(request: HttpRequest, page: EventPage, name: str) -> str:
    """What tells one state of a part from another; another query where standings are stale."""
    event = page.event
    silent = event.is_stale and worker_is_silent()
    versions = f"{page.code}-{event.version}-{event.standings_version}-{silent:d}"
    asked = "-".join(map(str, sorted(_asked(request)))) if name == "rounds" else ""
    return f"{name}-{versions}-{rounds_tag(event, timezone.now())}-{names_tag(event)}-{asked}"


def _part_html(request: HttpRequest, event: Event, name: str, tag: str) -> SafeString:
    """The part, made once a second for all who ask."""

    def made() -> SafeString:
        context = {"event": event, "is_public": True, **entry_context(event)}
        context |= _CONTEXTS[name](request, event)
        return render_to_string(f"tournaments/public/_{name}.html", context, request)

    return shared_by_all(tag, made)


def _rounds(request: HttpRequest, event: Event) -> dict[str, Any]:
    overview = event_overview(event, public_lineup(event))
    return {
        "overview": overview,
        "outdated": draw_state(event).outdated,
        "unfolded": overview.unfolded
        | _asked(request)
        | ({overview.current.number} if overview.current else set()),
        "clocks": [one for one in round_clocks(event, overview) if one.clock],
    }


def _standings(request: HttpRequest, event: Event) -> dict[str, Any]:
    found = standings_for(event, seated=public_lineup(event))
    return {"standings": found, "worker_silent": found.is_stale and worker_is_silent()}


def _bracket(request: HttpRequest, event: Event) -> dict[str, Any]:
    view = bracket_view(event, event_overview(event, public_lineup(event)))
    return bracket_context(event, view) if view else {}


_CONTEXTS = {"rounds": _rounds, "standings": _standings, "bracket": _bracket}


# Turning it on and off.


class EventPageForm(PublicPageForm):
    """Whether the public page of an event is shown, and to whom."""

    shows = gettext_lazy("rounds, standings, bracket and clock; no money, notes or history")


@event_view(Right.RUN, FORM)
def settings(request: ClubRequest, event: Event) -> HttpResponse:
    """Whether anybody may look on, and where."""
    page = EventPage.objects.filter(event=event).first()
    form = EventPageForm(request.POST if request.method == "POST" else None, page=page)
    answer = sent(
        request,
        form,
        address("event-public", event),
        lambda: event_page_update(event=event, **form.cleaned_data),
        lambda changed: (
            _("The public page is shown.") if changed.is_on else _("The public page is off.")
        ),
    )
    if answer:
        return answer
    context = {
        "form": form,
        "public": page,
        "public_href": page and page.address(request, "public-rounds"),
    }
    template, title = "tournaments/event_public.html", _("Public page")
    status = 422 if form.errors else 200
    return event_page(
        request, event, template, context, tab="event-settings", title=title, status=status
    )


@event_view(Right.RUN, POST)
def renew(request: ClubRequest, event: Event) -> HttpResponse:
    """Give the public page another address; the old one leads nowhere from then on."""
    event_page_update(event=event, renew=True)
    messages.success(request, _("The public page has a new address."))
    return redirect(address("event-public", event))
