"""What was played: matches, hands and their revisions."""

from scoring.models.hands import Hand, HandRevision
from scoring.models.matches import BEGUN, WRITTEN, Match, Seat, Side
from scoring.models.results import EnteredResult

__all__ = [
    "BEGUN",
    "WRITTEN",
    "EnteredResult",
    "Hand",
    "HandRevision",
    "Match",
    "Seat",
    "Side",
]
