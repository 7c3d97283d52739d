"""Endpoints of clubs, their members and players."""

from typing import ClassVar

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.serializers import (
    ClubChange,
    ClubIn,
    ClubSerializer,
    PlayerAddedSerializer,
    PlayerChange,
    PlayerIn,
    PlayerSerializer,
)
from clubs.models import Membership, Player, User
from clubs.rest.operations import operation
from clubs.rest.viewsets import ApiViewSet
from clubs.roles import Right, Role
from clubs.selectors import (
    clubs_of,
    members_of,
    namesake_check,
    namesakes,
    players_find,
    players_named,
)
from clubs.services.clubs import (
    CLUB_SETTINGS,
    club_create,
    club_update,
    member_add,
    member_player_set,
    member_remove,
    member_role_set,
)
from clubs.services.players import player_add, player_update
from core.model_settings import settings_of
from core.rest.filters import Filters, KeyFilter, YesNo, choice, text
from core.rest.incoming import KeyField, SettingsChange
from core.versions import version_check


class ClubViewSet(ApiViewSet):
    """The clubs of a user."""

    tags = ("Clubs",)
    serializer_class = ClubSerializer
    writes = Right.MEMBERS
    versioned = CLUB_SETTINGS
    lookup_url_kwarg = "slug"
    lookup_value_converter = "slug"

    def list(self, request: Request) -> Response:
        """List your clubs.

        The clubs that you are a member of, by name, with your role in each.
        """
        return self.page(clubs_of(self.user))

    @operation(body=ClubIn)
    def create(self, request: Request) -> Response:
        """Found a club.

        You are its first owner. Its short name in addresses is made from its name.
        """
        club = club_create(owner=self.user, **self.validated_body())
        at = reverse(f"{self.basename}-detail", args=[club.slug])
        return self.created(club.memberships.get(), at=at)

    def retrieve(self, request: Request, slug: str) -> Response:
        """Show a club.

        A club that you are a member of. Of any other you are told 404.
        """
        return self.tagged(self.membership, self.club)

    @operation(body=ClubChange)
    def partial_update(self, request: Request, slug: str) -> Response:
        """Change a club's settings.

        Name, currency, paper, language, calendar, and how players are named in public. Events
        that are there keep their currency. Only owners.
        """
        club_update(club=self.club, **self.changes())
        return self.changed(self.membership, self.club)


class PlayerFilters(Filters):
    """Which players are wanted."""

    q = text("Every word of it is in the name or note, in any case and width.", "named")
    active = YesNo(help_text="On the roster, or off it.")
    name_hidden = YesNo(help_text="Named by a number on public pages, or by name.")

    def named(self, rows: QuerySet[Player], _name: str, value: str) -> QuerySet[Player]:
        """Those with every word."""
        return players_named(rows, value)


class PlayerViewSet(ApiViewSet):
    """The roster."""

    tags = ("Players",)
    serializer_class = PlayerSerializer
    filterset_class = PlayerFilters
    versioned = settings_of(Player)
    lookup_url_kwarg = "player"

    def get_queryset(self) -> QuerySet[Player]:
        """Return the club's players."""
        return players_find(club=self.club)

    def list(self, request: Request, slug: str) -> Response:
        """List players.

        The roster by name. `q` finds every word of it in a name or note.
        """
        return self.page(self.get_queryset())

    @operation(body=PlayerIn, answer=PlayerAddedSerializer)
    def create(self, request: Request, slug: str) -> Response:
        """Add a player.

        Puts somebody on the roster. People share names: a second of the same name needs a `note`
        that tells them apart, and the answer names the others. Without one the code is `namesake`.
        """
        sent = self.validated_body()
        others = namesakes(club=self.club, name=sent["name"])
        namesake_check(others, sent.get("note", ""))
        player = player_add(club=self.club, **sent)
        player.namesakes = others  # type: ignore[attr-defined] # what the serializer reads
        return self.created(player)

    def retrieve(self, request: Request, slug: str, player: int) -> Response:
        """Show a player.

        One player of the roster.
        """
        return self.tagged(self.get_object())

    @operation(body=PlayerChange)
    def partial_update(self, request: Request, slug: str, player: int) -> Response:
        """Change a player.

        Renames a player or takes them off the roster. What they played stays theirs, under the
        name they had then.
        """
        return self.changed(player_update(player=self.get_object(), **self.changes()))


