"""Guests: the phones of players, let in at a table without an account.

An address or a spoken code opens one table, the player's name makes the phone a guest, and
``guest_view`` answers it on its own pages. Everything else is 404.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec

from django import forms
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import GUEST_COOKIE
from clubs.models import AttemptKind
from clubs.roles import GUEST, RIGHTS, Right
from clubs.services.guessing import GuessingError, guess_note, guessing_check, network_address
from core.languages import calendar_of
from core.transactions import RowGone
from core.typing import plain_digits
from tournaments.events.models import Event
from tournaments.events.selectors.public import number_in
from tournaments.phones.models import GuestDevice
from tournaments.phones.selectors.phones import phone_table
from tournaments.phones.selectors.table_access import (
    NoAccess,
    accesses_of,
    device_of_key,
    sitters_at,
    table_path,
    token_opens,
    why_no_access,
)
from tournaments.phones.services.table_access import (
    device_admit,
    device_see,
    device_send_away,
    spoken_code_opens,
)

P = ParamSpec("P")
SALT: Final = "tournaments.phone"
EVENING: Final = timedelta(hours=16)


class GuestRequest(HttpRequest):
    """A request that has passed ``guest_view``."""

    device: GuestDevice
    htmx: Any


GuestView = Callable[Concatenate[GuestRequest, P], HttpResponseBase]


def guest_view(
    view: GuestView[P], *, is_polled: bool = False, after_end: bool = False
) -> Callable[..., HttpResponseBase]:
    """Decorate a view for the requesting phone: 404 unless it is admitted.

    An ``is_polled`` view gets a phone with only the fields of its tag, one that opens ``after_end``
    also the phones of a finished event.
    """

    @wraps(view)
    def entered(request: GuestRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if Right.TABLE not in RIGHTS[GUEST]:
            raise PermissionDenied
        device = device_of(request, is_polled=is_polled, after_end=after_end)
        if device is None:
            return _gone(request, _why_not(request))
        request.device = device
        device_see(device=device)
        with calendar_of(device.event.club):
            try:
                return view(request, *args, **kwargs)
            except RowGone:
                raise Http404 from None

    return entered


def device_of(
    request: HttpRequest, *, is_polled: bool = False, after_end: bool = False
) -> GuestDevice | None:
    """Return the requesting phone, while it is admitted. One query if there is a cookie."""
    key = _key_of(request, EVENING)
    return device_of_key(key, is_polled=is_polled, after_end=after_end) if key else None


def _key_of(request: HttpRequest, within: timedelta | None) -> str | None:
    """Return the key in the phone's cookie; None if it is missing, forged or older."""
    age = int(within.total_seconds()) if within else None
    key: str | None = request.get_signed_cookie(GUEST_COOKIE, default=None, salt=SALT, max_age=age)
    return key


def _why_not(request: HttpRequest) -> NoAccess:
    is_expired = _key_of(request, EVENING) is None
    return why_no_access(_key_of(request, None), is_expired=is_expired)


def _gone(request: HttpRequest, why: NoAccess) -> HttpResponse:
    return render(request, "phones/phone/gone.html", {"why": why.value}, status=404)


class CodeForm(forms.Form):
    """The number of a table and the spoken code."""

    number = forms.IntegerField(
        label=gettext_lazy("Table"),
        min_value=1,
        max_value=9_999,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    code = forms.RegexField(
        r"^\s*\d{4}\s*$",
        label=gettext_lazy("Code"),
        max_length=20,
        strip=True,
        error_messages={"invalid": gettext_lazy("The code has four digits.")},
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def clean_code(self) -> str:
        """Return the code in the digits in which it was made."""
        return plain_digits(self.cleaned_data["code"])


@require_http_methods(["GET", "HEAD", "POST"])
def table_code(request: HttpRequest, event_id: int) -> HttpResponse:
    """Ask for a spoken code; the response does not reveal whether the event exists."""
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        number, code = form.cleaned_data["number"], form.cleaned_data["code"]
        try:
            opened = _opened(request, event_id, number, code)
        except GuessingError:
            return render(request, "429.html", status=429)
        if opened is not None:
            return redirect(_path_at(opened, number))
        wrong = _("This code does not open this table, or no longer does: ask for a new one.")
        form.add_error("code", wrong)
    status = 422 if form.errors else 200
    context = {"form": form, "event_id": event_id}
    return render(request, "phones/phone/code.html", context, status=status)


def _opened(request: HttpRequest, event_id: int, number: int, code: str) -> Event | None:
    """The event whose table the spoken code opens."""
    address = network_address(request)
    guessing_check(kind=AttemptKind.SPOKEN, address=address, event_id=event_id)
    event = Event.objects.filter(pk=event_id).first()
    if event and spoken_code_opens(event=event, number=number, code=code.strip()):
        return event
    guess_note(kind=AttemptKind.SPOKEN, address=address, event_id=event_id)
    return None


@require_http_methods(["GET", "HEAD", "POST"])
def table_join(request: HttpRequest, event_id: int, number: int, token: str) -> HttpResponse:
    """Ask once which player of this table holds the phone, then admit it."""
    address = network_address(request)
    try:
        guessing_check(kind=AttemptKind.TABLE, address=address)
    except GuessingError:
        return render(request, "429.html", status=429)
    event = Event.objects.select_related("club").filter(pk=event_id).first()
    why = token_opens(event, number, token) if event else NoAccess.UNKNOWN
    if event is None or why is NoAccess.UNKNOWN:
        guess_note(kind=AttemptKind.TABLE, address=address)
        raise Http404
    if why is not None:
        with calendar_of(event.club):
            return _gone(request, why)
    known = device_of(request)
    if known is not None and known.event_id == event.pk and request.method != "POST":
        return redirect("phone")
    players = sitters_at(event, number)
    by_number = {number_in(event_id, player.pk): player for player in players}
    chosen = by_number.get(request.POST.get("player", ""))
    is_full = chosen is not None and not _may_join(event, number, token)
    if chosen is None or is_full:
        wrong = request.method == "POST" and not is_full
        context = {"event": event, "number": number, "players": players}
        context |= {"wrong": wrong, "is_full": is_full}
        status = 429 if is_full else 422 if wrong else 200
        return render(request, "phones/phone/join.html", context, status=status)
    response = redirect("phone")
    device = device_admit(event=event, player=chosen)
    response.set_signed_cookie(
        GUEST_COOKIE,
        device.key,
        salt=SALT,
        max_age=int(EVENING.total_seconds()),
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


def _may_join(event: Event, number: int, token: str) -> bool:
    """Count a phone at the table's present address; a new address starts from zero."""
    secret = salted_hmac("tournaments.join", token.lower(), algorithm="sha256").hexdigest()
    table = f"{number}:{secret[:24]}"
    try:
        guessing_check(kind=AttemptKind.JOIN, address=table, event_id=event.pk)
    except GuessingError:
        return False
    guess_note(kind=AttemptKind.JOIN, address=table, event_id=event.pk)
    return True


def _path_at(event: Event, number: int) -> str:
    return table_path(event, number, accesses_of(event).get(number))


@require_POST
@guest_view
def phone_leave(request: GuestRequest) -> HttpResponse:
    """Hand the phone to another player: it is admitted again at the same table."""
    device = request.device
    mine = phone_table(device.event, device.player_id).mine
    path = _path_at(device.event, mine.table.in_room) if mine else ""
    device_send_away(device=device)
    response = redirect(path or reverse("table-code", args=[device.event_id]))
    response.delete_cookie(GUEST_COOKIE, samesite="Lax")
    return response
