"""Uploaded archives: stored, inspected, then read into a new club.

The worker inspects and reads. Its findings are stored with the upload; the file is deleted once it
is read, refused, or left alone for a day.
"""

import shutil
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import IO, Any, Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import transaction
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.translation import gettext as _

from archive.kinds import PEOPLE
from archive.package import Package
from archive.reading import Arrived, archive_preview, archive_read
from clubs.models import Club, Membership, User
from clubs.roles import Right
from core.text import isolated
from core.transactions import get_or_gone, trial
from jobs.kinds import JobKind, JobRefused, JobText
from jobs.models import Job, JobState
from jobs.services import (
    JobStateError,
    job_finish,
    job_order,
    job_order_again,
    job_path,
    jobs_forget,
)
from jobs.work import Report, folder

MOST_BYTES: Final = 256 * 2**20
"""Longer archives are read by `manage.py unarchive`."""

JUDGED_BEFORE: Final = 20_000
"""Archives up to this many rows are read on trial: on SQLite nobody can write meanwhile."""

MEMBERS: Final = Membership._meta.label
PEOPLE_SHOWN: Final = 200
LIFETIME: Final = timedelta(days=1)
"""How long an upload is kept that nobody reads."""
INSPECT: Final = "archive-inspection"
IMPORT: Final = "archive-import"
"""The kinds of jobs: an upload is inspected first, then imported as a club."""
ARRIVALS: Final = (INSPECT, IMPORT)
SPACE_EACH: Final = 3
"""Bytes on the disk for a byte of an unpacked archive: rows, their indexes and SQLite's log."""


class ArrivalKind(JobKind):
    """Uploaded archives; one that was read says where its club came from, and stays."""

    def text(self, job: Job) -> JobText:
        """Return what the worker is doing."""
        label = _("Rows read and hands judged")
        if job.kind != IMPORT:
            return JobText(_("The archive is being checked"), label=label)
        note = _(
            "The archive is read completely or not at all. You can leave this page and come back."
        )
        return JobText(_("The club is being read"), (note,), label)

    def page(self, job: Job) -> str:
        """Return the page of the upload."""
        return reverse("arrival", args=[job.pk])

    def home(self, job: Job) -> str:
        """Return the page to choose another file."""
        return reverse("arrival-new")

    def may_be_deleted(self, job: Job) -> bool:
        """Whether it was not read."""
        return job.club_id is None

    def outcome(self, job: Job) -> str:
        """Return where the API shows what it holds."""
        return reverse("api-arrivals-detail", args=[job.pk])


@transaction.atomic
def arrival_new(*, file: Path, file_name: str, requested_by: User) -> Job:
    """Store an uploaded file for inspection by the worker.

    It replaces the user's previous unread upload; the caller removes its own name of the file.
    Raises ``ArchiveRefused`` if the file is obviously not an archive of a club.
    """
    with file.open("rb") as opened:
        preview = archive_preview(opened)
    earlier = Job.objects.filter(kind__in=ARRIVALS, requested_by=requested_by, club=None)
    jobs_forget(job for job in earlier if not job.work.is_held)
    return job_order(
        kind=INSPECT,
        title=preview.name,
        parameters={
            "slug": preview.slug,
            "file_name": Path(file_name).name[:200],
            "program": preview.program,
            "rows": dict(preview.rows),
        },
        requested_by=requested_by,
        right=Right.ARCHIVE,
        file=file,
    )


def slug_check(slug: str) -> None:
    """Raise ``ValidationError`` if a new club cannot have this short name."""
    validate_slug(slug)
    if Club.objects.filter(slug=slug).exists():
        raise ValidationError(
            _("There is already a club at “%(slug)s”: choose another short name.")
            % {"slug": isolated(slug)},
            code="slug_taken",
        )


@transaction.atomic
def arrival_read(*, arrival_id: UUID, slug: str) -> Job:
    """Start reading an upload into a new club. Locks it.

    ``ValidationError`` for a taken or invalid short name, and if the disk is too small;
    ``JobStateError`` if it was not inspected, is being read, or was read.
    """
    arrival = get_or_gone(Job.objects.select_for_update(), arrival_id)
    if arrival.is_open or not is_readable(arrival):
        words = _("It cannot be read now. Check its current state.")
        raise JobStateError("not_readable", words)
    slug_check(slug)
    with job_path(arrival).open("rb") as file:
        needed = SPACE_EACH * sum(content.bytes for content in Package(file).contents.values())
    if (free := shutil.disk_usage(folder()).free) < needed:
        raise ValidationError(
            _(
                "Reading the archive needs about %(needed)s of disk space, but only %(free)s is "
                "free."
            )
            % {"needed": filesizeformat(needed), "free": filesizeformat(free)},
            code="disk_full",
        )
    arrival.kind, arrival.parameters["slug"] = IMPORT, slug
    job_order_again(arrival)
    return arrival


def is_readable(arrival: Job) -> bool:
    """Whether an arrival was found sound, its file is there, and it was not read yet."""
    return arrival.club_id is None and bool(arrival.result) and arrival.has_file


def arrival_inspect(job: Job, _file: IO[bytes], report: Report) -> dict[str, Any]:
    """Read the whole file; a short one into a club that is rolled back, to judge it."""
    with _opened(job) as file:
        package = Package(file)
        people = _people(package)
        if package.total > JUDGED_BEFORE:
            _every_line_read(package, report)
            return {"differences": [], "difference_count": None, **people}
        with trial():
            arrived = archive_read(file=file, slug=f"trial-{job.pk}", progress=report)
            result = _report(arrived)
    return result | people


def arrival_import(job: Job, _file: IO[bytes], report: Report) -> None:
    """Read the file into a club and say so, both or neither."""
    path = job_path(job)
    with _opened(job) as file, transaction.atomic():
        people = _people(Package(file))
        arrived = archive_read(
            file=file, slug=job.parameters["slug"], owner=job.requested_by, progress=report
        )
        job_finish(
            job,
            JobState.DONE,
            club=arrived.club,
            result=_report(arrived) | people,
            file="",
            expires_at=None,
        )
    path.unlink(missing_ok=True)


def _opened(job: Job) -> IO[bytes]:
    try:
        return job_path(job).open("rb")
    except (FileNotFoundError, IsADirectoryError):
        raise JobRefused(_("The file has been deleted. Choose it again.")) from None


def _every_line_read(package: Package, report: Report) -> None:
    done = 0
    for label in package.contents:
        for _number, _row in package.lines(label):
            done += 1
            if done % 5000 == 0:
                report(done, package.total)


def _report(arrived: Arrived) -> dict[str, Any]:
    """Return the stored report on a club that was read."""
    return {
        "differences": [asdict(difference) for difference in arrived.differences],
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
