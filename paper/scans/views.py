"""Pages of reading sheets: hand in pictures, look at what was read, record it."""

from collections.abc import Callable
from typing import Final, ParamSpec
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django_htmx.http import HttpResponseClientRedirect

from clubs.access import FORM, POST, READ, ClubRequest, row_view
from clubs.roles import Right
from core.figures import read_whole
from core.forms import closed_text
from core.pages import refusal_say, submit
from core.transactions import Closed
from jobs.pages import job_panel
from paper.scans.blank import blank_readings, sheet_place
from paper.scans.forms import CornersForm, PicturesForm
from paper.scans.models import ExampleSheet, ReadSheet, SheetReading
from paper.scans.selectors import (
    problem_sheets,
    retention_text,
    row_shown,
    table_readings,
    warned_sheets,
)
from paper.scans.services import (
    corners_place,
    reader_is_installed,
    reading_order,
    reading_record,
    whole_picture,
)
from scoring.models import Match
from tournaments.events.models import Event, EventState
from tournaments.events.services.locking import event_closed
from tournaments.events.views.common import EventView, event_or_404, event_page

P = ParamSpec("P")

_LISTED = 20
EXAMPLE_NAME: Final = "example.jpg"


def _event_or_404(request: ClubRequest, event_id: int) -> Event:
    """Return the event if it belongs to this club and its game has sheets to fill in by marks."""
    event = event_or_404(request, event_id)
    if event.presenter.marks is None:
        raise Http404
    return event


def marked_view(
    right: Right, methods: tuple[str, ...]
) -> Callable[[EventView[P]], Callable[..., HttpResponseBase]]:
    """Let members with the right in, and pass the event that has such sheets."""
    return row_view(right, methods, key="event_id", row_get=_event_or_404)


@marked_view(Right.RECORD, FORM)
def sheets(request: ClubRequest, event: Event) -> HttpResponseBase:
    """Hand in pictures; the readings before."""
    can_read = reader_is_installed()
    form = PicturesForm(request.POST, request.FILES) if request.method == "POST" else PicturesForm()
    if form.is_bound and can_read and form.is_valid():
        files = [(file.name or "", file.chunks()) for file in form.cleaned_data["pictures"]]
        reading = reading_order(event=event, files=files, by=request.user)
        look_at = reverse("event-sheets-look", args=[event.club.slug, event.pk, reading.pk])
        return HttpResponseClientRedirect(look_at) if request.htmx else redirect(look_at)
    readings = event.sheet_readings.select_related("job__requested_by")[:_LISTED]
    context = {
        "form": form,
        "can_read": can_read,
        "readings": readings,
        "example": ExampleSheet.objects.filter(event=event).first(),
        "closed": _closed(event),
        "retention_text": retention_text(event.club),
    }
    return event_page(request, event, "scans/sheets.html", context, tab="event-sheets")


def _reading(event: Event, pk: UUID) -> SheetReading:
    return get_object_or_404(
        SheetReading.objects.select_related("event__club", "job__requested_by"), pk=pk, event=event
    )


@marked_view(Right.RECORD, READ)
def look(request: ClubRequest, event: Event, pk: UUID) -> HttpResponseBase:
    """Show each row's picture beside the reading and the verdict."""
    return _look_page(request, event, _reading(event, pk))


def _look_page(
    request: ClubRequest, event: Event, reading: SheetReading, status: int | None = None
) -> HttpResponse:
    tables = [] if reading.job.is_open else table_readings(reading)
    sure = sum(table.sure for table in tables)
    closed = _closed(event)
    context = {
        "reading": reading,
        "panel": job_panel(request.user, reading.job),
        "tables": tables,
        "blanks": [] if reading.job.is_open else blank_readings(reading),
        "problems": problem_sheets(reading),
        "warned": warned_sheets(reading),
        "sure": sure,
        "can_record": bool(sure) and not closed,
        "closed": closed,
        "retention_text": retention_text(event.club),
    }
    title = _("What was read")
    return event_page(
        request, event, "scans/look.html", context, tab="event-sheets", title=title, status=status
    )


def _closed(event: Event) -> str:
    """Return why nothing is recorded in a finished event, with a link; empty in others."""
    return closed_text(event_closed(event)) if event.state == EventState.FINISHED else ""


@marked_view(Right.RECORD, POST)
def record(request: ClubRequest, event: Event, pk: UUID) -> HttpResponseBase:
    """Record all that is sure; 409 with the page in a finished event."""
    reading = _reading(event, pk)
    try:
        recorded = reading_record(reading=reading, by=request.user)
    except Closed:
        event.refresh_from_db()
        return _look_page(request, event, reading, 409)
    words = ngettext(
        "%(count)d hand is on record.", "%(count)d hands are on record.", recorded.hands
    )
    messages.success(request, words % {"count": recorded.hands})
    for table, why in recorded.stopped:
        messages.error(request, _("%(table)s: %(why)s") % {"table": table, "why": why})
    return redirect("event-sheets-look", event.club.slug, event.pk, reading.pk)


