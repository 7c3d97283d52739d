"""The statement of a player."""

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.models import Player
from clubs.rest.views import ClubView
from ledger.api.serializers import PeriodQuery, StatementSerializer
from ledger.selectors.statements import statements_of


class StatementView(ClubView):
    """A player's statement."""

    @extend_schema(
        operation_id="statement_retrieve",
        tags=["Money"],
        summary="Show a player's statement",
        description="What a player owed and was owed over all the club's books, one statement a "
        "currency, with what was open after each entry. Others than owners and treasurers are "
        "shown the statement of the player whom they are, and of no other.",
        parameters=[PeriodQuery],
        responses=StatementSerializer(many=True),
    )
    def get(self, request: Request, slug: str, player: int) -> Response:
        """The statements of the period asked for."""
        if not self.membership.may_see_money_of(player):
            raise PermissionDenied(_("Only owners and treasurers see money that is not their own."))
        query = PeriodQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        found = get_object_or_404(Player, club=self.club, pk=player)
        return Response(
            StatementSerializer(statements_of(found, **query.validated_data), many=True).data
        )
