"""What the pages of one event share: finding it, its frame, and telling what could not be done."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.access import ClubRequest
from clubs.roles import Right
from clubs.transactions import Closed
from games.wording import speak
from pairings.format import sides_of
from pairings.formats import FORMATS
from tournaments.event_labels import bye_text, entry_labels
from tournaments.event_links import places_of
from tournaments.models import Event
from tournaments.selectors.brackets import has_bracket
from tournaments.selectors.money import takes_fees
from tournaments.services.consequences import event_is_past, event_weigh

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


# Fragments that refresh themselves; most requests are answered as unchanged.


Found = TypeVar("Found")

FRESH, LONGEST = 1.0, 10.0  # seconds for which what was made for one serves the others
WORTH: Final = 20  # times as long as it took to make, where the machine is slow
MOST: Final = 64  # things that one process keeps
FORM: Final = "csrfmiddlewaretoken"  # what is in a form is one person's own


def unchanged(request: HttpRequest, tag: str) -> HttpResponse | None:
    """The answer 304 where the browser has this version already, else None."""
    answer = get_conditional_response(request, etag=f'"{tag}"')
    return answer if isinstance(answer, HttpResponseNotModified) else None


def tagged(response: HttpResponse, tag: str) -> HttpResponse:
    """Tell the browser to keep this version and to ask each time whether it still stands."""
    response["ETag"] = f'"{tag}"'
    response["Cache-Control"] = "private, no-cache"
    return response


def audience(request: ClubRequest) -> str:
    """Who sees the same: the role in the club and the language."""
    return f"{request.membership.role}-{get_language()}"


def shared(request: ClubRequest, event: Event, tag: str, make: Callable[[], Found]) -> Found:
    """What ``make`` gives, made once a second for everybody of one role who asks at once.

    Whoever runs events gets it made anew: he sees what he has changed.

    The key holds the club, the event with its versions and its making, the role and the language:
    nobody gets what another club or role sees. What holds a form is one person's own and not kept.
    ``tag`` says what else makes a difference; nothing personal may.
    """
    if request.membership.may(Right.RUN):
        return make()
    versions = (event.pk, event.created_at, event.version, event.standings_version)
    key = (request.membership.club_id, *versions, audience(request), tag)
    return _SHELF.get(key, make)


class _Shelf:
    """The newest things of this process, for a second each or as long as they are worth."""

    def __init__(self) -> None:
        self.kept: OrderedDict[Hashable, tuple[float, Any]] = OrderedDict()
        self.lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Found]) -> Found:
        began = time.monotonic()
        with self.lock:
            until, found = self.kept.get(key, (0.0, None))
        if began < until:
            return cast("Found", found)
        fresh = make()
        if not (isinstance(fresh, str) and FORM in fresh):
            now = time.monotonic()
            until = now + min(LONGEST, max(FRESH, WORTH * (now - began)))
            with self.lock:
                self.kept[key] = (until, fresh)
                self.kept.move_to_end(key)
                while len(self.kept) > MOST:
                    self.kept.popitem(last=False)
        return fresh


_SHELF: Final = _Shelf()


Outcome = TypeVar("Outcome")


def event_or_404(request: ClubRequest, event_id: int) -> Event:
    """The event, if it is this club's, in its own words."""
    event = get_object_or_404(
        Event.objects.select_related("club"), pk=event_id, club=request.membership.club
    )
    speak(event.says)
    return event


def address(name: str, event: Event, *more: Any) -> str:
    """The address of one of the event's pages."""
    return reverse(name, args=[event.club.slug, event.pk, *more])


def event_page(
    request: ClubRequest,
    event: Event,
    template: str,
    context: dict[str, Any],
    *,
    tab: str,
    title: str = "",
    status: int = 200,
) -> HttpResponse:
    """A page in the event's frame: breadcrumb, heading, tabs.

    ``title`` names a page that lies under a tab; the others are called as their tabs are.
    """
    tabs = shared(request, event, f"tabs-{tab}", lambda: _tabs(request, event, tab))
    frame = {
        "event": event,
        **entry_context(event),
        "crumbs": _crumbs(event, tabs, title),
        "tabs": tabs,
        "title": title or next((one["label"] for one in tabs[1:] if one["current"]), ""),
        "may_run": request.membership.may(Right.RUN),
        "may_record": request.membership.may(Right.RECORD),
        "places": shared(request, event, "places", lambda: places_of(event)),
    }
    return render(request, template, frame | context, status=status)


