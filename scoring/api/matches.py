"""Matches, their results and their money."""

import hashlib
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

import games
from clubs.rest.operations import operation
from core.rest.docs import IF_NONE_MATCH, if_match
from core.rest.etags import conditional, version_seen
from core.rest.filters import Filters, KeyFilter, YesNo, choice
from core.rest.incoming import LeftOutField
from core.rest.problems import ProblemError
from scoring.api.base import MATCH_TRIAL, MatchViewSet
from scoring.api.serializers import (
    EnteredResultSerializer,
    MatchRowSerializer,
    MatchSerializer,
    ReasonQuery,
    StateSerializer,
)
from scoring.models import MOST_REASON, Ended, EnteredResult, Match, Seat
from scoring.running_score import RunningScore, match_running_score
from scoring.services.matches import called_match_end
from scoring.services.results import (
    MOST,
    MOST_HANDS,
    Unfinished,
    result_restore,
    result_state,
    result_withdraw,
)

MATCH_SEEN = if_match("The match's tag.")


class MatchFilters(Filters):
    """Which matches are wanted."""

    is_over = YesNo(help_text="Won, or still to be won.")
    game = choice(games.choices, "Those of one game.")
    player = KeyFilter("seats__player", help_text="Those in which this player has a seat.")


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
    sets = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_HANDS),
        required=False,
        allow_null=True,
        default=None,
        help_text="How often each side was set, in the order of the sides; null where nobody "
        "counted it. Stakes for each set are not known without it.",
    )
    ended = serializers.ChoiceField(
        choices=Ended.choices[1:],
        required=False,
        allow_blank=True,
        default="",
        help_text="Why totals stand that end no match under its rules.",
    )
    reason = LeftOutField(
        max_length=MOST_REASON,
        help_text="Why a result that stands there is changed; wanted once others rely on it: its "
        "round is over, or the next one has begun or was drawn from it. Always wanted where hands "
        "are recorded.",
    )


class Restoring(serializers.Serializer[Any]):
    """Which change of the result is taken back, and why."""

    revision = serializers.IntegerField(
        min_value=1, help_text="The `id` of the newest revision, as it was seen."
    )
    reason = LeftOutField(max_length=MOST_REASON, help_text="As for a change.")


class MatchesViewSet(MatchViewSet):
    """The matches of a club."""

    tags = ("Matches",)
    serializer_class = StateSerializer
    filterset_class = MatchFilters
    lookup_url_kwarg = "match"

    def get_queryset(self) -> QuerySet[Match]:
        """Return the club's matches."""
        return Match.objects.filter(club=self.club).prefetch_related("seats").order_by("-pk")

    @operation(answer=MatchRowSerializer)
    def list(self, request: Request, slug: str) -> Response:
        """List matches.

        Every match of the club, the newest first. The matches of one evening are found at the
        tables of its rounds.
        """
        return self.page(self.get_queryset())

    @extend_schema(parameters=[IF_NONE_MATCH])
    @operation(answer=MatchSerializer)
    def retrieve(self, request: Request, slug: str, match: int) -> Response:
        """Show a match.

        Seats, rules, totals, winner and, where stakes were agreed, what is owed. Send the tag back
        in `If-None-Match` to be told 304 while nothing has changed.
        """
        seats = Prefetch("seats", Seat.objects.order_by("number"))
        shown = get_object_or_404(Match.objects.prefetch_related(seats), pk=match)
        return conditional(request, match_tag(shown), lambda: match_body(shown, slug))

    @action(detail=True, methods=["post"], url_path="time/end")
    @operation(stays_open=True)
    def time_end(self, request: Request, slug: str, match: int) -> Response:
        """End a match on which time was called.

        As it stands, where no hand is being played. Refused with 400 where time was not called,
        and where the match is over.
        """
        return self.answer(called_match_end(match_id=match, ended_by=self.user))

    @extend_schema(parameters=[MATCH_SEEN])
    @action(detail=True, methods=["put"], url_path="result")
    @operation(body=Result, refuses=(422,), trial=MATCH_TRIAL)
    def result_enter(self, request: Request, slug: str, match: int) -> Response:
        """Enter the result alone.

        Ends a match with the totals of its slip, or puts others in their place; the former stay
        in its history. Where hands are recorded it wants a `reason`: the hands stay and count in
        statistics, while results and standings count the totals. Refused with 400 where no match
        under its rules ends like this or takes so many hands, and with `reason_missing` where it
        wants a reason; with 422 and `result_unfinished` where totals end no match under its rules
        and `ended` does not say why. With `If-Match` it is only entered if the match is still at
        that version (412).
        """
        stated, version = self.validated_body(), version_seen(request, "v")
        try:
            return self.answer(
                result_state(match_id=match, author=self.user, version=version, **stated)
            )
        except Unfinished as error:
            question = error.question
            raise ProblemError(
                422,
                "result_unfinished",
                question.text,
                field="ended",
                answers=list(question.answers),
            ) from error

    @extend_schema(parameters=[MATCH_SEEN])
    @result_enter.mapping.delete
    @operation(query=ReasonQuery, trial=MATCH_TRIAL)
    def result_withdraw(self, request: Request, slug: str, match: int) -> Response:
        """Take the result back.

        The match goes on as if nothing had been entered; what was stays on record. Refused with
        400 where no result was entered, and with `reason_missing` where it wants a reason. With
        `If-Match` it is only taken back if the match is still at that version (412).
        """
        reason, version = self.queried()["reason"], version_seen(request, "v")
        return self.answer(
            result_withdraw(match_id=match, author=self.user, reason=reason, version=version)
        )

    @action(detail=True, methods=["post"], url_path="result/restore")
    @operation(body=Restoring, keyed=False, refuses=(412,), trial=MATCH_TRIAL)
    def result_restore(self, request: Request, slug: str, match: int) -> Response:
        """Restore the earlier result.

        Adds a revision with what was entered before the newest one; before the first there was
        none. Refused with 412 where there is a newer revision than the one that was seen, and
        with 400 and `reason_missing` where it wants a reason.
        """
        return self.answer(
            result_restore(match_id=match, author=self.user, **self.validated_body())
        )

    @action(detail=True, url_path="result/revisions")
    @operation(answer=EnteredResultSerializer, many=True)
    def result_revisions(self, request: Request, slug: str, match: int) -> Response:
        """Show the history of the result.

        Every state that the entered result was in: what stood there before, what was entered, by
        whom, when and why.
        """
        return self.page(EnteredResult.objects.filter(match=match).order_by("pk"))


def match_tag(match: Match) -> str:
    """Return the tag of a match with loaded seats: its version, and the players' names."""
    names = "|".join(f"{seat.player_id} {seat.name}" for seat in match.seats.all())
    seated = hashlib.sha256(f"{match.label}|{names}".encode()).hexdigest()[:12]
    return f'"v{match.version}-{seated}"'


def match_body(match: Match, slug: str) -> dict[str, Any]:
    """Return the match with the values derived from its hands."""
    score = _score(match)
    return MatchSerializer(match).data | {
        "unknown_stakes": score.unknown_stakes(match.stakes),
        "settlement": score.settlement(match.stakes),
        "hands_url": reverse("api-hands-list", args=[slug, match.pk]),
    }


def _score(match: Match) -> RunningScore:
    """Return the score of a match, with its hands where money depends on them."""
    score = match_running_score(match)
    if match.stakes:
        counted = match.hands.filter(record__isnull=False, counted=True).order_by("number")
        for verdict in counted.values_list("verdict", flat=True):
            score.add_hand(verdict or {})
    return score
