"""Endpoints of clubs, their members and players."""

from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.generics import get_object_or_404

from clubs.api.serializers import (
    MAX_KEY,
    ClubChange,
    ClubIn,
    ClubSerializer,
    PlayerAddedSerializer,
    PlayerChange,
    PlayerIn,
    PlayerSerializer,
)
from clubs.models import Membership, Player
from clubs.rest.actions import action, directly, reading
from clubs.rest.views import ClubView, PrivateView
from clubs.roles import Right, Role
from clubs.selectors import clubs_of, members_of, namesakes, players_find, players_named
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
from core.rest.filters import Filters, Key, YesNo, choice, text
from core.rest.pages import Pages
from core.versions import version_check


class ClubList(PrivateView):
    """The clubs of a user."""

    pagination_class = Pages

    @reading(
        "clubs_list",
        "List your clubs",
        "The clubs that you are a member of, by name, with your role in each.",
        tags=["Clubs"],
        answer=ClubSerializer,
        many=True,
    )
    def get(self) -> Any:
        return clubs_of(self.user)

    @action(
        "clubs_create",
        "Found a club",
        "You are its first owner. Its short name in addresses is made from its name.",
        tags=["Clubs"],
        body=ClubIn,
        answer=ClubSerializer,
        status=201,
        location="api-club",
        key="club.slug",
    )
    def post(self, **given: Any) -> Membership:
        return club_create(owner=self.user, **given).memberships.get()


class ClubDetail(ClubView):
    """One club."""

    @reading(
        "clubs_retrieve",
        "Show a club",
        "A club that you are a member of. Of any other you are told 404.",
        tags=["Clubs"],
        answer=ClubSerializer,
        settings=CLUB_SETTINGS,
        row="club",
    )
    def get(self) -> Any:
        return self.membership

    @action(
        "clubs_update",
        "Change a club's settings",
        "Name, currency, paper, language, calendar, and how players are named in public. Events "
        "that are there keep their currency. Only owners.",
        tags=["Clubs"],
        body=ClubChange,
        answer=ClubSerializer,
        right=Right.MEMBERS,
        settings=CLUB_SETTINGS,
        row="club",
    )
    def patch(self, **changes: Any) -> Membership:
        club_update(club=self.club, **changes)
        return self.membership


class PlayerFilters(Filters):
    """Which players are wanted."""

    q = text("Every word of it is in the name or note, in any case and width.", "named")
    active = YesNo(help_text="On the roster, or off it.")
    name_hidden = YesNo(help_text="Named by a number on public pages, or by name.")

    def named(self, rows: QuerySet[Player], _name: str, value: str) -> QuerySet[Player]:
        """Those with every word."""
        return players_named(rows, value)


class PlayerList(ClubView):
    """The roster."""

    pagination_class = Pages

    @reading(
        "players_list",
        "List players",
        "The roster by name. `q` finds every word of it in a name or note.",
        tags=["Players"],
        filters=PlayerFilters,
        answer=PlayerSerializer,
        many=True,
    )
    def get(self) -> Any:
        return players_find(club=self.club)

    @action(
        "players_create",
        "Add a player",
        "Puts somebody on the roster. People share names: a second of the same name "
        "is another player, and the answer names the others.",
        tags=["Players"],
        body=PlayerIn,
        location="api-player",
        answer=PlayerAddedSerializer,
        status=201,
    )
    def post(self, **given: Any) -> Player:
        player = player_add(club=self.club, **given)
        others = namesakes(club=self.club, name=player.name, but=player)
        player.namesakes = others  # type: ignore[attr-defined] # what the serializer reads
        return player


class PlayerDetail(ClubView):
    """One player."""

    @reading(
        "players_retrieve",
        "Show a player",
        "One player of the roster.",
        tags=["Players"],
        answer=PlayerSerializer,
        settings=settings_of(Player),
    )
    def get(self) -> Any:
        return self._player(self.kwargs["player"])

    @action(
        "players_update",
        "Change a player",
        "Renames a player or takes them off the roster. What they played stays theirs, "
        "under the name they had then.",
        tags=["Players"],
        body=PlayerChange,
        answer=PlayerSerializer,
        settings=settings_of(Player),
    )
    def patch(self, **changes: Any) -> Player:
        return player_update(player=self._player(self.kwargs["player"]), **changes)

    def _player(self, player: int) -> Player:
        return get_object_or_404(Player, club=self.club, pk=player)


