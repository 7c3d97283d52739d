"""Documents that were ordered: how far they are, cancelling, ordering again, fetching them."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ClubRequest, club_view
from clubs.names import file_name
from clubs.queueing import enqueue_on_commit
from clubs.roles import Right
from prints.documents import (
    DocumentStateError,
    document_cancel,
    document_may_change,
    document_path,
    document_retry,
    documents_of,
)
from prints.models import Document, DocumentState
from prints.tasks import document_make

PAGE = 25


@club_view(Right.SEE)
@require_safe
def documents(request: ClubRequest) -> HttpResponseBase:
    """The club's documents, the newest first."""
    ordered = documents_of(request.membership).select_related("requested_by")
    page = Paginator(ordered, PAGE).get_page(request.GET.get("page"))
    rows = [document_row(document, request) for document in page]
    return render(request, "scoring/documents.html", {"page": page, "rows": rows})


@club_view(Right.SEE)
@require_safe
def document_progress(request: ClubRequest, pk: UUID) -> HttpResponseBase:
    """One document: a page to come back to, and for htmx the part of it that follows the worker.

    The entity tag changes with what is shown, so that a poll usually costs an empty 304.
    """
    document = _document(request, pk)
    whole = "" if request.htmx else "-page"
    tag = quote_etag(
        f"{document.state}-{document.attempts}-{document.done}-{document.total}{whole}"
    )
    answer = get_conditional_response(request, etag=tag)
    if answer is None:
        template = "scoring/_document.html" if request.htmx else "scoring/document.html"
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
        messages.warning(request, _("Too late to cancel: look how it stands now."))
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
        messages.error(request, _("The file has been cleared away. Order the document anew."))
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
    """What ``scoring/_document.html`` shows of a document, here and inside other pages."""
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
    """The document as it stands now: alone for htmx, else the list."""
    if request.htmx:
        document.refresh_from_db()
        return render(request, "scoring/_document.html", document_row(document, request))
    return redirect("documents", request.membership.club.slug)
