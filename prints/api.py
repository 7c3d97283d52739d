"""Ordered documents (order, list, follow, cancel, retry, fetch) and the prints of an event."""

import datetime
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Model
from django.http import FileResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from clubs.api.serializers import MAX_KEY
from clubs.models import Paper, Player
from clubs.rest.actions import action, reading
from clubs.rest.filters import Filters, choice
from clubs.rest.problems import ProblemError
from clubs.rest.views import ClubView, Pages
from clubs.roles import Right
from core.names import file_name
from core.transactions import enqueue_on_commit
from leagues.models import Season
from ledger.api.serializers import PeriodQuery
from ledger.models import Book
from prints.event_prints import (
    EventPrint,
    EventSummary,
    Option,
    Phase,
    event_print_order,
    event_summary,
)
from prints.forms import PrintOptionsForm
from prints.jobs import NothingToPrintError
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
from prints.seasons import CALENDAR, TABLE
from prints.statement import statement_kept
from prints.tasks import document_make
from scoring.models import Match
from tournaments.api.base import EventView

TAGS = ["Documents"]
CONFLICT: Final = {409: OpenApiResponse(description="")}


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
        """The address for polling."""
        return reverse("api-document", args=[document.club.slug, document.pk])

    def get_file_url(self, document: Document) -> str | None:
        """Where the file is fetched."""
        if document.state != DocumentState.DONE:
            return None
        return reverse("api-document-file", args=[document.club.slug, document.pk])


class PdfRenderer(JSONRenderer):
    """Lets a client ask for PDF; anything but a file, such as a problem, stays JSON."""

    media_type = "application/pdf"
    format = "pdf"


class DocumentFilters(Filters):
    """Which documents are wanted."""

    state = choice(DocumentState.choices, "Those in this state.")


Parameters = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Orderable:
    """A print of a season, book, player or match: its job, and the parameters of an order."""

    job: str
    of: type[Model]
    parameters: Callable[[Any, datetime.date | None, datetime.date | None], Parameters]
    right: Right = Right.SEE
    has_period: bool = False


ORDERABLE: Final[Mapping[str, Orderable]] = {
    "season-table": Orderable(
        "season", Season, lambda season, *_: {"season": season.pk, "what": TABLE}
    ),
    "season-calendar": Orderable(
        "season", Season, lambda season, *_: {"season": season.pk, "what": CALENDAR}
    ),
    "yearbook": Orderable("yearbook", Season, lambda season, *_: {"season": season.pk}),
    "settlement": Orderable("settlement", Book, lambda book, *_: {"book": book.pk}, Right.MONEY),
    "statement": Orderable(
        "statement",
        Player,
        lambda player, since, until: statement_kept(player, None, since, until),
        Right.MONEY,
        has_period=True,
    ),
    "scorecard": Orderable("scorecards", Match, lambda match, *_: {"matches": [match.pk]}),
    "hand-records": Orderable("hand-records", Match, lambda match, *_: {"matches": [match.pk]}),
}


class DocumentIn(PeriodQuery):
    """An order of a print that is not one of an event's."""

    kind = serializers.ChoiceField(choices=[*ORDERABLE])
    of = serializers.IntegerField(
        min_value=1,
        max_value=MAX_KEY,
        help_text="The `id` of the season, of the book of a `settlement`, of the player of a "
        "`statement`, or of the match. `since` and `until` are for statements.",
    )
    paper = serializers.ChoiceField(
        choices=Paper.choices, required=False, help_text="The club's paper if left out."
    )


