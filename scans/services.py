"""Handing in pictures, reading them in a worker, recording what is sure.

The reader is imported only by the worker: the site runs without it.
"""

import hashlib
import json
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club, User
from clubs.roles import Right
from games.wording import problem_text
from jobs.kinds import JobKind, JobText
from jobs.models import OPEN_STATES, Job
from jobs.services import job_order
from jobs.work import Report, folder
from prints.marking import marking_layout
from prints.marking_slips import SLIP
from prints.sheet_code import OlderCode, SheetCode, UnknownCode, is_sheet_code, read_code
from scans.blank import blank_of, blank_place
from scans.models import ReadRow, ReadSheet, SheetProblem, SheetReading
from scans.selectors import RowState, TableReading, table_readings
from scans.slips import SlipRowState, slip_layout_of, slip_readings, stated
from scoring.errors import HandConflict, HandRejected, KeyReused, MatchConflict, ReasonMissing
from scoring.models import Match
from scoring.running_score import match_options
from scoring.services.hands import hand_record
from scoring.services.results import result_state
from tournaments.models import Event, EventState, Round, Table
from tournaments.services.locking import event_closed

if TYPE_CHECKING:
    from press.bubbles import SheetLayout
    from scans.planes import Array, Image
    from scans.reader import MeasuredRow, RowReading

SHEETS: Final = "sheets"
"""The kind of jobs that read sheets."""


class ReadingKind(JobKind):
    """Readings of sheets; what was read belongs to the event."""

    def text(self, job: Job) -> JobText:
        """Return who handed the pictures in, and whether they are still there."""
        shown = super().text(job)
        still = (_("The pictures are still here."),) if job.is_repeatable else ()
        details = (*shown.details, *still)
        return replace(shown, details=details, label=_("Being read"), again=_("Read them again"))

    def page(self, job: Job) -> str:
        """Return the page of what was read."""
        return reverse("event-sheets-look", args=_address(job))

    def may_be_deleted(self, job: Job) -> bool:
        """Whether no hand can be looked up in it: never, the club says how long pictures stay."""
        return False

    def outcome(self, job: Job) -> str:
        """Return where the API shows what was read."""
        return reverse("api-sheets-detail", args=_address(job))


def _address(job: Job) -> list[Any]:
    assert job.club is not None
    return [job.club.slug, job.parameters["event"], job.pk]


def _folder(job: Job) -> Path:
    return folder() / str(job.pk)


@transaction.atomic
def reading_order(
    *, event: Event, files: Iterable[tuple[str, Iterable[bytes]]], by: User
) -> SheetReading:
    """Keep pictures to be read, by name, and have a worker read them."""
    job = job_order(
        kind=SHEETS,
        club=event.club,
        title=event.name,
        parameters={"event": event.pk},
        requested_by=by,
        right=Right.RECORD,
    )
    _folder(job).mkdir()
    names: list[str] = []
    for name, chunks in files:
        with (_folder(job) / str(len(names))).open("wb") as file:
            file.writelines(chunks)
        names.append(name[:120])
    job.total = len(names)
    job.save(update_fields=["total"])
    return SheetReading.objects.create(job=job, event=event, files=names)


def reading_make(job: Job, _file: IO[bytes], report: Report) -> None:
    """Read the pictures of an order, one by one; what an earlier worker left is read anew."""
    reading = SheetReading.objects.select_related("event").get(pk=job.pk)
    reading.sheets.all().delete()
    for number, name in enumerate(reading.files):
        report(number, len(reading.files))
        _file_read(reading, name, (_folder(job) / str(number)).read_bytes())
    report(len(reading.files), len(reading.files))
    shutil.rmtree(_folder(job), ignore_errors=True)


def _file_read(reading: SheetReading, name: str, data: bytes) -> None:
    from scans.pictures import pictures_in  # noqa: PLC0415 only a worker has the reader
    from scans.planes import UnreadableImage, pictured_sheets  # noqa: PLC0415

    try:
        for image in pictures_in(data):
            sheets = pictured_sheets(image, claims=is_sheet_code)
            if not sheets:
                _problem(reading, name, SheetProblem.NO_SHEET)
            for sheet in sheets:
                _sheet_read(reading, name, image, sheet.code, sheet.plane)
    except UnreadableImage:
        _problem(reading, name, SheetProblem.UNREADABLE)


def _problem(
    reading: SheetReading, name: str, problem: SheetProblem, code: SheetCode | None = None
) -> None:
    where = {}
    if code and not code.is_blank:
        where = {"round": code.round, "table": code.table, "page": code.page}
    ReadSheet.objects.create(reading=reading, picture=name, problem=problem, **where)


