"""Archives that owners order from the page: the worker makes them, the page serves them."""

from typing import IO, Final
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from archive.models import ClubArchive
from archive.site_folder import site_zip
from archive.work import Work, archive_path
from archive.writing import archive_write
from clubs.models import Club, User
from core.transactions import get_or_gone
from prints.models import DocumentState
from prints.orders import file_make, order_claim, order_finish, orders_stuck

MOST_KEPT: Final = 10


class ArchiveStateError(Exception):
    """The request does not fit the state of the archive."""


@transaction.atomic
def archive_order(*, club: Club, requested_by: User, is_site: bool = False) -> ClubArchive:
    """Order an archive of the club, or return the one that is being made. Locks the club.

    ``is_site`` orders its public results as a static site, in the club's language. The caller
    enqueues it. ``ValidationError`` where too many are kept.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    kept = list(club.archives.all())
    for archive in kept:
        if archive.is_open and archive.is_site == is_site:
            return archive
    if len(kept) >= MOST_KEPT:
        raise ValidationError(
            _("Delete an archive that you no longer need first: %(count)d are kept.")
            % {"count": len(kept)},
            code="too_many_archives",
        )
    return ClubArchive.objects.create(
        club=club,
        requested_by=requested_by,
        is_site=is_site,
        language=club.language if is_site else _language(),
    )


def _language() -> str:
    return translation.get_language() or settings.LANGUAGE_CODE


def archive_make(*, archive_id: UUID) -> None:
    """Make an ordered archive; skipped if it is not open, or another worker is making it."""
    work = Work(archive_id)
    with work.hold() as is_ours:
        archive = order_claim(ClubArchive, archive_id, is_alone=True) if is_ours else None
        if archive is None:
            return
        path, rows = archive_path(archive.pk), 0
        with translation.override(archive.language):

            def write(file: IO[bytes]) -> None:
                nonlocal rows
                make = site_zip if archive.is_site else archive_write
                rows = make(club=archive.club, out=file, progress=work.report)

            if file_make(archive, path, write):
                size = path.stat().st_size
                order_finish(archive, DocumentState.DONE, rows=rows, size=size)
            else:
                order_finish(archive, DocumentState.CANCELLED)


@transaction.atomic
def archive_cancel(*, archive_id: UUID) -> None:
    """Cancel an archive that is not ready. Locks it.

    A worker stops at its next step. ``ArchiveStateError`` if it is too late.
    """
    archive = get_or_gone(ClubArchive.objects.select_for_update(), archive_id)
    if not archive.is_open:
        raise ArchiveStateError
    work = Work(archive.pk)
    if work.is_held:
        work.cancel()
        return
    archive.state, archive.finished_at = DocumentState.CANCELLED, timezone.now()
    archive.save(update_fields=["state", "finished_at"])


@transaction.atomic
def archive_delete(*, archive_id: UUID) -> None:
    """Delete an archive with its file. Locks it; ``ArchiveStateError`` while it is being made."""
    archive = get_or_gone(ClubArchive.objects.select_for_update(), archive_id)
    if archive.is_open:
        raise ArchiveStateError
    archive.delete()
    transaction.on_commit(lambda: archive_path(archive_id).unlink(missing_ok=True))


def archives_stuck() -> list[UUID]:
    """Return the archives that are to be made and that no worker is at."""
    held = [
        pk
        for pk in ClubArchive.objects.filter(state=DocumentState.RUNNING).values_list(
            "pk", flat=True
        )
        if Work(pk).is_held
    ]
    error = gettext_lazy("The worker stopped %(count)d times while making it.")
    return orders_stuck(ClubArchive.objects.exclude(pk__in=held), error)
