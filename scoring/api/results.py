"""The result of a match as its slip has it."""

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.pages import Pages
from clubs.rest.problems import ProblemError
from clubs.rest.views import paged
from clubs.roles import Right
from scoring.api.serializers import (
    CorrectionQuery,
    ReasonQuery,
    StatedSerializer,
    StateSerializer,
    foretold,
    or_foretold,
)
from scoring.api.views import MatchView
from scoring.host import host_of
from scoring.models import Ended, EnteredResult, Match
from scoring.services.results import (
    MOST,
    MOST_HANDS,
    Unfinished,
    result_restore,
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
    reason = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=300,
        default="",
        help_text="Why a result that stands there is changed; wanted once others rely on it: its "
        "round is over, or the next one has begun or was drawn from it.",
    )


class Restoring(serializers.Serializer[Any]):
    """Which change of the result is taken back, and why."""

    revision = serializers.IntegerField(
        min_value=1, help_text="The `id` of the newest revision, as it was seen."
    )
    reason = serializers.CharField(
        required=False, allow_blank=True, max_length=300, default="", help_text="As for a change."
    )


STATE_OR_FORETOLD = {200: or_foretold(StateSerializer)}
WHY = (
    "A change is refused with 400 and the code `reason_missing` where it wants a reason, and with "
    "409 where the event is finished. With `dry_run` nothing is kept, and the answer says what "
    "would follow from it. "
)


class ResultView(MatchView):
    """An endpoint of a match whose hands nobody wrote down."""

    def weighed(self, request: Request, match: int, act: Callable[[], Match]) -> Response:
        """Correct it, or say what would follow."""
        query = CorrectionQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        trial = query.validated_data["dry_run"]
        found = host_of(get_object_or_404(Match, pk=match)).weigh(act, trial=trial)
        return Response(foretold(found) if trial else StateSerializer(found.outcome).data)


class MatchResult(ResultView):
    """The result of a match alone."""

    rights: ClassVar = {"PUT": Right.RECORD, "DELETE": Right.RECORD}

    @extend_schema(
        operation_id="matches_result_enter",
        tags=["Matches"],
        summary="Enter the result alone",
        description="Ends a match with the totals of its slip, or puts others in their place; the "
        "former stay in its history. Refused with 400 where hands are recorded, for these make "
        "the result, and where no match under its rules ends like this or takes so many hands; "
        "with 422 and `result_unfinished` where totals end no match under its rules and `ended` "
        f"does not say why. {WHY}",
        parameters=[CorrectionQuery],
        request=Result,
        responses=STATE_OR_FORETOLD,
    )
    def put(self, request: Request, slug: str, match: int) -> Response:
        """Enter it."""
        body = Result(data=request.data)
        body.is_valid(raise_exception=True)
        try:
            return self.weighed(
                request,
                match,
                lambda: result_state(match_id=match, author=self.user, **body.validated_data),
            )
        except Unfinished as error:
            raise ProblemError(
                422,
                "result_unfinished",
                error.question.text,
                field="ended",
                answers=list(error.question.answers),
            ) from error

    @extend_schema(
        operation_id="matches_result_withdraw",
        tags=["Matches"],
        summary="Take the result back",
        description="The match goes on as if nothing had been entered; what was stays on record. "
        f"Refused with 400 where no result was entered. {WHY}",
        parameters=[ReasonQuery],
        request=None,
        responses=STATE_OR_FORETOLD,
    )
    def delete(self, request: Request, slug: str, match: int) -> Response:
        """Take it back."""
        query = ReasonQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        reason = query.validated_data["reason"]
        return self.weighed(
            request,
            match,
            lambda: result_withdraw(match_id=match, author=self.user, reason=reason),
        )


class ResultRestore(ResultView):
    """The way back from a change of the result."""

    rights: ClassVar = {"POST": Right.RECORD}

    @extend_schema(
        operation_id="matches_result_restore",
        tags=["Matches"],
        summary="Put the former result back",
        description="Adds a revision with what was entered before the newest one; before the "
        "first there was none. Refused with 412 where there is a newer revision than the one "
        f"that was seen. {WHY}",
        parameters=[CorrectionQuery],
        request=Restoring,
        responses=STATE_OR_FORETOLD | {412: None},
    )
    def post(self, request: Request, slug: str, match: int) -> Response:
        """Put it back."""
        body = Restoring(data=request.data)
        body.is_valid(raise_exception=True)
        return self.weighed(
            request,
            match,
            lambda: result_restore(match_id=match, author=self.user, **body.validated_data),
        )


class ResultRevisions(MatchView):
    """The history of an entered result."""

    pagination_class = Pages

    @extend_schema(
        operation_id="matches_result_revisions",
        tags=["Matches"],
        summary="Show the history of the result",
        description="Every state that the entered result was in: what stood there before, what "
        "was entered, by whom, when and why.",
        responses=StatedSerializer(many=True),
    )
    def get(self, request: Request, slug: str, match: int) -> Response:
        """The revisions, the first first."""
        found = EnteredResult.objects.filter(match=match).order_by("pk")
        return paged(self, found, StatedSerializer)
