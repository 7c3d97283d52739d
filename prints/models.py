"""Documents made by the worker, and the worker's sign of life."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from clubs.roles import Right


class DocumentState(models.TextChoices):
    """The state of a document."""

    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("being made")
    DONE = "done", _("ready")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")


class Order(models.Model):
    """A user's order for the worker: state, progress and failure.

    The row is authoritative; queue messages only say "look". A running order whose ``heartbeat`` is
    too old has lost its worker: the sweep sends it again. ``language`` is that of the order: the
    result and its errors use it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    language = models.CharField(max_length=20, default="en", editable=False)
    state = models.CharField(max_length=10, choices=DocumentState, default=DocumentState.WAITING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    attempts = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=300, blank=True)
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    heartbeat = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True
        ordering = ["-created_at"]

    @property
    def is_open(self) -> bool:
        """Whether it is still waiting or running."""
        return self.state in {DocumentState.WAITING, DocumentState.RUNNING}


class Document(Order):
    """A print order of a club and, once done, its file.

    ``right`` is the right that a member needs to see the document at all.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="documents")
    kind = models.CharField(max_length=40)
    title = models.CharField(max_length=200)
    parameters = models.JSONField(default=dict)
    right = models.CharField(max_length=12, default=Right.SEE.value, editable=False)
    file = models.CharField(max_length=200, blank=True)

    class Meta(Order.Meta):
        verbose_name = _("document")
        verbose_name_plural = _("documents")

    def __str__(self) -> str:
        return self.title
