"""A job in the API, shared by the endpoints of each kind."""

from typing import Any, ClassVar

from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import serializers

from core.rest.problems import ProblemError
from jobs.models import Job, JobState
from jobs.services import JobStateError, job_cancel


class JobSerializer(serializers.ModelSerializer[Job]):
    """A job; the file's address is null until it is done.

    `detail` is the name of the address for polling; that of the file ends in `-file`.
    """

    detail: ClassVar[str]
    requested_by = serializers.CharField(source="requested_by.shown_name", read_only=True)
    done = serializers.SerializerMethodField(help_text="Parts done so far.")
    total = serializers.SerializerMethodField(help_text="Of so many; 0 while it waits.")
    url = serializers.SerializerMethodField()
    file_url = serializers.SerializerMethodField()

    class Meta:
        model = Job

    def get_done(self, job: Job) -> int:
        """As the worker says."""
        return job.progress[0]

    def get_total(self, job: Job) -> int:
        """As the worker says."""
        return job.progress[1]

    def get_url(self, job: Job) -> str:
        """The address for polling."""
        return reverse(self.detail, args=self._address(job))

    def get_file_url(self, job: Job) -> str | None:
        """Where the file is fetched."""
        if job.state != JobState.DONE:
            return None
        name = f"{self.detail.removesuffix('-detail')}-file"
        return reverse(name, args=self._address(job))

    def _address(self, job: Job) -> list[Any]:
        return [job.club.slug, job.pk] if job.club else [job.pk]


def job_stop(job: Job) -> Job:
    """Cancel a job that is not done yet, and return it as it stands now; else 409."""
    try:
        job_cancel(job_id=job.pk)
    except JobStateError:
        raise ProblemError(
            409, "not_open", _("It is ready, failed, or was cancelled before.")
        ) from None
    job.refresh_from_db()
    return job
