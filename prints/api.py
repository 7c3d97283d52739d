"""Ordered documents (list, follow, cancel, retry, fetch) and the prints of an event."""

from collections.abc import Mapping
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

from clubs.models import Paper as ClubPaper
from clubs.names import file_name
from clubs.queueing import enqueue_on_commit
from clubs.rest.docs import CREATING, IDEMPOTENT, IF_NONE_MATCH, REPLAYED, etag_header
from clubs.rest.etags import body_tag, conditional
from clubs.rest.idempotent import once
from clubs.rest.pages import Pages
from clubs.rest.problems import ProblemError
from clubs.rest.views import ClubView, paged, sent
from clubs.services.idempotency import Answer
from press.base import Paper
from prints.event_prints import (
    EventPrint,
    EventSummary,
    Option,
    Phase,
    PrintOptions,
    event_print_order,
    event_summary,
)
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
from prints.registry import prints_for
from prints.tasks import document_make
from tournaments.api.base import EventView

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


# --- ?


class PrintSerializer(serializers.Serializer[Any]):
    """Something that can be printed; ``missing`` says why not yet, and is empty where it can."""

    key = serializers.CharField()
    phase = serializers.ChoiceField(choices=[phase.value for phase in Phase])
    title = serializers.CharField()
    text = serializers.CharField()
    options = serializers.ListField(
        child=serializers.ChoiceField(choices=[option.value for option in Option]),
        help_text="What may be chosen beside the paper.",
    )
    rounds = serializers.ListField(
        child=serializers.IntegerField(), help_text="The rounds that may be chosen."
    )
    missing = serializers.CharField(allow_blank=True)


class PrintIn(serializers.Serializer[Any]):
    """What is to be printed; an option that the print does not have is refused."""

    paper = serializers.ChoiceField(
        choices=ClubPaper.choices, required=False, help_text="The club's paper if left out."
    )
    round = serializers.IntegerField(
        min_value=1, required=False, allow_null=True, help_text="All rounds if left out or null."
    )
    blank = serializers.BooleanField(required=False)
    large = serializers.BooleanField(required=False)
    poster = serializers.BooleanField(required=False, help_text="On twice the paper.")
    site = serializers.URLField(
        required=False,
        max_length=200,
        help_text="Where codes lead, as `https://scores.example.org`; the address of this request "
        "if left out.",
    )


class PrintList(EventView):
    """The prints of an event."""

    @extend_schema(
        operation_id="prints_list",
        tags=TAGS,
        summary="List what can be printed",
        description="Everything that can be printed for the event, in the order in which an "
        "evening needs it.",
        responses=PrintSerializer(many=True),
    )
    def get(self, request: Request, slug: str, event: int) -> Response:
        """The list."""
        summary = event_summary(self.event)
        rows = [_row(row, summary) for row in prints_for(self.event, self.membership)]
        return Response(PrintSerializer(rows, many=True).data)


class PrintOrder(EventView):
    """Ordering a print."""

    @extend_schema(
        operation_id="prints_order",
        tags=TAGS,
        summary="Order a print",
        description="Orders it as a document, however short it is. Follow the document at its "
        "`url` until `file_url` is there. 409 where there is nothing to print yet.",
        parameters=CREATING,
        request=PrintIn,
        responses={201: DocumentSerializer, 409: OpenApiResponse(description="")},
    )
    def post(self, request: Request, slug: str, event: int, what: str) -> Response:
        """Order it."""
        rows = {row.key: row for row in prints_for(self.event, self.membership)}
        row = rows.get(what)
        if row is None:
            raise ProblemError(404, "not_found", _("There is no such print."))
        options = self._print_options(row, sent(request, PrintIn))
        return once(request, lambda: self._ordered(row, options))

    def _print_options(self, row: EventPrint, body: Mapping[str, Any]) -> PrintOptions:
        known = {option.value for option in row.options} | {"paper"}
        if wrong := sorted(body.keys() - known):
            raise serializers.ValidationError(
                {name: [_("This print has no such option.")] for name in wrong}
            )
        number = body.get("round")
        if number is not None and number not in rounds_of(row, event_summary(self.event)):
            raise serializers.ValidationError({"round": [_("There is no such round.")]})
        return PrintOptions(
            paper=Paper[body.get("paper", self.club.paper).upper()],
            round=number,
            blank=body.get("blank", False),
            large=body.get("large", False),
            poster=body.get("poster", False),
            site=body.get("site", self.request.build_absolute_uri("/")).rstrip("/"),
        )

    def _ordered(self, row: EventPrint, options: PrintOptions) -> Answer:
        try:
            document = event_print_order(event=self.event, row=row, options=options, by=self.user)
        except NothingToPrintError as error:
            raise ProblemError(409, "nothing_to_print", str(error)) from None
        enqueue_on_commit(document_make, str(document.pk))
        return Answer(201, DocumentSerializer(document).data, _place(document))


def rounds_of(row: EventPrint, summary: EventSummary) -> tuple[int, ...]:
    """The rounds that may be chosen for a row."""
    if Option.ROUND not in row.options:
        return ()
    return summary.begun if row.begun_only else summary.rounds


def _row(row: EventPrint, summary: EventSummary) -> dict[str, Any]:
    return {
        "key": row.key,
        "phase": row.phase.value,
        "title": row.title,
        "text": row.text,
        "options": [option.value for option in Option if option in row.options],
        "rounds": rounds_of(row, summary),
        "missing": row.missing(summary),
    }


def _place(document: Document) -> str:
    return reverse("api-document", args=[document.club.slug, document.pk])
