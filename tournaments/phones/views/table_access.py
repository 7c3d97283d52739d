"""The organiser's page of phones: the way in at each table, and the phones that came in."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import POST, READ, ClubRequest
from clubs.roles import Right
from core.pages import act_and_redirect
from tournaments.events.models import Event
from tournaments.events.views.common import address, event_page, event_view
from tournaments.phones.models import GuestDevice
from tournaments.phones.selectors.table_access import (
    is_open_to_guests,
    room_tables,
    sitters_at,
    table_ways,
)
from tournaments.phones.services.table_access import (
    CODE_GOOD_FOR,
    device_send_away,
    spoken_code_make,
    table_renew,
    table_withdraw,
    tables_renew,
)


@event_view(Right.RUN, READ)
def phones(request: ClubRequest, event: Event) -> HttpResponse:
    """Show every table with its address, and every admitted phone."""
    devices = event.guest_devices.select_related("player", "sent_away_by").order_by("-number")
    context = {
        "ways": table_ways(event, room_tables(event)),
        "devices": devices,
        "is_open": is_open_to_guests(event),
        "code_href": request.build_absolute_uri(reverse("table-code", args=[event.pk])),
    }
    template = "phones/phones.html"
    return event_page(request, event, template, context, tab="event-phones")


@event_view(Right.RUN, READ)
def table_way(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """The way in at one table, large: a code to scan, and its address."""
    return _table_page(request, event, number)


@event_view(Right.RUN, POST)
def code(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """Show a new spoken code of a table, once."""
    _is_table(event, number)
    shown = ""

    def make() -> None:
        nonlocal shown
        shown = spoken_code_make(event=event, number=number)

    answer = act_and_redirect(
        request, address("table-way", event, number), make, _("Say it aloud now.")
    )
    return _table_page(request, event, number, code=shown) if shown else answer


@event_view(Right.RUN, POST)
def renew(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """Replace a table's address."""
    _is_table(event, number)
    words = _("Table %(table)d has a new address; the old one no longer works.") % {"table": number}
    target = address("event-phones", event)
    return act_and_redirect(request, target, lambda: table_renew(event=event, number=number), words)


@event_view(Right.RUN, POST)
def renew_all(request: ClubRequest, event: Event) -> HttpResponse:
    """Replace every table's address."""
    words = _("All tables have new addresses: print the cards again.")
    return act_and_redirect(
        request, address("event-phones", event), lambda: tables_renew(event=event), words
    )


@event_view(Right.RUN, POST)
def withdraw(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """Let no phone in at a table any more."""
    _is_table(event, number)
    words = _("No more phones can join table %(table)d.") % {"table": number}
    target = address("event-phones", event)
    return act_and_redirect(
        request, target, lambda: table_withdraw(event=event, number=number), words
    )


@event_view(Right.RUN, POST)
def send_away(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """Revoke a phone's access."""
    device = get_object_or_404(GuestDevice, event=event, number=number)
    words = _("Phone %(number)d has been removed; what it recorded stays.") % {"number": number}
    target = address("event-phones", event)
    return act_and_redirect(
        request, target, lambda: device_send_away(device=device, by=request.user), words
    )


def _is_table(event: Event, number: int) -> None:
    if number not in room_tables(event):
        raise Http404


def _table_page(request: ClubRequest, event: Event, number: int, *, code: str = "") -> HttpResponse:
    _is_table(event, number)
    (way,) = table_ways(event, [number])
    href = request.build_absolute_uri(way.path) if way.path else ""
    context = {
        "way": way,
        "href": href,
        "code": code,
        "code_seconds": int(CODE_GOOD_FOR.total_seconds()),
        "is_open": is_open_to_guests(event),
        "code_href": request.build_absolute_uri(reverse("table-code", args=[event.pk])),
        "players": sitters_at(event, number),
    }
    title = _("Phones at table %(number)d") % {"number": number}
    template = "phones/table_way.html"
    return event_page(request, event, template, context, tab="event-phones", title=title)