def _sheet_read(
    reading: SheetReading, name: str, image: "Image", text: str, plane: "Array | None"
) -> None:
    from scans.reader import reading_of, sheet_measured  # noqa: PLC0415 a worker has the reader

    code, why = _code_read(reading.event, text)
    if code is None or why:
        _problem(reading, name, why or SheetProblem.UNKNOWN, code)
        return
    if code.is_blank:
        _blank_read(reading, name, image, code, plane)
        return
    match, problem = _match_of(reading.event, code)
    if match is None:
        _problem(reading, name, problem, code)
        return
    layout = _layout_of(match, code)
    if layout is None or layout.digest != code.digest:
        _problem(reading, name, SheetProblem.OLDER, code)
        return
    if plane is None:
        _problem(reading, name, SheetProblem.CUT_OFF, code)
        return
    measured = sheet_measured(image, plane, layout)
    rows = [(row, reading_of(row, layout)) for row in measured.rows]
    of_slip = code.game == SLIP
    sheet = ReadSheet(
        reading=reading,
        picture=name,
        page=code.page,
        match=None if of_slip else match,
        meeting=match.game_of.table if of_slip else None,
        round=code.round,
        table=code.table,
        has_lost_pale=measured.has_lost_pale,
    )
    _rows_keep(sheet, rows)


def _blank_read(
    reading: SheetReading, name: str, image: "Image", code: SheetCode, plane: "Array | None"
) -> None:
    """Read a sheet of no table; its rows are kept, whatever is marked as its place."""
    from scans.reader import reading_of, sheet_measured  # noqa: PLC0415 a worker has the reader

    blank = blank_of(reading.event, code)
    if blank is None:
        _problem(reading, name, SheetProblem.OLDER)
        return
    if plane is None:
        _problem(reading, name, SheetProblem.CUT_OFF)
        return
    layout = blank.layout
    measured = sheet_measured(image, plane, layout)
    rows = [(row, reading_of(row, layout)) for row in measured.rows[layout.place_rows :]]
    sheet = ReadSheet(
        reading=reading,
        picture=name,
        page=code.page,
        players=blank.players,
        serial=code.serial,
        has_lost_pale=measured.has_lost_pale,
    )
    place = _place_read(measured.rows[: layout.place_rows], layout)
    blank_place(sheet, reading.event, place[1], several=blank.several)
    _rows_keep(sheet, rows, place)


def _place_read(
    rows: Sequence["MeasuredRow"], layout: "SheetLayout"
) -> tuple["MeasuredRow", "RowReading"]:
    """Return the rows of a place as one, and what is marked in it."""
    from scans.pictures import below_each_other  # noqa: PLC0415 only a worker has the reader
    from scans.reader import MeasuredRow, reading_of  # noqa: PLC0415

    bubbles = tuple(bubble for row in rows for bubble in row.bubbles)
    whole = MeasuredRow(bubbles, below_each_other([row.picture for row in rows]))
    return whole, reading_of(whole, replace(layout, heads=layout.place))


def _layout_of(match: Match, code: SheetCode) -> "SheetLayout | None":
    """Return the layout with which the sheet of a code would be printed now; None for none."""
    if code.game == SLIP:
        return slip_layout_of(match, code)
    players = match.seats.count()
    layout, across = marking_layout(match.game, match_options(match), code.size, players)
    return layout if across == code.across else None


@transaction.atomic
def _rows_keep(
    sheet: ReadSheet,
    rows: list[tuple["MeasuredRow", "RowReading"]],
    place: tuple["MeasuredRow", "RowReading"] | None = None,
) -> None:
    from scans.pictures import jpeg_of  # noqa: PLC0415 only a worker has the reader

    sheet.save()
    marked = [(number, *row) for number, row in enumerate(rows, start=1) if not row[1].is_blank]
    if place is not None:
        marked.insert(0, (0, *place))
    ReadRow.objects.bulk_create(
        ReadRow(
            sheet=sheet,
            number=number,
            marks={key: list(values) for key, values in read.marks.items()},
            unsure=sorted(read.unsure),
            picture=jpeg_of(row.picture),
        )
        for number, row, read in marked
    )


def _code_read(event: Event, text: str) -> tuple[SheetCode | None, SheetProblem | None]:
    """Return what a code says, and why its sheet is none to be read in this event."""
    try:
        code = read_code(text)
    except OlderCode:
        return None, SheetProblem.OLDER
    except UnknownCode:
        return None, SheetProblem.UNKNOWN
    if code.event == event.pk:
        return code, None
    if Event.objects.filter(pk=code.event, club=event.club_id).exists():
        return code, SheetProblem.OTHER_EVENT
    return None, SheetProblem.OTHER_CLUB


