"""Pages of all prints: short ones at once, long ones ordered from the worker."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import content_disposition_header, quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import ClubRequest, club_view, public_view
from clubs.models import Club
from clubs.roles import Right
from core.names import file_name
from core.transactions import enqueue_on_commit
from deals.models import DealPaper
from leagues.models import Season
from leagues.views.pages import address as season_address
from leagues.views.pages import season_or_404
from ledger.models import Book
from ledger.selectors import settled_books
from ledger.views import statements_asked
from press import base as press
from press.base import Paper
from prints.deals import deals_print
from prints.event_prints import (
    EventPrint,
    Phase,
    event_print_order,
    event_summary,
    job_for,
)
from prints.forms import PrintOptionsForm
from prints.hand_record import hand_records_build
from prints.jobs import Job, NothingToPrintError
from prints.matches import matches_for_print
from prints.models import Document, DocumentState
from prints.orders import (
    DocumentStateError,
    document_cancel,
    document_may_change,
    document_order,
    document_path,
    document_retry,
    documents_of,
)
from prints.registry import JOBS, prints_for
from prints.scorecard import public_scorecard_build
from prints.seasons import CALENDAR, TABLE
from prints.sheets import sheet_build
from prints.statement import statement_kept
from prints.tasks import document_make
from scoring.models import Match
from tournaments.models import Event, EventPage
from tournaments.selectors.next_step import draw_state
from tournaments.selectors.public import matches_of_player, names_tag, public_lineup
from tournaments.views.common import address, event_or_404, event_page, shared_by_all
from tournaments.views.public import player_of

DOCUMENTS_ON_PAGE: Final = 25
MOST_OWN: Final = 20
"""Maximum number of a player's scorecards made at once."""


# --- shared by all prints


def paper_for(request: HttpRequest, club: Club) -> Paper:
    """Return the club's paper, or that of ``?paper=a4|letter``."""
    asked = request.GET.get("paper", club.paper).upper()
    return Paper[asked] if asked in Paper.__members__ else Paper[club.paper.upper()]


def pdf_response(content: bytes, name: str) -> HttpResponse:
    """Return a PDF that the browser shows, under a name that it may be saved by."""
    response = HttpResponse(content, content_type="application/pdf")
    header = content_disposition_header(as_attachment=False, filename=file_name(name))
    if header:
        response["Content-Disposition"] = header
    return response


def print_or_order(
    request: ClubRequest,
    kind: str,
    parameters: Mapping[str, Any],
    *,
    title: str = "",
    right: Right = Right.SEE,
) -> HttpResponse:
    """Show a short print; show the page at which a long one is ordered, or order it by POST.

    Raises ``NothingToPrintError``.
    """
    club = request.membership.club
    kept = {**parameters, "paper": paper_for(request, club).name.lower()}
    job: Job = JOBS[kind](club, kept)
    title = title or job.title
    if job.is_short or not request.membership.may(right):
        return pdf_response(job.render(), title)
    if request.method != "POST":
        return render(request, "prints/print_order.html", {"order": {"title": title}})
    document = document_order(
        club=club,
        kind=kind,
        title=title,
        parameters=kept,
        requested_by=request.user,
        right=right,
    )
    return _follow(club, document)


def _follow(club: Club, document: Document) -> HttpResponse:
    """Enqueue an ordered document, and redirect to its progress."""
    enqueue_on_commit(document_make, str(document.pk))
    return redirect("document-progress", club.slug, document.pk)


def _long_message(request: HttpRequest) -> None:
    messages.info(request, _("This one is long: order it here and it is made in the background."))


# --- of a match


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.SEE)
def scorecard(request: ClubRequest, match_id: int) -> HttpResponse:
    """The scorecard of a match; a long one is ordered."""
    match = _match(request, match_id)
    title = _("Scorecard %(match)s") % {"match": match}
    return print_or_order(request, "scorecards", {"matches": [match.pk]}, title=title)


