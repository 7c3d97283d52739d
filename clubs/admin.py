"""The administration: accounts, clubs, members and players can be changed here."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from clubs.models import Club, Membership, PersonalToken, Player, User
from clubs.services.players import player_update, roster_sort

# Django's admin classes take no parameter when they run, only when they are checked.
if TYPE_CHECKING:
    ClubsAdmin = admin.ModelAdmin[Club]
    PlayersAdmin = admin.ModelAdmin[Player]
    TokensAdmin = admin.ModelAdmin[PersonalToken]
    MembersInline = admin.TabularInline[Membership, Club]
else:
    ClubsAdmin = PlayersAdmin = TokensAdmin = admin.ModelAdmin
    MembersInline = admin.TabularInline

admin.site.register(User, UserAdmin)


class MembershipInline(MembersInline):
    """A club's members on the page of its settings."""

    model = Membership
    extra = 0
    autocomplete_fields = ["user", "player"]


@admin.register(Club)
class ClubAdmin(ClubsAdmin):
    """Clubs with their members."""

    list_display = ["name", "slug", "currency", "paper"]
    search_fields = ["name", "slug"]
    inlines = [MembershipInline]

    def save_model(self, request: HttpRequest, obj: Club, form: Any, change: Any) -> None:
        """Another language puts the roster into another order."""
        super().save_model(request, obj, form, change)
        roster_sort(club=obj)


@admin.register(Player)
class PlayerAdmin(PlayersAdmin):
    """Players of all clubs."""

    list_display = ["name", "note", "club", "active"]
    list_filter = ["club", "active"]
    search_fields = ["name", "note"]
    fields = ["club", "name", "note", "active"]

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: Any) -> None:
        """Save as the pages do, so that the search keys are set."""
        player_update(player=obj, name=obj.name, note=obj.note, active=obj.active)


@admin.register(PersonalToken)
class PersonalTokenAdmin(TokensAdmin):
    """Tokens: to be looked at and revoked; made by their owners alone."""

    list_display = ["label", "user", "created", "expiry"]
    search_fields = ["label", "user__username"]
    fields = ["label", "user", "token_key", "created", "expiry"]
    readonly_fields = ["label", "user", "token_key", "created", "expiry"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A secret is shown to its owner only."""
        return False
