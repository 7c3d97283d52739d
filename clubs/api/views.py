"""Clubs and their rosters."""

from typing import ClassVar

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.serializers import (
    ClubSerializer,
    PlayerAddedSerializer,
    PlayerChange,
    PlayerIn,
    PlayerQuery,
    PlayerSerializer,
)
from clubs.models import Player
from clubs.rest.docs import CREATING
from clubs.rest.idempotent import once
from clubs.rest.pages import Pages
from clubs.rest.views import ClubView, PrivateView, paged
from clubs.roles import Right
from clubs.selectors import clubs_of, namesakes, players_find
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
