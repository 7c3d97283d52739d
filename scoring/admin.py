"""Read-only admin of matches and hands: nothing recorded is edited or deleted here."""

from django.contrib import admin

from core.admin import ReadOnly
from scoring.models import HandRevision, Match


@admin.register(HandRevision)
class HandRevisionAdmin(ReadOnly):
    """Every revision of every hand: author, time, reason."""

    list_display = ["match", "hand", "no", "kind", "author_name", "created_at", "reason"]
    list_filter = ["kind", "match__club"]
    list_select_related = ["match", "hand"]
    date_hierarchy = "created_at"


@admin.register(Match)
class MatchAdmin(ReadOnly):
    """Matches with their current state."""

    list_display = ["__str__", "club", "game", "hand_count", "totals", "is_over"]
    list_filter = ["club", "game", "is_over"]
