"""Hands and their revisions. Revisions are only ever added: the database refuses anything else."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.base import Record, calls_written
from scoring.models.matches import Match


class RevisionKind(models.TextChoices):
    """What a revision did."""

    RECORDED = "recorded", _("recorded")
    CORRECTED = "corrected", _("corrected")
    UNDONE = "undone", _("undone")


class AsWritten(models.Model):
    """A record with the calls of its auction that nobody wrote.

    A record has a whole auction; a form that asks for the winning bid alone adds the passes.
    ``derived_calls`` are the places of these in the auction, null where that was not kept.
    """

    record = models.JSONField(null=True)
    derived_calls = models.JSONField(null=True, editable=False)

    class Meta:
        abstract = True

    @property
    def calls_written(self) -> list[Record]:
        """The calls of the auction that were written."""
        return calls_written((self.record or {}).get("auction", []), self.derived_calls)

    @property
    def record_written(self) -> dict[str, Any] | None:
        """The record with these calls alone: to be read, not to be judged."""
        return self.record and {**self.record, "auction": self.calls_written}


class Hand(AsWritten):
    """The hand as it stands: a copy of its newest revision, kept for reading.

    ``record`` is null while the hand is undone. ``counted`` is false for a hand that, after a
    correction, lies after the end of the match: it stays on record and counts for nothing.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField()
    revision = models.PositiveIntegerField(default=0)
    verdict = models.JSONField(null=True)
    counted = models.BooleanField(default=True)

    class Meta:
        ordering = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="one_hand_a_number")
        ]
        verbose_name = _("hand")
        verbose_name_plural = _("hands")

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


class HandRevision(AsWritten):
    """One state of a hand: what was written, what the rules said, who, when and why.

    ``key`` is the sender's idempotency key, ``digest`` the hash of what was sent under it.
    """

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="revisions")
    match = models.ForeignKey(Match, models.CASCADE, related_name="revisions")
    no = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=RevisionKind)
    verdict = models.JSONField(null=True)
    reason = models.CharField(max_length=300, blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    author_name = models.CharField(max_length=150)
    created_at = models.DateTimeField()
    key = models.CharField(max_length=80, null=True)  # noqa: DJ001 null: no key was sent
    digest = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["hand", "no"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hand", "no"], name="one_revision_a_number"),
            models.UniqueConstraint(fields=["match", "author", "key"], name="one_effect_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.hand} r{self.no}"
