"""Endpoints of archives that are read into a new club: uploaded, looked at, then read."""

from collections.abc import Mapping
from io import BytesIO
from tempfile import NamedTemporaryFile
from typing import IO, Any, Final, cast

from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import parsers, serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from archive.api import CONFLICT, TAGS
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
from clubs.rest.actions import action, reading
from clubs.rest.views import PrivateView
from core.rest.docs import location_header
from core.rest.incoming import BodyTooLarge
from core.rest.problems import ProblemError
from jobs.api import JobSerializer
from jobs.models import Job
from jobs.services import JobStateError, job_cancel
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

    detail = "api-arrival"
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


class ArrivalNew(PrivateView):
    """Uploading."""

    parser_classes = (ArchiveParser,)

    @extend_schema(
        operation_id="arrivals_upload",
        tags=TAGS,
        summary="Upload an archive",
        description="The body is the file, at most 256 MiB. The worker looks at it: follow it at "
        "its `url`. It takes the place of what you uploaded before and did not read, and is "
        "deleted after a day. 409 while another archive is sent or fetched, 422 and the code "
        "`archive_refused` for what is no archive of a club.",
        parameters=[location_header("The address of what was made.")],
        request={MEDIA_TYPE: OpenApiTypes.BINARY},
        responses={201: ArrivalSerializer, 422: OpenApiResponse(description=""), **CONFLICT},
    )
    def post(self, request: Request) -> Response:
        """Keep the file and let the worker look at it."""
        if int(request.headers.get("Content-Length") or 0) > MOST_BYTES:
            raise BodyTooLarge(_too_long())
        try:
            # Without a body there is nothing to parse: an empty file is refused like others.
            with transfer_begin(), cast("IO[bytes]", request.data or _empty()) as file:
                made = arrival_new(
                    file=folder() / file.name, file_name="club.allmark", requested_by=self.user
                )
        except TransferBusyError:
            words = _("Another archive is being sent or fetched just now. Try again in a minute.")
            raise ProblemError(409, "busy", words) from None
        except ArchiveRefused as error:
            raise ProblemError(422, "archive_refused", str(error)) from error
        shown = ArrivalSerializer(made).data
        return Response(shown, 201, headers={"Location": shown["url"]})


class ArrivalView(PrivateView):
    """An endpoint of one archive that the user uploaded; anybody else's is not found."""

    arrival: Job

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Load it."""
        super().initial(request, *args, **kwargs)
        own = Job.objects.filter(kind__in=ARRIVALS, requested_by=self.user).select_related("club")
        self.arrival = get_object_or_404(own, pk=kwargs["arrival"])

    def again(self) -> Job:
        """Return it as it stands now."""
        self.arrival.refresh_from_db()
        return self.arrival


class ArrivalDetail(ArrivalView):
    """One archive that was uploaded."""

    @reading(
        "arrivals_retrieve",
        "Follow an uploaded archive",
        "What it holds, and how far it is: `step` is `look` or `read`. Once `is_readable`, it can "
        "be read; where it is `failed`, `error` says why. `club` is there once it is read.",
        tags=TAGS,
        answer=ArrivalSerializer,
        etag="Changes with anything in the answer.",
    )
    def get(self) -> Job:
        return self.arrival

    @action(
        "arrivals_delete",
        "Delete an uploaded archive",
        "One that is not read. 409 while it is looked at or read: cancel that first.",
        tags=TAGS,
        status=204,
        responses={204: None, **CONFLICT},
    )
    def delete(self) -> None:
        try:
            arrival_delete(arrival_id=self.arrival.pk)
        except JobStateError:
            words = _("It is being read: cancel that first.")
            raise ProblemError(409, "not_closed", words) from None


class ArrivalRead(ArrivalView):
    """Reading."""

    @action(
        "arrivals_read",
        "Read an uploaded archive",
        "Into a new club, of which you are an owner: all of it or nothing. 409 unless it "
        "`is_readable`.",
        tags=TAGS,
        body=ReadIn,
        answer=ArrivalSerializer,
        responses={200: ArrivalSerializer, **CONFLICT},
    )
    def post(self, *, slug: str = "") -> Job:
        try:
            arrival_read(arrival_id=self.arrival.pk, slug=slug or self.arrival.parameters["slug"])
        except JobStateError:
            words = _("It cannot be read now. Check its current state.")
            raise ProblemError(409, "not_readable", words) from None
        return self.again()


class ArrivalCancel(ArrivalView):
    """Stopping."""

    @action(
        "arrivals_cancel",
        "Stop looking at an uploaded archive, or reading it",
        "A worker that is at it stops at its next step.",
        tags=TAGS,
        answer=ArrivalSerializer,
        responses={200: ArrivalSerializer, **CONFLICT},
    )
    def post(self) -> Job:
        try:
            job_cancel(job_id=self.arrival.pk)
        except JobStateError:
            words = _("It is too late to cancel. Check its current state.")
            raise ProblemError(409, "not_open", words) from None
        return self.again()
