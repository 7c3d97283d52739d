"""Seasons: listing, setting up, changing, ending."""

from typing import Any, ClassVar

from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.docs import CREATING, IDEMPOTENT, REPLAYED
from clubs.rest.idempotent import once
from clubs.rest.pages import Pages
from clubs.rest.views import ClubView, paged, sent
from clubs.roles import Right
from clubs.services.idempotency import Answer
from leagues.api.base import SeasonView
from leagues.api.bodies import NextIn, SeasonChange, SeasonIn
from leagues.api.serializers import SeasonDetailSerializer, SeasonSerializer
from leagues.models import Season
from leagues.selectors.seasons import seasons_of
from leagues.services.following import season_follow
from leagues.services.seasons import (
    season_create,
    season_delete,
    season_finish,
    season_reopen,
    season_update,
)

TAGS = ["Seasons"]


class SeasonList(ClubView):
    """The seasons of a club."""

    pagination_class = Pages
    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="seasons_list",
        tags=TAGS,
        summary="List seasons",
        description="The club's seasons, those under way first.",
        responses=SeasonSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """All of them."""
        return paged(self, seasons_of(self.club), SeasonSerializer)

    @extend_schema(
        operation_id="seasons_create",
        tags=TAGS,
        summary="Set up a season",
        description="A name, a game and the dates of its evenings are enough; what is left out is "
        "usual for the game. Who is ranked in it is sent to its `contenders/`.",
        parameters=CREATING,
        request=SeasonIn,
        responses={201: SeasonDetailSerializer},
        examples=[
            OpenApiExample(
                "The best six of eight evenings",
                {
                    "name": "Autumn league",
                    "game": "pandoeren",
                    "dates": [f"2026-10-{day:02d}" for day in range(1, 30, 4)],
                    "measure": "average",
                    "scoring": "best",
                    "best": 6,
                    "noticed": "lowest",
                },
                request_only=True,
            )
        ],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Set up the season."""
        body = sent(request, SeasonIn)
        return once(request, lambda: self._created(body))

    def _created(self, body: dict[str, Any]) -> Answer:
        season = season_create(club=self.club, created_by=self.user, **body)
        return made_answer(season)


class SeasonDetail(SeasonView):
    """One season."""

    rights: ClassVar = {"PATCH": Right.RUN, "DELETE": Right.RUN}

    @extend_schema(
        operation_id="seasons_retrieve",
        tags=TAGS,
        summary="Show a season",
        description="The season with its rules, divisions and evenings.",
        responses=SeasonDetailSerializer,
    )
    def get(self, request: Request, slug: str, season: int) -> Response:
        """The season."""
        return Response(SeasonDetailSerializer(self.season).data)

    @extend_schema(
        operation_id="seasons_update",
        tags=TAGS,
        summary="Change a season",
        description="Its name and rules, as long as it is not finished; the table follows.",
        request=SeasonChange,
        responses=SeasonDetailSerializer,
    )
    def patch(self, request: Request, slug: str, season: int) -> Response:
        """Change what was sent."""
        changed = season_update(season=self.season, **sent(request, SeasonChange))
        return Response(SeasonDetailSerializer(changed).data)

    @extend_schema(
        operation_id="seasons_delete",
        tags=TAGS,
        summary="Delete a season",
        description="Only one on whose evenings nobody has played. Events that are made stay.",
        responses={204: None},
    )
    def delete(self, request: Request, slug: str, season: int) -> Response:
        """Delete it."""
        season_delete(season=self.season)
        return Response(status=204)


class SeasonFinish(SeasonView):
    """The end of a season."""

    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="seasons_finish",
        tags=TAGS,
        summary="Finish a season",
        description="Nothing of it can be changed any more, until it is opened again. A hand that "
        "is corrected later still counts.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=None,
        responses=SeasonDetailSerializer,
    )
    def post(self, request: Request, slug: str, season: int) -> Response:
        """Finish it."""
        return once(request, lambda: _answer(season_finish(season=self.season)))


class SeasonReopen(SeasonView):
    """Taking back the end of a season."""

    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="seasons_reopen",
        tags=TAGS,
        summary="Reopen a season",
        description="Takes back the end of a finished season.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=None,
        responses=SeasonDetailSerializer,
    )
    def post(self, request: Request, slug: str, season: int) -> Response:
        """Reopen it."""
        return once(request, lambda: _answer(season_reopen(season=self.season)))


class SeasonNext(SeasonView):
    """The season after."""

    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="seasons_follow",
        tags=TAGS,
        summary="Set up the season after",
        description="Ends this season and sets up one with the same rules and divisions; everybody "
        "is in the division that the table leads to, and can be moved there.",
        parameters=CREATING,
        request=NextIn,
        responses={201: SeasonDetailSerializer},
    )
    def post(self, request: Request, slug: str, season: int) -> Response:
        """End this one and set up the next."""
        body = sent(request, NextIn)
        return once(request, lambda: self._followed(body))

    def _followed(self, body: dict[str, Any]) -> Answer:
        following = season_follow(season=self.season, created_by=self.user, **body)
        return made_answer(following)


def made_answer(season: Season) -> Answer:
    """A season that was set up, and where it is found."""
    place = reverse("api-season", args=[season.club.slug, season.pk])
    return Answer(201, SeasonDetailSerializer(season).data, place)


def _answer(season: Season) -> Answer:
    return Answer(200, SeasonDetailSerializer(season).data)
