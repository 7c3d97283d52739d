"""Endpoints of a club's archives."""

from typing import Any, ClassVar, Final
from uuid import UUID

from django.db.models import QuerySet
from django.http import FileResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from archive.orders import SITE, archive_file_name, archive_order, archives_of
from archive.transfers import SentFile, TransferBusyError
from clubs.rest.viewsets import ClubViewSet
from clubs.roles import Right
from core.rest.problems import ProblemError
from jobs.api import JobSerializer, job_stop
from jobs.models import Job, JobState
from jobs.services import JobStateError, job_delete, job_path

ZIP: Final = {(200, "application/zip"): OpenApiResponse(OpenApiTypes.BINARY, "The file.")}


class ArchiveSerializer(JobSerializer):
    """An archive of a club; ``file_url`` is null until it is done."""

    detail = "api-archives-detail"
    is_site = serializers.SerializerMethodField()
    rows = serializers.SerializerMethodField()
    done = serializers.SerializerMethodField(help_text="Rows written so far.")
    total = serializers.SerializerMethodField(help_text="Rows to write; 0 while it waits.")

    class Meta(JobSerializer.Meta):
        fields = ["id", "is_site", "state", "done", "total", "rows", "size", "error"]
        fields += ["requested_by", "created_at", "finished_at", "url", "file_url"]
        read_only_fields = fields

    def get_is_site(self, archive: Job) -> bool:
        """Whether it is the public results as a static site."""
        return archive.kind == SITE

    def get_rows(self, archive: Job) -> int:
        """Its rows once it is done, or a site's files."""
        return int(archive.result.get("rows", 0))

    def get_done(self, archive: Job) -> int:
        """Of an open one, as its worker says."""
        return archive.progress[0] if archive.is_open else self.get_rows(archive)

    def get_total(self, archive: Job) -> int:
        """Of an open one, as its worker says."""
        return archive.progress[1] if archive.is_open else self.get_rows(archive)


class ArchiveIn(serializers.Serializer[Any]):
    """What is ordered."""

    is_site = serializers.BooleanField(
        default=False, help_text="The public results as a static site, instead of the whole club."
    )


class ZipRenderer(JSONRenderer):
    """Lets a client ask for a zip; anything but a file, such as a problem, stays JSON."""

    media_type = "application/zip"
    format = "zip"


class ArchiveViewSet(ClubViewSet):
    """The archives of a club."""

    tags = ("Archives",)
    reads = writes = Right.ARCHIVE
    serializer_class = ArchiveSerializer
    bodies: ClassVar = {"create": ArchiveIn}
    verbs: ClassVar = {"create": "make"}
    tagging = ("retrieve",)
    refusals: ClassVar = dict.fromkeys(("destroy", "cancel"), (409,))
    lookup_url_kwarg = "archive"
    lookup_value_converter = "uuid"

    def get_queryset(self) -> QuerySet[Job]:
        """Return the club's archives, the newest first."""
        return archives_of(self.club).select_related("club", "requested_by")

    def list(self, request: Request, slug: str) -> Response:
        """List archives.

        The archives that were made of the club, the newest first. Only owners.
        """
        return self.page(self.get_queryset())

    def create(self, request: Request, slug: str) -> Response:
        """Make an archive.

        Orders the whole club in one file, with `is_site` its public results as a website, or
        answers with the order that is being made. Follow it at its `url` until `file_url` is
        there.
        """
        job = archive_order(club=self.club, requested_by=self.user, **self.sent())
        return self.created(job)

    def retrieve(self, request: Request, slug: str, archive: UUID) -> Response:
        """Follow an archive.

        How far it is: `done` of `total` rows while `state` is `running`; where it is `failed`,
        `error` says why. Send the tag back in `If-None-Match` to be told 304 while nothing has
        changed.
        """
        return self.tagged(self.get_object())

    def destroy(self, request: Request, slug: str, archive: UUID) -> Response:
        """Delete an archive.

        With its file. One that is being made is cancelled first.
        """
        job = self.get_object()
        try:
            job_delete(job_id=job.pk)
        except JobStateError:
            raise ProblemError(409, "not_closed", _("It is being made: cancel it first.")) from None
        return Response(status=204)

    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, slug: str, archive: UUID) -> Response:
        """Cancel an archive.

        One that is not made yet. A worker that is at it stops at its next step.
        """
        return self.answer(job_stop(self.get_object()))

    @extend_schema(responses={**ZIP, 409: OpenApiResponse(description="")})
    @action(detail=True, renderer_classes=(JSONRenderer, ZipRenderer))
    def file(self, request: Request, slug: str, archive: UUID) -> FileResponse:
        """Fetch an archive.

        The file; 409 while it is not ready, and while another archive is sent or fetched.
        """
        job = self.get_object()
        try:
            if job.state != JobState.DONE:
                raise FileNotFoundError
            file = SentFile(job_path(job))
        except TransferBusyError:
            words = _("Another archive is being sent or fetched just now. Try again in a minute.")
            raise ProblemError(409, "busy", words) from None
        except FileNotFoundError:
            words = _("This archive no longer exists. Make a new one.")
            raise ProblemError(409, "not_ready", words) from None
        name = archive_file_name(job)
        return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")
