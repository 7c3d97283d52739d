"""Printed matter of one match, at once; a long one by the worker."""

from typing import Any, Final, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import ClubRequest, club_view
from clubs.models import Club
from clubs.names import file_name
from clubs.queueing import enqueue_on_commit
from clubs.roles import Right
from press.base import Paper
from prints.documents import PAGES_AT_ONCE, document_order
from prints.hand_records import hand_records_build
from prints.makers import HAND_RECORDS, SCORECARDS
from prints.render_matches import render_hands, render_scorecard, render_sheets
from prints.scorecards import matches_for_print, scorecard_build, sheet_build
from prints.tasks import document_make
from scoring.models import Match

HANDS_AT_ONCE: Final = 24
"""Up to so many hands, three on a page, are printed while the page waits."""
HANDS_ON_CARDS: Final = 22
"""About so many hands of a scorecard stand on a page."""


class Order(NamedTuple):
    """A print that is too long to be waited for, as it is ordered from the worker."""

    kind: str
    title: str
    parameters: dict[str, Any]
    right: Right = Right.SEE


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.SEE)
def scorecard(request: ClubRequest, match_id: int) -> HttpResponse:
    """The scorecard of a match; a long one is ordered."""
    match = _match(request, match_id)
    title, paper = _("Scorecard %(match)s") % {"match": match}, paper_for(request, match.club)
    if match.hand_count > PAGES_AT_ONCE * HANDS_ON_CARDS:
        kept = {"matches": [match.pk], "paper": paper.name.lower()}
        return order_page(request, Order(SCORECARDS, title, kept))
    return pdf_response(render_scorecard(scorecard_build(match), paper=paper), title)


@require_safe
@club_view(Right.SEE)
def score_sheet(request: ClubRequest, match_id: int) -> HttpResponse:
    """The empty score sheet of a match; ``?large=1`` in large type."""
    match = _match(request, match_id)
    built = sheet_build(match, large=request.GET.get("large") == "1")
    content = render_sheets([built], paper=paper_for(request, match.club))
    return pdf_response(content, _("Score sheet %(match)s") % {"match": match})


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.SEE)
def hand_records(request: ClubRequest, match_id: int) -> HttpResponse:
    """The hands of a match: deals, auctions, play.

    A long match is not printed while the page waits: POST orders it as a document, and of a
    short one goes to the file.
    """
    match = _match(request, match_id)
    is_long = match.hand_count > HANDS_AT_ONCE
    if request.method == "POST":
        return _hand_records_ordered(request, match) if is_long else redirect(request.path)
    if is_long:
        messages.info(
            request, _("This one is long: order it here and it is made in the background.")
        )
        return redirect("match", match.club.slug, match.pk)
    built = hand_records_build(match)
    content = render_hands(built, paper=paper_for(request, match.club))
    return pdf_response(content, _("Hand records %(match)s") % {"match": match})


@require_safe
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


def _hand_records_ordered(request: ClubRequest, match: Match) -> HttpResponse:
    kept = {"matches": [match.pk], "paper": paper_for(request, match.club).name.lower()}
    title = _("Hand records %(match)s") % {"match": match}
    return _ordered(request, Order(HAND_RECORDS, title, kept))


def order_page(request: ClubRequest, order: Order) -> HttpResponse:
    """The page at which a long print is ordered; sent, it is, as reading orders nothing."""
    if request.method == "POST":
        return _ordered(request, order)
    return render(request, "scoring/print_order.html", {"order": order})


def _ordered(request: ClubRequest, order: Order) -> HttpResponse:
    """Order it, and go where its progress is shown."""
    club = request.membership.club
    document = document_order(
        club=club,
        kind=order.kind,
        title=order.title,
        parameters=order.parameters,
        requested_by=request.user,
        right=order.right,
    )
    enqueue_on_commit(document_make, str(document.pk))
    return redirect("document-progress", club.slug, document.pk)


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
