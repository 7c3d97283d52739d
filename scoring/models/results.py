"""Results as they stand on a slip, of matches whose hands nobody wrote down."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.models.matches import Match


class Ended(models.TextChoices):
    """How a match came to its entered totals."""

    AS_THE_RULES_SAY = "", _("as the rules say")
    TIME = "time", _("time was called")
    STOPPED = "stopped", _("they stopped")
    MORE = "more", _("the last hand brought more")


class EnteredResult(models.Model):
    """One state of the entered result of a match: its totals by side; none: taken back.

    ``hands`` is how many were played, None where nobody said. Rows are only ever added: the
    database refuses anything else. The newest one holds: it is the match's ``stated`` and
    ``stated_hands``.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="stated_results")
    totals = models.JSONField(null=True)
    hands = models.PositiveSmallIntegerField(null=True)
    ended = models.CharField(max_length=8, choices=Ended, blank=True, default="")
    reason = models.CharField(max_length=300, blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    author_name = models.CharField(max_length=150)
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name = _("result of a slip")
        verbose_name_plural = _("results of slips")

    def __str__(self) -> str:
        return f"{self.match_id}: {self.totals}"
