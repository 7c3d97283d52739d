"""Uploaded archives: stored, inspected, then read into a new club.

The worker inspects and reads. Its findings are stored with the upload; the file is deleted once it
is read, refused, or left alone for a day.
"""

import os
import shutil
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import transaction
from django.template.defaultfilters import filesizeformat
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from archive.kinds import PEOPLE
from archive.models import Arrival, ClubArchive, Step
from archive.orders import ArchiveStateError
from archive.package import ArchiveRefused, Package
from archive.reading import Arrived, archive_preview, archive_read
from archive.work import Work, archive_path, folder
from clubs.models import Club, Membership, User
from core.transactions import get_or_gone
from prints.jobs import CancelledError
from prints.models import DocumentState
from prints.orders import order_claim, order_fail, order_finish, orders_stuck

MOST_BYTES: Final = 256 * 2**20
"""Longer archives are read by `manage.py unarchive`."""

JUDGED_BEFORE: Final = 20_000
"""Archives up to this many rows are read on trial: on SQLite nobody can write meanwhile."""

MEMBERS: Final = Membership._meta.label
PEOPLE_SHOWN: Final = 200
KEPT: Final = timedelta(days=1)
SPACE_EACH: Final = 3
"""Bytes on the disk for a byte of an unpacked archive: rows, their indexes and SQLite's log."""


@transaction.atomic
def arrival_new(*, file: Path, file_name: str, requested_by: User) -> Arrival:
    """Store an uploaded file for inspection by the worker; the caller enqueues it.

    It replaces the user's previous unread upload; the caller removes its own name of the file.
    Raises ``ArchiveRefused`` if the file is obviously not an archive of a club.
    """
    with file.open("rb") as opened:
        preview = archive_preview(opened)
    for earlier in Arrival.objects.filter(requested_by=requested_by, club=None):
        if not Work(earlier.pk).is_held:
            _forget(earlier)
    arrival = Arrival.objects.create(
        requested_by=requested_by,
        language=translation.get_language() or settings.LANGUAGE_CODE,
        name=preview.name,
        slug=preview.slug,
        file_name=Path(file_name).name[:200],
        size=file.stat().st_size,
        preview={"program": preview.program, "rows": dict(preview.rows)},
    )
    os.link(file, archive_path(arrival.pk))
    return arrival


def slug_check(slug: str) -> None:
    """Raise ``ValidationError`` if a new club cannot have this short name."""
    validate_slug(slug)
    if Club.objects.filter(slug=slug).exists():
        raise ValidationError(
            _("There is already a club at “%(slug)s”: choose another short name.") % {"slug": slug},
            code="slug_taken",
        )


@transaction.atomic
def arrival_read(*, arrival_id: UUID, slug: str) -> Arrival:
    """Start reading an upload into a new club; the caller enqueues it. Locks it.

    ``ValidationError`` for a taken or invalid short name, and if the disk is too small;
    ``ArchiveStateError`` if it was not inspected, is being read, or was read.
    """
    arrival = get_or_gone(Arrival.objects.select_for_update(), arrival_id)
    if arrival.is_open or not is_readable(arrival):
        raise ArchiveStateError
    slug_check(slug)
    with archive_path(arrival.pk).open("rb") as file:
        needed = SPACE_EACH * sum(one.bytes for one in Package(file).contents.values())
    if (free := shutil.disk_usage(folder()).free) < needed:
        raise ValidationError(
            _("Reading it takes about %(needed)s on the disk, and %(free)s are free.")
            % {"needed": filesizeformat(needed), "free": filesizeformat(free)},
            code="disk_full",
        )
    arrival.slug, arrival.step = slug, Step.READ
    arrival.state, arrival.error, arrival.attempts = DocumentState.WAITING, "", 0
    arrival.done, arrival.finished_at, arrival.heartbeat = 0, None, None
    arrival.save()
    return arrival


def is_readable(arrival: Arrival) -> bool:
    """Whether an arrival was found sound, its file is there, and it was not read yet."""
    return arrival.club_id is None and bool(arrival.report) and archive_path(arrival.pk).exists()


def arrival_work(*, arrival_id: UUID) -> None:
    """Do an upload's next step; skipped if there is none or another worker is doing it."""
    work = Work(arrival_id)
    with work.hold() as is_ours:
        arrival = order_claim(Arrival, arrival_id, is_alone=True) if is_ours else None
        if arrival is None:
            return
        with translation.override(arrival.language):
            try:
                _look(arrival, work) if arrival.step == Step.LOOK else _read(arrival, work)
            except CancelledError:
                order_finish(arrival, DocumentState.CANCELLED)
            except (ArchiveRefused, FileNotFoundError) as error:
                order_finish(arrival, DocumentState.FAILED, error=_sentence(error)[:300])
            except Exception as error:  # whatever went wrong is shown on the page and logged
                order_fail(arrival, error)


