"""What decides beside the hands, and what comes of it all."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry
from tournaments.models.events import Event


class Lot(models.Model):
    """A drawn lot with the seed from which anybody can draw it again.

    ``outcome`` holds ``options``, what was put into the hat, and ``order``, as they came out.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="lots")
    purpose = models.CharField(max_length=40)
    seed = models.CharField(max_length=64)
    outcome = models.JSONField()
    drawn_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "purpose"], name="one_lot_a_purpose")
        ]

    def __str__(self) -> str:
        return self.purpose


class Adjustment(models.Model):
    """A penalty or bonus by the director: games and marks (or points) added to an entry.

    It is part of every computation of the standings until it is revoked; nothing is deleted.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="adjustments")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="adjustments")
    games = models.SmallIntegerField(_("games"), default=0)
    marks = models.IntegerField(_("marks or points"), default=0)
    reason = models.CharField(_("reason"), max_length=200)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True
    )
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("penalty or bonus")
        verbose_name_plural = _("penalties and bonuses")

    def __str__(self) -> str:
        return f"{self.entry}: {self.games:+d} / {self.marks:+d}"


class DecisionKind(models.TextChoices):
    """How a tie was decided at a table."""

    HAND = "hand", _("one hand played")
    DOMINO = "domino", _("a domino drawn")
    CARD = "card", _("a card drawn")


class PlayOff(models.Model):
    """A tie decided by hand: ``order`` holds the numbers of the entries, the best first."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="play_offs")
    kind = models.CharField(_("how"), max_length=8, choices=DecisionKind)
    order = models.JSONField()
    note = models.CharField(_("note"), max_length=200, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True
    )
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("play-off")
        verbose_name_plural = _("play-offs")

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.order}"


class Standing(models.Model):
    """An entry's place as last computed.

    ``values`` holds every metric by its key, as ``Metric.kept`` has it.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="standings")
    entry = models.OneToOneField(Entry, models.CASCADE, related_name="standing")
    rank = models.PositiveSmallIntegerField()
    tied = models.BooleanField(default=False)
    values = models.JSONField(default=dict)

    class Meta:
        ordering = ["rank", "entry__number"]

    def __str__(self) -> str:
        return f"{self.rank}. {self.entry}"
