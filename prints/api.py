"""Ordered documents (order, list, follow, cancel, retry, fetch), and what can be printed."""

from typing import Any, ClassVar
from uuid import UUID

from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import FileResponse, Http404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.models import Club, Paper
from clubs.rest.viewsets import ClubViewSet
from clubs.roles import Right
from core.names import file_name
from core.rest.filters import Filters, choice
from core.rest.incoming import KeyField
from core.rest.problems import ProblemError
from jobs.api import JobSerializer, job_stop
from jobs.models import Job, JobState
from jobs.services import (
    JobStateError,
    job_may_change,
    job_path,
    job_retry,
    jobs_of,
)
from prints.forms import PrintOptionsForm
from prints.printouts import NothingToPrintError
from prints.registry import print_named, prints_for
from prints.rows import PRINT, AnyPrint, AnySubject, Option, Phase, Summary, print_order
from prints.subjects import SUBJECTS


class DocumentSerializer(JobSerializer):
    """An ordered document; ``file_url`` is null until it is done."""

    detail = "api-documents-detail"

    class Meta(JobSerializer.Meta):
        fields = ["id", "title", "state", "done", "total", "error", "requested_by"]
        fields += ["created_at", "finished_at", "url", "file_url"]
        read_only_fields = fields


class PdfRenderer(JSONRenderer):
    """Lets a client ask for PDF; anything but a file, such as a problem, stays JSON."""

    media_type = "application/pdf"
    format = "pdf"


class DocumentFilters(Filters):
    """Which documents are wanted."""

    state = choice(JobState.choices, "Those in this state.")


class DocumentIn(serializers.Serializer[Any]):
    """An order of a print; options that the print does not have are refused."""

    about = serializers.ChoiceField(
        choices=[*SUBJECTS], help_text="What it is about; its prints are listed under `prints/`."
    )
    of = KeyField(help_text="The `id` of that.")
    print = serializers.CharField(max_length=40, help_text="The `key` of the print.")
    paper = serializers.ChoiceField(
        choices=Paper.choices, required=False, help_text="The club's paper if left out."
    )
    round = serializers.IntegerField(
        min_value=1, required=False, allow_null=True, help_text="All rounds if left out or null."
    )
    hand = serializers.IntegerField(
        min_value=1, required=False, allow_null=True, help_text="All hands if left out or null."
    )
    blank = serializers.BooleanField(required=False)
    large = serializers.BooleanField(required=False)
    play = serializers.BooleanField(required=False, help_text="Trick by trick.")
    poster = serializers.BooleanField(required=False, help_text="On twice the paper.")
    season = KeyField(required=False, help_text="The `id` of a season's book.")
    since = serializers.DateField(required=False)
    until = serializers.DateField(required=False)
    site = serializers.URLField(
        required=False,
        max_length=200,
        help_text="Where codes lead, as `https://scores.example.org`; the address of this request "
        "if left out.",
    )


