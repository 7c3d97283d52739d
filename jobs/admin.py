"""Jobs, to be looked at."""

from django.contrib import admin

from core.admin import ReadOnly
from jobs.models import Job


@admin.register(Job)
class JobAdmin(ReadOnly):
    """Jobs and why one failed."""

    list_display = ["kind", "title", "club", "state", "attempts", "created_at", "size", "error"]
    list_filter = ["kind", "state", "club"]