@require_safe
@public_view(EventPage.objects.select_related("event__club").all)
def own_scorecards(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Return the scorecards of finished games of this browser's player.

    Under public names, without money and notes; only the last ones if there are many.
    """
    event, player = page.event, player_of(request, page)
    over = matches_for_print(Match.objects.filter(is_over=True, hand_count__gt=0))
    own = matches_of_player(event, player or 0, public_lineup(event), over)[-MOST_OWN:]
    if not own:
        raise Http404
    title, paper = _("Scorecard %(match)s") % {"match": event.name}, paper_for(request, event.club)
    job = Job(title, len(own), lambda: map(public_scorecard_build, own), paper)
    tag = f"card-{page.code}-{event.version}-{player}-{names_tag(event)}-{paper.name}"
    answer = pdf_response(shared_by_all(tag, job.render), title)
    answer["Cache-Control"] = "private, no-cache"
    return answer


@require_safe
@club_view(Right.SEE)
def score_sheet(request: ClubRequest, match_id: int) -> HttpResponse:
    """The empty score sheet of a match; ``?large=1`` in large type."""
    match = _match(request, match_id)
    built = sheet_build(match, large=request.GET.get("large") == "1")
    content = press.render([built], paper=paper_for(request, match.club))
    return pdf_response(content, _("Score sheet %(match)s") % {"match": match})


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.SEE)
def hand_records(request: ClubRequest, match_id: int) -> HttpResponse:
    """The hands of a match: deals, auctions, play.

    A long match is not printed while the page waits: POST orders it as a document, and of a
    short one goes to the file.
    """
    match = _match(request, match_id)
    kept = {"matches": [match.pk], "paper": paper_for(request, match.club).name.lower()}
    is_short = JOBS["hand-records"](match.club, kept).is_short
    if request.method == "POST" and is_short:
        return redirect(request.path)
    if request.method != "POST" and not is_short:
        _long_message(request)
        return redirect("match", match.club.slug, match.pk)
    title = _("Hand records %(match)s") % {"match": match}
    return print_or_order(request, "hand-records", kept, title=title)


@require_safe
@club_view(Right.SEE)
def hand_record(request: ClubRequest, match_id: int, number: int) -> HttpResponse:
    """One hand of a match."""
    match = _match(request, match_id)
    built = hand_records_build(match, numbers={number})
    if not built.hands:
        raise Http404
    content = press.render([built], paper=paper_for(request, match.club))
    names = {"match": match, "number": number}
    return pdf_response(content, _("Hand %(number)d of %(match)s") % names)


def _match(request: ClubRequest, match_id: int) -> Match:
    own = Match.objects.filter(club=request.membership.club)
    return get_object_or_404(matches_for_print(own), pk=match_id)


# --- of money


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.SEE)
def statement_pdf(request: ClubRequest, pk: int) -> HttpResponse:
    """Return the statement of a period, a part for each currency; ``?paper=`` as elsewhere.

    Redirect back if it is empty. The treasurer orders a long one; a player's own is made at once,
    because documents about money are visible to treasurers only.
    """
    player, form, found, since, until = statements_asked(request, pk)
    if not found:
        return redirect("player-statement", request.membership.club.slug, pk)
    season = form.cleaned_data.get("season") if form.is_valid() else None
    kept = statement_kept(player, settled_books(season) if season else None, since, until)
    return print_or_order(request, "statement", kept, right=Right.MONEY)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.MONEY)
def settlement_pdf(request: ClubRequest, book_id: int) -> HttpResponse:
    """Return a book's transfers and balances; a long document is ordered."""
    book = get_object_or_404(Book, club=request.membership.club, pk=book_id)
    return print_or_order(request, "settlement", {"book": book.pk}, right=Right.MONEY)


# --- of a season


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.SEE)
def table_pdf(request: ClubRequest, season_id: int) -> HttpResponse:
    """The tables of all divisions; ``?paper=`` as elsewhere."""
    return _season(request, season_or_404(request, season_id), TABLE)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.SEE)
def calendar_pdf(request: ClubRequest, season_id: int) -> HttpResponse:
    """Every evening of the season."""
    return _season(request, season_or_404(request, season_id), CALENDAR)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.SEE)
