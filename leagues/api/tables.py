"""What is computed of a season, to be read: tables and ratings."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.pages import Pages
from clubs.rest.views import paged
from leagues.api.base import SeasonView
from leagues.api.serializers import RatingSerializer, SeasonTableSerializer
from leagues.selectors.ratings import ratings_for
from leagues.selectors.table import season_table

TAGS = ["Seasons"]


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

    pagination_class = Pages

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
