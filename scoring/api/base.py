"""The base of the match endpoints, and refusals of scoring as problem details."""

from collections.abc import Callable
from typing import Any, Final

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAuthenticated
from rest_framework.generics import get_object_or_404
from rest_framework.response import Response

from clubs.access import GUEST_COOKIE, membership_get, membership_with
from clubs.models import Membership
from clubs.rest.idempotent import key_taken
from clubs.rest.operations import Trial
from clubs.rest.viewsets import ApiViewSet
from clubs.roles import Right
from core.queries import CompiledQuery
from core.rest import problems
from core.rest.problems import ProblemError
from games import PRESENTERS
from games.wording import problem_body
from scoring.api.serializers import (
    ConsequencesSerializer,
    HandSerializer,
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
from scoring.models import Match

_MEMBERS_AT_MATCH = CompiledQuery(
    lambda user, slug, match: Membership.objects.filter(
        user=user, club__slug=slug, club__matches__pk=match
    )
)


class MatchViewSet(ApiViewSet):
    """Matches and what belongs to one: membership and match are one question to the database."""

    writes = Right.RECORD

    def enter(
        self, *, user: Any, slug: str, right: Right, match: int | None = None, **_: Any
    ) -> Membership:
        """Return the membership, if the club has the match that is named."""
        if match is None:
            return membership_get(user=user, slug=slug, right=right)
        return membership_with(right, _MEMBERS_AT_MATCH(user.pk, slug, match))


def _tried(view: MatchViewSet, act: Callable[[], Response]) -> Response:
    match = get_object_or_404(Match, pk=view.kwargs["match"])
    return Response(preview_body(host_of(match).weigh(act, trial=True), view.membership))


MATCH_TRIAL: Final = Trial(_tried, ConsequencesSerializer)
"""See ``MatchHost.weigh``."""


def problem_response(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer every error as problem details, refusals of scoring among them."""
    if isinstance(error, ScoringError):
        error = as_problem(error)
    elif isinstance(error, NotAuthenticated) and GUEST_COOKIE in context["request"].COOKIES:
        error = Http404()  # a phone at a table finds no API, as it finds no pages
    return problems.problem_response(error, context)


def as_problem(error: ScoringError) -> ProblemError:
    """Return the problem details of an error."""
    match error:
        case HandRejected():
            return _rejected(error)
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


def _rejected(error: HandRejected) -> ProblemError:
    """422 with the verdict's problems; each place is a pointer into the record that was sent."""
    presenter = PRESENTERS.get(error.game)
    problems = [problem_body(problem, presenter) for problem in error.problems]
    return ProblemError(
        422,
        "illegal_record",
        _("The record breaks a rule."),
        detail=problems[0]["message"],
        problems=problems,
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
