"""Jobs of every kind: listed, followed, cancelled, repeated, deleted, their files fetched.

What orders them differs by kind and is an endpoint of its own app; all answer with the job.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final
from uuid import UUID

import django_filters
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import FileResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.operations import operation
from clubs.rest.viewsets import ApiViewSet
from core.rest.docs import IF_NONE_MATCH
from core.rest.filters import Filters, choice
from core.rest.problems import ProblemError
from jobs.files import job_file
from jobs.kinds import KINDS, kind_of
from jobs.models import Job, JobState
from jobs.services import (
    JobStateError,
    job_cancel,
    job_delete,
    job_retry,
    jobs_changeable,
    jobs_seen,
)

KIND_KEYS: Final = sorted(KINDS)


class JobSerializer(serializers.ModelSerializer[Job]):
    """What a worker does for somebody, whatever its kind.

    ``file_url`` and ``result_url`` are null until it is done, and where the kind makes no file or
    has no other result.
    """

    kind = serializers.ChoiceField(choices=KIND_KEYS)
    club = serializers.SlugRelatedField[Any](
        slug_field="slug", read_only=True, allow_null=True, help_text="Null for an upload."
    )
    requested_by = serializers.CharField(source="requested_by.shown_name", read_only=True)
    done = serializers.SerializerMethodField(help_text="Parts done so far.")
    total = serializers.SerializerMethodField(help_text="Of so many; 0 while it waits.")
    url = serializers.SerializerMethodField()
    file_url = serializers.SerializerMethodField()
    result_url = serializers.SerializerMethodField()

    class Meta:
        model = Job
        fields = ["id", "kind", "club", "title", "state", "done", "total", "size", "error"]
        fields += ["requested_by", "created_at", "finished_at", "expires_at"]
        fields += ["url", "file_url", "result_url"]
        read_only_fields = fields

    def get_done(self, job: Job) -> int:
        """As the worker says."""
        return job.progress[0]

    def get_total(self, job: Job) -> int:
        """As the worker says."""
        return job.progress[1]

    def get_url(self, job: Job) -> str:
        """The address for polling."""
        return job_url(job)

    def get_file_url(self, job: Job) -> str | None:
        """Where the file is fetched."""
        if job.state != JobState.DONE or not kind_of(job).media_type:
            return None
        return reverse("api-jobs-file", args=[job.pk])

    def get_result_url(self, job: Job) -> str | None:
        """Where the API shows what else came of it."""
        return kind_of(job).outcome(job) or None if job.state == JobState.DONE else None


def job_url(job: Job) -> str:
    """Return the address under which a job is followed."""
    return reverse("api-jobs-detail", args=[job.pk])


class PdfRenderer(JSONRenderer):
    """Lets a client ask for PDF; anything but a file, such as a problem, stays JSON."""

    media_type = "application/pdf"
    format = "pdf"


class ZipRenderer(JSONRenderer):
    """Lets a client ask for a zip; anything but a file, such as a problem, stays JSON."""

    media_type = "application/zip"
    format = "zip"


FILES: Final[Mapping[tuple[int, str], OpenApiResponse]] = {
    (200, renderer.media_type): OpenApiResponse(OpenApiTypes.BINARY, "The file.")
    for renderer in (PdfRenderer, ZipRenderer)
}


class JobFilters(Filters):
    """Which jobs are wanted."""

    club = django_filters.CharFilter(
        field_name="club__slug", help_text="Those of the club with this short name."
    )
    kind = choice([(key, key) for key in KIND_KEYS], "Those of this kind.")
    state = choice(JobState.choices, "Those in this state.")


class JobViewSet(ApiViewSet):
    """The jobs of a user and of the clubs of a user."""

    tags = ("Jobs",)
    serializer_class = JobSerializer
    filterset_class = JobFilters
    lookup_url_kwarg = "job"
    lookup_value_converter = "uuid"

    def get_queryset(self) -> QuerySet[Job]:
        """Return the jobs that the user may see."""
        return jobs_seen(self.user)

    def list(self, request: Request) -> Response:
        """List jobs.

        What was ordered in your clubs and you may see, and what you uploaded, the newest first:
        documents, archives and websites, readings of sheets.
        """
        return self.page(self.get_queryset())

    @extend_schema(parameters=[IF_NONE_MATCH])
    def retrieve(self, request: Request, job: UUID) -> Response:
        """Follow a job.

        How far it is: `done` of `total` parts while `state` is `running`; where it is `failed`,
        `error` says why. Send the tag back in `If-None-Match` to be told 304 while nothing has
        changed.
        """
        return self.tagged(self.get_object())

    @operation(refuses=(403, 409))
    def destroy(self, request: Request, job: UUID) -> Response:
        """Delete a job.

        One that has ended, with its file. Whoever ordered it may, and who runs events. 409 while
        it is made: cancel it first; and for an upload that was read into a club.
        """
        _made(job_delete, self._changeable())
        return Response(status=204)

    @action(detail=True, methods=["post"])
    @operation(refuses=(403, 409))
    def cancel(self, request: Request, job: UUID) -> Response:
        """Cancel a job.

        One that is not done yet; a worker that is at it stops at its next part. Whoever ordered it
        may, and who runs events.
        """
        return self._changed(job_cancel)

    @action(detail=True, methods=["post"])
    @operation(refuses=(403, 409))
    def retry(self, request: Request, job: UUID) -> Response:
        """Repeat a job.

        One that failed or was cancelled, under the same address. Whoever ordered it may, and who
        runs events.
        """
        return self._changed(job_retry)

    @extend_schema(responses={**FILES, 409: OpenApiResponse(description="")})
    @action(detail=True, renderer_classes=(JSONRenderer, PdfRenderer, ZipRenderer))
    def file(self, request: Request, job: UUID) -> FileResponse:
        """Fetch the file of a job.

        A PDF or a zip under a name of its own; 404 where its kind makes none, 409 while it is not
        ready, and while another archive is sent or fetched.
        """
        try:
            return job_file(self.get_object())
        except JobStateError as error:
            raise refusal(error) from None

    def _changed(self, change: Callable[..., None]) -> Response:
        _made(change, self._changeable())
        return self.answer(self.get_object())

    def _changeable(self) -> Job:
        """Return the job; 403 but for who ordered it and who runs events."""
        job: Job = self.get_object()
        if not jobs_changeable([job], self.user):
            raise PermissionDenied(_("Your role in this club does not allow this."))
        return job


def refusal(error: JobStateError) -> ProblemError:
    """Return the answer to a request that does not fit the job's state."""
    return ProblemError(409, error.code, str(error))


def _made(change: Callable[..., None], job: Job) -> None:
    try:
        change(job_id=job.pk)
    except JobStateError as error:
        raise refusal(error) from None
