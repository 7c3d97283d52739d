"""Archives: ordered, and read into a new club in three steps: upload, look, read."""

from collections.abc import Mapping
from io import BytesIO
from tempfile import NamedTemporaryFile
from typing import IO, Any, Final, cast
from uuid import UUID

from django.db.models import QuerySet
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import parsers, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from archive.arrivals import ARRIVALS, MOST_BYTES, arrival_new, arrival_read, is_readable
from archive.orders import archive_order
from archive.package import ArchiveRefused
from clubs.models import Club
from clubs.rest.operations import operation
from clubs.rest.viewsets import ApiViewSet
from clubs.roles import Right
from core.rest.docs import IF_NONE_MATCH
from core.rest.incoming import BodyTooLarge
from core.rest.problems import ProblemError
from jobs.api import JobSerializer, job_url, refusal
from jobs.files import TransferBusyError, transfer_begin
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


class ArrivalSerializer(serializers.ModelSerializer[Job]):
    """What an uploaded archive holds."""

    job = JobSerializer(source="*", read_only=True)
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

    class Meta:
        model = Job
        fields = ["id", "job", "slug", "rows", "people", "differences", "is_readable"]
        read_only_fields = fields

    def get_is_readable(self, arrival: Job) -> bool:
        """Whether nothing is being done with it, and it may be read."""
        return not arrival.is_open and is_readable(arrival)


class ReadIn(serializers.Serializer[Any]):
    """The club that an archive is read into."""

    slug = serializers.SlugField(
        max_length=Club._meta.get_field("slug").max_length,
        required=False,
        help_text="Its short name; the archive's if left out.",
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
        "The file is larger than %(most)s. Whoever runs this site can read it with manage.py "
        "unarchive."
    ) % {"most": filesizeformat(MOST_BYTES)}


class ArrivalViewSet(ApiViewSet):
    """The archives that a user uploaded; anybody else's are not found."""

    tags = ("Archives",)
    serializer_class = ArrivalSerializer
    lookup_url_kwarg = "arrival"
    lookup_value_converter = "uuid"

    def get_parsers(self) -> list[Any]:
        """Return what reads the body: that of an upload is a file."""
        is_upload = self.action_map.get("post") == "create"
        return [ArchiveParser()] if is_upload else super().get_parsers()

    def get_queryset(self) -> QuerySet[Job]:
        """Return what the user uploaded."""
        uploaded = Job.objects.filter(kind__in=ARRIVALS, requested_by=self.user)
        return uploaded.select_related("club", "requested_by")

    @operation(
        body={MEDIA_TYPE: OpenApiTypes.BINARY},
        answer=JobSerializer,
        name="upload",
        keyed=False,
        refuses=(409, 422),
    )
    def create(self, request: Request) -> Response:
        """Upload an archive.

        The body is the file, at most 256 MiB. The worker looks at it: follow the job at its `url`;
        once it is done, `result_url` shows what the archive holds. It takes the place of what you
        uploaded before and did not read, and is deleted after a day. 409 while another archive is
        sent or fetched, 422 and the code `archive_refused` for what is no archive of a club.
        """
        if int(request.headers.get("Content-Length") or 0) > MOST_BYTES:
            raise BodyTooLarge(_too_long())
        try:
            # Without a body there is nothing to parse: an empty file is refused like others.
            with transfer_begin(), cast("IO[bytes]", request.data or _empty()) as file:
                arrival = arrival_new(
                    file=folder() / file.name, file_name="club.allmark", requested_by=self.user
                )
        except TransferBusyError as error:
            raise refusal(error) from None
        except ArchiveRefused as error:
            raise ProblemError(422, "archive_refused", str(error)) from error
        return self.created(arrival, at=job_url(arrival))

    @extend_schema(parameters=[IF_NONE_MATCH])
    def retrieve(self, request: Request, arrival: UUID) -> Response:
        """Show an uploaded archive.

        What it holds. Once `is_readable`, it can be read; the `job` says how far it is, its `kind`
        whether the archive is checked (`archive-inspection`) or read (`archive-import`), and its
        `club` what came of it.
        """
        return self.tagged(self.get_object())

    @action(detail=True, methods=["post"])
    @operation(body=ReadIn, answer=JobSerializer, refuses=(409,))
    def read(self, request: Request, arrival: UUID) -> Response:
        """Read an uploaded archive.

        Into a new club, of which you are an owner: all of it or nothing. It is the same job, under
        the same address. 409 unless it `is_readable`.
        """
        job = self.get_object()
        slug = self.validated_body().get("slug") or job.parameters["slug"]
        try:
            arrival_read(arrival_id=job.pk, slug=slug)
        except JobStateError as error:
            raise refusal(error) from None
        return self.answer(self.get_object())


class ArchiveIn(serializers.Serializer[Any]):
    """What is ordered."""

    is_site = serializers.BooleanField(
        default=False, help_text="The public results as a static site, instead of the whole club."
    )


class ArchiveViewSet(ApiViewSet):
    """The archives of a club."""

    tags = ("Archives",)
    writes = Right.ARCHIVE
    serializer_class = JobSerializer

    @operation(body=ArchiveIn, name="make")
    def create(self, request: Request, slug: str) -> Response:
        """Make an archive.

        Orders the whole club in one file, with `is_site` its public results as a website, or
        answers with the order that is being made. Follow the job at its `url` until `file_url` is
        there. Only owners.
        """
        job = archive_order(club=self.club, requested_by=self.user, **self.validated_body())
        return self.created(job, at=job_url(job))
