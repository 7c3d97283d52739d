"""The result of a match as its slip has it."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.problems import ProblemError
from clubs.roles import Right
from scoring.api.serializers import StateSerializer
from scoring.api.views import MatchView
from scoring.models.results import Ended
from scoring.services.results import (
    MOST,
    MOST_HANDS,
    Unfinished,
    result_state,
    result_withdraw,
)


class Result(serializers.Serializer[Any]):
    """The final totals by side, and how many hands were played."""

    totals = serializers.ListField(
        child=serializers.IntegerField(min_value=-MOST, max_value=MOST),
        help_text="One for each side, in the order of the sides.",
    )
    hands = serializers.IntegerField(
        min_value=1,
        max_value=MOST_HANDS,
        required=False,
        allow_null=True,
        default=None,
        help_text="How many were played; null where nobody counted them.",
    )
    ended = serializers.ChoiceField(
        choices=Ended.choices[1:],
        required=False,
        allow_blank=True,
        default="",
        help_text="Why totals stand that end no match under its rules.",
    )


class MatchResult(MatchView):
    """The result of a match whose hands nobody wrote down."""

    rights: ClassVar = {"PUT": Right.RECORD, "DELETE": Right.RECORD}

    @extend_schema(
        operation_id="matches_result_enter",
        tags=["Matches"],
        summary="Enter the result alone",
        description="Ends a match with the totals of its slip, or puts others in their place. "
        "Refused with 400 where hands are recorded, for these make the result, and where no "
        "match under its rules ends like this or takes so many hands; with 422 and "
        "`result_unfinished` where totals end no match under its rules and `ended` does not say "
        "why.",
        request=Result,
        responses=StateSerializer,
    )
    def put(self, request: Request, slug: str, match: int) -> Response:
        """Enter it."""
        body = Result(data=request.data)
        body.is_valid(raise_exception=True)
        try:
            stands = result_state(match_id=match, author=self.user, **body.validated_data)
        except Unfinished as error:
            raise ProblemError(
                422,
                "result_unfinished",
                error.question.text,
                field="ended",
                answers=list(error.question.answers),
            ) from error
        return Response(StateSerializer(stands).data)

    @extend_schema(
        operation_id="matches_result_withdraw",
        tags=["Matches"],
        summary="Take the result back",
        description="The match goes on as if nothing had been entered; what was stays on record. "
        "Refused with 400 where no result was entered.",
        request=None,
        responses={200: StateSerializer},
    )
    def delete(self, request: Request, slug: str, match: int) -> Response:
        """Take it back."""
        return Response(StateSerializer(result_withdraw(match_id=match, author=self.user)).data)
