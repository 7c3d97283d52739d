"""Orders of documents, made by the worker and served by a page.

The row is authoritative. ``document_make`` may run twice concurrently after a lost worker: both
write the same bytes to separate files and the last swap wins.
"""

import logging
import os
import tempfile
from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club, Membership, User
from clubs.roles import Right
from core.languages import read_as_club
from core.transactions import get_or_gone
from prints.jobs import CancelledError, JobBuilder, NothingToPrintError, ProgressCallback
from prints.models import Document, DocumentState, Order

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

logger = logging.getLogger(__name__)

SILENT_AFTER = timedelta(seconds=30)
TURNS_WITHIN = timedelta(hours=1)
"""How long it matters which club a document was made for last."""
MAX_ATTEMPTS = 3
TITLE = 200
ERROR = 300

STEPS = 100
"""Progress is written to the database at most this often."""

Ordered = TypeVar("Ordered", bound=Order)
Maker = Callable[[Document, IO[bytes], ProgressCallback], None]


class DocumentStateError(Exception):
    """The request does not fit the document's state."""


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

    ``right`` is needed to see and to fetch it. A title too long for the row is cut.
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
    """Return whether a member may cancel or repeat it: its author, and those who run events."""
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
    """Make a document in the language of its order, showing progress: this one, or one of a club
    whose turn it is.

    The message of a document that another has made stands for one that still waits; so there are as
    many as documents, and a club that orders many makes nobody wait for more than one of them.
    """
    document = order_claim(Document, _in_turn(document_id))
    if document is not None:
        with translation.override(document.language):
            read_as_club(document.club)
            _make(document, makers[document.kind])


def _in_turn(document_id: UUID) -> UUID:
    """Return the document to make when the message of this one arrives.

    Clubs take turns: first those for which the fewest workers are busy, then those that have waited
    longest for a turn. Within a club it is the document itself, or the oldest that waits.
    """
    waiting = Document.objects.filter(state=DocumentState.WAITING).order_by("created_at")
    queue = list(waiting.values_list("club", "pk"))
    now = timezone.now()
    seen = Document.objects.filter(heartbeat__gt=now - TURNS_WITHIN, attempts__gt=0)
    busy = Count("pk", filter=Q(state=DocumentState.RUNNING, heartbeat__gt=now - SILENT_AFTER))
    turns = {
        club: (count, last)
        for club, count, last in seen.filter(club__in={club for club, _pk in queue})
        .order_by()
        .values_list("club")
        .annotate(busy=busy, last=Max("heartbeat"))
    }
    never = (0, now - TURNS_WITHIN)
    next_club = min((club for club, _pk in queue), key=lambda c: turns.get(c, never), default=None)
    own = Document.objects.filter(pk=document_id).values_list("club", "state").first()
    if own and (own[1] == DocumentState.RUNNING or own == (next_club, DocumentState.WAITING)):
        return document_id
    return next((pk for club, pk in queue if club == next_club), document_id)


def _make(document: Document, maker: Maker) -> None:
    name = f"{document.pk}.pdf"
    if file_make(
        document,
        Path(settings.MEDIA_ROOT) / name,
        lambda file: maker(document, file, _progress(document)),
    ):
        order_finish(document, DocumentState.DONE, file=name)
        for left in Path(settings.MEDIA_ROOT).glob(f"{document.pk}-*.part"):
            left.unlink(missing_ok=True)  # of a worker that was killed


def file_make(order: Order, path: Path, write: Callable[[IO[bytes]], None]) -> bool:
    """Write the file of an order and swap it in; return whether it is there.

    Whatever goes wrong is shown on the order. ``CancelledError`` leaves its state alone.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(
        dir=path.parent, prefix=f"{order.pk}-", suffix=".part", delete=False
    ) as file:
        try:
            write(file)
            file.flush()
            os.fsync(file.fileno())
            # Render first, then swap: a failed run never takes a good file away.
            Path(file.name).rename(path)
        except CancelledError:
            Path(file.name).unlink()
            return False
        except Exception as error:  # whatever went wrong is shown on the page and logged
            Path(file.name).unlink(missing_ok=True)
            order_fail(order, error)
            return False
    return True


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
    return orders_stuck(
        Document.objects.all(), gettext_lazy("The worker stopped %(count)d times while making it.")
    )


def orders_stuck(orders: QuerySet[Ordered], error: "StrPromise") -> list[UUID]:
    """Return the open ones of these orders that no worker is seen to work on.

    Those tried too often are failed with ``error``, which names their ``count``.
    """
    silent = timezone.now() - SILENT_AFTER
    unseen = Q(heartbeat__lt=silent) | Q(heartbeat=None, created_at__lt=silent)
    stuck = orders.filter(unseen, state__in=[DocumentState.WAITING, DocumentState.RUNNING])
    tried = stuck.filter(attempts__gte=MAX_ATTEMPTS)
    for language in set(tried.order_by().values_list("language", flat=True)):
        with translation.override(language):
            tried.filter(language=language).update(
                state=DocumentState.FAILED,
                error=str(error) % {"count": MAX_ATTEMPTS},
                finished_at=timezone.now(),
            )
    again = list(stuck.filter(attempts__lt=MAX_ATTEMPTS).values_list("pk", flat=True))
    # A waiting one counts as seen now: it may be in the queue behind a long one.
    orders.filter(pk__in=again, state=DocumentState.WAITING).update(heartbeat=timezone.now())
    return again


def document_path(document: Document) -> Path:
    """Where the finished file lies."""
    return Path(settings.MEDIA_ROOT) / document.file


@transaction.atomic
def order_claim(model: type[Ordered], pk: UUID, *, is_alone: bool = False) -> Ordered | None:
    """Claim an order unless another worker visibly has it, or it is closed. Locks it."""
    order = model._default_manager.select_for_update().filter(pk=pk).first()
    if order is None or not order.is_open:
        return None
    now = timezone.now()
    alive = order.heartbeat is not None and order.heartbeat > now - SILENT_AFTER
    if order.state == DocumentState.RUNNING and alive and not is_alone:
        return None
    order.state, order.heartbeat = DocumentState.RUNNING, now
    order.attempts += 1
    order.done = 0
    order.save()
    return order


def order_finish(order: Order, state: DocumentState, **values: Any) -> None:
    """End an order that is still being worked on, and keep these values in its row."""
    type(order)._default_manager.filter(pk=order.pk, state=DocumentState.RUNNING).update(
        state=state, finished_at=timezone.now(), **values
    )


def order_fail(order: Order, error: Exception) -> None:
    """End an order with its error; unexpected errors are logged."""
    if isinstance(error, NothingToPrintError):
        words = str(error)
    else:
        logger.error("Order %s failed", order.pk, exc_info=error)
        words = _("It could not be made: %(error)s") % {"error": f"{type(error).__name__}: {error}"}
    order_finish(order, DocumentState.FAILED, error=words[:ERROR])


def _progress(document: Document) -> ProgressCallback:
    def report(done: int, total: int) -> None:
        running = Document.objects.filter(pk=document.pk, state=DocumentState.RUNNING).update(
            done=done, total=total, heartbeat=timezone.now()
        )
        if not running:
            raise CancelledError

    return report
