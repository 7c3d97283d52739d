"""Backups of the whole site; archives and uploads are jobs."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


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
