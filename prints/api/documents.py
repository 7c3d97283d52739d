"""Documents made by the worker: following, cancelling, ordering again, fetching."""

from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import FileResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.names import file_name
from clubs.queueing import enqueue_on_commit
from clubs.rest.docs import IDEMPOTENT, IF_NONE_MATCH, REPLAYED, etag_header
from clubs.rest.etags import body_tag, conditional
from clubs.rest.idempotent import once
from clubs.rest.pages import Pages
from clubs.rest.problems import ProblemError
from clubs.rest.views import ClubView, paged
from clubs.services.idempotency import Answer
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

TAGS = ["Documents"]


class DocumentSerializer(serializers.ModelSerializer[Document]):
    """An ordered document; ``file_url`` is null until it is done."""

    requested_by = serializers.CharField(source="requested_by.shown_name", read_only=True)
    url = serializers.SerializerMethodField()
    file_url = serializers.SerializerMethodField()

    class Meta:
        model = Document
        fields = ["id", "title", "state", "done", "total", "error", "requested_by"]
        fields += ["created_at", "finished_at", "url", "file_url"]
        read_only_fields = fields

    def get_url(self, document: Document) -> str:
        """Where it is followed."""
        return reverse("api-document", args=[document.club.slug, document.pk])

    def get_file_url(self, document: Document) -> str | None:
        """Where the file is fetched."""
        if document.state != DocumentState.DONE:
            return None
        return reverse("api-document-file", args=[document.club.slug, document.pk])


class PdfRenderer(JSONRenderer):
    """Lets a client ask for PDF; what is no file, a problem, stays JSON."""

    media_type = "application/pdf"
    format = "pdf"


class DocumentList(ClubView):
    """The documents of a club."""

    pagination_class = Pages

    @extend_schema(
        operation_id="documents_list",
        tags=TAGS,
        summary="List documents",
        description="What was ordered in the club and you may see, the newest first.",
        responses=DocumentSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """The documents."""
        found = documents_of(self.membership).select_related("club", "requested_by")
        return paged(self, found, DocumentSerializer)


class DocumentView(ClubView):
    """An endpoint of one document; what a member may not see is not found."""

    document: Document

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """The document of that club."""
        super().initial(request, *args, **kwargs)
        found = documents_of(self.membership).select_related("club", "requested_by")
        self.document = get_object_or_404(found, pk=kwargs["document"])

    def answer(self) -> Answer:
        """The document as it stands now."""
        self.document.refresh_from_db()
        return Answer(200, DocumentSerializer(self.document).data)

    def may_change(self) -> None:
        """403 for those who neither ordered it nor run events."""
        if not document_may_change(self.document, self.membership):
            raise PermissionDenied(_("Your role in this club does not allow this."))


class DocumentDetail(DocumentView):
    """One document."""

    @extend_schema(
        operation_id="documents_retrieve",
        tags=TAGS,
        summary="Follow a document",
        description="How far it is: `done` of `total` parts while `state` is `running`; where it "
        "is `failed`, `error` says why. Send the tag back in `If-None-Match` to be told 304 while "
        "nothing has changed.",
        parameters=[IF_NONE_MATCH, etag_header("Changes with anything in the answer.")],
        responses=DocumentSerializer,
    )
    def get(self, request: Request, slug: str, document: UUID) -> Response:
        """How it stands."""
        body = DocumentSerializer(self.document).data
        return conditional(request, body_tag(body), lambda: body)


class DocumentCancel(DocumentView):
    """Cancelling."""

    @extend_schema(
        operation_id="documents_cancel",
        tags=TAGS,
        summary="Cancel a document",
        description="One that is not made yet. Whoever ordered it may, and who runs events.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=None,
        responses={200: DocumentSerializer, 409: OpenApiResponse(description="")},
    )
    def post(self, request: Request, slug: str, document: UUID) -> Response:
        """Cancel it."""
        self.may_change()
        return once(request, self._cancelled)

    def _cancelled(self) -> Answer:
        try:
            document_cancel(document_id=self.document.pk)
        except DocumentStateError:
            raise ProblemError(
                409, "not_open", _("It is ready, failed, or was cancelled before.")
            ) from None
        return self.answer()


class DocumentRetry(DocumentView):
    """Ordering again."""

    @extend_schema(
        operation_id="documents_retry",
        tags=TAGS,
        summary="Make a document again",
        description="One that failed or was cancelled, under the same address.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=None,
        responses={200: DocumentSerializer, 409: OpenApiResponse(description="")},
    )
    def post(self, request: Request, slug: str, document: UUID) -> Response:
        """Order it again."""
        self.may_change()
        return once(request, self._ordered)

    def _ordered(self) -> Answer:
        try:
            document_retry(document_id=self.document.pk)
        except DocumentStateError:
            raise ProblemError(
                409, "not_closed", _("It is being made already, or ready.")
            ) from None
        enqueue_on_commit(document_make, str(self.document.pk))
        return self.answer()


class DocumentFile(DocumentView):
    """The file."""

    renderer_classes = (JSONRenderer, PdfRenderer)

    @extend_schema(
        operation_id="documents_file",
        tags=TAGS,
        summary="Fetch the file of a document",
        description="The PDF under the document's title; 409 while it is not ready.",
        responses={
            (200, "application/pdf"): OpenApiResponse(OpenApiTypes.BINARY, "The file."),
            409: OpenApiResponse(description=""),
        },
    )
    def get(self, request: Request, slug: str, document: UUID) -> HttpResponseBase:
        """The file."""
        if self.document.state != DocumentState.DONE:
            raise ProblemError(409, "not_ready", _("This document is not ready."))
        try:
            file = document_path(self.document).open("rb")
        except FileNotFoundError:
            raise ProblemError(
                409, "cleared_away", _("The file has been cleared away. Order it anew.")
            ) from None
        name = file_name(self.document.title)
        return FileResponse(file, as_attachment=True, filename=name, content_type="application/pdf")
