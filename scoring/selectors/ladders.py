"""The ladder of a stored match: its rules, and whether time was called."""

from collections.abc import Mapping
from typing import Any

from scoring.folding import Called, Ladder
from scoring.models import Match


def match_ladder(match: Match, stored: Mapping[str, Any] | None = None) -> Ladder:
    """The ladder from the match's first hand, or from a ``stored`` standing. No query."""
    called = None
    if match.called_after is not None:
        called = Called(match.called_after, plays_off=match.plays_off)
    return Ladder(match.game, match.rules, stored, called=called)
