"""An event's public page: rounds, standings, bracket and deals for anybody.

Nothing here shows money, notes, reasons or who wrote something, and every name is a public one.
"""

from dataclasses import replace
from hashlib import sha256
from typing import Any, Final

from django.conf import settings as django_settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import public_view
from clubs.views.common import crumbs
from scoring.models import Match
from scoring.selectors.scores import match_score
from tournaments.deals.services.deals import travellers_analysed
from tournaments.events.models import Event, EventState
from tournaments.events.selectors.clocks import rounds_tag
from tournaments.events.selectors.events import Lineup
from tournaments.events.selectors.next_step import draw_state
from tournaments.events.selectors.public import (
    matches_of_player,
    names_in,
    names_tag,
    number_in,
    player_numbered,
    public_lineup,
)
from tournaments.events.selectors.rounds import event_overview, my_tables, own_tables
from tournaments.events.selectors.standings import standings_for
from tournaments.events.views.common import entry_context, shared_by_all, tagged, unchanged
from tournaments.events.views.public_results import results_html, results_json
from tournaments.events.views.rounds import round_clocks, worker_is_silent
from tournaments.pages.public_tabs import PublicTab, tab_context, tabs_of
from tournaments.phones.models import EventPage, SignUpPage

PAGES = EventPage.objects.select_related("event__club", "event__sign_up_page")
EVENING: Final = "evening"
MY_EVENING: Final = gettext_lazy("My evening")
BAR: Final = "#16191d"
"""The bar on top of pages, which a phone continues above them."""
COOKIE_AGE: Final = 18 * 60 * 60
"""Seconds for which a browser remembers the chosen player: an evening."""


@require_safe
@public_view(PAGES.all)
def tab_page(request: HttpRequest, page: EventPage, name: str) -> HttpResponse:
    """A tab of the public page: rounds with the clock, standings, bracket, and those of apps."""
    shown, tag = _tab_of(request, page, name)
    live = reverse(f"public-{name}-live", args=[page.code])
    if query := shown.query(request):
        live = f"{live}?{query}"
    html = _tab_html(request, page.event, shown, tag)
    context: dict[str, Any] = {"live": live, "tab_html": html, "public": page}
    return public_page(request, page.event, "phones/public/tab.html", context, tab=name)


@require_safe
@public_view(PAGES.all)
def tab_live(request: HttpRequest, page: EventPage, name: str) -> HttpResponse:
    """The tab alone, for the page to refresh itself. Four queries while nothing has changed."""
    shown, tag = _tab_of(request, page, name)
    return unchanged(request, tag) or tagged(
        HttpResponse(_tab_html(request, page.event, shown, tag)), tag
    )


def public_page(
    request: HttpRequest,
    event: Event,
    template: str,
    context: dict[str, Any],
    *,
    tab: str,
    title: str = "",
    status: int = 200,
) -> HttpResponse:
    """A page in the public frame of an event: breadcrumb, heading, tabs.

    ``title`` names a page below a tab. The page of rounds is headed by the event's name.
    """
    tabs = _tabs(event, tab)
    way = [(event.name, tabs[0]["href"] if tabs else "")]
    way += [(item["label"], item["href"]) for item in tabs if item["current"] and tab != "rounds"]
    way += [(title, "")] if title else []
    *above, (here, _href) = way
    frame = {
        "club": event.club,
        "event": event,
        "tabs": tabs,
        "sign_up_page": _sign_up_of(event),
        "crumbs": crumbs(*above, here=here) if above else [],
        "title": here if above else "",
    }
    answer = render(request, template, frame | context, status=status)
    answer["Cache-Control"] = "private, no-cache"
    return answer


def _tabs(event: Event, current: str) -> list[dict[str, Any]]:
    """Return the tabs of an event's public page and its sign-up."""
    tabs: list[tuple[str, Any, str]] = []
    page: EventPage | None = getattr(event, "public_page", None)
    if page is not None and page.is_on:
        tabs += [(name, _title(event, shown), page.code) for name, shown in tabs_of(event).items()]
        tabs.append((EVENING, MY_EVENING, page.code))
    if sign_up := _sign_up_of(event):
        tabs.append(("sign-up", _("Sign up"), sign_up.code))
    return [
        {"label": label, "href": reverse(f"public-{name}", args=[code]), "current": name == current}
        for name, label, code in tabs
    ]


def _title(event: Event, shown: PublicTab) -> Any:
    """Return the title of a tab; before the event begins there are no rounds to show."""
    is_coming = shown.name == "rounds" and event.state == EventState.DRAFT
    return pgettext("tab of a public page", "Event") if is_coming else shown.title


def _sign_up_of(event: Event) -> SignUpPage | None:
    """Return the sign-up page while it is on and the event has not begun."""
    page: SignUpPage | None = getattr(event, "sign_up_page", None)
    return page if page is not None and page.is_on and event.state == EventState.DRAFT else None


def _tab_of(request: HttpRequest, page: EventPage, name: str) -> tuple[PublicTab, str]:
    """Return a tab of the event with a tag of its state; 404 if it has no such tab."""
    shown = tabs_of(page.event).get(name)
    if shown is None:
        raise Http404
    return shown, _tag(request, page, f"{name}-{shown.key(request)}")


def _tag(request: HttpRequest, page: EventPage, key: str) -> str:
    """Return a tag of the state of what ``key`` names; one more query if standings are stale."""
    event = page.event
    silent = event.is_stale and worker_is_silent()
    versions = f"{page.code}-{event.version}-{event.standings_version}-{silent:d}"
    return f"{key}-{versions}-{rounds_tag(event, timezone.now())}-{names_tag(event)}"