# Members.


class MemberSerializer(serializers.ModelSerializer[Membership]):
    """A user's place in a club."""

    username = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.shown_name")
    player = serializers.IntegerField(
        source="player_id", allow_null=True, help_text="Who on the roster this member is."
    )

    class Meta:
        model = Membership
        fields: ClassVar = ["id", "username", "name", "role", "player"]
        read_only_fields: ClassVar = fields


class MemberAddedSerializer(MemberSerializer):
    """A new member; a new account's password, which no later answer has."""

    password = serializers.CharField(
        allow_null=True, help_text="Of a new account; null where the user had one."
    )

    class Meta(MemberSerializer.Meta):
        fields: ClassVar = [*MemberSerializer.Meta.fields, "password"]
        read_only_fields: ClassVar = fields


class MemberIn(SettingsChange):
    """A user to be made a member."""

    needed = ("username", "role")
    username = serializers.CharField(
        max_length=User._meta.get_field("username").max_length,
        help_text="The name they sign in with; an unknown one gets an account.",
    )

    class Meta:
        model = Membership
        fields: ClassVar = ("username", "role")


class MemberChange(SettingsChange):
    """Changes of a member; omitted fields keep their values."""

    player = KeyField(
        allow_null=True,
        help_text="The player whose statement this member may read as their own; null for none.",
    )

    class Meta:
        model = Membership
        fields: ClassVar = ("role", "player")


class MemberFilters(Filters):
    """Which members are wanted."""

    role = choice(Role.choices, "Those with this role.")
    player = KeyFilter("player_id", help_text="Who is this player of the roster.")


class MemberViewSet(ApiViewSet):
    """The members of a club."""

    tags = ("Members",)
    serializer_class = MemberSerializer
    reads = writes = Right.MEMBERS
    filterset_class = MemberFilters
    versioned = ("role", "player")
    lookup_url_kwarg = "member"

    def get_queryset(self) -> QuerySet[Membership]:
        """Return the club's members."""
        return members_of(self.club)

    def list(self, request: Request, slug: str) -> Response:
        """List members.

        Who belongs to the club, by user name, with role and player. Only owners.
        """
        return self.page(self.get_queryset())

    # A stored answer would keep the password.
    @operation(body=MemberIn, answer=MemberAddedSerializer, keyed=False)
    def create(self, request: Request, slug: str) -> Response:
        """Add a member.

        By the name they sign in with. An unknown name gets an account; its `password` is shown
        only here.
        """
        new = member_add(club=self.club, **self.validated_body())
        new.membership.password = new.password  # type: ignore[attr-defined] # for the serializer
        return self.created(new.membership)

    def retrieve(self, request: Request, slug: str, member: int) -> Response:
        """Show a member.

        A member with their role, and who on the roster they are.
        """
        return self.tagged(self.get_object())

    @operation(body=MemberChange)
    def partial_update(self, request: Request, slug: str, member: int) -> Response:
        """Change a member.

        Their role, and who on the roster they are. One member is one player at most; the last
        owner stays owner.
        """
        changes = self.changes()
        with transaction.atomic():
            membership = self.get_object()
            version_check(membership, changes.get("version"))
            if "player" in changes:
                member_player_set(membership=membership, player=self._player(changes["player"]))
            if "role" in changes:
                member_role_set(membership=membership, role=changes["role"])
        return self.changed(self.get_object())

    @operation()
    def destroy(self, request: Request, slug: str, member: int) -> Response:
        """Remove a member.

        Ends the membership; the user's account stays, and so does the last owner.
        """
        member_remove(membership=self.get_object())
        return Response(status=204)

    def _player(self, key: int | None) -> Player | None:
        if key is None:
            return None
        player = self.club.players.filter(pk=key).first()
        if player is None:
            raise ValidationError({"player": _("There is no such player in this club.")})
        return player
