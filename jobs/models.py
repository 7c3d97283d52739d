"""What a worker does for somebody, beside the requests of pages and programs."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from clubs.roles import Right
from jobs.work import Work, folder


class JobState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("being made")
    DONE = "done", _("ready")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")


OPEN_STATES = (JobState.WAITING, JobState.RUNNING)


class Job(models.Model):
    """A job: what (`kind`, `parameters`), for whom, its state, progress, file and expiry.

    The row is authoritative; queue messages only say "look". `kind` is a key of `jobs.kinds.KINDS`.
    `right` is the right that a member of the club needs to see the job at all. Result and errors
    are in `language`, that of the order.

    `file` is the name of the file that the job was given or has made, `size` its bytes; `result`
    is what else came of it. While a worker is at the job, its progress is in a file, because the
    worker's own transaction may hold the database: `progress` has it at any time, `done` and
    `total` once it has ended.

    `sent_at` is when a worker was last told of it, `started_at` when one last began. After
    `expires_at` the job and its file are deleted.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=20)
    title = models.CharField(max_length=200, blank=True)
    parameters = models.JSONField(default=dict)
    result = models.JSONField(default=dict)
    club = models.ForeignKey(Club, models.CASCADE, related_name="jobs", null=True)
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    right = models.CharField(max_length=12, default=Right.SEE.value, editable=False)
    language = models.CharField(max_length=20, default="en", editable=False)
    state = models.CharField(max_length=10, choices=JobState, default=JobState.WAITING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    attempts = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=300, blank=True)
    file = models.CharField(max_length=200, blank=True)
    size = models.PositiveBigIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at"]
        verbose_name = _("job")
        verbose_name_plural = _("jobs")

    def __str__(self) -> str:
        return self.title or self.kind

    @property
    def is_open(self) -> bool:
        """Whether it is still waiting or running."""
        return self.state in OPEN_STATES

    @property
    def is_repeatable(self) -> bool:
        """Whether it can be done again as it was ordered."""
        return self.state in {JobState.FAILED, JobState.CANCELLED}

    @property
    def work(self) -> Work:
        """What a worker that is at it says."""
        return Work(self.pk)

    @property
    def progress(self) -> tuple[int, int]:
        """The steps done and their total; zeros before the first."""
        return (self.is_open and self.work.progress) or (self.done, self.total)

    @property
    def is_stopping(self) -> bool:
        """Whether it was cancelled and the worker has still to see it."""
        return self.is_open and self.work.is_stopping

    @property
    def has_file(self) -> bool:
        return bool(self.file) and (folder() / self.file).exists()
