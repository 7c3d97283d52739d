"""A season's money: its evenings settled together."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.docs import IDEMPOTENT, REPLAYED
from clubs.rest.idempotent import once
from clubs.roles import Right
from clubs.services.idempotency import Answer
from leagues.api.base import SeasonView
from leagues.services.settling import season_settle
from ledger.api.serializers import BookSerializer


class SeasonBook(SeasonView):
    """The book in which a season's evenings are settled."""

    rights: ClassVar = {"POST": Right.MONEY}

    @extend_schema(
        operation_id="seasons_book",
        tags=["Money"],
        summary="Settle a season's evenings together",
        description="Opens the season's book where there is none yet, and takes in the evenings "
        "whose money is kept since. Sent twice it changes nothing the second time. Balances and "
        "transfers are then those of that book, under `books/`.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=None,
        responses=BookSerializer,
    )
    def post(self, request: Request, slug: str, season: int) -> Response:
        """The season's book."""
        return once(request, self._settled)

    def _settled(self) -> Answer:
        return Answer(200, dict(BookSerializer(season_settle(season=self.season)).data))
