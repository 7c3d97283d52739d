"""What the pages of one season share: finding it, its frame, what was computed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import ClubRequest
from clubs.roles import Right
from leagues.models import Ranks, Season

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


def season_or_404(request: ClubRequest, season_id: int) -> Season:
    """The season, if it is this club's."""
    return get_object_or_404(
        Season.objects.select_related("club"), pk=season_id, club=request.membership.club
    )


def address(name: str, season: Season, *more: Any) -> str:
    """The address of one of the season's pages."""
    return reverse(name, args=[season.club.slug, season.pk, *more])


def season_page(
    request: ClubRequest,
    season: Season,
    template: str,
    context: dict[str, Any],
    *,
    tab: str,
    status: int = 200,
    below: Sequence[tuple[str, str]] = (),
) -> HttpResponse:
    """A page in the season's frame: breadcrumb, heading, tabs.

    ``below`` are the labels and addresses of the crumbs under the season's own, the page last.
    """
    trail = [(_("Seasons"), reverse("seasons", args=[season.club.slug])), (season.name, "")]
    if below:
        trail[-1] = (season.name, address("season", season))
    crumbs = [{"label": label, "href": href} for label, href in (*trail, *below)]
    frame = season_context(request, season) | {
        "crumbs": crumbs,
        "tabs": _tabs(request, season, tab),
    }
    return render(request, template, frame | context, status=status)


def season_context(request: ClubRequest, season: Season) -> dict[str, Any]:
    """What every part of a season's pages asks for."""
    return {
        "season": season,
        "pairs": season.ranks == Ranks.PAIRS,
        "one": _("Pair") if season.ranks == Ranks.PAIRS else _("Player"),
        "may_run": request.membership.may(Right.RUN),
        "me": request.membership.player_id,
    }


def many_words(season: Season) -> str:
    """Who is ranked in a season."""
    return _("Pairs") if season.ranks == Ranks.PAIRS else _("Players")


def _tabs(request: ClubRequest, season: Season, current: str) -> list[dict[str, Any]]:
    tabs: list[tuple[str, StrOrPromise]] = [
        ("season", _("Table")),
        ("season-calendar", _("Calendar")),
        ("season-members", many_words(season)),
        ("season-ratings", _("Ratings")),
    ]
    if request.membership.may(Right.RUN):
        tabs.append(("season-settings", _("Settings")))
    return [
        {"label": label, "href": address(name, season), "current": name == current}
        for name, label in tabs
    ]