@marked_view(Right.RECORD, POST)
def place(request: ClubRequest, event: Event, pk: UUID) -> HttpResponseBase:
    """Say which table a blank sheet is of; 409 with the page in a finished event."""
    reading = _reading(event, pk)
    sheet, match = (read_whole(request.POST.get(name, "")) for name in ("sheet", "match"))
    placed = get_object_or_404(reading.sheets, pk=sheet, players__isnull=False)
    played = Match.objects.filter(game_of__table__round__event=event)
    try:
        sheet_place(sheet_id=placed.pk, match=get_object_or_404(played, pk=match))
    except Closed:
        event.refresh_from_db()
        return _look_page(request, event, reading, 409)
    except ValidationError as error:
        refusal_say(request, error)
    return redirect("event-sheets-look", event.club.slug, event.pk, reading.pk)


@marked_view(Right.RECORD, FORM)
def corners(request: ClubRequest, event: Event, pk: UUID, sheet_id: int) -> HttpResponseBase:
    """Place the corners of a sheet on its picture, and have it read again."""
    reading = _reading(event, pk)
    sheet = get_object_or_404(reading.sheets.select_related("reading__job"), pk=sheet_id)
    form = CornersForm(request.POST if request.method == "POST" else None)
    target = reverse("event-sheets-look", args=[event.club.slug, event.pk, reading.pk])
    answer = submit(request, form, target, lambda: corners_place(sheet=sheet, corners=form.corners))
    if answer:
        return answer
    if not sheet.is_placeable or reading.job.is_open:
        return redirect("event-sheets-look", event.club.slug, event.pk, reading.pk)
    context = {"form": form, "sheet": sheet, "reading": reading}
    title = _("Place the corners")
    return event_page(
        request, event, "scans/corners.html", context, tab="event-sheets", title=title
    )


@marked_view(Right.RECORD, READ)
def sheet_picture(request: ClubRequest, event: Event, sheet_id: int) -> HttpResponseBase:
    """Return the whole picture of a sheet; 404 once it is deleted."""
    sheets = ReadSheet.objects.filter(reading__event=event).select_related("reading__job")
    data = whole_picture(get_object_or_404(sheets, pk=sheet_id))
    if data is None:
        raise Http404
    response = HttpResponse(data, content_type="image/jpeg")
    response["Cache-Control"] = "private, max-age=3600"
    return response


@marked_view(Right.SEE, READ)
def row_picture(request: ClubRequest, event: Event, row_id: int) -> HttpResponseBase:
    row = row_shown(event, row_id, may_record=request.membership.may(Right.RECORD))
    if row is None:
        raise Http404
    response = HttpResponse(bytes(row.picture or b""), content_type="image/jpeg")
    response["Cache-Control"] = "private, max-age=86400"
    return response


# --- the sheet to try, of a demo club


def _drawn(event: Event, *, is_photograph: bool) -> bytes:
    """Return the sheet to try, or its photograph; 404 in an event without one."""
    example = get_object_or_404(ExampleSheet.objects.select_related("event__club"), event=event)
    if not reader_is_installed():
        raise Http404
    from paper.scans.example import example_paper, example_photograph  # noqa: PLC0415 needs the reader

    try:
        return (example_photograph if is_photograph else example_paper)(example)
    except LookupError:
        raise Http404 from None


@marked_view(Right.RECORD, READ)
def example_paper(request: ClubRequest, event: Event) -> HttpResponseBase:
    """Return the sheet to try as it is printed."""
    paper = _drawn(event, is_photograph=False)
    return HttpResponse(paper, content_type="application/pdf")


@marked_view(Right.RECORD, READ)
def example_photograph(request: ClubRequest, event: Event) -> HttpResponseBase:
    """Return the photograph of the sheet to try."""
    photograph = _drawn(event, is_photograph=True)
    return HttpResponse(photograph, content_type="image/jpeg")


@marked_view(Right.RECORD, POST)
def example_read(request: ClubRequest, event: Event) -> HttpResponseBase:
    """Hand in the photograph of the sheet to try."""
    files = [(EXAMPLE_NAME, [_drawn(event, is_photograph=True)])]
    reading = reading_order(event=event, files=files, by=request.user)
    return redirect("event-sheets-look", event.club.slug, event.pk, reading.pk)