# Members.


MEMBERS = dict.fromkeys(("GET", "HEAD", "POST", "PATCH", "DELETE"), Right.MEMBERS)


class MemberSerializer(serializers.Serializer[Membership]):
    """A user's place in a club."""

    id = serializers.IntegerField(source="pk")
    username = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.shown_name")
    role = serializers.ChoiceField(choices=Role.choices)
    player = serializers.IntegerField(
        source="player_id", allow_null=True, help_text="Who on the roster this member is."
    )


class MemberAddedSerializer(MemberSerializer):
    """A new member; a new account's password, which no later answer has."""

    password = serializers.CharField(
        allow_null=True, help_text="Of a new account; null where the user had one."
    )


class MemberIn(serializers.Serializer[Any]):
    """A user to be made a member."""

    username = serializers.CharField(
        max_length=150, help_text="The name they sign in with; an unknown one gets an account."
    )
    role = serializers.ChoiceField(choices=Role.choices)


class MemberChange(serializers.Serializer[Any]):
    """Changes of a member; omitted fields keep their values."""

    role = serializers.ChoiceField(choices=Role.choices, required=False)
    player = serializers.IntegerField(
        min_value=1,
        max_value=MAX_KEY,
        required=False,
        allow_null=True,
        help_text="The player whose statement this member may read as their own; null for none.",
    )


class MemberFilters(Filters):
    """Which members are wanted."""

    role = choice(Role.choices, "Those with this role.")
    player = Key("player_id", help_text="Who is this player of the roster.")


class MemberList(ClubView):
    """The members of a club."""

    pagination_class = Pages
    rights: ClassVar = MEMBERS

    @reading(
        "members_list",
        "List members",
        "Who belongs to the club, by user name, with role and player. Only owners.",
        tags=["Members"],
        filters=MemberFilters,
        answer=MemberSerializer,
        many=True,
    )
    def get(self) -> Any:
        return members_of(self.club)

    @action(
        "members_create",
        "Add a member",
        "By the name they sign in with. An unknown name gets an account; its `password` is shown "
        "only here.",
        tags=["Members"],
        body=MemberIn,
        answer=MemberAddedSerializer,
        status=201,
        location="api-member",
        run=directly,  # a kept answer would keep the password
    )
    def post(self, *, username: str, role: str) -> Membership:
        new = member_add(club=self.club, username=username, role=role)
        new.membership.password = new.password  # type: ignore[attr-defined] # for the serializer
        return new.membership


OF_MEMBER = ("role", "player")


class MemberDetail(ClubView):
    """One member."""

    rights: ClassVar = MEMBERS

    @reading(
        "members_retrieve",
        "Show a member",
        "A member with their role, and who on the roster they are.",
        tags=["Members"],
        answer=MemberSerializer,
        settings=OF_MEMBER,
    )
    def get(self) -> Any:
        return self._member(self.kwargs["member"])

    @action(
        "members_update",
        "Change a member",
        "Their role, and who on the roster they are. One member is one player at most; "
        "the last owner stays owner.",
        tags=["Members"],
        body=MemberChange,
        answer=MemberSerializer,
        settings=OF_MEMBER,
    )
    def patch(self, version: str | None = None, **changes: Any) -> Membership:
        with transaction.atomic():
            found = self._member(self.kwargs["member"])
            version_check(found, version)
            if "player" in changes:
                member_player_set(membership=found, player=self._player(changes["player"]))
            if "role" in changes:
                member_role_set(membership=found, role=changes["role"])
        return self._member(self.kwargs["member"])

    @action(
        "members_delete",
        "Remove a member",
        "Ends the membership; the user's account stays, and so does the last owner.",
        tags=["Members"],
        status=204,
    )
    def delete(self) -> None:
        member_remove(membership=self._member(self.kwargs["member"]))

    def _member(self, member: int) -> Membership:
        return get_object_or_404(members_of(self.club), pk=member)

    def _player(self, key: int | None) -> Player | None:
        if key is None:
            return None
        found = self.club.players.filter(pk=key).first()
        if found is None:
            raise ValidationError({"player": _("There is no such player in this club.")})
        return found
