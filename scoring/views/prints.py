"""Printed matter of one match, at once."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubs.access import ClubRequest, club_view
from clubs.models import Club
from clubs.roles import Right
from scoring.files import file_name
from scoring.models import Match
from scoring.pdf.base import Paper
from scoring.pdf.render import render_hands, render_scorecard, render_sheets
from scoring.services.hand_records import hand_records_build
from scoring.services.scorecards import matches_for_print, scorecard_build, sheet_build


@require_GET
@club_view(Right.SEE)
def scorecard(request: ClubRequest, match_id: int) -> HttpResponse:
    """The scorecard of a match."""
    match = _match(request, match_id)
    content = render_scorecard(scorecard_build(match), paper=paper_for(request, match.club))
    return pdf_response(content, _("Scorecard %(match)s") % {"match": match})


@require_GET
@club_view(Right.SEE)
def score_sheet(request: ClubRequest, match_id: int) -> HttpResponse:
    """The empty score sheet of a match; ``?large=1`` in large type."""
    match = _match(request, match_id)
    built = sheet_build(match, large=request.GET.get("large") == "1")
    content = render_sheets([built], paper=paper_for(request, match.club))
    return pdf_response(content, _("Score sheet %(match)s") % {"match": match})


@require_GET
@club_view(Right.SEE)
def hand_records(request: ClubRequest, match_id: int) -> HttpResponse:
    """The hands of a match: deals, auctions, play."""
    match = _match(request, match_id)
    built = hand_records_build(match)
    content = render_hands(built, paper=paper_for(request, match.club))
    return pdf_response(content, _("Hand records %(match)s") % {"match": match})


@require_GET
@club_view(Right.SEE)
def hand_record(request: ClubRequest, match_id: int, number: int) -> HttpResponse:
    """One hand of a match."""
    match = _match(request, match_id)
    built = hand_records_build(match, numbers={number})
    if not built.hands:
        raise Http404
    content = render_hands(built, paper=paper_for(request, match.club))
    names = {"match": match, "number": number}
    return pdf_response(content, _("Hand %(number)d of %(match)s") % names)


def paper_for(request: HttpRequest, club: Club) -> Paper:
    """The club's paper, or the one asked for by ``?paper=a4|letter``."""
    asked = request.GET.get("paper", club.paper).upper()
    return Paper[asked] if asked in Paper.__members__ else Paper[club.paper.upper()]


def pdf_response(content: bytes, name: str) -> HttpResponse:
    """A PDF that the browser shows, under a name that it may be saved by."""
    response = HttpResponse(content, content_type="application/pdf")
    header = content_disposition_header(as_attachment=False, filename=file_name(name))
    if header:
        response["Content-Disposition"] = header
    return response


def _match(request: ClubRequest, match_id: int) -> Match:
    own = Match.objects.filter(club=request.membership.club)
    return get_object_or_404(matches_for_print(own), pk=match_id)