def yearbook_pdf(request: ClubRequest, season_id: int) -> HttpResponse:
    """The yearbook of a season, to be handed out."""
    return _season(request, season_or_404(request, season_id), kind="yearbook")


def _season(
    request: ClubRequest, season: Season, what: str = "", *, kind: str = "season"
) -> HttpResponse:
    asked = {"what": what} if what else {}
    try:
        return print_or_order(request, kind, {"season": season.pk, **asked})
    except NothingToPrintError as error:
        messages.info(request, str(error))
        return redirect(season_address("season", season))


# --- of an event


@require_safe
@club_view(Right.SEE)
def prints(request: ClubRequest, event_id: int) -> HttpResponse:
    """Show the list of prints by phase, each with its options."""
    event = event_or_404(request, event_id)
    summary = event_summary(event)
    found = prints_for(summary.event, request.membership)
    site = _site(request)
    rows = [
        (row, row.missing(summary), PrintOptionsForm(row=row, summary=summary, site=site))
        for row in found
    ]
    phases = [(phase, [row for row in rows if row[0].phase is phase]) for phase in Phase]
    context = {
        "phases": [(phase, group) for phase, group in phases if group],
        "outdated": draw_state(event).outdated,
        "site": site,
    }
    return event_page(request, event, "prints/event.html", context, tab="event-prints")


@require_safe
@club_view(Right.SEE)
def print_file(request: ClubRequest, event_id: int, what: str) -> HttpResponse:
    """A short print; a long one is ordered on the page that this leads to."""
    event = event_or_404(request, event_id)
    try:
        row, form = _asked(request, event, what, request.GET)
        job = job_for(event, row, form.print_options())
        if not job.is_short:
            _long_message(request)
            return redirect(address("event-prints", event))
        return pdf_response(job.render(), job.title)
    except NothingToPrintError as error:
        return _nothing(request, event, error)


@require_POST
@club_view(Right.SEE)
def print_order(request: ClubRequest, event_id: int, what: str) -> HttpResponse:
    """Redirect to a short file; order a long one and redirect to its progress."""
    event = event_or_404(request, event_id)
    try:
        row, form = _asked(request, event, what, request.POST)
        options = form.print_options()
        with form.in_language():
            if job_for(event, row, options).is_short:
                return redirect(f"{address('event-print', event, what)}?{_query(request.POST)}")
            document = event_print_order(event=event, row=row, options=options, by=request.user)
    except NothingToPrintError as error:
        return _nothing(request, event, error)
    return _follow(event.club, document)


class DealsPrintForm(forms.Form):
    """The options of prints of secret deals; no ``round`` means all."""

    kind = forms.ChoiceField(choices=DealPaper)
    round = forms.IntegerField(required=False, min_value=1)


@require_POST
@club_view(Right.RUN)
def deals_file(request: ClubRequest, event_id: int) -> HttpResponse:
    """Print slips or the sheet of secret deals; only the author is logged."""
    event = event_or_404(request, event_id)
    form = DealsPrintForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose what to print, and of which round."))
        return redirect(address("event-deals", event))
    try:
        title, content = deals_print(
            event=event,
            kind=DealPaper(form.cleaned_data["kind"]),
            by=request.user,
            round_number=form.cleaned_data["round"],
            paper=paper_for(request, event.club),
        )
    except NothingToPrintError as error:
        messages.info(request, str(error))
        return redirect(address("event-deals", event))
    answer = pdf_response(content, title)
    answer["Cache-Control"] = "no-store"
    return answer


def _asked(
    request: ClubRequest, event: Event, key: str, data: QueryDict
) -> tuple[EventPrint, PrintOptionsForm]:
    """Return the row and its options; 404 if it is not for this member or event.

    Raises ``NothingToPrintError`` if the address for the codes is invalid.
    """
    found = {row.key: row for row in prints_for(event, request.membership)}
    if key not in found:
        raise Http404
    summary = event_summary(event)
    given = {"paper": event.club.paper} | data.dict()
    form = PrintOptionsForm(given, row=found[key], summary=summary, site=_site(request))
    if "site" in form.errors:
        raise NothingToPrintError(" ".join(map(str, form.errors["site"])))
    if not form.is_valid():
        raise Http404
    return found[key], form


