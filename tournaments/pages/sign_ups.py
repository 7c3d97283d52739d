"""Sign-ups before an evening: the public page, and the organiser's answers."""

from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings as django_settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import FORM, POST, ClubRequest, public_view
from clubs.models import AttemptKind
from clubs.roles import Right
from clubs.services.guessing import GuessingError, guess_note, guessing_check, network_address
from core.figures import read_whole
from core.languages import read_as_club
from core.pages import act_and_redirect, submit
from tournaments.events.event_labels import entry_labels
from tournaments.events.forms.entries import NamesForm, PairForm, PlayerEntryForm
from tournaments.events.models import Entry, Event, EventState
from tournaments.events.views.common import address, entry_context, event_page, event_view
from tournaments.events.views.entries import asks_to_enter, new_names_say
from tournaments.pages.public import public_page
from tournaments.phones.forms import SignUpForm
from tournaments.phones.models import SignUp, SignUpPage, SignUpState
from tournaments.phones.selectors.sign_ups import (
    closed_why,
    key_digest,
    public_sign_ups,
    sign_up_of_key,
    sign_ups_of,
    takes_names,
    waiting_place,
)
from tournaments.phones.services.sign_ups import (
    SENT,
    closed_text,
    sign_up_accept,
    sign_up_answer,
    sign_up_make,
    sign_up_take_back,
)

PAGES = SignUpPage.objects.select_related("event__club", "event__public_page")
COOKIE_AGE: Final = 180 * 24 * 60 * 60
"""Seconds for which a browser remembers its sign-ups."""
MOST_KEYS: Final = 10
READ: Final = "read"

# Anybody.


