"""The panel of a page that shows a job and follows it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from clubs.models import User
from jobs.kinds import JobText, kind_of
from jobs.models import Job, JobState
from jobs.services import jobs_changeable

TEMPLATE = "jobs/_job.html"


@dataclass(frozen=True, slots=True)
class JobPanel:
    """A job as a page shows it; without a title it shows when it was ordered.

    While the job is open, the panel refreshes itself. Only usable buttons are offered.
    """

    job: Job
    text: JobText
    may_change: bool

    @property
    def progress(self) -> dict[str, int]:
        """The steps done and their total."""
        done, total = self.job.progress
        return {"done": done, "total": total}

    @property
    def follow(self) -> str:
        """The address of the panel alone."""
        return reverse("job", args=[self.job.pk])

    @property
    def file(self) -> str:
        """The address of the file; empty while people cannot fetch it."""
        is_ready = self.job.state == JobState.DONE and bool(kind_of(self.job).media_type)
        return reverse("job-file", args=[self.job.pk]) if is_ready else ""

    @property
    def is_deletable(self) -> bool:
        """Whether it may be deleted now."""
        return (
            self.may_change and not self.job.is_open and kind_of(self.job).may_be_deleted(self.job)
        )


def job_panel(user: User, job: Job) -> JobPanel:
    return job_panels(user, [job])[0]


def job_panels(user: User, jobs: Sequence[Job]) -> list[JobPanel]:
    changeable = jobs_changeable(jobs, user)
    return [JobPanel(job, kind_of(job).text(job), job in changeable) for job in jobs]
