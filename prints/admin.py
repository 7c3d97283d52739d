"""Ordered documents, to be looked at."""

from django.contrib import admin

from prints.models import Document
from scoring.admin import ReadOnly


@admin.register(Document)
class DocumentAdmin(ReadOnly):
    """Ordered documents and why one failed."""

    list_display = ["title", "club", "state", "attempts", "created_at", "error"]
    list_filter = ["club", "state"]