def _sentence(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return _("The file has been deleted. Choose it again.")
    return str(error)


def _look(arrival: Arrival, work: Work) -> None:
    """Read the whole file; a short one into a club that is rolled back, to judge it."""
    with archive_path(arrival.pk).open("rb") as file:
        package = Package(file)
        people = _people(package)
        if package.total > JUDGED_BEFORE:
            _every_line_read(package, work)
            found: dict[str, Any] = {"differences": [], "difference_count": None}
        else:
            with transaction.atomic():
                arrived = archive_read(file=file, slug=f"look-{arrival.pk}", progress=work.report)
                found = _report(arrived)
                transaction.set_rollback(True)
    order_finish(arrival, DocumentState.DONE, report=found | people)


def _read(arrival: Arrival, work: Work) -> None:
    """Read the file into a club and say so, both or neither."""
    path = archive_path(arrival.pk)
    with path.open("rb") as file, transaction.atomic():
        people = _people(Package(file))
        arrived = archive_read(
            file=file, slug=arrival.slug, owner=arrival.requested_by, progress=work.report
        )
        order_finish(
            arrival,
            DocumentState.DONE,
            club=arrived.club,
            report=_report(arrived) | people,
        )
    path.unlink(missing_ok=True)


def _every_line_read(package: Package, work: Work) -> None:
    done = 0
    for label in package.contents:
        for _number, _row in package.lines(label):
            done += 1
            if done % 5000 == 0:
                work.report(done, package.total)


def _report(arrived: Arrived) -> dict[str, Any]:
    """Return the stored report on a club that was read."""
    return {
        "differences": [asdict(one) for one in arrived.differences],
        "difference_count": arrived.difference_count,
    }


def _people(package: Package) -> dict[str, Any]:
    """Return the people of an archive, and whether they have an account and a role."""
    roles = {
        row["user"]: row.get("role")
        for _number, row in package.lines(MEMBERS)
        if type(row.get("user")) is int and row["user"] <= PEOPLE_SHOWN
    }
    people: list[dict[str, Any]] = [
        {
            "username": str(row.get("username"))[:150],
            "name": f"{row.get('first_name')} {row.get('last_name')}".strip()[:300],
            "role": str(roles.get(number) or "")[:12],
        }
        for number, row in package.lines(PEOPLE)
        if number <= PEOPLE_SHOWN
    ]
    names = [person["username"] for person in people]
    known = set(User.objects.filter(username__in=names).values_list("username", flat=True))
    for person in people:
        person["has_account"] = person["username"] in known
    return {"people": people, "people_count": package.contents[PEOPLE].rows}


def arrival_cancel(*, arrival_id: UUID) -> None:
    """Stop looking at or reading an arrival. Locks it, unless a worker is at it.

    ``ArchiveStateError`` where nothing is to be stopped any more.
    """
    work = Work(arrival_id)
    if work.is_held:  # on SQLite the worker holds the only lock there is
        work.cancel()
        return
    with transaction.atomic():
        arrival = get_or_gone(Arrival.objects.select_for_update(), arrival_id)
        if not arrival.is_open:
            raise ArchiveStateError
        arrival.state, arrival.finished_at = DocumentState.CANCELLED, timezone.now()
        arrival.save(update_fields=["state", "finished_at"])


@transaction.atomic
def arrival_delete(*, arrival_id: UUID) -> None:
    """Delete an unread upload. ``ArchiveStateError`` while a worker is using it."""
    arrival = get_or_gone(Arrival.objects.select_for_update(), arrival_id)
    if arrival.is_open or arrival.club_id is not None:
        raise ArchiveStateError
    _forget(arrival)


def _forget(arrival: Arrival) -> None:
    pk = arrival.pk
    arrival.delete()
    transaction.on_commit(lambda: archive_path(pk).unlink(missing_ok=True))


def arrivals_stuck() -> list[UUID]:
    """Return the arrivals that wait for a step and that no worker is at."""
    running = Arrival.objects.filter(state=DocumentState.RUNNING).values_list("pk", flat=True)
    held = [pk for pk in running if Work(pk).is_held]
    error = gettext_lazy("The worker stopped %(count)d times while reading it.")
    return orders_stuck(Arrival.objects.exclude(pk__in=held), error)


def arrivals_clear() -> None:
    """Delete uploads left unread for a day, and orphaned files."""
    old = timezone.now() - KEPT
    for arrival in Arrival.objects.filter(club=None, created_at__lt=old):
        if not Work(arrival.pk).is_held:
            _forget(arrival)
    known = {
        str(pk)
        for model in (Arrival, ClubArchive)
        for pk in model._default_manager.values_list("pk", flat=True)
    }
    for path in folder().iterdir():
        if path.stem[:36] not in known and path.stat().st_mtime < old.timestamp():
            path.unlink(missing_ok=True)
