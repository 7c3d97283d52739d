"""Handing in pictures of marked sheets, following their reading, recording what is sure."""

from collections.abc import Iterable
from typing import Any, Final

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema_field
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request

from clubs.rest.actions import action, directly, reading
from clubs.roles import Right
from core.rest.pages import Pages
from core.rest.problems import ProblemError
from core.text import about
from games import PRESENTERS
from jobs.models import JobState
from scans.forms import MOST_BYTES, MOST_FILES
from scans.library import is_installed
from scans.models import SheetReading
from scans.selectors import RowState, TableReading, problem_sheets, table_readings
from scans.services import reading_order, reading_record
from tournaments.api.base import EventView

TAGS: Final = ["Sheets"]


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

    picture = serializers.CharField()
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    code = serializers.CharField(source="problem")
    message = serializers.CharField(source="get_problem_display")


class SheetReadingSerializer(serializers.ModelSerializer[SheetReading]):
    """A reading of pictures: how far it is."""

    id = serializers.UUIDField(source="pk", read_only=True)
    state = serializers.ChoiceField(source="job.state", choices=JobState.choices, read_only=True)
    done = serializers.SerializerMethodField()
    total = serializers.SerializerMethodField()
    error = serializers.CharField(source="job.error", read_only=True)
    created_at = serializers.DateTimeField(source="job.created_at", read_only=True)
    url = serializers.SerializerMethodField()

    class Meta:
        model = SheetReading
        fields = ["id", "state", "done", "total", "error", "created_at", "url"]
        read_only_fields = fields

    def get_done(self, order: SheetReading) -> int:
        """The pictures read so far."""
        return order.job.progress[0]

    def get_total(self, order: SheetReading) -> int:
        """Of so many."""
        return order.job.progress[1]

    def get_url(self, order: SheetReading) -> str:
        """The address for polling."""
        return reverse("api-sheets-reading", args=[order.event.club.slug, order.event_id, order.pk])


class WholeReadingSerializer(SheetReadingSerializer):
    """A reading of pictures, with what was read once it is done."""

    tables = serializers.SerializerMethodField()
    problems = serializers.SerializerMethodField()

    class Meta(SheetReadingSerializer.Meta):
        fields = [*SheetReadingSerializer.Meta.fields, "tables", "problems"]
        read_only_fields = fields

    @extend_schema_field(ReadTableSerializer(many=True))
    def get_tables(self, order: SheetReading) -> Any:
        """What was read, table by table; empty until it is done."""
        tables: Any = [] if order.job.is_open else table_readings(order)
        return ReadTableSerializer(tables, many=True).data

    @extend_schema_field(SheetProblemSerializer(many=True))
    def get_problems(self, order: SheetReading) -> Any:
        """The pictures and sheets on which nothing was read."""
        sheets: Any = problem_sheets(order)
        return SheetProblemSerializer(sheets, many=True).data


class RecordedSerializer(serializers.Serializer[Any]):
    """How many hands were recorded, and why some tables stopped."""

    hands = serializers.IntegerField()
    stopped = serializers.ListField(child=serializers.CharField())


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
                values = {"name": file.name, "size": MOST_BYTES // 1_000_000}
                raise serializers.ValidationError(words % values)
        return files


class SheetsView(EventView):
    """An endpoint of an event whose game has sheets for marking."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse other events."""
        super().initial(request, *args, **kwargs)
        if PRESENTERS[self.event.game].marks is None:
            raise Http404


class SheetReadings(SheetsView):
    """The readings of an event's sheets."""

    pagination_class = Pages
    parser_classes = [MultiPartParser]
    rights = {"GET": Right.RECORD}

    @reading(
        "sheets_list",
        "List readings of sheets",
        "Pictures that were handed in, the newest first.",
        tags=TAGS,
        answer=SheetReadingSerializer,
        many=True,
    )
    def get(self) -> Iterable[SheetReading]:
        return self.event.sheet_readings.select_related("event__club", "job")

    @action(
        "sheets_read",
        "Hand in pictures of sheets",
        "As a form with files under `pictures`. A worker reads them; follow the reading at its "
        "`url`. Nothing is recorded. 409 where the site has no reader.",
        tags=TAGS,
        body=PicturesIn,
        answer=SheetReadingSerializer,
        status=201,
        right=Right.RECORD,
        run=directly,
        responses={201: SheetReadingSerializer, 409: OpenApiResponse(description="")},
    )
    def post(self, *, pictures: list[Any]) -> SheetReading:
        if not is_installed():
            words = _("This site cannot read pictures.")
            raise ProblemError(409, "no_reader", words)
        files = [(file.name, file.chunks()) for file in pictures]
        return reading_order(event=self.event, files=files, by=self.user)


class SheetReadingView(SheetsView):
    """An endpoint of one reading."""

    order: SheetReading

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Load the reading of that event."""
        super().initial(request, *args, **kwargs)
        readings = SheetReading.objects.filter(event=self.event).select_related(
            "event__club", "job"
        )
        self.order = get_object_or_404(readings, pk=kwargs["reading"])


class SheetReadingDetail(SheetReadingView):
    """One reading."""

    rights = {"GET": Right.RECORD}

    @reading(
        "sheets_retrieve",
        "Follow a reading of sheets",
        "How far it is, and what was read: each row with its `standing` (`sure`, `unsure`, "
        "`refused`, `waiting`, `cancelled`, `on_record`, `different`).",
        tags=TAGS,
        answer=WholeReadingSerializer,
    )
    def get(self) -> SheetReading:
        return self.order


class SheetReadingRecord(SheetReadingView):
    """Recording."""

    @action(
        "sheets_record",
        "Record what is sure",
        "Each sure hand, as if it had been typed; a row that is on record is recorded no second "
        "time. 409 where the event is finished.",
        tags=TAGS,
        answer=RecordedSerializer,
        right=Right.RECORD,
    )
    def post(self) -> dict[str, Any]:
        recorded = reading_record(reading=self.order, by=self.user)
        stopped = [about(table, why) for table, why in recorded.stopped]
        return {"hands": recorded.hands, "stopped": stopped}
