"""Divisions of a season and who is ranked in them."""

from typing import Any, ClassVar

from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.models import Player
from clubs.rest.docs import CREATING, IDEMPOTENT, REPLAYED
from clubs.rest.idempotent import once
from clubs.rest.pages import Pages
from clubs.rest.views import paged, sent
from clubs.roles import Right
from clubs.services.idempotency import Answer
from leagues.api.base import SeasonView
from leagues.api.bodies import ContenderChange, ContendersIn, DivisionChange, DivisionIn
from leagues.api.serializers import (
    ContendersAddedSerializer,
    ContenderSerializer,
    DivisionSerializer,
)
from leagues.services.contenders import contender_move, contender_remove, contenders_add
from leagues.services.divisions import division_add, division_remove, division_update

TAGS = ["Seasons"]


class DivisionList(SeasonView):
    """The divisions of a season."""

    pagination_class = Pages
    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="season_divisions_list",
        tags=TAGS,
        summary="List divisions",
        description="The highest first, each with how many go up and down.",
        responses=DivisionSerializer(many=True),
    )
    def get(self, request: Request, slug: str, season: int) -> Response:
        """All of them."""
        return paged(self, self.season.divisions.all(), DivisionSerializer)

    @extend_schema(
        operation_id="season_divisions_add",
        tags=TAGS,
        summary="Add a division",
        description="Below the others; it is the lowest.",
        parameters=CREATING,
        request=DivisionIn,
        responses={201: DivisionSerializer},
    )
    def post(self, request: Request, slug: str, season: int) -> Response:
        """Add it."""
        body = sent(request, DivisionIn)
        return once(request, lambda: self._added(body))

    def _added(self, body: dict[str, Any]) -> Answer:
        division = division_add(season=self.season, **body)
        keys = [self.club.slug, self.season.pk, division.order]
        place = reverse("api-season-division", args=keys)
        return Answer(201, DivisionSerializer(division).data, place)


class DivisionDetail(SeasonView):
    """One division."""

    rights: ClassVar = {"PATCH": Right.RUN, "DELETE": Right.RUN}

    @extend_schema(
        operation_id="season_divisions_retrieve",
        tags=TAGS,
        summary="Show a division",
        description="Its name, and how many go up and down.",
        responses=DivisionSerializer,
    )
    def get(self, request: Request, slug: str, season: int, order: int) -> Response:
        """The division."""
        return Response(DivisionSerializer(self.division(order)).data)

    @extend_schema(
        operation_id="season_divisions_update",
        tags=TAGS,
        summary="Change a division",
        description="Its name, and how many go up and down.",
        request=DivisionChange,
        responses=DivisionSerializer,
    )
    def patch(self, request: Request, slug: str, season: int, order: int) -> Response:
        """Change what was sent."""
        body = sent(request, DivisionChange)
        changed = division_update(division=self.division(order), **body)
        return Response(DivisionSerializer(changed).data)

    @extend_schema(
        operation_id="season_divisions_remove",
        tags=TAGS,
        summary="Take a division out",
        description="Only an empty one that has no evening of its own; those below move up.",
        responses={204: None},
    )
    def delete(self, request: Request, slug: str, season: int, order: int) -> Response:
        """Take it out."""
        division_remove(division=self.division(order))
        return Response(status=204)


class ContenderList(SeasonView):
    """Who is ranked in a season."""

    pagination_class = Pages
    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="season_contenders_list",
        tags=TAGS,
        summary="List who is ranked",
        description="Players or pairs by division.",
        responses=ContenderSerializer(many=True),
    )
    def get(self, request: Request, slug: str, season: int) -> Response:
        """Everybody."""
        known = self.season.contenders.select_related("player", "partner", "division")
        return paged(self, known, ContenderSerializer)

    @extend_schema(
        operation_id="season_contenders_add",
        tags=TAGS,
        summary="Take players or pairs in",
        description="All of them or, where anything is wrong with one, none.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=ContendersIn,
        responses={201: ContendersAddedSerializer},
    )
    def post(self, request: Request, slug: str, season: int) -> Response:
        """Take them in."""
        body = sent(request, ContendersIn)
        return once(request, lambda: self._added(**body))

    def _added(self, lineups: list[list[int]], division: int, joined: int) -> Answer:
        wanted = {key for keys in lineups for key in keys}
        players = Player.objects.filter(club=self.club).in_bulk(wanted)
        if wanted - players.keys():
            raise Http404
        added = contenders_add(
            division=self.division(division),
            lineups=[[players[key] for key in keys] for keys in lineups],
            joined=joined,
        )
        return Answer(201, ContendersAddedSerializer({"contenders": added}).data)


class ContenderDetail(SeasonView):
    """Somebody who is ranked."""

    rights: ClassVar = {"PATCH": Right.RUN, "DELETE": Right.RUN}

    @extend_schema(
        operation_id="season_contenders_retrieve",
        tags=TAGS,
        summary="Show who is ranked",
        description="A player or a pair with their division.",
        responses=ContenderSerializer,
    )
    def get(self, request: Request, slug: str, season: int, contender: int) -> Response:
        """The player or pair."""
        return Response(ContenderSerializer(self.contender(contender)).data)

    @extend_schema(
        operation_id="season_contenders_move",
        tags=TAGS,
        summary="Move somebody to another division",
        description="With everything that was played.",
        request=ContenderChange,
        responses=ContenderSerializer,
    )
    def patch(self, request: Request, slug: str, season: int, contender: int) -> Response:
        """Move them."""
        found = self.contender(contender)
        division = self.division(sent(request, ContenderChange)["division"])
        moved = contender_move(contender=found, division=division)
        return Response(ContenderSerializer(moved).data)

    @extend_schema(
        operation_id="season_contenders_remove",
        tags=TAGS,
        summary="Take somebody out of the table",
        description="What was played stays with the events.",
        responses={204: None},
    )
    def delete(self, request: Request, slug: str, season: int, contender: int) -> Response:
        """Take them out."""
        contender_remove(contender=self.contender(contender))
        return Response(status=204)
