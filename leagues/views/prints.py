"""A season on paper, at once: it is a few pages."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from leagues.services.printing import calendar_sheet, season_sheets
from leagues.views.common import address, season_or_404
from scoring.views.prints import paper_for, pdf_response
from tournaments.pdf.render import render


@require_GET
@club_view(Right.SEE)
def table_pdf(request: ClubRequest, season_id: int) -> HttpResponse:
    """The tables of all divisions; ``?paper=`` as elsewhere."""
    season = season_or_404(request, season_id)
    sheets = list(season_sheets(season))
    if not sheets:
        messages.info(request, _("This season has no division yet."))
        return redirect(address("season", season))
    content = render(*sheets, paper=paper_for(request, season.club))
    return pdf_response(content, _("Season table %(season)s") % {"season": season.name})


@require_GET
@club_view(Right.SEE)
def calendar_pdf(request: ClubRequest, season_id: int) -> HttpResponse:
    """Every evening of the season."""
    season = season_or_404(request, season_id)
    content = render(calendar_sheet(season), paper=paper_for(request, season.club))
    return pdf_response(content, _("Calendar %(season)s") % {"season": season.name})
