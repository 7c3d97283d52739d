"""Orders of documents: what a page or the API orders, the worker makes and a page serves.

The row is the truth. ``document_make`` may run twice at once after a lost worker: both write the
same bytes to files of their own and the last swap wins.
"""

import logging
import os
import tempfile
from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import IO, Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from clubs.languages import read_as_club
from clubs.models import Club, Membership, User
from clubs.roles import Right
from clubs.transactions import get_or_gone
from prints.jobs import CancelledError, JobBuilder, NothingToPrintError, ProgressCallback
from prints.models import Document, DocumentState

logger = logging.getLogger(__name__)

SILENT_AFTER = timedelta(seconds=30)
MAX_ATTEMPTS = 3
TITLE = 200

STEPS = 100
"""Progress is written to the database at most this often."""

Maker = Callable[[Document, IO[bytes], ProgressCallback], None]


class DocumentStateError(Exception):
    """What was asked does not fit the document's state."""


def document_order(
    *,
    club: Club,
    kind: str,
    title: str,
    parameters: dict[str, Any],
    requested_by: User,
    right: Right = Right.SEE,
) -> Document:
    """Order a document in the current language; the caller enqueues it.

    ``right`` is what a member needs to see and to fetch it. A title too long for the row is cut.
    """
    return Document.objects.create(
        club=club,
        kind=kind,
        title=title[:TITLE],
        parameters=parameters,
        language=translation.get_language() or settings.LANGUAGE_CODE,
        right=right.value,
        requested_by=requested_by,
    )


def documents_of(membership: Membership) -> QuerySet[Document]:
    """The club's documents that this member may see, the newest first."""
    seen = [right.value for right in Right if membership.may(right)]
    return Document.objects.filter(club_id=membership.club_id, right__in=seen)


def document_may_change(document: Document, membership: Membership) -> bool:
    """Whether a member may cancel it or order it again: who ordered it, who runs events."""
    return membership.may(Right.RUN) or document.requested_by_id == membership.user_id


@transaction.atomic
def document_cancel(*, document_id: UUID) -> Document:
    """Cancel a document that is not ready yet. Locks it."""
    document = get_or_gone(Document.objects.select_for_update(), document_id)
    if not document.is_open:
        raise DocumentStateError
    document.state = DocumentState.CANCELLED
    document.finished_at = timezone.now()
    document.save(update_fields=["state", "finished_at"])
    return document


@transaction.atomic
def document_retry(*, document_id: UUID) -> Document:
    """Order a failed or cancelled document again. Locks it."""
    document = get_or_gone(Document.objects.select_for_update(), document_id)
    if document.state not in {DocumentState.FAILED, DocumentState.CANCELLED}:
        raise DocumentStateError
    document.state, document.error, document.attempts = DocumentState.WAITING, "", 0
    document.done, document.finished_at, document.heartbeat = 0, None, None
    document.save()
    return document


def document_make(*, document_id: UUID, makers: Mapping[str, Maker]) -> None:
    """Make an ordered document in its language, showing progress; skipped if it is not open."""
    document = _claimed(document_id)
    if document is not None:
        with translation.override(document.language):
            read_as_club(document.club)
            _make(document, makers[document.kind])


def _make(document: Document, maker: Maker) -> None:
    folder = Path(settings.MEDIA_ROOT)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, suffix=".part", delete=False) as file:
        try:
            maker(document, file, _progress(document))
            file.flush()
            os.fsync(file.fileno())
            # Render first, then swap: a failed run never takes a good file away.
            Path(file.name).rename(folder / f"{document.pk}.pdf")
        except CancelledError:
            Path(file.name).unlink()
            return
        except NothingToPrintError as error:
            Path(file.name).unlink()
            _finish(document, DocumentState.FAILED, error=str(error))
            return
        except Exception as error:  # whatever went wrong is shown on the page and logged
            Path(file.name).unlink(missing_ok=True)
            logger.exception("Document %s failed", document.pk)
            _finish(document, DocumentState.FAILED, error=_failure_words(error))
            return
    _finish(document, DocumentState.DONE, file=f"{document.pk}.pdf")


def job_maker(build: JobBuilder) -> Maker:
    """Return a maker that prints the job of a document."""

    def make(document: Document, file: IO[bytes], progress: ProgressCallback) -> None:
        job = build(document.club, document.parameters)
        every = max(1, job.total // STEPS)

        def report(done: int, total: int) -> None:
            if done % every == 0 or done == total:
                progress(done, total)

        job.write(file, report, title=document.title)

    return make


def documents_stuck() -> list[UUID]:
    """Open documents that no worker is seen to work on; those tried too often are failed."""
    silent = timezone.now() - SILENT_AFTER
    unseen = Q(heartbeat__lt=silent) | Q(heartbeat=None, created_at__lt=silent)
    stuck = Document.objects.filter(
        unseen, state__in=[DocumentState.WAITING, DocumentState.RUNNING]
    )
    tried = stuck.filter(attempts__gte=MAX_ATTEMPTS)
    for language in set(tried.order_by().values_list("language", flat=True)):
        with translation.override(language):
            error = _("The worker stopped %(count)d times while making it.")
            tried.filter(language=language).update(
                state=DocumentState.FAILED,
                error=error % {"count": MAX_ATTEMPTS},
                finished_at=timezone.now(),
            )
    again = list(stuck.filter(attempts__lt=MAX_ATTEMPTS).values_list("pk", flat=True))
    # A waiting one counts as seen now: it may stand in the queue behind a long one.
    Document.objects.filter(pk__in=again, state=DocumentState.WAITING).update(
        heartbeat=timezone.now()
    )
    return again


def document_path(document: Document) -> Path:
    """Where the finished file lies."""
    return Path(settings.MEDIA_ROOT) / document.file


@transaction.atomic
def _claimed(document_id: UUID) -> Document | None:
    """Take a document in hand unless another worker visibly has it. Locks it."""
    document = Document.objects.select_for_update().filter(pk=document_id).first()
    if document is None or not document.is_open:
        return None
    now = timezone.now()
    alive = document.heartbeat is not None and document.heartbeat > now - SILENT_AFTER
    if document.state == DocumentState.RUNNING and alive:
        return None
    document.state, document.heartbeat = DocumentState.RUNNING, now
    document.attempts += 1
    document.done = 0
    document.save()
    return document


def _progress(document: Document) -> ProgressCallback:
    def report(done: int, total: int) -> None:
        running = Document.objects.filter(pk=document.pk, state=DocumentState.RUNNING).update(
            done=done, total=total, heartbeat=timezone.now()
        )
        if not running:
            raise CancelledError

    return report


def _finish(document: Document, state: DocumentState, *, error: str = "", file: str = "") -> None:
    Document.objects.filter(pk=document.pk, state=DocumentState.RUNNING).update(
        state=state, error=error[:300], file=file, finished_at=timezone.now()
    )


def _failure_words(error: Exception) -> str:
    return _("It could not be made: %(error)s") % {"error": f"{type(error).__name__}: {error}"}
