"""Read-only admin of matches and hands: nothing recorded is edited or deleted here."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

from scoring.models import HandRevision, Match

# Django's admin classes take no parameter when they run, only when they are checked.
if TYPE_CHECKING:
    AnyAdmin = admin.ModelAdmin[Any]
else:
    AnyAdmin = admin.ModelAdmin


class ReadOnly(AnyAdmin):
    """Every field shown, none changed."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nothing comes in this way."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is changed this way."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing goes out this way."""
        return False


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
