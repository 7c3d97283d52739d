"""Handing in pictures, reading them in a worker, recording what is sure.

The reader is imported only by the worker's child process: the site runs without it.
"""

import hashlib
import json
import shutil
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from importlib import import_module
from itertools import product
from math import atan2
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
from jobs.child import BudgetExceededError, Exceeded
from jobs.kinds import JobKind, JobText
from jobs.models import OPEN_STATES, Job
from jobs.services import job_order, job_order_again
from jobs.work import Report, folder
from paper.documents.marking import marking_layout
from paper.documents.sheet_code import OlderCode, SheetCode, UnknownCode, read_code
from paper.scans.blank import blank_of, blank_place
from paper.scans.child import Corners, FileRefused, MarkedSheet, SeenPage, SeenSheet, Sight
from paper.scans.models import PLACEABLE, ReadRow, ReadSheet, SheetProblem, SheetReading
from paper.scans.selectors import RowStanding, RowState, TableReading, table_readings
from scoring.errors import HandConflict, HandRejected, KeyReused
from scoring.models import Match
from scoring.running_score import match_options
from scoring.services.hands import hand_record
from tournaments.events.models import Event, EventState, Round, Table
from tournaments.events.services.locking import event_closed

if TYPE_CHECKING:
    from press.bubbles import SheetLayout

SHEETS: Final = "sheets"
"""The kind of jobs that read sheets."""
ORDER_SECONDS: Final = 900
"""How long the pictures of an order are read: three times what sixty photographs take on a slow
laptop."""


class ReadingKind(JobKind):
    """Readings of sheets; what was read belongs to the event."""

    def text(self, job: Job) -> JobText:
        """Return who handed the pictures in, and whether they are still there."""
        shown = super().text(job)
        still = (_("The pictures are still here."),) if job.is_repeatable else ()
        details = (*shown.details, *still)
        return replace(shown, details=details, label=_("Being read"), again=_("Read them again"))

    def page(self, job: Job) -> str:
        return reverse("event-sheets-look", args=_address(job))

    def may_be_deleted(self, job: Job) -> bool:
        """Whether no hand can be looked up in it: never, the club says how long pictures stay."""
        return False

    def outcome(self, job: Job) -> str:
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
    """Read the pictures of an order, one by one; a new worker starts again.

    A child process reads them: a picture over its budget ends the reading of its file, and the
    total time limit ends the reading of all remaining files.
    """
    reading = SheetReading.objects.select_related("event").get(pk=job.pk)
    placed = job.parameters.get("placed")
    if placed is None:
        reading.sheets.all().delete()
        reading.blank_pages = 0
    until, number = time.monotonic() + ORDER_SECONDS, 0

    def watch() -> None:
        report(number, len(reading.files))
        if time.monotonic() > until:
            raise BudgetExceededError(Exceeded.TIME)

    with Sight(watch) as sight:
        if placed is not None:
            _placed_read(reading, sight, placed["sheet"], placed["corners"])
            return
        for number, name in enumerate(reading.files):
            picture = ReadSheet(reading=reading, picture=name)
            if time.monotonic() > until:
                _problem(picture, SheetProblem.LATE)
            else:
                _file_read(picture, sight, _folder(job) / str(number))
    report(len(reading.files), len(reading.files))
    reading.save(update_fields=["blank_pages"])
    _folder_clear(reading)


def _folder_clear(reading: SheetReading) -> None:
    """Delete the pictures of a reading but those that are kept."""
    kept = set(reading.sheets.exclude(kept="").values_list("kept", flat=True))
    place = _folder(reading.job)
    for path in place.iterdir() if place.exists() else ():
        if path.name not in kept:
            path.unlink(missing_ok=True)
    if not kept:
        shutil.rmtree(place, ignore_errors=True)


def _placed_read(
    reading: SheetReading, sight: Sight, number: int, corners: list[tuple[float, float]]
) -> None:
    """Read a sheet again by the corners that somebody placed, and put it in its place."""
    sheet = reading.sheets.filter(pk=number).first()
    if sheet is None:
        return
    picture = ReadSheet(reading=reading, picture=sheet.picture, leaf=sheet.leaf, kept=sheet.kept)
    try:
        sight.open(str(_folder(reading.job) / sheet.kept))
        _seen_read(picture, sight, sight.see_placed(corners))
    except FileRefused as error:
        _problem(picture, SheetProblem(error.problem))
    except BudgetExceededError as error:
        _problem(picture, SheetProblem(error.what.value))
    sheet.delete()


def _file_read(picture: ReadSheet, sight: Sight, path: Path) -> None:
    try:
        count = sight.open(str(path))
        for number in range(count):
            picture.leaf = number + 1 if count > 1 else None
            picture.kept = ""
            seen = sight.see(number)
            if seen.sheets or seen.problem in PLACEABLE:
                picture.kept = f"{path.name}-{number}.jpg"
                (path.parent / picture.kept).write_bytes(sight.picture())
            _seen_read(picture, sight, seen)
    except FileRefused as error:
        _problem(picture, SheetProblem(error.problem))
    except BudgetExceededError as error:
        _problem(picture, SheetProblem(error.what.value))


