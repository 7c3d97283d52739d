"""Archives that owners order from the page: the worker makes them, the page serves them."""

from typing import IO, Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from archive.site_folder import site_zip
from archive.writing import archive_write
from clubs.models import Club, User
from clubs.roles import Right
from jobs.kinds import JobKind, JobText
from jobs.models import Job, JobState
from jobs.services import job_order
from jobs.work import Report

ARCHIVE: Final = "archive"
SITE: Final = "site"
"""The kinds of jobs: the whole club in a file, and its public results as a static site."""

MOST_ARCHIVES: Final = 10


@transaction.atomic
def archive_order(*, club: Club, requested_by: User, is_site: bool = False) -> Job:
    """Order an archive of the club, or return the one that is being made. Locks the club.

    ``is_site`` orders its public results as a static site, in the club's language.
    ``ValidationError`` where too many are kept.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    archives, kind = list(archives_of(club)), SITE if is_site else ARCHIVE
    for archive in archives:
        if archive.is_open and archive.kind == kind:
            return archive
    if len(archives) >= MOST_ARCHIVES:
        raise ValidationError(
            _("At most %(count)d archives can be stored. Delete one that you no longer need first.")
            % {"count": len(archives)},
            code="too_many_archives",
        )
    return job_order(
        kind=kind,
        club=club,
        requested_by=requested_by,
        right=Right.ARCHIVE,
        language=club.language if is_site else "",
    )


def archives_of(club: Club) -> QuerySet[Job]:
    """The archives and sites of a club, the newest first."""
    return club.jobs.filter(kind__in=[ARCHIVE, SITE])


class ArchiveJobKind(JobKind):
    """Archives and sites of clubs."""

    def text(self, job: Job) -> JobText:
        """Return who ordered it, its size and its rows."""
        is_site, rows = job.kind == SITE, job.result.get("rows", 0)
        details = [_("Results as a website (zip)")] if is_site else []
        details.append(job.requested_by.shown_name)
        if job.state == JobState.DONE:
            details.append(filesizeformat(job.size))
            if not is_site:
                details.append(ngettext("%(rows)s row", "%(rows)s rows", rows) % {"rows": rows})
        label = _("Events and seasons") if is_site else _("Rows written")
        return JobText(details=tuple(details), label=label)

    def page(self, job: Job) -> str:
        """Return the page of the club's archives."""
        assert job.club is not None
        return reverse("club-archives", args=[job.club.slug])

    def file_name(self, job: Job) -> str:
        """Return the club and the day."""
        assert job.club is not None
        return f"{job.club.slug}-{job.created_at:%Y-%m-%d}{self.suffix}"


def archive_make(job: Job, file: IO[bytes], report: Report) -> dict[str, Any]:
    """Write an archive; return the number of its rows."""
    assert job.club is not None
    return {"rows": archive_write(club=job.club, out=file, progress=report)}


def site_make(job: Job, file: IO[bytes], report: Report) -> dict[str, Any]:
    """Write a static site; return the number of its files."""
    assert job.club is not None
    return {"rows": site_zip(club=job.club, out=file, progress=report)}
