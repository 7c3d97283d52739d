"""An event's public page: rounds, standings, bracket and deals for anybody, and its settings.

Nothing here shows money, notes, reasons or who wrote something, and every name is a public one.
"""

from dataclasses import replace
from typing import Any, Final

from django.conf import settings as django_settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import ClubRequest, public_view
from clubs.forms.clubs import PublicPageForm
from clubs.roles import Right
from core.figures import read_whole
from games.wording import speak
from scoring.models import Match
from scoring.selectors.scores import match_score
from tournaments.metric_labels import METRIC_LABELS
from tournaments.models import Event, EventPage, EventState, SignUpPage
from tournaments.selectors.brackets import bracket_view, has_bracket
from tournaments.selectors.clocks import rounds_tag
from tournaments.selectors.events import Lineup
from tournaments.selectors.next_step import draw_state
from tournaments.selectors.public import (
    matches_of_player,
    names_in,
    names_tag,
    number_in,
    player_numbered,
    public_lineup,
)
from tournaments.selectors.rounds import event_overview, my_tables, own_tables
from tournaments.selectors.standings import standings_for
from tournaments.services.deals import travellers_analysed
from tournaments.services.events import event_page_update
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
from tournaments.views.compared import deal_asked
from tournaments.views.rounds import round_clocks, worker_is_silent

PAGES = EventPage.objects.select_related("event__club", "event__sign_up_page")
TITLES = {
    "rounds": gettext_lazy("Rounds"),
    "standings": gettext_lazy("Standings"),
    "bracket": gettext_lazy("Bracket"),
    "deals": gettext_lazy("Deals"),
    "evening": gettext_lazy("My evening"),
}
BAR: Final = "#16191d"
"""The bar on top of pages, which a phone continues above them."""
KEPT: Final = 18 * 60 * 60
"""Seconds for which a browser remembers the chosen player: an evening."""


@require_safe
@public_view(PAGES.all)
def part(request: HttpRequest, page: EventPage, name: str) -> HttpResponse:
    """A part of the public page: rounds with the clock, standings, bracket, or deals."""
    event = _event_of(page, name)
    tag = _tag(request, page, name)
    live = reverse(f"public-{name}-live", args=[page.code])
    if name == "deals" and (deal := deal_asked(request)):
        live = f"{live}?deal={deal}"
    context: dict[str, Any] = {"live": live, "part": name}
    context["part_html"] = _part_html(request, event, name, tag)
    return public_page(request, page, "tournaments/public/part.html", context, tab=name)


@require_safe
@public_view(PAGES.all)
def part_live(request: HttpRequest, page: EventPage, name: str) -> HttpResponse:
    """The part alone, for the page to refresh itself. Four queries while nothing has changed."""
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
    frame = {
        "public": page,
        "club": event.club,
        "event": event,
        "tabs": public_tabs(event, tab),
        "title": TITLES[tab],
    }
    answer = render(request, template, frame | context, status=status)
    answer["Cache-Control"] = "private, no-cache"
    return answer


def public_tabs(event: Event, current: str) -> list[dict[str, Any]]:
    """Return the tabs of an event's public page and its sign-up."""
    tabs: list[tuple[str, Any, str]] = []
    page: EventPage | None = getattr(event, "public_page", None)
    if page is not None and page.is_on:
        names = [name for name in TITLES if has_part(event, name)]
        tabs += [(name, TITLES[name], page.code) for name in names]
    sign_up: SignUpPage | None = getattr(event, "sign_up_page", None)
    if sign_up is not None and sign_up.is_on and event.state == EventState.DRAFT:
        tabs.append(("sign-up", _("Sign up"), sign_up.code))
    return [
        {"label": label, "href": reverse(f"public-{name}", args=[code]), "current": name == current}
        for name, label, code in tabs
    ]


def has_part(event: Event, name: str) -> bool:
    """Say whether an event has such a part."""
    if name == "bracket":
        return has_bracket(event)
    return name != "deals" or bool(event.deals_per_round)


def _event_of(page: EventPage, name: str) -> Event:
    """Return the event with its labels; 404 if it has no such part."""
    if not has_part(page.event, name):
        raise Http404
    speak(page.event.says)
    return page.event


def _asked(request: HttpRequest) -> frozenset[int]:
    """The folded rounds that are to come with their tables: ``?round=5&round=6``."""
    given = (read_whole(text, most=9999) for text in request.GET.getlist("round"))
    return frozenset(number for number in given if number is not None)