def _seen_read(picture: ReadSheet, sight: Sight, seen: SeenPage) -> None:
    if seen.is_blank:
        picture.reading.blank_pages += 1
    elif seen.problem:
        _problem(picture, SheetProblem(seen.problem))
    for place, sheet in enumerate(seen.sheets):
        _sheet_read(picture, sight, place, sheet)


def _problem(picture: ReadSheet, problem: SheetProblem, code: SheetCode | None = None) -> None:
    where = {}
    if code and not code.is_blank:
        where = {"round": code.round, "table": code.table, "page": code.page}
    _sheet_of(picture, problem=problem, **where).save()


def _sheet_of(picture: ReadSheet, **values: Any) -> ReadSheet:
    """Return a sheet of the same page of the same file."""
    same = {name: getattr(picture, name) for name in ("reading", "picture", "leaf", "kept")}
    return ReadSheet(**same, **values)


@transaction.atomic
def corners_place(*, sheet: ReadSheet, corners: Corners) -> None:
    """Read a sheet again with corners that a person placed on its whole picture. Locks the job.

    Raises ``ValidationError`` while its pictures are being read, where its picture is not there,
    and unless the points are four corners.
    """
    job = Job.objects.select_for_update().get(pk=sheet.reading_id)
    if job.is_open:
        raise ValidationError(_("These pictures are being read: wait a moment."), code="open")
    if not sheet.is_placeable or not (_folder(job) / sheet.kept).exists():
        words = _("The corners of this sheet cannot be placed.")
        raise ValidationError(words, code="not_placeable")
    if not _are_corners(corners):
        words = _("These are not the four corners of a sheet in the picture.")
        raise ValidationError(words, code="corners")
    job.parameters["placed"] = {"sheet": sheet.pk, "corners": [list(each) for each in corners]}
    job_order_again(job)


def _are_corners(points: Corners) -> bool:
    """Return whether four points, in any order, lie in the picture, none of them between others."""
    if len(points) != 4 or not all(0 <= side <= 1 for point in points for side in point):
        return False
    x, y = (sum(point[axis] for point in points) / 4 for axis in (0, 1))
    a, b, c, d = sorted(points, key=lambda point: atan2(point[1] - y, point[0] - x))
    areas = [_area(*three) for three in ((a, b, c), (b, c, d), (c, d, a), (d, a, b))]
    return min(areas) > _LEAST_AREA


_LEAST_AREA: Final = 0.002
"""The least share of the picture between three corners of a sheet."""


def _area(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return ((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])) / 2


def whole_picture(sheet: ReadSheet) -> bytes | None:
    """Return the whole picture of a sheet as JPEG; None once it is deleted."""
    path = _folder(sheet.reading.job) / sheet.kept
    return path.read_bytes() if sheet.kept and path.is_file() else None


def _sheet_read(picture: ReadSheet, sight: Sight, place: int, seen: SeenSheet) -> None:
    code, why = _code_read(picture.reading.event, seen.code)
    if code is None or why:
        _problem(picture, why or SheetProblem.UNKNOWN, code)
        return
    if code.is_blank:
        _blank_read(picture, sight, place, seen, code)
        return
    match, problem = _match_of(picture.reading.event, code)
    if match is None:
        _problem(picture, problem, code)
        return
    layout = _layout_of(match, code)
    if layout is None or layout.digest != code.digest:
        _problem(picture, SheetProblem.OLDER, code)
        return
    if not seen.has_plane:
        _problem(picture, SheetProblem.CUT_OFF, code)
        return
    sheet = _sheet_of(picture, page=code.page, match=match, round=code.round, table=code.table)
    _rows_keep(sheet, sight.measure(place, layout))


def _blank_read(
    picture: ReadSheet, sight: Sight, place: int, seen: SeenSheet, code: SheetCode
) -> None:
    """Read a sheet of no table; its rows are kept, whatever is marked as its place."""
    blank = blank_of(picture.reading.event, code)
    if blank is None:
        _problem(picture, SheetProblem.OLDER)
        return
    if not seen.has_plane:
        _problem(picture, SheetProblem.CUT_OFF)
        return
    marked = sight.measure(place, blank.layout)
    sheet = _sheet_of(picture, page=code.page, players=blank.players, serial=code.serial)
    blank_place(sheet, picture.reading.event, marked.rows[0], several=blank.several)
    _rows_keep(sheet, marked)


