"""A season's public page: table, calendar and ratings for anybody, and its settings.

Nothing here shows who was absent and why, money or notes, and every name is a public one.
"""

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from clubs.access import FORM, POST, ClubRequest, public_view
from clubs.forms.clubs import PublicPageForm
from clubs.models import Player
from clubs.public import public_names
from clubs.roles import Right
from clubs.views.common import crumbs
from core.forms import form_status
from core.model_settings import settings_of
from core.pages import submit
from leagues.labels import how_computed
from leagues.models import EveningResult, Ranks, Rating, Season, SeasonPage
from leagues.selectors.ratings import RatingRow, ratings_for
from leagues.selectors.seasons import calendar_of
from leagues.selectors.table import SeasonTable, season_is_stale, season_table
from leagues.services.seasons import season_page_update
from leagues.views.pages import address, contender_word, season_page, season_tag, season_view
from tournaments.events.views.common import shared_by_all, tagged, unchanged
from tournaments.events.views.rounds import worker_is_silent

PAGES = SeasonPage.objects.select_related("season__club")


@require_safe
@public_view(PAGES.all)
def table(request: HttpRequest, page: SeasonPage) -> HttpResponse:
    """The tables of all divisions."""
    context = {"table_html": _table_html(request, page.season, _tag(page))}
    return _page(request, page, "table", context)


@require_safe
@public_view(PAGES.all)
def table_live(request: HttpRequest, page: SeasonPage) -> HttpResponse:
    """The tables alone, for the page to refresh itself. Six queries while nothing has changed."""
    tag = _tag(page)
    return unchanged(request, tag) or tagged(
        HttpResponse(_table_html(request, page.season, tag)), tag
    )


@require_safe
@public_view(PAGES.all)
def calendar(request: HttpRequest, page: SeasonPage) -> HttpResponse:
    """The evenings with their dates."""
    return _page(request, page, "calendar", calendar_context(page.season))


def calendar_context(season: Season) -> dict[str, Any]:
    """Return what the template of the evenings shows."""
    return {"evenings": calendar_of(season), "divided": season.divisions.count() > 1}


@require_safe
@public_view(PAGES.all)
def ratings(request: HttpRequest, page: SeasonPage) -> HttpResponse:
    """Show the rating list, if the organiser shows it."""
    if not page.shows_ratings:
        raise Http404
    return _page(request, page, "ratings", ratings_context(page.season))


def ratings_context(season: Season) -> dict[str, Any]:
    """Return what the template of the ratings shows, under public names."""
    names = names_of_season(season)
    context = {"rated": public_ratings(season, names)}
    if season.ranks == Ranks.PAIRS:
        context["players"] = public_ratings(season, names, pairs=False)
    return context


def _page(
    request: HttpRequest, page: SeasonPage, name: str, context: dict[str, Any]
) -> HttpResponse:
    season = page.season
    tabs = [
        (pgettext("of a season", "Table"), "public-season"),
        (pgettext("of a season", "Calendar"), "public-season-calendar"),
    ]
    if page.shows_ratings:
        tabs.append((_("Ratings"), "public-season-ratings"))
    hrefs = [(label, reverse(address, args=[page.code])) for label, address in tabs]
    title = next((label for label, href in hrefs[1:] if href == request.path), "")
    frame = {
        "public": page,
        "club": season.club,
        "season": season,
        "tabs": [
            {"label": label, "href": href, "current": href == request.path} for label, href in hrefs
        ],
        "crumbs": crumbs((season.name, hrefs[0][1]), here=title) if title else [],
        "title": title,
    }
    answer = render(request, f"leagues/public/{name}.html", frame | context)
    answer["Cache-Control"] = "private, no-cache"
    return answer


def _tag(page: SeasonPage) -> str:
    names = sorted(names_of_season(page.season).items())
    return f"{page.code}-{season_tag(page.season)}-{zlib.crc32(repr(names).encode()):08x}"


def _table_html(request: HttpRequest, season: Season, tag: str) -> SafeString:
    """Return the rendered tables, made once a second for all readers."""

    def made() -> SafeString:
        return render_to_string("leagues/_season.html", table_context(season), request)

    return shared_by_all(tag, made)


def table_context(season: Season) -> dict[str, Any]:
    """Return what the template of the tables shows, under public names."""
    return {
        "is_public": True,
        "season": season,
        "table": public_table(season, names_of_season(season)),
        "contender_word": contender_word(season),
        "how": how_computed(season),
        "worker_silent": season_is_stale(season) and worker_is_silent(),
    }


# Turning it on and off.


class SeasonPageForm(PublicPageForm):
    """Settings of a season's public page."""

    versioned = settings_of(SeasonPage)

    class Meta(PublicPageForm.Meta):
        model = SeasonPage
        fields = "__all__"


@season_view(Right.RUN, FORM)
def settings(request: ClubRequest, season: Season) -> HttpResponse:
    """Show and change the public page's settings."""
    page = SeasonPage.objects.filter(season=season).first()
    data = request.POST if request.method == "POST" else None
    form = SeasonPageForm(data, page=page or SeasonPage())
    if answer := submit(
        request,
        form,
        address("season-public", season),
        lambda: season_page_update(season=season, version=form.version, **form.cleaned_data),
        lambda changed: (
            _("The public page is on.") if changed.is_on else _("The public page is off.")
        ),
    ):
        return answer
    context = {
        "form": form,
        "public": page,
        "public_href": page and page.address(request, "public-season"),
    }
    below = [(_("Public page"), "")]
    template, status = "leagues/season_public.html", form_status(form)
    return season_page(
        request, season, template, context, tab="season-settings", status=status, below=below
    )


@season_view(Right.RUN, POST)
def renew(request: ClubRequest, season: Season) -> HttpResponse:
    """Give the public page another address; the old one leads nowhere from then on."""
    season_page_update(season=season, renew=True)
    messages.success(request, _("The public page has a new address."))
    return redirect(address("season-public", season))


Names = Mapping[int, str]


def names_of_season(season: Season) -> Names:
    """Return public names of all people of the season, by key. Three queries. Contenders are
    numbered first, then substitutes, guests and players of pairs."""
    ranked = season.contenders.select_related("player", "partner").order_by("pk")
    with_both = ("player", "partner")
    others: Iterable[EveningResult | Rating] = chain(
        EveningResult.objects.filter(evening__season=season).select_related(*with_both),
        Rating.objects.filter(evening__season=season).select_related(*with_both),
    )
    apart = {player.pk: player for row in others for player in (row.player, row.partner) if player}
    people = chain.from_iterable(contender.players for contender in ranked)
    in_order = (player for _key, player in sorted(apart.items()))
    return public_names(chain(people, in_order), season.club.public_names)


def public_table(season: Season, names: Names) -> SeasonTable:
    """Return the table under these names, without the reasons of bonus and penalty points. Its
    players are not to be saved."""
    table = season_table(season)
    for line in chain.from_iterable(part.lines for part in table.parts):
        contender = line.contender
        shown = _named(contender.players, names)
        contender.player, contender.partner = shown[0], shown[1] if len(shown) > 1 else None
    apart = (replace(row, players=_named(row.players, names)) for row in table.substitutes)
    return replace(table, substitutes=tuple(apart), adjustments=())


def public_ratings(season: Season, names: Names, *, pairs: bool | None = None) -> list[RatingRow]:
    rows = ratings_for(season, pairs=pairs)
    return [replace(row, players=_named(row.players, names), contender=None) for row in rows]


def _named(players: Iterable[Player], names: Names) -> tuple[Player, ...]:
    return tuple(Player(pk=player.pk, name=names[player.pk]) for player in players)
