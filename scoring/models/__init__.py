"""What was played: matches, hands and their revisions, documents made of them."""

from scoring.models.documents import Document, Heartbeat
from scoring.models.hands import Hand, HandRevision
from scoring.models.matches import Match, Seat, Side

__all__ = [
    "Document",
    "Hand",
    "HandRevision",
    "Heartbeat",
    "Match",
    "Seat",
    "Side",
]
