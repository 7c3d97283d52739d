"""Who belongs to a club, and who on the roster each is."""

from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.serializers import MAX_KEY
from clubs.models import Membership, Player
from clubs.rest.pages import Pages
from clubs.rest.views import ClubView, paged, sent
from clubs.roles import Right, Role
from clubs.selectors import members_of
from clubs.services.clubs import member_player_set, member_role_set

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
