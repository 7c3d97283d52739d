"""What was played: matches, hands and their revisions, documents made of them."""

from scoring.models.documents import Document, Heartbeat
from scoring.models.hands import Hand, HandRevision
from scoring.models.matches import BEGUN, WRITTEN, Match, Seat, Side
from scoring.models.results import StatedResult

__all__ = [
    "BEGUN",
    "WRITTEN",
    "Document",
    "Hand",
    "HandRevision",
    "Heartbeat",
    "Match",
    "Seat",
    "Side",
    "StatedResult",
]