class DocumentList(ClubView):
    """The documents of a club."""

    pagination_class = Pages

    @reading(
        "documents_list",
        "List documents",
        "What was ordered in the club and you may see, the newest first.",
        tags=TAGS,
        filters=DocumentFilters,
        answer=DocumentSerializer,
        many=True,
    )
    def get(self) -> Iterable[Document]:
        return documents_of(self.membership).select_related("club", "requested_by")

    @action(
        "documents_order",
        "Order a document",
        "A print of a season, a book, a player's statement or a match; those of money need the "
        "right to keep it. What an event prints is ordered under its `prints/`. Follow the "
        "document at its `url` until `file_url` is there. 409 where there is nothing to print.",
        tags=TAGS,
        body=DocumentIn,
        answer=DocumentSerializer,
        status=201,
        right=Right.SEE,
        responses={201: DocumentSerializer, **CONFLICT},
        location="api-document",
    )
    def post(
        self,
        *,
        kind: str,
        of: int,
        paper: str = "",
        since: datetime.date | None = None,
        until: datetime.date | None = None,
    ) -> Document:
        ordered = ORDERABLE[kind]
        if not self.membership.may(ordered.right):
            raise PermissionDenied(_("Your role in this club does not allow this."))
        if not ordered.has_period:
            told = {"since": since, "until": until}
            if unknown := [name for name, day in told.items() if day is not None]:
                _no_such_option(unknown)
        found = get_object_or_404(ordered.of._default_manager.all(), club=self.club, pk=of)
        kept = ordered.parameters(found, since, until) | {"paper": paper or self.club.paper}
        try:
            title = JOBS[ordered.job](self.club, kept).title
        except NothingToPrintError as error:
            raise ProblemError(409, "nothing_to_print", str(error)) from None
        if isinstance(found, Match):
            title = f"{title}: {found}"
        document = document_order(
            club=self.club,
            kind=ordered.job,
            title=title,
            parameters=kept,
            requested_by=self.user,
            right=ordered.right,
        )
        enqueue_on_commit(document_make, str(document.pk))
        return document


def _no_such_option(names: Iterable[str]) -> NoReturn:
    raise serializers.ValidationError(
        {name: [_("This print has no such option.")] for name in names}
    )


class DocumentView(ClubView):
    """An endpoint of one document; 404 if the member may not see it."""

    document: Document

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Load the document of that club."""
        super().initial(request, *args, **kwargs)
        found = documents_of(self.membership).select_related("club", "requested_by")
        self.document = get_object_or_404(found, pk=kwargs["document"])


class DocumentDetail(DocumentView):
    """One document."""

    @reading(
        "documents_retrieve",
        "Follow a document",
        "How far it is: `done` of `total` parts while `state` is `running`; where it "
        "is `failed`, `error` says why. Send the tag back in `If-None-Match` to be told 304 while "
        "nothing has changed.",
        tags=TAGS,
        answer=DocumentSerializer,
        etag="Changes with anything in the answer.",
    )
    def get(self) -> Document:
        return self.document


class DocumentChange(DocumentView):
    """A change of a document, for the member who ordered it and for those who run events."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse anybody else."""
        super().initial(request, *args, **kwargs)
        if not document_may_change(self.document, self.membership):
            raise PermissionDenied(_("Your role in this club does not allow this."))

    def shown(self) -> Document:
        """Return the current state of the document."""
        self.document.refresh_from_db()
        return self.document


class DocumentCancel(DocumentChange):
    """Cancelling."""

    @action(
        "documents_cancel",
        "Cancel a document",
        "One that is not made yet. Whoever ordered it may, and who runs events.",
        tags=TAGS,
        answer=DocumentSerializer,
        right=Right.SEE,
        responses={200: DocumentSerializer, **CONFLICT},
    )
    def post(self) -> Document:
        try:
            document_cancel(document_id=self.document.pk)
        except DocumentStateError:
            raise ProblemError(
                409, "not_open", _("It is ready, failed, or was cancelled before.")
            ) from None
        return self.shown()


