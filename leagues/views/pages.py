"""What is looked at: the list of seasons, a season's table, the wall, ratings."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from games.numbers import read_whole
from leagues.models import Ranks, Season
from leagues.selectors.money import season_books
from leagues.selectors.ratings import ratings_for
from leagues.selectors.seasons import next_evening, seasons_of
from leagues.selectors.table import SeasonTable, season_is_stale, season_table
from leagues.views.common import season_context, season_or_404, season_page
from leagues.words import how_computed
from tournaments.views.live import tagged, unchanged
from tournaments.views.standings import worker_is_silent

PAGE = 30
WALL_ROWS = 16
WALL_EVENINGS = 5


@require_safe
@club_view(Right.SEE)
def seasons(request: ClubRequest) -> HttpResponse:
    """All seasons of the club, those under way first."""
    page = Paginator(seasons_of(request.membership.club), PAGE).get_page(request.GET.get("page"))
    may_run = request.membership.may(Right.RUN)
    return render(request, "leagues/seasons.html", {"page": page, "may_run": may_run})


@require_safe
@club_view(Right.SEE)
def season(request: ClubRequest, season_id: int) -> HttpResponse:
    """The season's table with every evening."""
    found = season_or_404(request, season_id)
    keeps = request.membership.may(Right.MONEY)
    context = _table(found) | {
        "upcoming": next_evening(found),
        "evening_count": found.evenings.count(),
        "has_people": found.contenders.exists(),
        "may_settle": keeps and len(season_books(found)) > 1,
    }
    return season_page(request, found, "leagues/season.html", context, tab="season")


@require_safe
@club_view(Right.SEE)
def season_live(request: ClubRequest, season_id: int) -> HttpResponse:
    """The tables alone, for the page to refresh itself. Three queries while nothing has changed."""
    found = season_or_404(request, season_id)
    tag = _tag(found)
    return unchanged(request, tag) or tagged(
        render(request, "leagues/_season.html", season_context(request, found) | _table(found)),
        tag,
    )


@require_safe
@club_view(Right.SEE)
def projector(request: ClubRequest, season_id: int) -> HttpResponse:
    """The table on the wall."""
    found = season_or_404(request, season_id)
    context = season_context(request, found) | _wall(request, found)
    return render(request, "leagues/projector.html", context)


@require_safe
@club_view(Right.SEE)
def projector_live(request: ClubRequest, season_id: int) -> HttpResponse:
    """What the wall shows, page by page, for it to refresh itself."""
    found = season_or_404(request, season_id)
    tag = f"{_tag(found)}-{_page_asked(request)}"
    if answer := unchanged(request, tag):
        return answer
    context = season_context(request, found) | _wall(request, found)
    return tagged(render(request, "leagues/_projector.html", context), tag)


@require_safe
@club_view(Right.SEE)
def ratings(request: ClubRequest, season_id: int) -> HttpResponse:
    """How strong everybody is, as far as it can be told."""
    found = season_or_404(request, season_id)
    lists = {"rated": ratings_for(found)}
    if found.ranks == Ranks.PAIRS:
        lists["players"] = ratings_for(found, pairs=False)
    return season_page(request, found, "leagues/ratings.html", lists, tab="season-ratings")


def _table(season: Season) -> dict[str, Any]:
    table = season_table(season)
    silent = table.is_stale and worker_is_silent()
    return {"table": table, "worker_silent": silent, "how": how_computed(season)}


def _tag(season: Season) -> str:
    """What tells one state of a season's tables from another."""
    stale = season_is_stale(season)
    as_of = season.standings_at.timestamp() if season.standings_at else 0
    silent = stale and worker_is_silent()
    return f"season-{season.pk}-{season.standings_version}-{as_of}-{stale:d}-{silent:d}"


def _page_asked(request: ClubRequest) -> int:
    return read_whole(request.GET.get("page", ""), most=999) or 1


def _wall(request: ClubRequest, season: Season) -> dict[str, Any]:
    """One page of the wall: sixteen rows of one division, and the last evenings."""
    context = _table(season)
    table: SeasonTable = context["table"]
    sheets = [
        (part, part.lines[start : start + WALL_ROWS])
        for part in table.divisions
        for start in range(0, len(part.lines), WALL_ROWS)
    ]
    pages = max(1, len(sheets))
    number = (_page_asked(request) - 1) % pages + 1
    part, lines = sheets[number - 1] if sheets else (None, ())
    return context | {
        "part": part,
        "lines": lines,
        "first_evening": max(0, len(part.evenings) - WALL_EVENINGS) if part else 0,
        "number": number,
        "pages": pages,
        "numbers": range(1, pages + 1),
    }
