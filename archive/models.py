"""Archives of clubs, uploaded archives, backups of the whole site."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from prints.models import Order


class ClubArchive(Order):
    """An archive of a club, ordered by an owner; ``size`` in bytes, once it is ready.

    If ``is_site``, it is a zip of the club's public results as a static site, and ``rows`` is the
    number of its files.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="archives")
    is_site = models.BooleanField(default=False)
    rows = models.PositiveIntegerField(default=0)
    size = models.PositiveBigIntegerField(default=0)

    class Meta(Order.Meta):
        verbose_name = _("archive")
        verbose_name_plural = _("archives")

    def __str__(self) -> str:
        return f"{self.club} {self.created_at:%Y-%m-%d %H:%M}"

    @property
    def file_name(self) -> str:
        """The name of the file: the club and the day."""
        return f"{self.club.slug}-{self.created_at:%Y-%m-%d}.{'zip' if self.is_site else 'allmark'}"


class Step(models.TextChoices):
    """The worker's step for an uploaded archive."""

    LOOK = "look", _("is being checked")
    READ = "read", _("is read")


class Arrival(Order):
    """An uploaded archive: inspected first, then read into a new club.

    ``preview`` is the content of its manifest, ``report`` the result of the last step: `people`,
    `differences` with their `difference_count` (None if not computed) and `without_account`.
    ``club`` is the club created from it.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="arrivals", null=True)
    step = models.CharField(max_length=4, choices=Step, default=Step.LOOK)
    name = models.CharField(max_length=120)
    slug = models.CharField(max_length=60, blank=True)
    file_name = models.CharField(max_length=200, blank=True)
    size = models.PositiveBigIntegerField(default=0)
    preview = models.JSONField(default=dict)
    report = models.JSONField(default=dict)

    class Meta(Order.Meta):
        verbose_name = _("archive that arrived")
        verbose_name_plural = _("archives that arrived")

    def __str__(self) -> str:
        return self.name


class Backup(models.Model):
    """A scheduled backup of the whole site, or why it failed."""

    at = models.DateTimeField()
    file = models.CharField(max_length=200, blank=True)
    size = models.PositiveBigIntegerField(default=0)
    error = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]
        verbose_name = _("backup")
        verbose_name_plural = _("backups")

    def __str__(self) -> str:
        return self.file or self.error