class DocumentRetry(DocumentChange):
    """Ordering again."""

    @action(
        "documents_retry",
        "Make a document again",
        "One that failed or was cancelled, under the same address.",
        tags=TAGS,
        answer=DocumentSerializer,
        right=Right.SEE,
        responses={200: DocumentSerializer, **CONFLICT},
    )
    def post(self) -> Document:
        try:
            document_retry(document_id=self.document.pk)
        except DocumentStateError:
            raise ProblemError(
                409, "not_closed", _("It is being made already, or ready.")
            ) from None
        enqueue_on_commit(document_make, str(self.document.pk))
        return self.shown()


class DocumentFile(DocumentView):
    """The file."""

    renderer_classes = (JSONRenderer, PdfRenderer)

    @reading(
        "documents_file",
        "Fetch the file of a document",
        "The PDF under the document's title; 409 while it is not ready.",
        tags=TAGS,
        answer={
            (200, "application/pdf"): OpenApiResponse(OpenApiTypes.BINARY, "The file."),
            **CONFLICT,
        },
    )
    def get(self) -> FileResponse:
        if self.document.state != DocumentState.DONE:
            raise ProblemError(409, "not_ready", _("This document is not ready."))
        try:
            file = document_path(self.document).open("rb")
        except FileNotFoundError:
            raise ProblemError(
                409, "cleared_away", _("The file has been deleted. Order it again.")
            ) from None
        name = file_name(self.document.title)
        return FileResponse(file, as_attachment=True, filename=name, content_type="application/pdf")


# Prints of an event.


class PrintSerializer(serializers.Serializer[Any]):
    """A print of an event; ``missing`` is the reason why it is not available yet, else empty."""

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
    """A print order; options that the print does not have are refused."""

    paper = serializers.ChoiceField(
        choices=Paper.choices, required=False, help_text="The club's paper if left out."
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

    @reading(
        "prints_list",
        "List what can be printed",
        "Everything that can be printed for the event, in the order in which an evening needs it.",
        tags=TAGS,
        answer=PrintSerializer,
        many=True,
    )
    def get(self) -> Iterable[dict[str, Any]]:
        summary = event_summary(self.event)
        return [_row(row, summary) for row in prints_for(self.event, self.membership)]


class PrintOrder(EventView):
    """Ordering a print."""

    @action(
        "prints_order",
        "Order a print",
        "Orders it as a document, however short it is. Follow the document at its "
        "`url` until `file_url` is there. 409 where there is nothing to print yet.",
        tags=TAGS,
        body=PrintIn,
        answer=DocumentSerializer,
        status=201,
        right=Right.SEE,
        responses={201: DocumentSerializer, **CONFLICT},
        location="api-document",
        in_club=True,
    )
    def post(self, **given: Any) -> Document:
        rows = {row.key: row for row in prints_for(self.event, self.membership)}
        row = rows.get(self.kwargs["what"])
        if row is None:
            raise ProblemError(404, "not_found", _("There is no such print."))
        form = self._form(row, given)
        try:
            with form.in_language():
                document = event_print_order(
                    event=self.event, row=row, options=form.print_options(), by=self.user
                )
        except NothingToPrintError as error:
            raise ProblemError(409, "nothing_to_print", str(error)) from None
        enqueue_on_commit(document_make, str(document.pk))
        return document

    def _form(self, row: EventPrint, given: dict[str, Any]) -> PrintOptionsForm:
        """Return the page's form with the request's data; 400 if it is invalid."""
        form = PrintOptionsForm(
            {"paper": self.club.paper} | given,
            row=row,
            summary=event_summary(self.event),
            site=self.request.build_absolute_uri("/"),
        )
        if unknown := sorted(given.keys() - form.fields.keys()):
            _no_such_option(unknown)
        if not form.is_valid():
            raise ValidationError(form.errors.as_data())
        return form


def _row(row: EventPrint, summary: EventSummary) -> dict[str, Any]:
    return {
        "key": row.key,
        "phase": row.phase.value,
        "title": row.title,
        "text": row.text,
        "options": [option.value for option in Option if option in row.options],
        "rounds": row.rounds(summary),
        "missing": row.missing(summary),
    }
