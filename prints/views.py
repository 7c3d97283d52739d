"""Pages of all prints: short ones at once, long ones ordered from the worker."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import content_disposition_header, quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ClubRequest, club_view
from clubs.models import Club
from clubs.roles import Right
from clubs.views import crumbs
from core.names import file_name
from core.transactions import enqueue_on_commit
from press.base import Paper
from prints.forms import PrintOptionsForm
from prints.jobs import NothingToPrintError
from prints.models import Document, DocumentState
from prints.orders import (
    DocumentStateError,
    document_cancel,
    document_may_change,
    document_path,
    document_retry,
    documents_of,
)
from prints.registry import print_named, prints_for
from prints.rows import AnyPrint, AnySubject, Phase, Summary, print_job, print_order
from prints.tasks import document_make
from tournaments.models import Event
from tournaments.selectors.next_step import draw_state
from tournaments.views.common import event_page

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

DOCUMENTS_ON_PAGE: Final = 25


# --- what can be printed of a subject


@dataclass(frozen=True, slots=True)
class Printed:
    """The subject of a request with what its page of prints must know."""

    about: AnySubject
    of: Any
    summary: Summary

    def at(self, name: str, *more: str) -> str:
        """Return an address: "prints", "print" or "print-order"."""
        slug = self.summary.club.slug
        return reverse(f"{self.about.key}-{name}", args=[slug, self.of.pk, *more])


def _printed(request: ClubRequest, about: AnySubject, keys: dict[str, int]) -> Printed:
    subject = about.find(request.membership.club, keys[f"{about.key}_id"])
    if subject is None:
        raise Http404
    return Printed(about, subject, about.summary(subject))


class Offer(NamedTuple):
    """A row of the page: why it is missing, or its options and the address of an order."""

    row: AnyPrint
    missing: "StrOrPromise"
    form: PrintOptionsForm
    order: str


@require_safe
@club_view(Right.SEE)
def prints(request: ClubRequest, /, *, about: AnySubject, **keys: int) -> HttpResponse:
    """Show the list of prints by phase, each with its options."""
    printed = _printed(request, about, keys)
    rows = prints_for(about, printed.of, request.membership)
    if not rows:
        raise PermissionDenied(_("Your role in this club does not allow this."))
    site = _site(request)
    offers = [
        Offer(
            row,
            row.missing(printed.summary),
            PrintOptionsForm(row=row, summary=printed.summary, site=site),
            printed.at("print-order", row.key),
        )
        for row in rows
    ]
    phases = [(phase, [offer for offer in offers if offer.row.phase is phase]) for phase in Phase]
    context: dict[str, Any] = {
        "phases": [(phase, group) for phase, group in phases if group],
        "site": site,
    }
    if isinstance(printed.of, Event):
        context["outdated"] = draw_state(printed.of).outdated
        return event_page(request, printed.of, "prints/event.html", context, tab="event-prints")
    name = about.name(printed.of)
    steps = crumbs((name, about.page(printed.of)), here=_("Print"))
    return render(request, "prints/subject.html", {"name": name, "crumbs": steps, **context})


@require_safe
@club_view(Right.SEE)
def print_file(
    request: ClubRequest, /, *, what: str, about: AnySubject, **keys: int
) -> HttpResponse:
    """A short print; a long one is ordered on the page that this leads to."""
    printed = _printed(request, about, keys)
    row = _row(request, printed, what)
    if row.secret is not None:
        return redirect(printed.at("prints"))
    try:
        form = _options(request, printed, row, request.GET)
        with form.in_language():
            job = print_job(row, printed.of, form.print_options())
            if job.is_short or not request.membership.may(row.right):
                return pdf_response(job.render(), job.title)
    except NothingToPrintError as error:
        return _nothing(request, printed, error)
    messages.info(request, _("This one is long: order it here and it is made in the background."))
    return redirect(printed.at("prints"))


@require_POST
@club_view(Right.SEE)
def print_ordered(
    request: ClubRequest, /, *, what: str, about: AnySubject, **keys: int
) -> HttpResponse:
    """Redirect to a short file; order a long one and redirect to its progress.

    A secret print is in the answer itself.
    """
    printed = _printed(request, about, keys)
    row = _row(request, printed, what)
    try:
        form = _options(request, printed, row, request.POST)
        options = form.print_options()
        with form.in_language():
            job = print_job(row, printed.of, options)
            if row.secret is not None:
                row.secret(printed.of, options, request.user)
                answer = pdf_response(job.render(), job.title)
                answer["Cache-Control"] = "no-store"
                return answer
            if job.is_short or not request.membership.may(row.right):
                return redirect(f"{printed.at('print', what)}?{_query(request.POST)}")
            club = request.membership.club
            document = print_order(
                row=row, of=printed.of, options=options, club=club, by=request.user
            )
    except NothingToPrintError as error:
        return _nothing(request, printed, error)
    enqueue_on_commit(document_make, str(document.pk))
    return redirect("document-progress", club.slug, document.pk)


def _row(request: ClubRequest, printed: Printed, key: str) -> AnyPrint:
    """Return the row of a key; 404 if the subject has no such print, 403 without its right."""
    row = print_named(printed.about, key)
    if row is None or not row.suits(printed.of):
        raise Http404
    if not row.is_for(request.membership, printed.of):
        raise PermissionDenied(_("Your role in this club does not allow this."))
    return row


def _options(
    request: ClubRequest, printed: Printed, row: AnyPrint, data: QueryDict
) -> PrintOptionsForm:
    """Return the valid options of a row; 404 if they are not.

    Raises ``NothingToPrintError`` if the address for the codes is invalid.
    """
    given = {"paper": request.membership.club.paper} | data.dict()
    form = PrintOptionsForm(given, row=row, summary=printed.summary, site=_site(request))
    if "site" in form.errors:
        raise NothingToPrintError(" ".join(map(str, form.errors["site"])))
    if not form.is_valid():
        raise Http404
    return form


def _site(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")


def _query(data: QueryDict) -> str:
    chosen = data.copy()
    chosen.pop("csrfmiddlewaretoken", None)
    return chosen.urlencode()


def _nothing(request: HttpRequest, printed: Printed, error: NothingToPrintError) -> HttpResponse:
    messages.info(request, str(error))
    return redirect(printed.about.page(printed.of))


def pdf_response(content: bytes, name: str) -> HttpResponse:
    """Return a PDF that the browser shows, under a name that it may be saved by."""
    response = HttpResponse(content, content_type="application/pdf")
    header = content_disposition_header(as_attachment=False, filename=file_name(name))
    if header:
        response["Content-Disposition"] = header
    return response


# --- for anybody


def paper_for(request: HttpRequest, club: Club) -> Paper:
    """Return the club's paper, or that of ``?paper=a4|letter``."""
    name = request.GET.get("paper", club.paper).upper()
    return Paper[name] if name in Paper.__members__ else Paper[club.paper.upper()]


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