@require_http_methods(["GET", "HEAD", "POST"])
@public_view(PAGES.all)
def sign_up(request: HttpRequest, page: SignUpPage) -> HttpResponse:
    """Show the entries, and the form while sign-ups are open."""
    event, status = page.event, 200
    posted = request.method == "POST"
    form = SignUpForm(request.POST if posted else None, lineup=takes_names(event))
    if posted and form.is_valid():
        try:
            made = _made(request, event, form)
        except GuessingError:
            form.add_error(None, _("Too many sign-ups came from here: wait ten minutes."))
            status = 429
        else:
            if made is not None:
                return made
    why = closed_why(page)
    context = {
        "form": form,
        "closed": why and closed_text(why),
        "list": public_sign_ups(page),
        "public": page,
        **entry_context(event),
        "sign_ups": _browser_sign_ups(request, event),
    }
    status = 422 if form.errors and status == 200 else status
    title = "" if event.state == EventState.DRAFT else _("Sign up")  # then no tab has it
    template = "phones/public/sign_up.html"
    return public_page(request, event, template, context, tab="sign-up", title=title, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def signed_up(request: HttpRequest, key: str) -> HttpResponse:
    """Show the state of a sign-up to anybody with its address, who may withdraw it."""
    place = network_address(request)
    try:
        guessing_check(kind=AttemptKind.PAGE, address=place)
    except GuessingError:
        return render(request, "429.html", status=429)
    sign_up = sign_up_of_key(key)
    if sign_up is None:
        guess_note(kind=AttemptKind.PAGE, address=place)
        raise Http404
    read_as_club(sign_up.event.club, request)
    if request.method == "POST":
        here = reverse("signed-up", args=[key])
        return act_and_redirect(request, here, lambda: sign_up_take_back(sign_up=sign_up))
    entry = sign_up.entry
    page = SignUpPage.objects.filter(event=sign_up.event, is_on=True).first()
    context = {
        "sign_up": sign_up,
        "is_in": entry is not None and entry.is_active,
        "place": waiting_place(sign_up),
        "href": request.build_absolute_uri(),
        "page": page,
        "can_take_back": sign_up.state not in {SignUpState.DECLINED, SignUpState.TAKEN_BACK},
    }
    title = _("Your sign-up")
    template = "phones/public/signed_up.html"
    answer = public_page(request, sign_up.event, template, context, tab="sign-up", title=title)
    answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer


def _made(request: HttpRequest, event: Event, form: SignUpForm) -> HttpResponse | None:
    """Sign up and redirect to its address; None if the form has errors."""
    place = network_address(request)
    guessing_check(kind=AttemptKind.SIGN_UP, address=place, event_id=event.pk)
    with form.problems_shown():
        sign_up_make(event=event, **form.cleaned_data)
    if form.errors:
        if form.has_error("__all__", SENT):
            form.key_renew()
        return None
    guess_note(kind=AttemptKind.SIGN_UP, address=place, event_id=event.pk)
    key = form.cleaned_data["key"]
    answer = redirect("signed-up", key)
    keys = list(dict.fromkeys([key, *_keys(request, event)]))[:MOST_KEYS]
    answer.set_signed_cookie(
        _cookie(event),
        ",".join(keys),
        max_age=COOKIE_AGE,
        path="/sign-up/",
        secure=django_settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer


def _cookie(event: Event) -> str:
    return f"signed-up-{event.pk}"


def _keys(request: HttpRequest, event: Event) -> list[str]:
    cookie = request.get_signed_cookie(_cookie(event), default="") or ""
    return [key for key in cookie.split(",") if key]


def _browser_sign_ups(request: HttpRequest, event: Event) -> list[tuple[str, SignUp]]:
    """Return this browser's sign-ups with their keys. One query if there are any."""
    keys = {key_digest(key): key for key in _keys(request, event)}
    if not keys:
        return []
    rows = event.sign_ups.filter(digest__in=keys)
    return [(keys[row.digest], row) for row in rows]


# For those who run the event.


@event_view(Right.RUN, FORM)
def answer_page(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """Show which players a sign-up means, and enter them once that has been read."""
    sign_up = get_object_or_404(SignUp, event=event, number=number)
    fields = request.POST if request.method == "POST" else request.GET
    partners = _partners(event, sign_up)
    other = partners.get(read_whole(fields.get("with", "")) or 0)
    form = _names_form(request, event, [*sign_up.names, *((other.name,) if other else ())])
    meant = list(form.meant.values()) if form.is_bound and form.is_valid() else []
    read = "|".join(decision.who for decision in meant)
    if meant and request.method == "POST" and request.POST.get(READ) == read:
        if question_page := asks_to_enter(request, event, form):
            return question_page

        def accepted() -> Entry:
            evenly = request.POST.get("how") == "even"
            players = form.players()
            user = request.user
            return sign_up_accept(
                sign_up=sign_up, other=other, players=players, by=user, evenly=evenly
            )

        def message_of(entry: Entry) -> str:
            return entry_labels(event).entered % {"number": entry.number}

        if answer := submit(request, form, address("event-entries", event), accepted, message_of):
            new_names_say(request, form)
            return answer
    context = {
        "form": form,
        "sign_up": sign_up,
        "other": other,
        "partners": partners.values() if sign_up.seeks_partner and not other else (),
        "meant": [
            (decision.name, None if decision.is_new else form.roster.taken(decision))
            for decision in meant
        ],
        "read": read,
        "transitions": sign_up.transitions.select_related("made_by"),
        "roster": form.roster.players,
        "can_accept": sign_up.state not in {SignUpState.ACCEPTED, SignUpState.TAKEN_BACK},
    }
    title = _("Sign-up %(number)d") % {"number": number}
    template, status = "phones/sign_up.html", 422 if request.POST and form.errors else 200
    return event_page(
        request, event, template, context, tab="event-entries", title=title, status=status
    )


def _partners(event: Event, sign_up: SignUp) -> dict[int, SignUp]:
    """Return the other players looking for a partner, by number."""
    if not sign_up.seeks_partner:
        return {}
    lists = sign_ups_of(event)
    seeking = (*lists.open, *lists.waiting)
    return {
        seeker.number: seeker
        for seeker in seeking
        if seeker.seeks_partner and seeker.pk != sign_up.pk
    }


def _names_form(request: ClubRequest, event: Event, names: list[str]) -> NamesForm:
    """The form with the names of a sign-up, read as soon as there is one for each place."""
    kind = PlayerEntryForm if takes_names(event) == 1 else PairForm
    initial = dict(zip(kind.name_fields, names, strict=False))
    data: Mapping[str, Any] | None = request.POST if request.method == "POST" else None
    if data is None and len(initial) == len(kind.name_fields):
        data = initial
    return kind(data, club=event.club, initial=initial)


@event_view(Right.RUN, POST)
def answer(request: ClubRequest, event: Event, number: int, state: SignUpState) -> HttpResponse:
    """Decline a sign-up, or put it on the waiting list."""
    sign_up = get_object_or_404(SignUp, event=event, number=number)
    words = {
        SignUpState.DECLINED: _("Sign-up %(number)d has been declined."),
        SignUpState.WAITING: _("Sign-up %(number)d is on the waiting list."),
    }[state] % {"number": number}
    return act_and_redirect(
        request,
        address("event-entries", event),
        lambda: sign_up_answer(sign_up=sign_up, state=state, by=request.user),
        words,
    )