def _tab_html(request: HttpRequest, event: Event, shown: PublicTab, tag: str) -> SafeString:
    """Return the rendered tab, made once a second for all readers."""

    def made() -> SafeString:
        context = shown.requested_context(request, tab_context(event, shown))
        return render_to_string(shown.template, context, request)

    return shared_by_all(tag, made)


# For other web pages.


@require_safe
@public_view(PAGES.all)
def results_fragment(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Send the results as a piece of HTML without a layout, to be included in a page."""
    return _for_others(request, results_html(page.event), "text/html")


@require_safe
@public_view(PAGES.all)
def results_file(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Send the results as JSON."""
    return _for_others(request, results_json(page.event), "application/json")


def _for_others(request: HttpRequest, text: str, kind: str) -> HttpResponse:
    """Answer scripts of any origin; 304 to those that have this text."""
    body = text.encode()
    tag = sha256(body).hexdigest()[:16]
    whole = tagged(HttpResponse(body, content_type=f"{kind}; charset=utf-8"), tag)
    answer = unchanged(request, tag) or whole
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


# The evening of one player.


COOKIE: Final = "evening"


@require_http_methods(["GET", "HEAD", "POST"])
@public_view(PAGES.all)
def evening(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Show a player's seat, opponents and results; ask for the name first."""
    names = names_in(public_lineup(event := page.event))
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
    context |= {"is_new": "new" in request.GET, "public": page}
    if player is not None:
        context["evening_html"] = _evening_html(request, page, player).content.decode()
    template = "phones/public/evening.html"
    return public_page(request, event, template, context, tab=EVENING)


@require_safe
@public_view(PAGES.all)
def evening_live(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Return the same for refreshing; empty before a name was chosen."""
    event, number = page.event, number_of(request, page)
    player = player_numbered(event, number)
    if player is None:
        raise Http404
    tag = f"{number}-{_tag(request, page, EVENING)}"
    return unchanged(request, tag) or tagged(_evening_html(request, page, player), tag)


@require_safe
@public_view(PAGES.all)
def hands(request: HttpRequest, page: EventPage, number: int, game: int) -> HttpResponse:
    """The hands of one of the player's games."""
    event, player = page.event, player_of(request, page)
    matches = Match.objects.filter(game_of__table__round__number=number, game_of__number=game)
    player_matches = matches_of_player(
        event,
        player or 0,
        public_lineup(event),
        matches.select_related("club").prefetch_related("hands"),
    )
    if not player_matches:
        raise Http404
    context = {"score": match_score(player_matches[0]), "public": page}
    title = _("Round %(number)s, game %(game)s") % {"number": number, "game": game}
    return public_page(
        request, event, "phones/public/hands.html", context, tab=EVENING, title=title
    )


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
    manifest_values = {
        "name": f"{page.event.name} · {page.event.club.name}",
        "short_name": page.event.name,
        "start_url": reverse("public-evening", args=[page.code]),
        "scope": reverse("public-rounds", args=[page.code]),
        "display": "standalone",
        "theme_color": BAR,
        "background_color": BAR,
        "icons": icons,
    }
    return JsonResponse(manifest_values, content_type="application/manifest+json")


def player_of(request: HttpRequest, page: EventPage) -> int | None:
    """Return the key of the player chosen in this browser, if any. One query with a cookie."""
    return player_numbered(page.event, number_of(request, page))


def number_of(request: HttpRequest, page: EventPage) -> str:
    """Return the number in this event of the player chosen in this browser; "" for nobody."""
    return request.get_signed_cookie(COOKIE, default="", salt=page.code, max_age=COOKIE_AGE) or ""


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
        max_age=COOKIE_AGE,
        path=path,
        secure=django_settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _evening_html(request: HttpRequest, page: EventPage, player: int) -> HttpResponse:
    event, seated = page.event, public_lineup(page.event)
    overview = event_overview(event, seated)
    rows = standings_for(event, seated=seated)
    own_rows = (
        row
        for row in rows.rows
        if player in {player_shown.pk for player_shown in row.entrant.players}
    )
    played = [
        replace(own_table.round, tables=(own_table.table,))
        for own_table in reversed(own_tables(overview, player))
    ]
    games = [game for view in played for game in view.tables[0].games]
    context = {
        "public": page,
        "event": event,
        "is_public": True,
        **entry_context(event),
        "overview": overview,
        "outdated": draw_state(event).outdated,
        "my_tables": my_tables(overview, player),
        "clocks": [clock for clock in round_clocks(event, overview) if clock.clock],
        "standings": rows,
        "row": next(own_rows, None),
        "played": played,
        **_own_deals(event, page.code, seated, player),
        "has_card": any(game.match.is_over and game.match.hand_count for game in games),
    }
    return render(request, "phones/public/_evening.html", context)


def _own_deals(event: Event, code: str, seated: Lineup, player: int) -> dict[str, Any]:
    """Return the compared deals of the player's entry that are over, if any."""
    if not event.deals_per_round:
        return {}
    travellers = travellers_analysed(event=event, seated=seated)
    entrants = {
        entrant.number: entrant
        for deal in travellers.deals
        for row in deal.rows
        for cell in row.cells
        for entrant in cell.entrants
    }
    numbers = (
        key for key, entrant in entrants.items() if player in {who.pk for who in entrant.players}
    )
    rows = [row for number in numbers for row in travellers.card(number)]
    return {"travellers": travellers, "rows": rows, "public_code": code, **travellers.pars}
