"""Printing a row of an event: at once where it is short, else as a document by the worker."""

import io
from typing import IO, Final

from django.utils.translation import gettext as _

from clubs.models import User
from prints.documents import NothingToPrintError, Progress, document_order
from prints.event_prints.base import EventPrint, Job, Wish
from prints.event_prints.registry import print_named
from prints.models import Document
from tournaments.models import Event

EVENT_PRINT: Final = "event-print"
_STEPS = 100  # a document's progress is written so often at most


def print_is_short(event: Event, row: EventPrint, wish: Wish) -> bool:
    """Whether it is printed while the page waits. Raises ``NothingToPrintError``."""
    return job_for(event, row, wish).is_short


def event_print_now(*, event: Event, row: EventPrint, wish: Wish) -> tuple[str, bytes]:
    """Title and file of a short print. Raises ``NothingToPrintError``."""
    job = job_for(event, row, wish)
    out = io.BytesIO()
    job.write(out, lambda done: None)
    return job.title, out.getvalue()


def event_print_order(*, event: Event, row: EventPrint, wish: Wish, by: User) -> Document:
    """Order a print as a document; the caller sends the hint. Raises ``NothingToPrintError``."""
    job = job_for(event, row, wish)
    return document_order(
        club=event.club,
        kind=EVENT_PRINT,
        title=job.title,
        parameters={"event": event.pk, "print": row.key, **wish.kept()},
        requested_by=by,
        right=row.right,
    )


def event_print_make(document: Document, file: IO[bytes], progress: Progress) -> None:
    """The maker of every print of an event."""
    parameters = document.parameters
    event = Event.objects.select_related("club").filter(
        club_id=document.club_id, pk=parameters["event"]
    )
    row, found = print_named(parameters["print"]), event.first()
    if row is None or found is None:
        raise NothingToPrintError(_("The event is no longer there."))
    job = job_for(found, row, Wish.read(parameters))
    every = max(1, job.total // _STEPS)

    def tell(done: int) -> None:
        if done % every == 0 or done == job.total:
            progress(done, job.total)

    progress(0, job.total)
    job.write(file, tell)


def job_for(event: Event, row: EventPrint, wish: Wish) -> Job:
    """The job; raises ``NothingToPrintError`` where it has no part."""
    job = row.job(event, wish)
    if not job.total:
        raise NothingToPrintError(
            _("There is nothing to print yet: %(what)s.") % {"what": row.title}
        )
    return job