def entry_context(event: Event) -> dict[str, Any]:
    """How the event's pages speak of those who take part, and how they meet at a table.

    ``versus`` where two sides meet there; ``single`` where an entry is one player.
    """
    format_ = FORMATS[event.format]
    return {
        "words": entry_labels(event),
        "single": format_.lineup == 1,
        "versus": sides_of(event.game) == 2,
        "least": format_.entries_a_table(event.game),
        "bye_scores": bye_text(event),
    }


def done(
    request: HttpRequest,
    address: str,
    action: Callable[[], Outcome],
    words: str | Callable[[Outcome], str],
) -> HttpResponse:
    """Do something and say so, or what came of it; what a person can mend is said instead.

    Nothing has changed then.
    """
    try:
        outcome = action()
    except ValidationError as error:
        refusal_say(request, error)
    else:
        messages.success(request, words if isinstance(words, str) else words(outcome))
    return redirect(address)


def weighed(
    request: ClubRequest,
    event: Event,
    address: str,
    action: Callable[[], Outcome],
    words: str | Callable[[Outcome], str],
    *,
    title: str,
    past: Callable[[Event], bool] = event_is_past,
    refused: Callable[[ValidationError], HttpResponse] | None = None,
) -> HttpResponse:
    """Do something that others may rely on not being done: first it is said what follows.

    The page that says so sends what was sent once more, with the mark of what was read. What is
    refused is shown by ``refused``, else as a message.
    """
    try:
        found = event_weigh(
            event_id=event.pk, act=action, agreed=request.POST.get("agreed", ""), past=past
        )
    except ValidationError as error:
        if refused is not None and not isinstance(error, Closed):
            return refused(error)
        refusal_say(request, error)
        return redirect(address)
    if found.is_kept:
        messages.success(request, words if isinstance(words, str) else words(found.outcome))
        return redirect(address)
    sent = [(name, value) for name in request.POST for value in request.POST.getlist(name)]
    context = {
        "weighed": found,
        "sent": [one for one in sent if one[0] not in {"agreed", "csrfmiddlewaretoken"}],
        "back": address,
    }
    return event_page(
        request, event, "tournaments/consequences.html", context, tab="event", title=title
    )


def refusal_say(request: HttpRequest, error: ValidationError) -> None:
    """Say what could not be done; where it is finished, with the way to open it again."""
    if isinstance(error, Closed):
        told = format_html(
            '{} <a href="{}">{}</a>', error.messages[0], error.href, _("Open this event again")
        )
        messages.error(request, told)
        return
    for message in error.messages:
        messages.error(request, message)


def _crumbs(event: Event, tabs: list[dict[str, Any]], title: str) -> list[dict[str, Any]]:
    """The way to a page: the event stands for its first tab."""
    events = {"label": _("Events"), "href": reverse("events", args=[event.club.slug])}
    if not title:
        return [events, {"label": event.name, "href": ""}]
    above = [tab for tab in tabs[1:] if tab["current"]]
    own = {"label": event.name, "href": tabs[0]["href"]}
    return [events, own, *above, {"label": title, "href": ""}]


def _tabs(request: ClubRequest, event: Event, current: str) -> list[dict[str, Any]]:
    tabs: list[tuple[str, StrOrPromise]] = [
        ("event", _("Rounds")),
        ("event-entries", entry_labels(event).many),
        ("event-standings", _("Standings")),
    ]
    if has_bracket(event):
        tabs.append(("event-bracket", _("Bracket")))
    tabs.append(("event-prints", _("Print")))
    if request.membership.may(Right.MONEY):
        tabs.append(("event-money", _("Money")))
    elif request.membership.may(Right.DOOR) and takes_fees(event):
        tabs.append(("event-money-door", _("Door")))
    if request.membership.may(Right.RUN):
        tabs += [("event-rules", _("Rules and stakes")), ("event-settings", _("Settings"))]
    return [
        {"label": label, "href": address(name, event), "current": name == current}
        for name, label in tabs
    ]
