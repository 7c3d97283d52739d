"""A season on paper: a few pages at once, more by the worker."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from leagues.models import Season
from leagues.views.pages import address, season_or_404
from prints.documents import PAGES_AT_ONCE
from prints.render_boards import render
from prints.season_orders import CALENDAR, SEASON, SHEETS, TABLE, season_pages
from prints.views.matches import Order, order_page, paper_for, pdf_response


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.SEE)
def table_pdf(request: ClubRequest, season_id: int) -> HttpResponse:
    """The tables of all divisions; ``?paper=`` as elsewhere."""
    season = season_or_404(request, season_id)
    return _print(request, season, TABLE, _("Season table %(season)s") % {"season": season.name})


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.SEE)
def calendar_pdf(request: ClubRequest, season_id: int) -> HttpResponse:
    """Every evening of the season."""
    season = season_or_404(request, season_id)
    return _print(request, season, CALENDAR, _("Calendar %(season)s") % {"season": season.name})


def _print(request: ClubRequest, season: Season, what: str, title: str) -> HttpResponse:
    paper = paper_for(request, season.club)
    if season_pages(season, what) > PAGES_AT_ONCE:
        kept = {"season": season.pk, "what": what, "paper": paper.name.lower()}
        return order_page(request, Order(SEASON, title, kept))
    sheets = list(SHEETS[what](season))
    if not sheets:
        messages.info(request, _("This season has no division yet."))
        return redirect(address("season", season))
    return pdf_response(render(*sheets, paper=paper), title)
