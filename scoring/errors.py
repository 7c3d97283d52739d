"""Errors about hands that a person can correct."""

from collections.abc import Sequence
from typing import Any

from core.text import statements
from rules.problems import Problem
from scoring.models import Hand, Match


class ScoringError(Exception):
    """Something a person can mend; nothing has been written."""


class HandRejected(ScoringError):
    """The record breaks a rule of its game: every problem, in the order of the stages."""

    def __init__(self, game: str, problems: Sequence[Problem]) -> None:
        super().__init__(statements(problem.message for problem in problems))
        self.game = game
        self.problems = tuple(problems)


class HandConflict(ScoringError):
    """The hand is already recorded: ``current`` is that hand, ``submitted`` the other one."""

    def __init__(self, *, current: Hand | None, submitted: dict[str, Any] | None) -> None:
        super().__init__("the hand has changed since it was read")
        self.current = current
        self.submitted = submitted


class MatchConflict(ScoringError):
    """The match has another version than expected: ``current`` is its present state."""

    def __init__(self, *, current: Match) -> None:
        super().__init__("the match has changed since it was read")
        self.current = current


class KeyReused(ScoringError):
    """An idempotency key that was sent before with something else; ``current`` is that hand."""

    def __init__(self, *, current: Hand | None = None) -> None:
        super().__init__("this key was sent before with something else")
        self.current = current


class NothingToUndo(ScoringError):
    """The match has no hand."""


class ReasonMissing(ScoringError):
    """A correction needs a reason."""