def _tag(request: HttpRequest, page: EventPage, name: str) -> str:
    """Return a tag of the part's state; one more query if standings are stale."""
    event = page.event
    silent = event.is_stale and worker_is_silent()
    versions = f"{page.code}-{event.version}-{event.standings_version}-{silent:d}"
    asked = "-".join(map(str, sorted(_asked(request)))) if name == "rounds" else ""
    asked = str(deal_asked(request)) if name == "deals" else asked
    return f"{name}-{versions}-{rounds_tag(event, timezone.now())}-{names_tag(event)}-{asked}"


def _part_html(request: HttpRequest, event: Event, name: str, tag: str) -> SafeString:
    """Return the rendered part, made once a second for all readers."""

    def made() -> SafeString:
        context = part_context(event, name)
        if name == "rounds":
            context["unfolded"] |= _asked(request)
        if name == "deals":
            deals, steps = context["travellers"].step(deal_asked(request))
            context |= {"travellers": deals, "deal_steps": steps}
        return render_to_string(f"tournaments/public/_{name}.html", context, request)

    return shared_by_all(tag, made)


def part_context(event: Event, name: str, seated: Lineup | None = None) -> dict[str, Any]:
    """Return what the template of a part shows, under the names of ``seated``, else public ones."""
    context = {"event": event, "is_public": True, **entry_context(event)}
    return context | _CONTEXTS[name](event, seated or public_lineup(event))


def _rounds(event: Event, seated: Lineup) -> dict[str, Any]:
    overview = event_overview(event, seated)
    return {
        "overview": overview,
        "outdated": draw_state(event).outdated,
        "unfolded": overview.unfolded | ({overview.current.number} if overview.current else set()),
        "clocks": [one for one in round_clocks(event, overview) if one.clock],
    }


def _standings(event: Event, seated: Lineup) -> dict[str, Any]:
    found = standings_for(event, seated=seated)
    return {"standings": found, "worker_silent": found.is_stale and worker_is_silent()}


def _bracket(event: Event, seated: Lineup) -> dict[str, Any]:
    view = bracket_view(event, event_overview(event, seated))
    return bracket_context(event, view) if view else {}


def _deals(event: Event, seated: Lineup) -> dict[str, Any]:
    found = travellers_analysed(event=event, seated=seated)
    return {"travellers": found, "label": METRIC_LABELS.get(found.scoring)}


_CONTEXTS = {
    "rounds": _rounds,
    "standings": _standings,
    "bracket": _bracket,
    "deals": _deals,
}


# The evening of one player.


COOKIE: Final = "evening"


