"""Read-only admin of backups, to examine failures."""

from django.contrib import admin

from archive.models import Backup
from core.admin import ReadOnly


@admin.register(Backup)
class BackupAdmin(ReadOnly):
    """Backups by the clock."""

    list_display = ["at", "file", "size", "error"]