def _layout_of(match: Match, code: SheetCode) -> "SheetLayout | None":
    """Return the layout with which the sheet of a code would be printed now; None for none."""
    players, options = match.seats.count(), match_options(match)
    for asks_dealer, large in product((True, False), repeat=2):
        layout, across = marking_layout(
            match.game, options, code.size, players, asks_dealer=asks_dealer, large=large
        )
        if (layout.digest, across) == (code.digest, code.across):
            return layout
    return None


@transaction.atomic
def _rows_keep(sheet: ReadSheet, marked: MarkedSheet) -> None:
    sheet.has_lost_pale = marked.has_lost_pale
    sheet.dealer, sheet.is_dealer_unsure = marked.dealer, marked.is_dealer_unsure
    sheet.second_half = list(marked.second_half)
    sheet.save()
    ReadRow.objects.bulk_create(
        ReadRow(
            sheet=sheet,
            number=row.number,
            marks={key: list(values) for key, values in row.marks.items()},
            unsure=sorted(row.unsure),
            picture=row.picture,
        )
        for row in marked.rows
    )


def _code_read(event: Event, text: str) -> tuple[SheetCode | None, SheetProblem | None]:
    """Return the content of a code, and why its sheet cannot be read in this event."""
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
    """Return the match that a code of this event names, or why there is none."""
    match = Match.objects.filter(
        game_of__table__round__event=event,
        game_of__table__round__number=code.round,
        game_of__table__number=code.table,
        game_of__number=code.game,
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
    """How many hands were recorded, and what stopped a table, by its label."""

    hands: int = 0
    stopped: list[tuple[str, str]] = field(default_factory=list)


def reading_record(*, reading: SheetReading, by: User) -> Recorded:
    """Record every hand that is sure, table by table, each as if it had been typed.

    At a table the first row that is refused ends it. A hand has the number that its row says, and
    the key of what is marked there, so none is recorded twice. Raises ``Closed`` in a finished
    event.
    """
    if reading.event.state == EventState.FINISHED:
        raise event_closed(reading.event)
    recorded = Recorded()
    for table in table_readings(reading):
        stop = _table_record(table, by, recorded)
        if stop:
            recorded.stopped.append((str(table.match.place or table.match), stop))
    return recorded


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

    Whole pictures go earlier, once nothing is left to decide on them. What was read stays, and so
    do the hands.
    """
    kept = SheetReading.objects.filter(sheets__kept__gt="").exclude(job__state__in=OPEN_STATES)
    for reading in kept.distinct():
        reading.sheets.exclude(kept="").exclude(pk__in=_undecided(reading)).update(kept="")
        _folder_clear(reading)
    for club in Club.objects.filter(picture_months__isnull=False):
        assert club.picture_months is not None
        since = months_before(timezone.now(), club.picture_months)
        _rows_clear(club, since)
        for job in Job.objects.filter(kind=SHEETS, club=club, created_at__lt=since).exclude(
            state__in=OPEN_STATES
        ):
            ReadSheet.objects.filter(reading=job.pk).exclude(kept="").update(kept="")
            shutil.rmtree(_folder(job), ignore_errors=True)


_DECIDED: Final = frozenset(
    {RowStanding.ON_RECORD, RowStanding.CANCELLED, RowStanding.PART, RowStanding.AFTER_END}
)


def _undecided(reading: SheetReading) -> set[int]:
    """Return the sheets, by key, that have rows which may still be recorded, or corners that can be
    placed; none in a finished event."""
    if reading.event.state == EventState.FINISHED:
        return set()
    keys = {sheet.pk for sheet in reading.sheets.all() if sheet.is_placeable}
    keys |= {sheet.pk for sheet in reading.sheets.exclude(problem="").exclude(players=None)}
    rows = (row for table in table_readings(reading) for row in table.rows)
    return keys | {row.row.sheet_id for row in rows if row.standing not in _DECIDED}


def _rows_clear(club: Club, since: datetime) -> None:
    rows = ReadRow.objects.filter(
        picture__isnull=False,
        sheet__reading__event__club=club,
        sheet__reading__job__created_at__lt=since,
    )
    while keys := list(rows.values_list("pk", flat=True)[:ROWS_AT_ONCE]):
        ReadRow.objects.filter(pk__in=keys).update(picture=None)


def months_before(moment: datetime, months: int) -> datetime:
    """Return the same day of an earlier month, or its last day if the month is shorter."""
    year, month = divmod(moment.year * 12 + moment.month - 1 - months, 12)
    first = moment.replace(year=year, month=month + 1, day=1)
    following = (first + timedelta(days=32)).replace(day=1)
    last = (following - timedelta(days=1)).day
    return first.replace(day=min(moment.day, last))


NEEDED: Final = ("cv2", "zxingcpp", "pypdfium2")


def reader_is_installed() -> bool:
    """Return whether pictures can be read here."""
    try:
        for name in NEEDED:
            import_module(name)
    except ImportError:
        return False
    return True
