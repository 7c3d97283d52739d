"""What scoring refuses, as problem details."""

from django.utils.translation import gettext as _

from clubs.rest.idempotent import key_taken
from clubs.rest.problems import ProblemError
from scoring.api.serializers import HandSerializer, state_body
from scoring.errors import (
    HandConflict,
    HandRejected,
    KeyReused,
    MatchConflict,
    NothingToUndo,
    ReasonMissing,
    ScoringError,
)


def as_problem(error: ScoringError) -> ProblemError:
    """The problem that a program is told."""
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
        detail=error.problems[0].message,
        problems=[problem.as_dict() for problem in error.problems],
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
