"""An admin in which nothing is edited or deleted."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

# Django's admin classes take no parameter when they run, only when they are checked.
if TYPE_CHECKING:
    AnyAdmin = admin.ModelAdmin[Any]
else:
    AnyAdmin = admin.ModelAdmin


class ReadOnly(AnyAdmin):
    """Every field shown, none changed."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
