"""Matches and their money."""

import hashlib
from collections.abc import Callable
from typing import Any, ClassVar

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

import games
from clubs.access import membership_get
from clubs.models import Membership
from clubs.rest.actions import Effect, Handler, action, directly, reading
from clubs.rest.idempotent import key_taken
from clubs.rest.views import ClubView
from clubs.roles import Right
from clubs.services.idempotency import Answer
from core.rest.docs import IF_NONE_MATCH, etag_header
from core.rest.etags import conditional
from core.rest.filters import Filters, Key, YesNo, choice
from core.rest.incoming import queried
from core.rest.pages import Pages
from core.rest.problems import ProblemError
from games.wording import problem_text, problem_told
from scoring.api.serializers import (
    CorrectionQuery,
    EnteredResultSerializer,
    HandSerializer,
    MatchRowSerializer,
    MatchSerializer,
    ReasonQuery,
    StateSerializer,
    or_preview,
    preview_body,
    state_body,
)
from scoring.errors import (
    HandConflict,
    HandRejected,
    KeyReused,
    MatchConflict,
    NothingToUndo,
    ReasonMissing,
    ScoringError,
)
from scoring.host import host_of
from scoring.models import Ended, EnteredResult, Match, Seat
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

# Refusals of scoring as problem details


def as_problem(error: ScoringError) -> ProblemError:
    """The problem details of an error."""
    match error:
        case HandRejected():
            return rejected(error)
        case HandConflict():
            return _stale_hand(error)
        case MatchConflict():
            return ProblemError(
                412,
                "stale",
                _("The match has changed since you read it."),
                current=state_body(error.current),
            )
        case KeyReused():
            return key_taken()
        case NothingToUndo():
            return ProblemError(409, "nothing_to_undo", _("There is no hand to take back."))
        case ReasonMissing():
            return ProblemError(400, "reason_missing", _("Say why you correct it."))
        case _:
            raise error


def rejected(error: HandRejected) -> ProblemError:
    """422 with the verdict's problems; each place is a pointer into the record that was sent."""
    return ProblemError(
        422,
        "illegal_record",
        _("The record breaks a rule."),
        detail=problem_text(error.problems[0]),
        problems=[problem_told(problem) for problem in error.problems],
    )


def _stale_hand(error: HandConflict) -> ProblemError:
    current = error.current
    if current is None:
        return ProblemError(404, "not_found", _("There is no such hand."))
    if current.record is None:
        return ProblemError(409, "hand_undone", _("This hand has been taken back."))
    return ProblemError(
        412,
        "stale",
        _("The hand has changed since you read it."),
        current=HandSerializer(current).data,
    )


MATCH_TAG = etag_header('`"v…"`: the match\'s version, which every change of a hand raises.')


class ScoringView(ClubView):
    """An endpoint of a club that changes what was scored."""

    def handle_exception(self, exc: Exception) -> Response:
        """Turn refusals of scoring into problem details."""
        return super().handle_exception(as_problem(exc) if isinstance(exc, ScoringError) else exc)


class MatchView(ScoringView):
    """An endpoint of one match: membership and match are one question to the database."""

    def enter(self, *, user: Any, slug: str, right: Right, match: int = 0, **_: Any) -> Membership:
        """The membership, if the club has this match."""
        among = Membership.objects.filter(club__matches__pk=match)
        return membership_get(user=user, slug=slug, right=right, among=among)


class MatchFilters(Filters):
    """Which matches are wanted."""

    is_over = YesNo(help_text="Won, or still to be won.")
    game = choice(games.choices, "Those of one game.")
    player = Key("seats__player", help_text="Those in which this player has a seat.")


class MatchList(ClubView):
    """The matches of a club."""

    pagination_class = Pages

    @reading(
        "matches_list",
        "List matches",
        "Every match of the club, the newest first. The matches of one evening are "
        "found at the tables of its rounds.",
        tags=["Matches"],
        filters=MatchFilters,
        answer=MatchRowSerializer,
        many=True,
    )
    def get(self) -> Any:
        return Match.objects.filter(club=self.club).prefetch_related("seats").order_by("-pk")


class MatchDetail(MatchView):
    """One match."""

    rights: ClassVar = {"GET": Right.SEE}

    @extend_schema(
        operation_id="matches_retrieve",
        tags=["Matches"],
        summary="Show a match",
        description="Seats, rules, totals, winner and, where stakes were agreed, what is owed. "
        "Send the tag back in `If-None-Match` to be told 304 while nothing has changed.",
        parameters=[IF_NONE_MATCH, MATCH_TAG],
        responses=MatchSerializer,
    )
    def get(self, request: Request, slug: str, match: int) -> Response:
        """The match, unless the client has it."""
        seats = Prefetch("seats", Seat.objects.order_by("number"))
        found = get_object_or_404(Match.objects.prefetch_related(seats), pk=match)
        return conditional(request, match_tag(found), lambda: match_body(found, slug))


def match_tag(match: Match) -> str:
    """Return the tag of a match with loaded seats: its version, and the players' names."""
    names = "|".join(f"{seat.player_id} {seat.name}" for seat in match.seats.all())
    seated = hashlib.sha256(f"{match.label}|{names}".encode()).hexdigest()[:12]
    return f'"v{match.version}-{seated}"'


