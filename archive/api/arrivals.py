"""Endpoints of archives that are read into a new club: uploaded, looked at, then read."""

from collections.abc import Mapping
from io import BytesIO
from tempfile import NamedTemporaryFile
from typing import IO, Any, ClassVar, Final, cast
from uuid import UUID

from django.db.models import QuerySet
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import parsers, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from archive.arrivals import (
    ARRIVALS,
    MOST_BYTES,
    arrival_delete,
    arrival_new,
    arrival_read,
    is_readable,
)
from archive.package import ArchiveRefused
from archive.transfers import TransferBusyError, transfer_begin
from clubs.rest.viewsets import PrivateViewSet
from core.rest.incoming import BodyTooLarge
from core.rest.problems import ProblemError
from jobs.api import JobSerializer, job_stop
from jobs.models import Job
from jobs.services import JobStateError
from jobs.work import folder

MEDIA_TYPE: Final = "application/zip"
PIECE: Final = 2**20


class DifferenceSerializer(serializers.Serializer[Any]):
    """A value that this program computes differently."""

    where = serializers.CharField()
    what = serializers.CharField()


class PersonSerializer(serializers.Serializer[Any]):
    """A user in an archive."""

    username = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    role = serializers.CharField(allow_blank=True, help_text="In the club; empty for no member.")
    has_account = serializers.BooleanField(help_text="Whether there is a user of this name here.")


class ArrivalSerializer(JobSerializer):
    """An uploaded archive."""

    detail = "api-arrivals-detail"
    step = serializers.ChoiceField(
        source="kind", choices=ARRIVALS, help_text="What is done with it now, or was done last."
    )
    done = serializers.SerializerMethodField(help_text="Rows looked at or read so far.")
    name = serializers.CharField(source="title")
    slug = serializers.CharField(source="parameters.slug")
    rows = serializers.DictField(
        source="parameters.rows", child=serializers.IntegerField(), help_text="By their kind."
    )
    is_readable = serializers.SerializerMethodField(
        help_text="Whether it was found sound and can be read into a club."
    )
    people = PersonSerializer(
        source="result.people", many=True, default=[], help_text="The first 200."
    )
    differences = DifferenceSerializer(
        source="result.differences",
        many=True,
        default=[],
        help_text="What is computed differently here; of a long archive only once it is read.",
    )
    club = serializers.SlugRelatedField[Any](
        slug_field="slug", read_only=True, allow_null=True, help_text="The club that came of it."
    )

    class Meta(JobSerializer.Meta):
        fields = ["id", "step", "state", "done", "total", "error", "name", "slug", "size", "rows"]
        fields += ["people", "differences", "is_readable", "club", "created_at", "url"]
        read_only_fields = fields

    def get_is_readable(self, arrival: Job) -> bool:
        """Whether nothing is being done with it, and it may be read."""
        return not arrival.is_open and is_readable(arrival)

    def get_url(self, arrival: Job) -> str:
        """The address for polling."""
        return reverse(self.detail, args=[arrival.pk])


class ReadIn(serializers.Serializer[Any]):
    """The club that an archive is read into."""

    slug = serializers.SlugField(
        max_length=60, required=False, help_text="Its short name; the archive's if left out."
    )


class ArchiveParser(parsers.BaseParser):
    """Streams a body into the folder of archives; the file is deleted when it is closed."""

    media_type = MEDIA_TYPE

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the open file. Raises ``BodyTooLarge``."""
        file = NamedTemporaryFile(dir=folder(), suffix=".upload")  # noqa: SIM115 the view closes it
        while piece := stream.read(PIECE):
            file.write(piece)
            if file.tell() > MOST_BYTES:
                file.close()
                raise BodyTooLarge(_too_long())
        file.flush()
        return file


def _empty() -> Any:
    return ArchiveParser().parse(BytesIO())


def _too_long() -> str:
    return _(
        "The file is longer than %(most)s. Whoever runs this site can read it with "
        "manage.py unarchive."
    ) % {"most": filesizeformat(MOST_BYTES)}


class ArrivalViewSet(PrivateViewSet):
    """The archives that a user uploaded; anybody else's are not found."""

    tags = ("Archives",)
    serializer_class = ArrivalSerializer
    bodies: ClassVar = {"read": ReadIn}
    verbs: ClassVar = {"create": "upload"}
    tagging = ("retrieve",)
    keyless = ("create",)
    refusals: ClassVar = {
        **dict.fromkeys(("destroy", "read", "cancel"), (409,)),
        "create": (409, 422),
    }
    lookup_url_kwarg = "arrival"
    lookup_value_converter = "uuid"

    def get_parsers(self) -> list[Any]:
        """Return what reads the body: that of an upload is a file."""
        is_upload = self.action_map.get("post") == "create"
        return [ArchiveParser()] if is_upload else super().get_parsers()

    def get_queryset(self) -> QuerySet[Job]:
        """Return what the user uploaded."""
        uploaded = Job.objects.filter(kind__in=ARRIVALS, requested_by=self.user)
        return uploaded.select_related("club")

    @extend_schema(request={MEDIA_TYPE: OpenApiTypes.BINARY})
    def create(self, request: Request) -> Response:
        """Upload an archive.

        The body is the file, at most 256 MiB. The worker looks at it: follow it at its `url`. It
        takes the place of what you uploaded before and did not read, and is deleted after a day.
        409 while another archive is sent or fetched, 422 and the code `archive_refused` for what
        is no archive of a club.
        """
        if int(request.headers.get("Content-Length") or 0) > MOST_BYTES:
            raise BodyTooLarge(_too_long())
        try:
            # Without a body there is nothing to parse: an empty file is refused like others.
            with transfer_begin(), cast("IO[bytes]", request.data or _empty()) as file:
                arrival = arrival_new(
                    file=folder() / file.name, file_name="club.allmark", requested_by=self.user
                )
        except TransferBusyError:
            words = _("Another archive is being sent or fetched just now. Try again in a minute.")
            raise ProblemError(409, "busy", words) from None
        except ArchiveRefused as error:
            raise ProblemError(422, "archive_refused", str(error)) from error
        return self.created(arrival)

    def retrieve(self, request: Request, arrival: UUID) -> Response:
        """Follow an uploaded archive.

        What it holds, and how far it is: `step` is `look` or `read`. Once `is_readable`, it can be
        read; where it is `failed`, `error` says why. `club` is there once it is read.
        """
        return self.tagged(self.get_object())

    def destroy(self, request: Request, arrival: UUID) -> Response:
        """Delete an uploaded archive.

        One that is not read. 409 while it is looked at or read: cancel that first.
        """
        job = self.get_object()
        try:
            arrival_delete(arrival_id=job.pk)
        except JobStateError:
            words = _("It is being read: cancel that first.")
            raise ProblemError(409, "not_closed", words) from None
        return Response(status=204)

    @action(detail=True, methods=["post"])
    def read(self, request: Request, arrival: UUID) -> Response:
        """Read an uploaded archive.

        Into a new club, of which you are an owner: all of it or nothing. 409 unless it
        `is_readable`.
        """
        job = self.get_object()
        slug = self.sent().get("slug") or job.parameters["slug"]
        try:
            arrival_read(arrival_id=job.pk, slug=slug)
        except JobStateError:
            words = _("It cannot be read now. Check its current state.")
            raise ProblemError(409, "not_readable", words) from None
        return self.answer(self.get_object())

    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, arrival: UUID) -> Response:
        """Stop looking at an uploaded archive, or reading it.

        A worker that is at it stops at its next step.
        """
        return self.answer(job_stop(self.get_object()))
