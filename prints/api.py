"""Ordered documents (order, list, follow, cancel, retry, fetch), and what can be printed."""

from collections.abc import Iterable
from typing import Any, Final

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import FileResponse, Http404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from clubs.api.serializers import MAX_KEY
from clubs.models import Club, Paper
from clubs.rest.actions import action, reading
from clubs.rest.views import ClubView
from clubs.roles import Right
from core.names import file_name
from core.rest.filters import Filters, choice
from core.rest.pages import Pages
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

TAGS = ["Documents"]
CONFLICT: Final = {409: OpenApiResponse(description="")}


class DocumentSerializer(JobSerializer):
    """An ordered document; ``file_url`` is null until it is done."""

    detail = "api-document"

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
    of = serializers.IntegerField(min_value=1, max_value=MAX_KEY, help_text="The `id` of that.")
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
    season = serializers.IntegerField(
        min_value=1, max_value=MAX_KEY, required=False, help_text="The `id` of a season's book."
    )
    since = serializers.DateField(required=False)
    until = serializers.DateField(required=False)
    site = serializers.URLField(
        required=False,
        max_length=200,
        help_text="Where codes lead, as `https://scores.example.org`; the address of this request "
        "if left out.",
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
    def get(self) -> Iterable[Job]:
        return jobs_of(self.membership, [PRINT]).select_related("club", "requested_by")

    @action(
        "documents_order",
        "Order a document",
        "A print of an event, a match, a season, a book or a player, however short it is; those of "
        "money need the right to keep it. Follow the document at its `url` until `file_url` is "
        "there. 409 where there is nothing to print yet.",
        tags=TAGS,
        body=DocumentIn,
        answer=DocumentSerializer,
        status=201,
        right=Right.SEE,
        responses={201: DocumentSerializer, **CONFLICT},
        location="api-document",
    )
    def post(self, *, about: str, of: int, **given: Any) -> Job:
        subject = _found(self.club, SUBJECTS[about], of)
        row = print_named(SUBJECTS[about], given.pop("print"))
        if row is None or row.secret is not None or not row.suits(subject):
            raise ProblemError(404, "not_found", _("There is no such print."))
        if not self.membership.may(row.right):
            raise PermissionDenied(_("Your role in this club does not allow this."))
        form = self._form(row, row.about.summary(subject), given)
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
        return document

    def _form(self, row: AnyPrint, summary: Summary, given: dict[str, Any]) -> PrintOptionsForm:
        """Return the page's form with the request's data; 400 if it is invalid."""
        form = PrintOptionsForm(
            {"paper": self.club.paper} | given,
            row=row,
            summary=summary,
            site=self.request.build_absolute_uri("/"),
        )
        if unknown := sorted(given.keys() - form.fields.keys()):
            raise serializers.ValidationError(
                {name: [_("This print has no such option.")] for name in unknown}
            )
        if not form.is_valid():
            raise ValidationError(form.errors.as_data())
        return form


def _found(club: Club, about: AnySubject, key: int) -> Any:
    subject = about.find(club, key)
    if subject is None:
        raise Http404
    return subject


class DocumentView(ClubView):
    """An endpoint of one document; 404 if the member may not see it."""

    document: Job

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Load the document of that club."""
        super().initial(request, *args, **kwargs)
        found = jobs_of(self.membership, [PRINT]).select_related("club", "requested_by")
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
    def get(self) -> Job:
        return self.document


class DocumentChange(DocumentView):
    """A change of a document, for the member who ordered it and for those who run events."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse anybody else."""
        super().initial(request, *args, **kwargs)
        if not job_may_change(self.document, self.membership):
            raise PermissionDenied(_("Your role in this club does not allow this."))

    def shown(self) -> Job:
        """Return the current state of the document."""
        self.document.refresh_from_db()
        return self.document


class DocumentCancel(DocumentChange):
    """Cancelling."""

    @action(
        "documents_cancel",
        "Cancel a document",
        "One that is not made yet; a worker that is at it stops at its next part. Whoever ordered "
        "it may, and who runs events.",
        tags=TAGS,
        answer=DocumentSerializer,
        right=Right.SEE,
        responses={200: DocumentSerializer, **CONFLICT},
    )
    def post(self) -> Job:
        return job_stop(self.document)


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
    def post(self) -> Job:
        try:
            job_retry(job_id=self.document.pk)
        except JobStateError:
            raise ProblemError(
                409, "not_closed", _("It is being made already, or ready.")
            ) from None
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
        if self.document.state != JobState.DONE:
            raise ProblemError(409, "not_ready", _("This document is not ready."))
        try:
            file = job_path(self.document).open("rb")
        except FileNotFoundError:
            raise ProblemError(
                409, "cleared_away", _("The file has been deleted. Order it again.")
            ) from None
        name = file_name(self.document.title)
        return FileResponse(file, as_attachment=True, filename=name, content_type="application/pdf")


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


class PrintList(ClubView):
    """What can be printed of something."""

    @reading(
        "prints_list",
        "List what can be printed",
        "Everything that can be printed of an event, a match, a season, a book or a player, in the "
        "order in which it is needed.",
        tags=TAGS,
        answer=PrintSerializer,
        many=True,
    )
    def get(self) -> Iterable[dict[str, Any]]:
        about = SUBJECTS[self.kwargs["about"]]
        subject = _found(self.club, about, self.kwargs["subject_id"])
        summary = about.summary(subject)
        return [
            _listed(row, summary)
            for row in prints_for(about, subject, self.membership)
            if row.secret is None and self.membership.may(row.right)
        ]


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
