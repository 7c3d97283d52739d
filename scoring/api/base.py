"""Bases of what can be corrected: matches here, events above; and refusals as problem details."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import membership_get
from clubs.models import Membership
from clubs.rest.idempotent import key_taken
from clubs.rest.viewsets import ClubResourceViewSet, Handler
from clubs.roles import Right
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
from scoring.host import TrialResult, host_of
from scoring.models import Match


class CorrectionViewSet(ClubResourceViewSet):
    """A resource whose corrections can be tried; refusals of scoring are problem details."""

    foretold = ConsequencesSerializer

    def weigh(self, act: Callable[[], Response]) -> TrialResult[Response]:
        """Make a correction that is not kept, and return what follows from it."""
        raise NotImplementedError

    def carry_out(self, handler: Handler, request: Request, **address: Any) -> Response:
        """Make a change, or foretell what would follow from it."""
        if self.action not in self.trials or not self.queried()["dry_run"]:
            return super().carry_out(handler, request, **address)
        weighed = self.weigh(lambda: handler(request, **address))
        return Response(preview_body(weighed, self.membership))

    def handle_exception(self, exc: Exception) -> Response:
        """Turn refusals of scoring into problem details."""
        return super().handle_exception(as_problem(exc) if isinstance(exc, ScoringError) else exc)


class MatchViewSet(CorrectionViewSet):
    """Matches and what belongs to one: membership and match are one question to the database."""

    writes = Right.RECORD

    def enter(
        self, *, user: Any, slug: str, right: Right, match: int | None = None, **_: Any
    ) -> Membership:
        """Return the membership, if the club has the match that is named."""
        among = Membership.objects.filter(club__matches__pk=match) if match else None
        return membership_get(user=user, slug=slug, right=right, among=among)

    def weigh(self, act: Callable[[], Response]) -> TrialResult[Response]:
        """See ``MatchHost.weigh``."""
        match = get_object_or_404(Match, pk=self.kwargs["match"])
        return host_of(match).weigh(act, trial=True)


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