@require_http_methods(["GET", "HEAD", "POST"])
@public_view(PAGES.all)
def evening(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Show a player's seat, opponents and results; ask for the name first."""
    names = names_in(public_lineup(event := _event_of(page, "evening")))
    numbers = {number_in(event.pk, key): name for key, name in names.items()}
    if request.method == "POST":
        chosen = request.POST.get("player", "")
        is_known = chosen in numbers
        href = reverse("public-evening", args=[page.code])
        answer = redirect(f"{href}?new=1" if is_known else href)
        number_set(answer, page, chosen if is_known else "")
        return answer
    number = number_of(request, page)
    player = player_numbered(event, number)
    context: dict[str, Any] = {"names": numbers, "player": player, "me": numbers.get(number, "")}
    context["is_new"] = "new" in request.GET
    if player is not None:
        context["evening_html"] = _evening_html(request, page, player).content.decode()
    template = "tournaments/public/evening.html"
    return public_page(request, page, template, context, tab="evening")


@require_safe
@public_view(PAGES.all)
def evening_live(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Return the same for refreshing; empty before a name was chosen."""
    event, number = _event_of(page, "evening"), number_of(request, page)
    player = player_numbered(event, number)
    if player is None:
        raise Http404
    tag = f"{number}-{_tag(request, page, 'evening')}"
    return unchanged(request, tag) or tagged(_evening_html(request, page, player), tag)


@require_safe
@public_view(PAGES.all)
def hands(request: HttpRequest, page: EventPage, number: int, game: int) -> HttpResponse:
    """The hands of one of the player's games."""
    event, player = _event_of(page, "evening"), player_of(request, page)
    matches = Match.objects.filter(game_of__table__round__number=number, game_of__number=game)
    own = matches_of_player(
        event,
        player or 0,
        public_lineup(event),
        matches.select_related("club").prefetch_related("hands"),
    )
    if not own:
        raise Http404
    context = {"score": match_score(own[0]), "number": number, "game": game}
    return public_page(request, page, "tournaments/public/hands.html", context, tab="evening")


@require_safe
@public_view(PAGES.all)
def manifest(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Return the web app manifest for the home screen."""
    icons = [
        {
            "src": static(f"img/icon-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": "any maskable",
        }
        for size in (192, 512)
    ]
    told = {
        "name": f"{page.event.name} · {page.event.club.name}",
        "short_name": page.event.name,
        "start_url": reverse("public-evening", args=[page.code]),
        "scope": reverse("public-rounds", args=[page.code]),
        "display": "standalone",
        "theme_color": BAR,
        "background_color": BAR,
        "icons": icons,
    }
    return JsonResponse(told, content_type="application/manifest+json")


def player_of(request: HttpRequest, page: EventPage) -> int | None:
    """Return the key of the player chosen in this browser, if any. One query with a cookie."""
    return player_numbered(page.event, number_of(request, page))


def number_of(request: HttpRequest, page: EventPage) -> str:
    """Return the number in this event of the player chosen in this browser; "" for nobody."""
    return request.get_signed_cookie(COOKIE, default="", salt=page.code, max_age=KEPT) or ""


def number_set(answer: HttpResponse, page: EventPage, number: str) -> None:
    """Store the chosen player for an evening and this page only; "" removes it."""
    path = reverse("public-rounds", args=[page.code])
    if not number:
        answer.delete_cookie(COOKIE, path=path, samesite="Lax")
        return
    answer.set_signed_cookie(
        COOKIE,
        number,
        salt=page.code,
        max_age=KEPT,
        path=path,
        secure=django_settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _evening_html(request: HttpRequest, page: EventPage, player: int) -> HttpResponse:
    event, seated = page.event, public_lineup(page.event)
    overview = event_overview(event, seated)
    rows = standings_for(event, seated=seated)
    own = (row for row in rows.rows if player in {one.pk for one in row.entrant.players})
    played = [
        replace(one.round, tables=(one.table,)) for one in reversed(own_tables(overview, player))
    ]
    games = [game for view in played for game in view.tables[0].games]
    context = {
        **_own_deals(event, seated, player),
        "public": page,
        "event": event,
        "is_public": True,
        **entry_context(event),
        "overview": overview,
        "outdated": draw_state(event).outdated,
        "my_tables": my_tables(overview, player),
        "clocks": [one for one in round_clocks(event, overview) if one.clock],
        "standings": rows,
        "row": next(own, None),
        "played": played,
        "has_card": any(game.match.is_over and game.match.hand_count for game in games),
    }
    return render(request, "tournaments/public/_evening.html", context)


def _own_deals(event: Event, seated: Lineup, player: int) -> dict[str, Any]:
    """The compared deals of a player's entry that are over; nothing without a deal set."""
    if not event.deals_per_round:
        return {}
    found = travellers_analysed(event=event, seated=seated)
    entrants = {
        entrant.number: entrant
        for deal in found.deals
        for row in deal.rows
        for cell in row.cells
        for entrant in cell.entrants
    }
    own = (key for key, one in entrants.items() if player in {who.pk for who in one.players})
    rows = [row for number in own for row in found.card(number)]
    return {"travellers": found, "rows": rows, **found.pars}


# Turning it on and off.


class EventPageForm(PublicPageForm):
    """Settings of an event's public page."""

    shows = gettext_lazy("rounds, standings, bracket, deals and clock; no money, notes or history")


@event_view(Right.RUN, FORM)
def settings(request: ClubRequest, event: Event) -> HttpResponse:
    """Show and change the public page's settings."""
    page = EventPage.objects.filter(event=event).first()
    data = request.POST if request.method == "POST" else None
    form = EventPageForm(data, page=page or EventPage())
    answer = sent(
        request,
        form,
        address("event-public", event),
        lambda: event_page_update(event=event, version=form.version, **form.cleaned_data),
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
    return event_page(request, event, template, context, tab="event-settings", title=title)


@event_view(Right.RUN, POST)
def renew(request: ClubRequest, event: Event) -> HttpResponse:
    """Give the public page another address; the old one leads nowhere from then on."""
    event_page_update(event=event, renew=True)
    messages.success(request, _("The public page has a new address."))
    return redirect(address("event-public", event))
