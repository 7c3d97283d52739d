"""Handing in pictures of marked sheets, following their reading, recording what is sure."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.operations import operation
from clubs.roles import Right
from core.rest.incoming import StrictJSONParser
from core.rest.problems import ProblemError
from core.text import about, isolated
from jobs.api import JobSerializer, job_url
from jobs.kinds import kind_of
from paper.scans.blank import BlankReading, blank_readings, sheet_place
from paper.scans.forms import MOST_BYTES, MOST_FILES
from paper.scans.models import SheetReading
from paper.scans.selectors import (
    RowState,
    TableReading,
    problem_sheets,
    row_shown,
    table_readings,
    warned_sheets,
)
from paper.scans.services import corners_place, reader_is_installed, reading_order, reading_record
from scoring.models import Match
from tournaments.events.api.base import EventViewSet


class ReadRowSerializer(serializers.Serializer[RowState]):
    """A row: the number of its hand if that is known, its standing, the hand in words."""

    row = serializers.IntegerField(source="row.number")
    hand = serializers.IntegerField(allow_null=True)
    standing = serializers.CharField()
    sentence = serializers.CharField()
    recorded = serializers.CharField(help_text="The hand on record, where that differs.")
    problems = serializers.ListField(child=serializers.CharField())


class ReadTableSerializer(serializers.Serializer[TableReading]):
    """What was read of a match."""

    match = serializers.IntegerField(source="match.pk")
    rows = ReadRowSerializer(many=True)


class SheetProblemSerializer(serializers.Serializer[Any]):
    """A picture or sheet on which nothing was read."""

    sheet = serializers.IntegerField(source="pk")
    picture = serializers.CharField()
    is_placeable = serializers.BooleanField(help_text="Whether its corners can be placed.")
    leaf = serializers.IntegerField(
        allow_null=True, help_text="The page of a file with several pages."
    )
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    code = serializers.CharField(source="problem")
    message = serializers.CharField(source="get_problem_display")


class SheetWarningSerializer(serializers.Serializer[Any]):
    """A sheet that was read, and what those who look at it should know."""

    picture = serializers.CharField()
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    page = serializers.IntegerField(allow_null=True)
    message = serializers.CharField(source="warning")


class BlankReadingSerializer(serializers.Serializer[BlankReading]):
    """A blank sheet: the match that it is of, or why that is not known."""

    sheet = serializers.IntegerField(source="sheet.pk")
    picture = serializers.CharField(source="sheet.picture")
    round = serializers.IntegerField(source="sheet.round", allow_null=True)
    table = serializers.IntegerField(source="sheet.table", allow_null=True)
    match = serializers.IntegerField(source="sheet.match_id", allow_null=True)
    code = serializers.CharField(source="sheet.problem")
    message = serializers.CharField(source="sheet.get_problem_display")
    rows = serializers.IntegerField(help_text="How many rows are marked on it.")


class SheetReadingSerializer(serializers.ModelSerializer[SheetReading]):
    """A reading of pictures: its job, and where what was read is shown."""

    id = serializers.UUIDField(source="pk", read_only=True)
    job = JobSerializer(read_only=True)
    url = serializers.SerializerMethodField()

    class Meta:
        model = SheetReading
        fields = ["id", "job", "url"]
        read_only_fields = fields

    def get_url(self, order: SheetReading) -> str:
        """The address of what was read."""
        return kind_of(order.job).outcome(order.job)


class WholeReadingSerializer(SheetReadingSerializer):
    """A reading of pictures, with what was read once it is done."""

    tables = serializers.SerializerMethodField()
    blanks = serializers.SerializerMethodField()
    problems = serializers.SerializerMethodField()
    warnings = serializers.SerializerMethodField()

    class Meta(SheetReadingSerializer.Meta):
        fields = [
            *SheetReadingSerializer.Meta.fields,
            *("tables", "blanks", "problems", "warnings"),
        ]
        read_only_fields = fields

    @extend_schema_field(ReadTableSerializer(many=True))
    def get_tables(self, order: SheetReading) -> Any:
        """What was read, table by table; empty until it is done."""
        tables: Any = [] if order.job.is_open else table_readings(order)
        return ReadTableSerializer(tables, many=True).data

    @extend_schema_field(BlankReadingSerializer(many=True))
    def get_blanks(self, order: SheetReading) -> Any:
        """The blank sheets; empty until it is done."""
        blanks: Any = [] if order.job.is_open else blank_readings(order)
        return BlankReadingSerializer(blanks, many=True).data

    @extend_schema_field(SheetProblemSerializer(many=True))
    def get_problems(self, order: SheetReading) -> Any:
        """The pictures and sheets on which nothing was read."""
        sheets: Any = problem_sheets(order)
        return SheetProblemSerializer(sheets, many=True).data

    @extend_schema_field(SheetWarningSerializer(many=True))
    def get_warnings(self, order: SheetReading) -> Any:
        """The sheets that were read, but whose picture has lost pale ink."""
        sheets: Any = warned_sheets(order)
        return SheetWarningSerializer(sheets, many=True).data


class RecordedSerializer(serializers.Serializer[Any]):
    """How many hands were recorded, and why some tables stopped."""

    hands = serializers.IntegerField()
    stopped = serializers.ListField(child=serializers.CharField())


class PlaceIn(serializers.Serializer[Any]):
    """A blank sheet, and the match that it is of."""

    sheet = serializers.IntegerField()
    match = serializers.IntegerField()


class CornersIn(serializers.Serializer[Any]):
    """A sheet, and where the inner corners of its four squares lie on its picture, in any order:
    across and down, as shares of its width and height."""

    sheet = serializers.IntegerField()
    corners = serializers.ListField(
        child=serializers.ListField(
            child=serializers.FloatField(min_value=0, max_value=1), min_length=2, max_length=2
        ),
        min_length=4,
        max_length=4,
    )


class PicturesIn(serializers.Serializer[Any]):
    """Photographs, a scanner's PDF or TIFF."""

    pictures = serializers.ListField(
        child=serializers.FileField(), min_length=1, max_length=MOST_FILES
    )

    def validate_pictures(self, files: list[Any]) -> list[Any]:
        """Limit the size of each."""
        for file in files:
            if file.size > MOST_BYTES:
                words = _("%(name)s is larger than %(size)d MB.")
                values = {"name": isolated(file.name), "size": MOST_BYTES // 1_000_000}
                raise serializers.ValidationError(words % values)
        return files


class SheetViewSet(EventViewSet):
    """The readings of an event's sheets, where its game has sheets for marking."""

    tags = ("Sheets",)
    reads = writes = Right.RECORD
    serializer_class = SheetReadingSerializer
    parser_classes = [MultiPartParser]
    lookup_url_kwarg = "reading"
    lookup_value_converter = "uuid"

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse other events."""
        super().initial(request, *args, **kwargs)
        if self.event.presenter.marks is None:
            raise Http404

    def get_queryset(self) -> QuerySet[SheetReading]:
        """Return the readings of the event."""
        readings = SheetReading.objects.filter(event=self.event)
        return readings.select_related("event__club", "job__club", "job__requested_by")

    def list(self, request: Request, slug: str, event: int) -> Response:
        """List readings of sheets.

        Pictures that were handed in, the newest first.
        """
        return self.page(self.get_queryset())

    @operation(
        body=PicturesIn,
        answer=JobSerializer,
        name="read",
        keyed=False,
        refuses=(409,),
        stays_open=True,
    )
    def create(self, request: Request, slug: str, event: int) -> Response:
        """Hand in pictures of sheets.

        As a form with files under `pictures`. A worker reads them; follow the job at its `url`;
        once it is done, `result_url` shows what was read. Nothing is recorded. 409 where the site
        has no reader.
        """
        pictures = self.validated_body()["pictures"]
        if not reader_is_installed():
            raise ProblemError(409, "no_reader", _("This site cannot read pictures."))
        files = [(file.name, file.chunks()) for file in pictures]
        reading = reading_order(event=self.event, files=files, by=self.user)
        return self.created(reading.job, at=job_url(reading.job))

    @operation(answer=WholeReadingSerializer)
    def retrieve(self, request: Request, slug: str, event: int, reading: UUID) -> Response:
        """Show a reading of sheets.

        What was read once its job is done: each row with its `standing` (`sure`, `unsure`,
        `refused`, `waiting`, `cancelled`, `part` of the hand above, `on_record`, `different`,
        `other_sheet`: its page was read from another sheet of the table, `after_end` of the match).
        """
        return self.answer(self.get_object())

    @action(detail=True, methods=["post"], parser_classes=[StrictJSONParser])
    @operation(answer=RecordedSerializer)
    def record(self, request: Request, slug: str, event: int, reading: UUID) -> Response:
        """Record what is sure.

        Each sure hand, as if it had been typed; a row that is on record is recorded no second time.
        409 where the event is finished.
        """
        recorded = reading_record(reading=self.get_object(), by=self.user)
        stopped = [about(table, why) for table, why in recorded.stopped]
        return self.answer({"hands": recorded.hands, "stopped": stopped})

    @action(detail=True, methods=["post"], parser_classes=[StrictJSONParser])
    @operation(body=PlaceIn, answer=WholeReadingSerializer, keyed=False)
    def place(self, request: Request, slug: str, event: int, reading: UUID) -> Response:
        """Say which match a blank sheet is of.

        Whatever is marked on it as its round and table. Nothing is recorded. 400 where hands were
        recorded from it, or it is for a table of another size; 409 where the event is finished.
        """
        said, read = self.validated_body(), self.get_object()
        sheet = get_object_or_404(read.sheets, pk=said["sheet"], players__isnull=False)
        played = Match.objects.filter(game_of__table__round__event=self.event)
        sheet_place(sheet_id=sheet.pk, match=get_object_or_404(played, pk=said["match"]))
        return self.answer(read)

    @action(detail=True, methods=["post"], parser_classes=[StrictJSONParser])
    @operation(body=CornersIn, answer=WholeReadingSerializer, keyed=False, stays_open=True)
    def corners(self, request: Request, slug: str, event: int, reading: UUID) -> Response:
        """Place the corners of a sheet.

        Where no sheet, not all of its corners, or cut-off squares were found in a picture. A worker
        reads it again; follow the job. 400 while it is being read, and where `is_placeable` is
        false.
        """
        said, read = self.validated_body(), self.get_object()
        sheet = get_object_or_404(read.sheets, pk=said["sheet"])
        corners_place(sheet=sheet, corners=[(x, y) for x, y in said["corners"]])
        return self.answer(self.get_object())


class JpegRenderer(JSONRenderer):
    """Lets a client ask for a picture; anything but one, such as a problem, stays JSON."""

    media_type = "image/jpeg"
    format = "jpg"


class SheetRowViewSet(EventViewSet):
    """The rows of an event's sheets."""

    tags = ("Sheets",)
    lookup_url_kwarg = "row"

    @extend_schema(
        responses={(200, "image/jpeg"): OpenApiResponse(OpenApiTypes.BINARY, "The picture.")}
    )
    @action(detail=True, renderer_classes=(JSONRenderer, JpegRenderer))
    def picture(self, request: Request, slug: str, event: int, row: int) -> HttpResponse:
        """Fetch the picture of a row.

        What a hand was read from; its history names the address. Rows that led to no hand are for
        those who record. 404 once the club keeps the picture no longer.
        """
        may_record = self.membership.may(Right.RECORD)
        read = row_shown(self.event, row, may_record=may_record)
        if read is None:
            raise Http404
        return HttpResponse(bytes(read.picture or b""), content_type="image/jpeg")
