"""Endpoints of clubs, their members and players."""

from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.serializers import (
    MAX_KEY,
    ClubSerializer,
    PlayerAddedSerializer,
    PlayerChange,
    PlayerIn,
    PlayerQuery,
    PlayerSerializer,
)
from clubs.models import Membership, Player
from clubs.rest.docs import CREATING
from clubs.rest.idempotent import once
from clubs.rest.pages import Pages
from clubs.rest.views import ClubView, PrivateView, paged, sent
from clubs.roles import Right, Role
from clubs.selectors import clubs_of, members_of, namesakes, players_find
from clubs.services.clubs import member_player_set, member_role_set
from clubs.services.idempotency import Answer
from clubs.services.players import player_add, player_update


class ClubList(PrivateView):
    """The clubs of a user."""

    pagination_class = Pages

    @extend_schema(
        operation_id="clubs_list",
        tags=["Clubs"],
        summary="List your clubs",
        description="The clubs that you are a member of, by name, with your role in each.",
        responses=ClubSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """The user's memberships."""
        return paged(self, clubs_of(self.user), ClubSerializer)


class ClubDetail(ClubView):
    """One club."""

    @extend_schema(
        operation_id="clubs_retrieve",
        tags=["Clubs"],
        summary="Show a club",
        description="A club that you are a member of. Of any other you are told 404.",
        responses=ClubSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        """The membership with its club."""
        return Response(ClubSerializer(self.membership).data)


class PlayerList(ClubView):
    """The roster."""

    pagination_class = Pages
    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="players_list",
        tags=["Players"],
        summary="List players",
        description="The roster by name. `q` finds every word of it in a name or note.",
        parameters=[PlayerQuery],
        responses=PlayerSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """The players that are asked for."""
        query = PlayerQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        found = players_find(club=self.club, text=query.validated_data.get("q", ""))
        if (active := query.validated_data["active"]) is not None:
            found = found.filter(active=active)
        return paged(self, found, PlayerSerializer)

    @extend_schema(
        operation_id="players_create",
        tags=["Players"],
        summary="Add a player",
        description="Puts somebody on the roster. People share names: a second of the same name "
        "is another player, and the answer names the others.",
        parameters=CREATING,
        request=PlayerIn,
        responses={201: PlayerAddedSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Add a player."""
        body = PlayerIn(data=request.data)
        body.is_valid(raise_exception=True)
        return once(request, lambda: self._added(**body.validated_data))

    def _added(self, name: str, note: str = "") -> Answer:
        player = player_add(club=self.club, name=name, note=note)
        others = namesakes(club=self.club, name=player.name, but=player)
        answer = PlayerSerializer(player).data | {
            "namesakes": PlayerSerializer(others, many=True).data
        }
        return Answer(201, answer, reverse("api-player", args=[self.club.slug, player.pk]))


class PlayerDetail(ClubView):
    """One player."""

    rights: ClassVar = {"PATCH": Right.RUN}

    @extend_schema(
        operation_id="players_retrieve",
        tags=["Players"],
        summary="Show a player",
        description="One player of the roster.",
        responses=PlayerSerializer,
    )
    def get(self, request: Request, slug: str, player: int) -> Response:
        """The player."""
        return Response(PlayerSerializer(self._player(player)).data)

    @extend_schema(
        operation_id="players_update",
        tags=["Players"],
        summary="Change a player",
        description="Renames a player or takes him off the roster. What he played stays his, "
        "under the name he had then.",
        request=PlayerChange,
        responses=PlayerSerializer,
    )
    def patch(self, request: Request, slug: str, player: int) -> Response:
        """Change what was sent."""
        body = PlayerChange(data=request.data)
        body.is_valid(raise_exception=True)
        found = self._player(player)
        before = {"name": found.name, "note": found.note, "active": found.active}
        return Response(
            PlayerSerializer(player_update(player=found, **(before | body.validated_data))).data
        )

    def _player(self, player: int) -> Player:
        return get_object_or_404(Player, club=self.club, pk=player)


# Members.


MEMBERS = dict.fromkeys(("GET", "HEAD", "PATCH"), Right.MEMBERS)


class MemberSerializer(serializers.Serializer[Membership]):
    """A user's place in a club."""

    id = serializers.IntegerField(source="pk")
    username = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.shown_name")
    role = serializers.ChoiceField(choices=Role.choices)
    player = serializers.IntegerField(
        source="player_id", allow_null=True, help_text="Who on the roster this member is."
    )


class MemberChange(serializers.Serializer[Any]):
    """What of a member is to be changed; what is left out stays."""

    role = serializers.ChoiceField(choices=Role.choices, required=False)
    player = serializers.IntegerField(
        min_value=1,
        max_value=MAX_KEY,
        required=False,
        allow_null=True,
        help_text="The player whose statement this member may read as his own; null for none.",
    )


class MemberList(ClubView):
    """The members of a club."""

    pagination_class = Pages
    rights: ClassVar = MEMBERS

    @extend_schema(
        operation_id="members_list",
        tags=["Members"],
        summary="List members",
        description="Who belongs to the club, by user name, with role and player. Only owners.",
        responses=MemberSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """All of them."""
        return paged(self, members_of(self.club), MemberSerializer)


class MemberDetail(ClubView):
    """One member."""

    rights: ClassVar = MEMBERS

    @extend_schema(
        operation_id="members_retrieve",
        tags=["Members"],
        summary="Show a member",
        description="A member with his role, and who on the roster he is.",
        responses=MemberSerializer,
    )
    def get(self, request: Request, slug: str, member: int) -> Response:
        """The member."""
        return Response(MemberSerializer(self._member(member)).data)

    @extend_schema(
        operation_id="members_update",
        tags=["Members"],
        summary="Change a member",
        description="His role, and who on the roster he is. One member is one player at most; "
        "the last owner stays owner.",
        request=MemberChange,
        responses=MemberSerializer,
    )
    def patch(self, request: Request, slug: str, member: int) -> Response:
        """Change what was sent."""
        changes = sent(request, MemberChange)
        with transaction.atomic():
            found = self._member(member)
            if "player" in changes:
                member_player_set(membership=found, player=self._player(changes["player"]))
            if "role" in changes:
                member_role_set(membership=found, role=changes["role"])
        return Response(MemberSerializer(self._member(member)).data)

    def _member(self, member: int) -> Membership:
        return get_object_or_404(members_of(self.club), pk=member)

    def _player(self, key: int | None) -> Player | None:
        if key is None:
            return None
        found = self.club.players.filter(pk=key).first()
        if found is None:
            raise ValidationError({"player": _("There is no such player in this club.")})
        return found
