"""Seasons, their tables and ratings, to be read."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.pages import Pages
from clubs.rest.views import ClubView, paged
from leagues.api.serializers import (
    RatingSerializer,
    SeasonDetailSerializer,
    SeasonSerializer,
    SeasonTableSerializer,
)
from leagues.models import Season
from leagues.selectors.ratings import ratings_for
from leagues.selectors.seasons import seasons_of
from leagues.selectors.table import season_table

TAGS = ["Seasons"]


class SeasonView(ClubView):
    """An endpoint of one season; another club's season is not found."""

    season: Season

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Membership first, then the season of that club."""
        super().initial(request, *args, **kwargs)
        self.season = get_object_or_404(Season, club=self.club, pk=kwargs["season"])


class SeasonList(ClubView):
    """The seasons of a club."""

    pagination_class = Pages

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


class SeasonDetail(SeasonView):
    """One season."""

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


class SeasonStandings(SeasonView):
    """The tables of a season."""

    @extend_schema(
        operation_id="seasons_standings",
        tags=TAGS,
        summary="Show a season's tables",
        description="Every division with every evening as it counts, as last computed.",
        responses=SeasonTableSerializer,
    )
    def get(self, request: Request, slug: str, season: int) -> Response:
        """As they were last computed."""
        return Response(SeasonTableSerializer(season_table(self.season)).data)


class SeasonRatings(SeasonView):
    """The ratings of a season."""

    @extend_schema(
        operation_id="seasons_ratings",
        tags=TAGS,
        summary="Show a season's ratings",
        description="Of the players or pairs that the season ranks, the strongest first.",
        responses=RatingSerializer(many=True),
    )
    def get(self, request: Request, slug: str, season: int) -> Response:
        """The rating list, page by page."""
        return paged(self, ratings_for(self.season), RatingSerializer)

    pagination_class = Pages
