"""Read-only admin of archives and backups, to examine failures."""

from django.contrib import admin

from archive.models import Arrival, Backup, ClubArchive
from scoring.admin import ReadOnly


@admin.register(ClubArchive)
class ClubArchiveAdmin(ReadOnly):
    """Archives that were made, and why one failed."""

    list_display = ["club", "state", "attempts", "created_at", "size", "error"]
    list_filter = ["state"]


@admin.register(Arrival)
class ArrivalAdmin(ReadOnly):
    """Archives that arrived, and why one was refused."""

    list_display = ["name", "requested_by", "step", "state", "created_at", "club", "error"]
    list_filter = ["state", "step"]


@admin.register(Backup)
class BackupAdmin(ReadOnly):
    """Backups by the clock."""

    list_display = ["at", "file", "size", "error"]
