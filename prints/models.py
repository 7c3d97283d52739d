"""Documents made by the worker, and the worker's sign of life."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from clubs.roles import Right


class DocumentState(models.TextChoices):
    """Where a document stands."""

    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("being made")
    DONE = "done", _("ready")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")


class Document(models.Model):
    """A file that a club asked for: the order, its progress and, in the end, where the file is.

    The row is the truth; a message in the queue only says "look". A ``heartbeat`` that has been
    silent too long on a running document means its worker died: the sweep sends it again.
    ``language`` is the one it was ordered in: title, file and errors are made in it. ``right`` is
    what a member needs to see the document at all.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="documents")
    kind = models.CharField(max_length=40)
    title = models.CharField(max_length=200)
    parameters = models.JSONField(default=dict)
    language = models.CharField(max_length=20, default="en", editable=False)
    right = models.CharField(max_length=12, default=Right.SEE.value, editable=False)
    state = models.CharField(max_length=10, choices=DocumentState, default=DocumentState.WAITING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    attempts = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=300, blank=True)
    file = models.CharField(max_length=200, blank=True)
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    heartbeat = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at"]
        verbose_name = _("document")
        verbose_name_plural = _("documents")

    def __str__(self) -> str:
        return self.title

    @property
    def is_open(self) -> bool:
        """Whether something may still happen to it by itself."""
        return self.state in {DocumentState.WAITING, DocumentState.RUNNING}