def _match_of(event: Event, code: SheetCode) -> tuple[Match | None, SheetProblem]:
    """Return the match that a code of this event names, for a slip the first of its table, or why
    there is none."""
    match = Match.objects.filter(
        game_of__table__round__event=event,
        game_of__table__round__number=code.round,
        game_of__table__number=code.table,
        game_of__number=1 if code.game == SLIP else code.game,
    ).first()
    if match is not None:
        return match, SheetProblem.NO_TABLE
    planned = Table.objects.filter(
        round__in=Round.objects.filter(event=event, number=code.round), number=code.table
    )
    return None, SheetProblem.NOT_BEGUN if planned.exists() else SheetProblem.NO_TABLE


# --- recording


@dataclass
class Recorded:
    """How many hands and results were recorded, and what stopped a table, by its label."""

    hands: int = 0
    results: int = 0
    stopped: list[tuple[str, str]] = field(default_factory=list)


def reading_record(*, reading: SheetReading, by: User) -> Recorded:
    """Record every hand and result that is sure, table by table, each as if it had been typed.

    At a table the first row that is refused ends it. A hand has the number that its row says, and
    the key of what is marked there; a result is recorded only where none is: so nothing is recorded
    twice. Raises ``Closed`` in a finished event.
    """
    if reading.event.state == EventState.FINISHED:
        raise event_closed(reading.event)
    recorded = Recorded()
    for table in table_readings(reading):
        stop = _table_record(table, by, recorded)
        if stop:
            recorded.stopped.append((str(table.match.place or table.match), stop))
    for slip in slip_readings(reading, by):
        for row in slip.rows:
            stop = _result_record(row, by, recorded) if row.is_sure else ""
            if stop:
                recorded.stopped.append((row.match.place, stop))
    return recorded


def _result_record(row: SlipRowState, by: User, recorded: Recorded) -> str:
    """Record the result of a row; return why it is not."""
    before = row.match.entered_results.values_list("pk", flat=True).order_by("-pk").first()
    try:
        match = result_state(**stated(row), author=by)
    except (MatchConflict, ReasonMissing):
        return str(gettext_lazy("Somebody else recorded hands there in the meantime. Check again."))
    except ValidationError as error:
        return " ".join(error.messages)
    newest = match.entered_results.latest("pk")
    ReadRow.objects.filter(pk=row.row.pk).update(result=newest)
    recorded.results += newest.pk != before
    return ""


def _table_record(table: TableReading, by: User, recorded: Recorded) -> str:
    for row in _sure(table):
        try:
            written = hand_record(
                match_id=table.match.pk,
                record=row.record,
                derived_calls=row.derived_calls,
                author=by,
                number=row.hand,
                key=row_key(row),
            )
        except HandRejected as error:
            words = (problem_text(p, table.presenter, table.names) for p in error.problems)
            return " ".join(words)
        except (HandConflict, KeyReused):
            return str(
                gettext_lazy("Somebody else recorded hands there in the meantime. Check again.")
            )
        rows = [row.row.pk, *(part.pk for part in row.parts)]
        ReadRow.objects.filter(pk__in=rows).update(revision=written.revision)
        recorded.hands += not written.replayed
    return ""


def row_key(row: RowState) -> str:
    """Return the key under which a row is recorded: what is marked where, not which picture it is.

    ``revision`` is part of it, so that a hand that was taken back can be recorded again.
    """
    sheet = row.row.sheet
    content = [sheet.match_id, sheet.page, row.row.number, row.row.marks, row.revision]
    content += [part.marks for part in row.parts]
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return f"sheet-{hashlib.sha256(text.encode()).hexdigest()}"


def _sure(table: TableReading) -> Iterator[RowState]:
    return (row for row in table.rows if row.is_sure)


# --- pictures, for as long as the club says

ROWS_AT_ONCE: Final = 500


def pictures_clear() -> None:
    """Delete pictures that were handed in longer ago than their club keeps them.

    What was read stays, and so do the hands.
    """
    for club in Club.objects.filter(picture_months__isnull=False):
        assert club.picture_months is not None
        since = months_before(timezone.now(), club.picture_months)
        _rows_clear(club, since)
        for job in Job.objects.filter(kind=SHEETS, club=club, created_at__lt=since).exclude(
            state__in=OPEN_STATES
        ):
            shutil.rmtree(_folder(job), ignore_errors=True)


def _rows_clear(club: Club, since: datetime) -> None:
    rows = ReadRow.objects.filter(
        picture__isnull=False,
        sheet__reading__event__club=club,
        sheet__reading__job__created_at__lt=since,
    )
    while keys := list(rows.values_list("pk", flat=True)[:ROWS_AT_ONCE]):
        ReadRow.objects.filter(pk__in=keys).update(picture=None)


def months_before(moment: datetime, months: int) -> datetime:
    """Return the same day of an earlier month, or its last day where it is shorter."""
    year, month = divmod(moment.year * 12 + moment.month - 1 - months, 12)
    first = moment.replace(year=year, month=month + 1, day=1)
    following = (first + timedelta(days=32)).replace(day=1)
    last = (following - timedelta(days=1)).day
    return first.replace(day=min(moment.day, last))