def match_body(match: Match, slug: str) -> dict[str, Any]:
    """Return the match with the values derived from its hands."""
    score = _score(match)
    match.settlement = score.settlement(match.stakes)  # type: ignore[attr-defined] # for the serializer
    match.unknown_stakes = score.unknown_stakes(match.stakes)  # type: ignore[attr-defined] # as well
    match.hands_url = reverse("api-hands", args=[slug, match.pk])  # type: ignore[attr-defined]
    return MatchSerializer(match).data


def _score(match: Match) -> RunningScore:
    """Return the score of a match, with its hands where money depends on them."""
    score = match_running_score(match)
    if match.stakes:
        counted = match.hands.filter(record__isnull=False, counted=True).order_by("number")
        for verdict in counted.values_list("verdict", flat=True):
            score.add_hand(verdict or {})
    return score


class MatchTimeEnd(MatchView):
    """Ending a match on which time was called."""

    @action(
        "matches_time_end",
        "End a match on which time was called",
        "As it stands, where no hand is being played. Refused with 400 where time was not called, "
        "and where the match is over.",
        tags=["Matches"],
        answer=StateSerializer,
        right=Right.RECORD,
    )
    def post(self) -> Match:
        return called_match_end(match_id=self.kwargs["match"], ended_by=self.user)


# The result alone


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
    reason = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=300,
        default="",
        help_text="Why a result that stands there is changed; wanted once others rely on it: its "
        "round is over, or the next one has begun or was drawn from it. Always wanted where hands "
        "are recorded.",
    )


class Restoring(serializers.Serializer[Any]):
    """Which change of the result is taken back, and why."""

    revision = serializers.IntegerField(
        min_value=1, help_text="The `id` of the newest revision, as it was seen."
    )
    reason = serializers.CharField(
        required=False, allow_blank=True, max_length=300, default="", help_text="As for a change."
    )


WHY = (
    "A change is refused with 400 and the code `reason_missing` where it wants a reason, and with "
    "409 where the event is finished. With `dry_run` nothing is kept, and the answer says what "
    "would follow from it. "
)


def weighed(view: "MatchView", request: Request, effect: Callable[[], Answer]) -> Response:
    """Make a correction; with ``dry_run`` only return its consequences."""
    if not queried(request, CorrectionQuery)["dry_run"]:
        return directly(view, request, effect)
    host = host_of(get_object_or_404(Match, pk=view.kwargs["match"]))
    return Response(preview_body(host.weigh(effect, trial=True), view.membership))


def result_action(
    operation: str, summary: str, description: str, **more: Any
) -> Callable[[Effect], Handler]:
    """Make an ``action`` that changes the result of a match and can be tried."""
    responses = {200: or_preview(StateSerializer)} | more.pop("responses", {})
    return action(
        operation,
        summary,
        description + WHY,
        tags=["Matches"],
        answer=StateSerializer,
        right=Right.RECORD,
        run=weighed,
        keyed=False,
        responses=responses,
        **{"parameters": [CorrectionQuery]} | more,
    )


class MatchResult(MatchView):
    """The result of a match alone."""

    @result_action(
        "matches_result_enter",
        "Enter the result alone",
        "Ends a match with the totals of its slip, or puts others in their place; the "
        "former stay in its history. Where hands are recorded it wants a `reason`: the hands stay "
        "and count in statistics, while results and standings count the totals. Refused with 400 "
        "where no match under its rules ends like this or takes so many hands; "
        "with 422 and `result_unfinished` where totals end no match under its rules and `ended` "
        "does not say why. ",
        body=Result,
    )
    def put(self, **fields: Any) -> Match:
        try:
            return result_state(match_id=self.kwargs["match"], author=self.user, **fields)
        except Unfinished as error:
            raise ProblemError(
                422,
                "result_unfinished",
                error.question.text,
                field="ended",
                answers=list(error.question.answers),
            ) from error

    @result_action(
        "matches_result_withdraw",
        "Take the result back",
        "The match goes on as if nothing had been entered; what was stays on record. "
        "Refused with 400 where no result was entered. ",
        parameters=[ReasonQuery],
    )
    def delete(self) -> Match:
        reason = queried(self.request, ReasonQuery)["reason"]
        return result_withdraw(match_id=self.kwargs["match"], author=self.user, reason=reason)


class ResultRestore(MatchView):
    """The way back from a change of the result."""

    @result_action(
        "matches_result_restore",
        "Restore the earlier result",
        "Adds a revision with what was entered before the newest one; before the "
        "first there was none. Refused with 412 where there is a newer revision than the one "
        "that was seen. ",
        body=Restoring,
        responses={412: None},
    )
    def post(self, **fields: Any) -> Match:
        return result_restore(match_id=self.kwargs["match"], author=self.user, **fields)


class ResultRevisions(MatchView):
    """The history of an entered result."""

    pagination_class = Pages

    @reading(
        "matches_result_revisions",
        "Show the history of the result",
        "Every state that the entered result was in: what stood there before, what "
        "was entered, by whom, when and why.",
        tags=["Matches"],
        answer=EnteredResultSerializer,
        many=True,
    )
    def get(self) -> Any:
        return EnteredResult.objects.filter(match=self.kwargs["match"]).order_by("pk")