class DocumentViewSet(ClubViewSet):
    """The documents of a club."""

    tags = ("Documents",)
    writes = Right.SEE
    serializer_class = DocumentSerializer
    bodies: ClassVar = {"create": DocumentIn}
    verbs: ClassVar = {"create": "order"}
    tagging = ("retrieve",)
    refusals: ClassVar = dict.fromkeys(("create", "cancel", "retry"), (409,))
    filterset_class = DocumentFilters
    lookup_url_kwarg = "document"
    lookup_value_converter = "uuid"

    def get_queryset(self) -> QuerySet[Job]:
        """Return the documents that the member may see, the newest first."""
        return jobs_of(self.membership, [PRINT]).select_related("club", "requested_by")

    def list(self, request: Request, slug: str) -> Response:
        """List documents.

        What was ordered in the club and you may see, the newest first.
        """
        return self.page(self.get_queryset())

    def create(self, request: Request, slug: str) -> Response:
        """Order a document.

        A print of an event, a match, a season, a book or a player, however short it is; those of
        money need the right to keep it. Follow the document at its `url` until `file_url` is
        there. 409 where there is nothing to print yet.
        """
        options = self.sent()
        about = SUBJECTS[options.pop("about")]
        subject = subject_of(self.club, about, options.pop("of"))
        row = print_named(about, options.pop("print"))
        if row is None or row.secret is not None or not row.suits(subject):
            raise ProblemError(404, "not_found", _("There is no such print."))
        if not self.membership.may(row.right):
            raise PermissionDenied(_("Your role in this club does not allow this."))
        form = self._form(row, about.summary(subject), options)
        try:
            with form.in_language():
                document = print_order(
                    row=row,
                    of=subject,
                    options=form.print_options(),
                    club=self.club,
                    by=self.user,
                )
        except NothingToPrintError as error:
            raise ProblemError(409, "nothing_to_print", str(error)) from None
        return self.created(document)

    def retrieve(self, request: Request, slug: str, document: UUID) -> Response:
        """Follow a document.

        How far it is: `done` of `total` parts while `state` is `running`; where it is `failed`,
        `error` says why. Send the tag back in `If-None-Match` to be told 304 while nothing has
        changed.
        """
        return self.tagged(self.get_object())

    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, slug: str, document: UUID) -> Response:
        """Cancel a document.

        One that is not made yet; a worker that is at it stops at its next part. Whoever ordered
        it may, and who runs events.
        """
        return self.answer(job_stop(self._changeable()))

    @action(detail=True, methods=["post"])
    def retry(self, request: Request, slug: str, document: UUID) -> Response:
        """Make a document again.

        One that failed or was cancelled, under the same address.
        """
        job = self._changeable()
        try:
            job_retry(job_id=job.pk)
        except JobStateError:
            words = _("It is being made already, or ready.")
            raise ProblemError(409, "not_closed", words) from None
        return self.answer(self.get_object())

    @extend_schema(
        responses={
            (200, "application/pdf"): OpenApiResponse(OpenApiTypes.BINARY, "The file."),
            409: OpenApiResponse(description=""),
        }
    )
    @action(detail=True, renderer_classes=(JSONRenderer, PdfRenderer))
    def file(self, request: Request, slug: str, document: UUID) -> FileResponse:
        """Fetch the file of a document.

        The PDF under the document's title; 409 while it is not ready.
        """
        job = self.get_object()
        if job.state != JobState.DONE:
            raise ProblemError(409, "not_ready", _("This document is not ready."))
        try:
            file = job_path(job).open("rb")
        except FileNotFoundError:
            words = _("The file has been deleted. Order it again.")
            raise ProblemError(409, "cleared_away", words) from None
        name = file_name(job.title)
        return FileResponse(file, as_attachment=True, filename=name, content_type="application/pdf")

    def _changeable(self) -> Job:
        """Return the document; 403 but for the member who ordered it and for who runs events."""
        job: Job = self.get_object()
        if not job_may_change(job, self.membership):
            raise PermissionDenied(_("Your role in this club does not allow this."))
        return job

    def _form(self, row: AnyPrint, summary: Summary, options: dict[str, Any]) -> PrintOptionsForm:
        """Return the page's form with the request's options; 400 if one is invalid."""
        form = PrintOptionsForm(
            {"paper": self.club.paper} | options,
            row=row,
            summary=summary,
            site=self.request.build_absolute_uri("/"),
        )
        if unknown := sorted(options.keys() - form.fields.keys()):
            raise serializers.ValidationError(
                {name: [_("This print has no such option.")] for name in unknown}
            )
        if not form.is_valid():
            raise ValidationError(form.errors.as_data())
        return form


def subject_of(club: Club, about: AnySubject, key: int) -> Any:
    """Return what is printed; 404 where the club has none."""
    subject = about.find(club, key)
    if subject is None:
        raise Http404
    return subject


# What can be printed.


class PrintSerializer(serializers.Serializer[Any]):
    """A print; ``missing`` is the reason why it is not available yet, else empty."""

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


class PrintViewSet(ClubViewSet):
    """What can be printed of something."""

    tags = ("Documents",)
    serializer_class = PrintSerializer
    pagination_class = None
    many = ("list",)

    def list(self, request: Request, slug: str, about: str, subject_id: int) -> Response:
        """List what can be printed.

        Everything that can be printed of an event, a match, a season, a book or a player, in the
        order in which it is needed.
        """
        kind = SUBJECTS[about]
        subject = subject_of(self.club, kind, subject_id)
        summary = kind.summary(subject)
        rows = [
            _listed(row, summary)
            for row in prints_for(kind, subject, self.membership)
            if row.secret is None and self.membership.may(row.right)
        ]
        return self.answer(rows)


def _listed(row: AnyPrint, summary: Summary) -> dict[str, Any]:
    return {
        "key": row.key,
        "phase": row.phase.value,
        "title": row.title,
        "text": row.text,
        "options": [option.value for option in Option if option in row.options],
        "rounds": row.rounds(summary),
        "missing": row.missing(summary),
    }