def _site(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")


def _query(data: QueryDict) -> str:
    chosen = data.copy()
    chosen.pop("csrfmiddlewaretoken", None)
    return chosen.urlencode()


def _nothing(request: HttpRequest, event: Event, error: NothingToPrintError) -> HttpResponse:
    messages.info(request, str(error))
    return redirect(address("event-prints", event))


# --- ordered documents


@club_view(Right.SEE)
@require_safe
def documents(request: ClubRequest) -> HttpResponseBase:
    """The club's documents, the newest first."""
    ordered = documents_of(request.membership).select_related("requested_by")
    page = Paginator(ordered, DOCUMENTS_ON_PAGE).get_page(request.GET.get("page"))
    rows = [document_row(document, request) for document in page]
    return render(request, "prints/documents.html", {"page": page, "rows": rows})


@club_view(Right.SEE)
@require_safe
def document_progress(request: ClubRequest, pk: UUID) -> HttpResponseBase:
    """Show one document, and for htmx the part that follows the worker.

    The entity tag changes with the content, so that a poll usually costs an empty 304.
    """
    document = _document(request, pk)
    whole = "" if request.htmx else "-page"
    tag = quote_etag(
        f"{document.state}-{document.attempts}-{document.done}-{document.total}{whole}"
    )
    answer = get_conditional_response(request, etag=tag)
    if answer is None:
        template = "prints/_document.html" if request.htmx else "prints/document.html"
        answer = render(request, template, document_row(document, request))
        answer["ETag"] = tag
    answer["Cache-Control"] = "private, no-cache"
    patch_vary_headers(answer, ["HX-Request"])
    return answer


@club_view(Right.SEE)
@require_POST
def document_stop(request: ClubRequest, pk: UUID) -> HttpResponseBase:
    """Cancel a document that is not made yet."""
    document = _changeable(request, pk)
    try:
        document_cancel(document_id=document.pk)
    except DocumentStateError:
        messages.warning(request, _("It is too late to cancel. Check its current state."))
    return _back(request, document)


@club_view(Right.SEE)
@require_POST
def document_again(request: ClubRequest, pk: UUID) -> HttpResponseBase:
    """Order a failed or cancelled document again."""
    document = _changeable(request, pk)
    try:
        document_retry(document_id=document.pk)
    except DocumentStateError:
        messages.warning(request, _("It is being made already, or ready."))
    else:
        enqueue_on_commit(document_make, str(document.pk))
    return _back(request, document)


@club_view(Right.SEE)
@require_safe
def document_file(request: ClubRequest, pk: UUID) -> HttpResponseBase:
    """The finished file under its title."""
    document = _document(request, pk)
    if document.state != DocumentState.DONE:
        messages.warning(request, _("This document is not ready."))
        return redirect("documents", request.membership.club.slug)
    try:
        file = document_path(document).open("rb")
    except FileNotFoundError:
        messages.error(request, _("The file has been deleted. Order the document again."))
        return redirect("documents", request.membership.club.slug)
    answer = FileResponse(
        file,
        as_attachment=True,
        filename=file_name(document.title),
        content_type="application/pdf",
    )
    answer["Cache-Control"] = "private, no-cache"
    return answer


def document_row(document: Document, request: ClubRequest) -> dict[str, Any]:
    """Return the context of ``prints/_document.html``, here and inside other pages."""
    return {
        "document": document,
        "club": request.membership.club,
        "may_change": document_may_change(document, request.membership),
    }


def _document(request: ClubRequest, pk: UUID) -> Document:
    return get_object_or_404(documents_of(request.membership), pk=pk)


def _changeable(request: ClubRequest, pk: UUID) -> Document:
    document = _document(request, pk)
    if not document_may_change(document, request.membership):
        raise PermissionDenied
    return document


def _back(request: ClubRequest, document: Document) -> HttpResponse:
    """Return the document's current state: only the row for htmx, else the list."""
    if request.htmx:
        document.refresh_from_db()
        return render(request, "prints/_document.html", document_row(document, request))
    return redirect("documents", request.membership.club.slug)
